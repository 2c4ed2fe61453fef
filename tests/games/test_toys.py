"""Games of a few lines on the real site: where there are more than two, or less."""

import re

import pytest

from engine import SetupError, get_ruleset
from games.boards import BOARDS
from games.models import Game
from tests.factories import TableFactory

pytestmark = pytest.mark.django_db

CHOICE = re.compile(r'data-choice="[^"]*" href="([^"]*)"')
MOVES = re.compile(
    r'name="ply" value="(\d+)" />\s*<input type="hidden" name="moves" value="([^"]+)"'
)


def page_of(client, address):
    return client.get(address.replace("&amp;", "&")).content.decode()


def play_a_turn(client, game):
    """Follow the first link until the turn is complete, and confirm it."""
    page = page_of(client, f"/games/{game.pk}/")
    while not (drafted := MOVES.search(page)):
        page = page_of(client, CHOICE.search(page)[1])
    client.post(f"/games/{game.pk}/", {"ply": drafted[1], "moves": drafted[2]})


def play_on_pages(client, game):
    for _turn in range(20):
        player = game.players.filter(word_since__isnull=False).order_by("seat").first()
        if player is None:
            break
        client.force_login(player.user)
        play_a_turn(client, game)
    return Game.objects.get(pk=game.pk)


def test_it_plays_seedlings_on_pages(client, seedlings, alice, bob, charlie):
    users = [alice, bob, charlie]
    game = TableFactory(users=users, ruleset="seedlings")

    assert play_on_pages(client, game).ending == "played"


@pytest.mark.parametrize("seats", [2, 3])
def test_it_plays_in_the_nursery_on_pages(client, nursery, alice, bob, charlie, seats):
    users = [alice, bob, charlie][:seats]
    game = TableFactory(users=users, ruleset="nursery")

    assert play_on_pages(client, game).ending == "played"


def test_it_is_laid_some_turns_in(nursery, alice, bob, charlie):
    game = TableFactory(users=[alice, bob, charlie], ruleset="nursery", turns=4)

    assert sum(player.turns for player in game.players.all()) == 4


def test_it_is_taken_back_after_a_test():
    with pytest.raises(SetupError):
        get_ruleset("seedlings")

    assert "seedlings" not in BOARDS
