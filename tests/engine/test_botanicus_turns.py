"""Rule 4 of Botanicus: the order of play, two turns in a row, and the number of the turn."""

from collections import Counter
from itertools import pairwise

import pytest

from engine import CHANCE
from engine.games.botanicus.position import FINAL, order_of
from tests.engine.botanicus_table import (
    GAMES,
    assigned,
    dealt,
    facts,
    flowers,
    garden,
    kinds,
    play,
    table,
)
from tests.engine.games import steps


def by_seats(game):
    return f"{game.seats} seats"


def number_of_turn(state):
    """The formula of rule 4.5, with the place in the order as what was done in the column."""
    seats = state.seats
    if state.phase == "assign":
        return state.acting
    if state.is_over:
        return 18 * seats
    if state.round == FINAL:
        return 17 * seats + state.acting
    return seats * (1 + 8 * (state.round - 1) + state.column - 1) + state.acting


class TestTheOrder:
    def test_it_is_by_spaces_then_from_the_top(self):  # 4.2
        assert order_of(flowers("2", "", "013", "")) == (2, 3, 1, 0)

    def test_it_follows_the_worked_example(self):  # 4.3
        state = play(assigned(4), "F3 -")
        state = play(state, "F3 -", "F4 -", "F1")

        assert state.order == (3, 1, 0, 2)
        assert state.to_move == {3}

    def test_it_skips_the_neutral_flower(self):  # 4.2, 10.1
        assert order_of(flowers("N", "N1", "", "0")) == (1, 0)

    def test_it_stays_for_the_whole_column(self):  # 4.2
        state = play(table(order=(2, 0, 1)), "F1")

        assert (state.order, state.to_move) == ((2, 0, 1), {0})

    def test_it_follows_from_column_eight_in_round_two(self):  # 4.2, 9.1
        state = table(column=8, order=(2, 0, 1), acting=2, stacks=flowers("0", "", "", "2"))
        state = play(state, "F2 -")

        assert (state.round, state.column, state.order) == (2, 1, (0, 1, 2))

    def test_it_follows_from_column_eight_in_the_final_turn(self):  # 4.2, 9.1
        state = table(column=8, round=2, acting=2, stacks=flowers("", "1", "", "0"))
        state = play(state, "F4 ")

        assert (state.round, state.order) == (FINAL, (1, 2, 0))


class TestWholeGames:
    @pytest.mark.parametrize("game", GAMES, ids=by_seats)
    def test_it_gives_every_seat_seventeen_turns(self, game):  # 4.1
        whole = list(steps(game, seed=1))
        turns = Counter()
        for (before, actor, _), (after, _, _) in pairwise(whole):
            if after.turn > before.turn and before.phase != "assign":
                turns[before.turn_of] += 1
                assert before.turn_over(actor, after) == before.turn_of

        assert turns == dict.fromkeys(range(game.seats), 17)

    @pytest.mark.parametrize("game", GAMES, ids=by_seats)
    def test_it_places_one_flower_a_seat_in_each_column(self, game):  # 4.1
        placed = Counter(
            (state.round, fact.column, fact.seat)
            for state, actor, move in steps(game, seed=2)
            if move is not None
            for fact in state.facts(actor, move, None)
            if fact.kind == "placed"
        )

        columns = [(round_, column) for round_ in (1, 2) for column in range(1, 9)]
        assert placed == {(*at, seat): 1 for at in columns for seat in range(game.seats)}

    @pytest.mark.parametrize("game", GAMES, ids=by_seats)
    @pytest.mark.parametrize("seed", range(3))
    def test_it_numbers_the_turns_by_the_formula(self, game, seed):  # 4.5
        for state, _, _ in steps(game, seed):
            if state.phase not in ("layout", "deal"):
                assert state.turn == number_of_turn(state)


