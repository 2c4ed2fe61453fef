"""What the table says once, to who has never played this game before."""

import re
from collections import Counter

import pytest
from django.test import Client

from engine import get_ruleset
from games.services import turns
from tests.factories import GameFactory
from tests.games.scripted import lay_deck

pytestmark = pytest.mark.django_db

DRAWN = ["GX", "RI", "BL", "YP", "KV", "KL", "GT", "BV", "RT", "YI", "KT"]
PUT, BREAK, BUILD = "On your side a tile waits", "An arrow says who gets", "Where scissors are"


@pytest.fixture
def game(alice, bob):
    """A game in which alice, who begins, has a tile to build in her second turn."""
    game = GameFactory(users=[alice, bob])
    (tiles,) = get_ruleset("botanik").decks()
    rest = Counter(tiles)
    rest.subtract(DRAWN)
    lay_deck(game, [*DRAWN, *rest.elements()])
    return game


@pytest.fixture
def look(game, client):
    """The marks that somebody sees at the table with a draft."""

    def look_(user, **query):
        client.force_login(user)
        page = client.get(f"/games/{game.pk}/", {"ply": game.ply, **query}).content.decode()
        return re.findall(r'class="mark"[^>]*>([^<]*)<', page)

    return look_


def play(game, user, moves):
    game.refresh_from_db()
    turns.submit(game_id=game.pk, user=user, moves=moves.split(), ply=game.ply)
    game.refresh_from_db()


def test_it_says_each_of_three_things_once_when_it_matters(game, look, alice, bob):
    game.refresh_from_db()
    assert look(alice) == []
    (put,) = look(alice, pick="KL")
    assert put.startswith(PUT)

    play(game, alice, "KL/5")
    assert look(alice) == []
    play(game, bob, "GT/1")
    (breaking,) = look(alice)
    assert breaking.startswith(BREAK)
    (build,) = look(alice, draft="BV-5")
    assert build.startswith(BUILD)

    play(game, alice, "BV-5 KL@0,1^1")
    play(game, bob, "KT-4")
    assert [look(alice, pick=tile) for tile in ("RT", "YI")] == [[], []]


def test_it_is_said_to_both_who_are_new(game, look, alice, bob):
    play(game, alice, "KL/5")

    (put,) = look(bob, pick="GT")
    assert put.startswith(PUT)


def test_it_is_not_said_in_a_second_game(game, look, alice):
    game.refresh_from_db()
    second = GameFactory(users=[alice, game.players.get(seat=1).user])
    browser = Client()
    browser.force_login(alice)
    state = browser.get(f"/games/{second.pk}/").content.decode()
    pick = re.search(r'data-pick="(\w+)"', state)[1]

    page = browser.get(f"/games/{second.pk}/", {"ply": second.ply, "pick": pick})

    assert 'class="mark"' not in page.content.decode()
    assert look(alice, pick="KL") != []
