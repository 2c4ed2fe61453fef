"""What Botanik's positions are worth to bots that look ahead."""

import pytest

from engine import get_ruleset
from engine.games.botanik.evaluation import WEIGHTS, features, turns_left
from tests.engine.games import positions
from tests.engine.pictures import built, table

BOTANIK = get_ruleset("botanik")


def value(side, *, machine="", played=30):
    """The estimate for seat 0 with tiles on its side and a machine of its own."""
    state = table(
        f"""
        :Arrival | KX
        :Seat 1  | .   .   .   .   .
        :Centre  | RL  GL  YT  GM  BT
        :Seat 0  | {side}
        """,
        machines=(built(machine), built("")),
    )
    return state._replace(played=played).estimate(0)


class TestFeatures:
    @pytest.mark.parametrize("seed", range(3))
    def test_it_has_one_for_each_weight(self, seed):
        assert all(len(features(state, 0)) == len(WEIGHTS) for state in positions(BOTANIK, seed))

    @pytest.mark.parametrize("seed", range(3))
    def test_it_counts_the_points_that_the_rules_count(self, seed):
        for state in positions(BOTANIK, seed):
            for seat in (0, 1):
                assert features(state, seat)[0] == state.score(seat).total

    @pytest.mark.parametrize(("played", "turns"), [(0, [30, 30]), (1, [29, 30]), (59, [0, 1])])
    def test_it_counts_the_turns_to_come(self, played, turns):
        assert [turns_left(played, seat) for seat in (0, 1)] == turns


class TestEstimate:
    @pytest.mark.parametrize("seed", range(3))
    def test_it_is_the_score_when_the_game_is_over(self, seed):
        *_, last = positions(BOTANIK, seed)

        assert [last.estimate(seat) for seat in (0, 1)] == [s.total for s in last.scores()]

    def test_it_likes_a_tile_that_would_complete_a_group(self):
        pair = "RI@0,1^0 RT@0,2^0"

        assert value("RL . . . .", machine=pair) > value("KL . . . .", machine=pair)

    def test_it_likes_a_plant_that_would_be_fed(self):
        pair = "RI@0,1^0 RT@0,2^0"

        assert value("RP . . . .", machine=pair) > value("KP . . . .", machine=pair)

    def test_it_expects_nothing_of_a_tile_that_no_turn_can_release(self):
        pair = "RI@0,1^0 RT@0,2^0"

        late = [value(f"{tile} . . . .", machine=pair, played=59) for tile in ("RL", "KL")]

        assert late[0] == pytest.approx(late[1], abs=0.02)

    def test_it_likes_open_ends(self):
        assert value(". . . . .", machine="RX@0,1^0") > value(". . . . .", machine="RI@0,1^0")
