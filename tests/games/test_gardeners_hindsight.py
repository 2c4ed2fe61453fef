"""When a game of Gardeners is over, its whole story is told with all fronts open."""

import pytest
from django.test import Client

from engine.games.gardeners.components import CARDS
from games import positions
from games.boards.gardeners.wishes import wish
from games.services import endings
from tests.factories import TableFactory
from tests.games.test_gardeners_leaks import one_move, submit

pytestmark = pytest.mark.django_db

HIDDEN = "only you can read it"


@pytest.fixture
def game(alice, bob):
    """Alice holds the first card, which bob has never seen."""
    game = TableFactory(users=[alice, bob], ruleset="gardeners", options={"mode": "full"})
    for _ in range(6):
        submit(game, *one_move(positions.load(game)))
    return game


@pytest.fixture
def over(game, alice):
    endings.resign(game_id=game.pk, user=alice)
    game.refresh_from_db()
    return game


@pytest.fixture
def read(bob):
    """What bob, or a visitor, reads at an address of a game."""

    def read_(game, path, *, user=bob):
        client = Client()
        if user:
            client.force_login(user)
        return client.get(f"/games/{game.pk}/{path}").content.decode()

    return read_


def front(game):
    """The sentence of the only card in play."""
    (card,) = positions.load(game).in_play
    return wish(CARDS[card.card].predicate)


def test_it_shows_the_others_front_at_every_ply(over, read):
    for path in ("replay/4/", "?at=4", "replay/4/?side=1", "replay/4/?side=0"):
        assert f'<p class="words">{front(over)}</p>' in read(over, path), path


def test_it_shows_it_to_visitors(over, read):
    assert f'<p class="words">{front(over)}</p>' in read(over, "replay/4/", user=None)


def test_it_tells_what_was_drawn(over, read):
    assert front(over) in read(over, "moves/")


def test_it_does_not_say_that_only_one_could_read_it(over, read, alice):
    assert HIDDEN not in read(over, "replay/4/", user=alice)


def test_the_table_is_silent_no_more(over, read):
    assert "This table is silent" not in read(over, "replay/4/")


def test_it_shows_nothing_of_it_while_the_game_runs(game, read):
    for path in ("", "moves/", "replay/4/", "?at=4", "replay/4/?side=0"):
        assert f'<p class="words">{front(game)}</p>' not in read(game, path), path
    assert "This table is silent" in read(game, "")