class TestTwoInARow:
    @pytest.fixture
    def last(self):
        """Seat 0 is the last of column 1; the others stand on spaces 2 and 3."""
        return table(order=(1, 2, 0), acting=2, stacks=flowers("", "1", "2"))

    def test_it_lets_the_last_be_first(self, last):  # 4.2, 4.4
        state = play(last, "F1")

        assert (state.column, state.order, state.to_move) == (2, (0, 1, 2), {0})

    def test_it_is_two_turns(self, last):  # 4.4
        state = play(last, "F1")

        assert state.turn == last.turn + 1
        assert not state.goes_on(0, last.turn)
        assert (state.walked, state.carded, state.placed) == (False, False, False)

    def test_it_is_said(self, last):  # 4.4, 14.4
        assert kinds(last, "F1")[-1] == "again"

    def test_it_is_not_said_where_another_is_first(self, last):  # 4.4
        assert "again" not in kinds(last, "F4")
        assert "again" not in kinds(play(last, "F4"), "-")

    def test_it_walks_in_both_turns(self, last):  # 5.3
        state = play(last, "G-b1 F1 G-b2")

        assert state.walked

    def test_it_is_not_said_after_the_assignment(self):  # 17.1
        state = play(dealt(3), "T11/1 T12/2 T13/3 T14/4", "T6/1 T7/2 T8/3 T9/4", "T1/1 T2/2 T3/3")

        assert kinds(state, "T4/4") == ["assigned", "assigned"]

    def test_it_is_said_into_the_final_turn(self):  # 17.1
        state = table(
            order=(1, 2, 0), acting=2, stacks=flowers("", "1", "2"), column=8, round=2, turn=50
        )
        after = play(state, "F1 -")

        assert kinds(play(state, "F1"), "-") == [
            *("forfeited", "unused", "column-over", "round-over", "again"),
        ]
        assert after.turn == 51

    def test_it_is_said_after_a_draw(self):  # 4.5, 15.3
        state = table(
            order=(1, 2, 0), acting=2, stacks=flowers("", "", "1", "2"), column=6,
        )  # fmt: skip
        state = play(state, "F2 >C4")

        assert kinds(state, "-")[-1] == "again"


class TestTheNumber:
    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_it_counts_each_assignment(self, seats):  # 4.5
        state = dealt(seats)
        numbers = [state.turn]
        while state.phase == "assign":
            (seat,) = state.to_move
            state = state.play(seat, state.legal_moves(seat)[0])
            numbers.append(state.turn)

        assert numbers == [n // 4 for n in range(4 * seats + 1)]

    def test_it_counts_the_neutral_flower_with_the_turn(self):  # 4.5
        state = assigned(2)

        assert play(state, "N1").turn == state.turn == 2
        assert play(state, "N1 F2 -").turn == 3

    def test_it_grows_when_a_draw_is_over(self):  # 4.5
        state = table(column=2, stacks=flowers("", "1"), order=(1, 0, 2), acting=1, turn=7)
        due = play(state, "F2")

        assert (due.to_move, due.turn, due.turn_of) == (CHANCE, 7, 0)
        assert play(due, ">C1").turn == 8

    def test_it_stays_when_a_seat_leaves(self):  # 4.5
        state = assigned(4)

        assert play(state, "#0").turn == play(state, "#2").turn == state.turn

    def test_it_stays_when_that_ends_the_game(self):  # 4.5
        state = assigned(2)

        assert play(state, "#1").is_over
        assert play(state, "#1").turn == state.turn

    def test_it_ends_at_eighteen_turns_a_seat(self):  # 4.5
        state = table(round=FINAL, column=8, acting=2, turn=53)

        assert play(state, "-").turn == 54

    def test_it_belongs_to_the_seat_also_while_a_card_is_drawn(self):  # 4.5
        state = play(table(column=2, order=(2, 0, 1)), "F2")

        assert state.turn_of == 2
        assert facts(state, ">C1", viewer=2)[0].seat == 2


class TestWhatChangesWithTheTurn:
    def test_it_forgets_walk_and_card(self):  # 5.2
        state = play(table(garden(hand="C1")), "G-b1 C1$ F1")

        assert (state.walked, state.carded, state.to_move) == (False, False, {1})
