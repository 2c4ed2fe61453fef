"""What Botanicus' positions are worth to bots that look ahead."""

from random import Random

import pytest

from engine import CHANCE
from engine.games.botanicus.evaluation import WEIGHTS, Row, efforts, features, turns_left
from tests.engine.botanicus_table import GAMES, garden, table
from tests.engine.games import positions, steps

EACH_GAME = pytest.mark.parametrize("setup", GAMES, ids=lambda setup: f"{setup.seats} seats")


def value(mine, **fields):
    return table(mine, **fields).estimate(0)


class TestTurnsLeft:
    @EACH_GAME
    def test_it_counts_down_from_seventeen_to_none(self, setup):
        *played, last = positions(setup, 1)
        counts = [turns_left(state, 0) for state in played if state.order]

        assert counts == sorted(counts, reverse=True)
        assert (counts[0], turns_left(last, 0)) == (17, 0)


class TestEfforts:
    def test_it_is_nothing_for_a_task_that_is_done(self):
        assert efforts(Row(1, (4, 4, 1), "T1", basic=True, special=False)) == (0, 0)

    def test_it_is_less_with_every_plant_that_is_needed(self):
        rows = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1), (1, 1, 2)]
        found = [efforts(Row(1, row, "T1", basic=False, special=False))[0] for row in rows]

        assert found == sorted(set(found), reverse=True)
        assert found[-1] == 0

    def test_it_never_ends_where_a_row_has_no_room(self):
        assert efforts(Row(1, (1, 2, 3), "T18", basic=True, special=False))[1] > 50


class TestEstimate:
    @EACH_GAME
    def test_it_is_the_score_when_the_game_is_over(self, setup):
        *_, last = positions(setup, 1)

        assert [last.estimate(seat) for seat in range(setup.seats)] == [
            score.total for score in last.scores()
        ]

    @EACH_GAME
    def test_it_has_a_feature_for_each_weight(self, setup):
        for state in positions(setup, 2):
            assert len(features(state, 0)) == len(WEIGHTS)

    @EACH_GAME
    def test_it_knows_nothing_that_is_hidden_from_its_seat(self, setup):
        rng = Random(3)
        for state in positions(setup, 3):
            for seat in range(setup.seats):
                assert state.view_for(seat).sample(rng).estimate(seat) == state.estimate(seat)

    def test_it_rises_with_progress_on_a_task(self):
        rows = [{}, {11: 1}, {11: 1, 12: 1}]
        found = [value(garden(beds=beds)) for beds in rows]

        assert found == sorted(set(found))

    @pytest.mark.parametrize(
        "better",
        [
            {"coins": 9},
            {"hand": "C7"},
            {"pieces": "M5 B0 S0"},
            {"pieces": "M0 B4u S0"},
            {"pieces": "M0 B0 S5"},
        ],
    )
    def test_it_likes(self, better):
        assert value(garden(**better)) > value(garden())

    def test_it_likes_what_waits_to_be_used(self):
        mine = garden(beds={32: 1})

        assert value(mine, groups=["W"], placed=True) > value(mine, placed=True)

    @EACH_GAME
    def test_it_swings_less_towards_the_end(self, setup):
        first, *_, last = positions(setup, 1)

        assert first.swing() > last.swing() > 0


class TestSensibleMoves:
    @EACH_GAME
    @pytest.mark.parametrize("seed", range(3))
    def test_it_lists_some_of_the_legal_ones(self, setup, seed):
        for state, seat, _ in steps(setup, seed):
            if seat in (None, CHANCE):
                continue
            found = state.sensible_moves(seat)
            assert found
            assert len(found) == len(set(found))
            assert set(found) <= set(state.legal_moves(seat))

    def test_it_waters_rather_than_giving_up(self):
        state = table(garden(beds={32: 1}), groups=["W"], placed=True)

        assert [move.notation for move in state.sensible_moves(0)] == ["32+"]

    def test_it_does_not_plant_over_what_a_task_needs(self):
        done = garden(beds={41: 1, 42: 2, 43: 3, 32: 2, 31: 2, 33: 2}, gardener="c2")
        state = table(done, groups=["P1"], placed=True)

        assert "43=1" not in [move.notation for move in state.sensible_moves(0)]

    def test_it_gives_up_where_nothing_does_good(self):
        state = table(
            garden(beds={42: 4, 43: 4, 52: 4, 53: 4}, gardener="d2", specials=(True,) * 5),
            groups=["P1"],
            placed=True,
        )

        assert [move.notation for move in state.sensible_moves(0)] == ["-"]
