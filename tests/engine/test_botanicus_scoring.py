"""Rule 9 of Botanicus: rounds, the final turn, and what is scored in the end."""

import pytest

from engine.games.botanicus.position import FINAL
from tests.engine.botanicus_table import (
    GAMES,
    beginning,
    coins,
    flowers,
    garden,
    legal,
    part,
    play,
    table,
)
from tests.engine.games import steps

PARTS = ["basic", "special", "animals", "prizes", "points", "steps", "columns", "coins"]
COLUMN_1 = (11, 21, 31, 41)
COLUMN_3 = (13, 23, 33, 43, 53)


def ending(*gardens, **fields):
    """The position after the last final turn, in which everybody takes no step for a point."""
    state = table(*gardens, round=FINAL, column=8, **fields)
    return play(state, "- - -")


class TestRounds:
    def test_it_turns_the_tiles_where_they_lie(self):  # 9.1
        state = table(column=8, acting=2, stacks=flowers("1", "0"))
        after = play(state, "F4")

        assert (after.round, after.column, after.layout) == (2, 1, state.layout)

    def test_it_comes_to_the_final_turn_after_round_two(self):  # 9.1
        state = play(table(column=8, round=2, acting=2, stacks=flowers("1", "0")), "F4")

        assert (state.round, state.order) == (FINAL, (1, 0, 2))


class TestTheFinalTurn:
    def test_it_offers_a_step_on_each_track_or_none(self):  # 9.2
        state = table(garden(coins=0), round=FINAL, column=8)

        assert legal(state) == ["M1", "B1", "S1", "-"]

    def test_it_has_phase_one_as_always(self):  # 9.2
        state = table(garden(hand="C1"), round=FINAL, column=8)

        assert beginning(state, "G-")
        assert beginning(state, "C") == ["C1!", "C1$"]
        assert "M1" in legal(play(state, "G-b1 C1$"))

    def test_it_sells_more_steps(self):  # 9.2
        state = table(garden(coins=3), round=FINAL, column=8)

        assert coins(play(state, "M2u")) == 3 - 3 + 4

    def test_it_scores_a_point_for_no_step(self):  # 9.2
        state = play(table(round=FINAL, column=8), "-")

        assert (part(state, "steps"), state.to_move) == (1, {1})

    def test_it_moves_no_flower(self):  # 9.2
        state = table(round=FINAL, column=8)

        assert not beginning(state, "F")
        assert play(state, "-").stacks == state.stacks

    def test_it_gains_what_the_space_gives(self):  # 9.2
        state = play(table(round=FINAL, column=8), "S1")
        assert state.groups == (("P1",),)

        assert play(state, "22=1").to_move == {1}

    def test_it_is_over_after_the_last(self):  # 9.3
        state = ending()

        assert state.is_over
        assert state.outcome().reason == "played"


class TestColumns:
    @pytest.mark.parametrize(("best", "points"), [(1, 2), (2, 5), (3, 9), (4, 15)])
    def test_it_scores_a_full_column_by_its_best_plant(self, best, points):  # 1.7, 9.3
        mine = garden(beds={**dict.fromkeys(COLUMN_1, 1), 31: best})

        assert part(table(mine), "columns") == points

    def test_it_scores_nothing_for_a_column_with_a_gap(self):  # 1.7
        assert part(table(garden(beds=dict.fromkeys(COLUMN_1[1:], 4))), "columns") == 0

    def test_it_follows_the_worked_example(self):  # 9.4
        beds = {
            **dict.fromkeys(COLUMN_1, 2), 41: 3,
            **dict.fromkeys(COLUMN_3, 1), 33: 4,
            **dict.fromkeys((12, 22, 32, 42), 4), 24: 4,
        }  # fmt: skip

        assert part(table(garden(beds=beds)), "columns") == 9 + 15


class TestScores:
    @pytest.mark.parametrize(("purse", "points"), [(0, 0), (2, 0), (3, 1), (5, 1), (22, 7)])
    def test_it_scores_a_point_for_three_coins(self, purse, points):  # 9.3
        assert part(table(garden(coins=purse)), "coins") == points

    def test_it_has_ten_numbers(self):  # 12.2
        assert list(table().score(0).as_json()) == [*PARTS, "total", "stack"]

    def test_it_adds_up(self):  # 12.2
        mine = garden(
            coins=10, beds=dict.fromkeys(COLUMN_1, 2), scored=garden().scored._make(range(1, 7))
        )

        score = table(mine).score(0)
        assert score.total == sum(score.parts.values()) == 21 + 5 + 3

    def test_it_shows_during_the_game_what_a_garden_would_score_now(self):  # 10.5
        mine = garden(beds=dict.fromkeys(COLUMN_1, 4))

        assert part(table(mine), "total") == 15 + 2

    def test_it_counts_the_seats_that_come_after(self):  # 12.2
        state = table(order=(2, 0, 1))

        assert [part(state, "stack", seat) for seat in range(3)] == [1, 0, 2]


class TestTheRanking:
    def test_it_is_won_by_the_most_points(self):  # 9.3
        state = ending(garden(coins=3), garden(coins=30), garden(coins=12))

        assert state.outcome().placings == (3, 1, 2)
        assert state.outcome().winner == 1

    def test_it_is_decided_by_the_flower_that_is_higher(self):  # 9.3
        state = ending(order=(2, 0, 1))

        assert len({score.total for score in state.scores()}) == 1
        assert state.outcome().placings == (2, 3, 1)

    def test_it_is_what_a_trace_shows(self):  # 12.2
        state = ending(order=(2, 0, 1))

        assert state.standing() == {"order": [2, 0, 1], "ranking": [2, 0, 1]}
        assert table(order=(2, 0, 1)).standing() == {"order": [2, 0, 1], "ranking": None}

    @pytest.mark.parametrize("setup", GAMES, ids=lambda setup: f"{setup.seats} seats")
    @pytest.mark.parametrize("seed", range(5))
    def test_it_is_never_a_draw(self, setup, seed):  # 9.3, 10.10
        *_, (last, _, _) = steps(setup, seed)

        assert sorted(last.outcome().placings) == list(range(1, setup.seats + 1))

    def test_it_offers_no_draws(self):  # 10.5, 10.10
        assert not GAMES[0].ruleset.draws
