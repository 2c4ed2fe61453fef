"""The one writer of moves."""

import pytest

from games import positions
from games.models import Game
from tests.factories import GameFactory, play_turns

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice, bob):
    return GameFactory(users=[alice, bob])


def legal(game, seat):
    return positions.load(game).legal_moves(seat)


def side_play(game, seat=0):
    """A turn of one move: nothing is released by it."""
    return next(move.notation for move in legal(game, seat) if move.kind == "side")


class TestSubmit:
    def test_it_plays_a_whole_game(self, game, alice, bob):
        played = play_turns(game, 200)

        assert game.status == Game.Status.OVER
        assert game.ending == Game.Ending.PLAYED
        assert played >= 60
        assert positions.rebuilt(game) == positions.load(game)
