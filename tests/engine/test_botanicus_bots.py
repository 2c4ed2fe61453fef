"""The opponents at Botanicus, by a few games with seeds; `make strength` plays many."""

from random import Random

import pytest

from engine import ROSTER, get_bot
from engine.arena import mirrored, play, tally
from engine.bots import Bot
from engine.bots.turns import whole_turns
from tests.engine.botanicus_table import GAMES

TWO, THREE, FOUR = GAMES
RANDOM = get_bot("random")


def one_turn_ahead(view, rng, nodes=0):
    """The first move of the turn that the estimate likes best."""
    ends = whole_turns(
        view.sample(rng),
        view.viewer,
        moves=lambda state, seat: state.sensible_moves(seat),
        width=10,
        rank=lambda state: state.estimate(view.viewer),
        step=lambda state, seat, move: state.after(seat, move),
    )
    return max(ends, key=lambda end: end[0].estimate(view.viewer))[1][0]


class TestEstimate:
    def test_it_beats_random_play_by_itself(self):
        bots = (Bot("ahead", one_turn_ahead), RANDOM)

        found = tally([mirrored(TWO, bots, Random(seed)) for seed in range(6)])

        assert found.wins[0] >= 11

    def test_it_gardens(self):
        bots = (Bot("ahead", one_turn_ahead), RANDOM)
        game = play(TWO, bots, Random(1))

        assert game.outcome.scores[0].parts["basic"] > 0


class TestRoster:
    @pytest.mark.parametrize("setup", GAMES, ids=lambda setup: f"{setup.seats} seats")
    def test_it_plays_at_every_table(self, setup):
        bots = [opponent.bot_for("botanicus").within(60) for opponent in ROSTER]

        game = play(setup, bots[-setup.seats :], Random(1))

        assert sorted(game.outcome.placings) == list(range(1, setup.seats + 1))

    def test_it_has_levels_that_tell(self):
        hazel, bramble, pip = (get_bot(name, "botanicus") for name in ("hazel", "bramble", "pip"))

        assert tally([mirrored(TWO, (hazel, bramble), Random(1))]).wins == (2, 0)
        assert tally([mirrored(TWO, (bramble, pip), Random(1))]).wins == (2, 0)
