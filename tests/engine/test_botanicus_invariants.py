"""What holds in every game of Botanicus (rules 15.2); `make soak` plays thousands."""

import pytest

from engine import Leave
from tests.engine.botanicus_games import INVARIANTS, game

SEEDS = range(20)


@pytest.mark.parametrize("seats", [2, 3, 4])
class TestInvariants:
    @pytest.mark.parametrize("invariant", INVARIANTS, ids=lambda invariant: invariant.__name__)
    def test_it_holds_in_every_game(self, seats, invariant):  # 15.2
        for seed in SEEDS:
            invariant(game(seats, seed))

    def test_it_is_tried_on_games_that_seats_leave(self, seats):  # 15.2
        left = [seed for seed in SEEDS if game(seats, seed)[-1].state.gone]

        assert 4 <= len(left) <= 7

    def test_it_is_tried_on_games_that_seats_leave_at_once(self, seats):  # 15.2, 10.6
        at_once = [seed for seed in SEEDS if isinstance(game(seats, seed)[2].move, Leave)]

        assert at_once
