"""Rules 1 and 3 of Botanicus: seats, what everybody has, and the assignment of tasks."""

import pytest

from engine import CHANCE, SetupError
from engine.games.botanicus import BotanicusState
from engine.games.botanicus.position import ALL_CARDS, NO_CARDS, Scored
from tests.engine.botanicus_table import (
    LAID_OUT,
    LAYOUT,
    TASKS,
    assigned,
    coins,
    dealt,
    gardener,
    hand,
    legal,
    part,
    play,
)


class TestSeats:
    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_it_is_for_two_to_four(self, seats):  # 1.1
        assert BotanicusState.initial(seats).seats == seats

    @pytest.mark.parametrize("seats", [0, 1, 5])
    def test_it_refuses_other_numbers(self, seats):  # 16.2
        with pytest.raises(SetupError) as refused:
            BotanicusState.initial(seats)

        assert refused.value.code == "seats-unsupported"
        assert str(refused.value) == f"Botanicus cannot be played by {seats}."

    def test_it_has_no_options(self):  # 16.2
        with pytest.raises(SetupError) as refused:
            BotanicusState.initial(2, {"expert": True})

        assert refused.value.code == "option-unknown"
        assert str(refused.value) == "Botanicus has no option expert."


@pytest.mark.parametrize("seats", [2, 3, 4])
class TestTheStart:
    def test_it_waits_for_the_tiles_then_for_the_tasks(self, seats):  # 3.1, 3.2
        start = BotanicusState.initial(seats)
        laid = play(start, LAID_OUT)

        assert (start.phase, start.to_move) == ("layout", CHANCE)
        assert (laid.phase, laid.to_move) == ("deal", CHANCE)

    def test_it_lays_the_tiles_by_columns(self, seats):  # 3.1
        laid = play(BotanicusState.initial(seats), LAID_OUT)

        tiles = [laid.tile_at(column, space) for column in (2, 4, 6, 8) for space in (1, 2, 3, 4)]
        assert tuple(tiles) == LAYOUT
        assert not any(laid.tile_at(column, 1) for column in (1, 3, 5, 7))

    def test_it_deals_five_tasks_to_each_seat(self, seats):  # 3.2
        state = dealt(seats)

        own = [garden.dealt for garden in state.gardens]
        assert own == [TASKS[5 * seat : 5 * seat + 5] for seat in range(seats)]

    def test_it_shows_the_tasks_to_all(self, seats):  # 3.2
        state = dealt(seats)

        for viewer in (None, *range(seats)):
            seen = state.view_for(viewer).position.gardens
            assert [garden.dealt for garden in seen] == [garden.dealt for garden in state.gardens]

    def test_it_gives_everybody_the_same(self, seats):  # 3.3, 1.5
        state = dealt(seats)

        for seat in range(seats):
            own = state.gardens[seat]
            assert (coins(state, seat), hand(state, seat), gardener(state, seat)) == (6, [], "b2")
            assert own.pieces == ("M0", "B0", "S0")
            assert not any(own.beds)
            assert (own.scored, own.animals) == (Scored(), 0)

    def test_it_has_all_cards_in_the_pile(self, seats):  # 3.3
        state = dealt(seats)

        assert (state.pile, state.discards) == (ALL_CARDS, NO_CARDS)
        assert sum(state.pile) == 18

    def test_it_starts_with_the_order_of_the_seats(self, seats):  # 3.4
        assert assigned(seats).order == tuple(range(seats))

    def test_it_scores_nothing_but_coins(self, seats):  # 3.3, 10.5
        state = dealt(seats)

        assert [part(state, "total", seat) for seat in range(seats)] == [2] * seats


class TestPrizes:
    @pytest.mark.parametrize(
        ("seats", "money", "shovel"),
        [
            (2, (12, 9, 7, 5), (16, 12, 9, 6)),
            (3, (15, 12, 9, 7, 5), (20, 16, 12, 9, 6)),
            (4, (18, 15, 12, 9, 7, 5), (24, 20, 16, 12, 9, 6)),
        ],
    )
    def test_it_leaves_out_the_highest_with_fewer_seats(self, seats, money, shovel):  # 2.8
        state = BotanicusState.initial(seats)

        assert (state.prizes("M"), state.prizes("S"), state.prizes("B")) == (money, shovel, ())


class TestAssignment:
    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_it_goes_from_the_last_seat_to_the_first(self, seats):  # 3.5
        state, acted = dealt(seats), []
        while state.phase == "assign":
            (seat,) = state.to_move
            acted.append(seat)
            state = state.play(seat, state.legal_moves(seat)[0])

        assert acted == [seat for seat in reversed(range(seats)) for _ in range(4)]

    def test_it_fills_the_rows_in_their_order(self):  # 3.5
        state = dealt(3)

        assert legal(state) == ["T11/1", "T12/1", "T13/1", "T14/1", "T15/1"]
        assert legal(play(state, "T13/1")) == ["T11/2", "T12/2", "T14/2", "T15/2"]

    def test_it_gives_the_last_task_to_row_five_by_itself(self):  # 3.5
        state = play(dealt(3), "T13/1 T15/2 T11/3 T14/4")

        assert state.gardens[2].tasks == ("T13", "T15", "T11", "T14", "T12")
        assert state.to_move == {1}

    def test_it_takes_a_task_of_four_for_a_row_of_three(self):  # 3.5
        tasks = ("T18", "T19", "T20", *TASKS[:12])
        state = play(dealt(3, tasks), "T8/1 T9/2 T10/3 T11/4", "T3/1 T4/2 T5/3 T6/4")

        assert "T18/1" in legal(state)
        assert play(state, "T18/1").gardens[0].tasks == ("T18",)

    def test_it_goes_straight_on_to_the_first_turn_of_seat_0(self):  # 3.5, 4.4
        state = play(dealt(3), "T11/1 T12/2 T13/3 T14/4", "T6/1 T7/2 T8/3 T9/4")
        assert state.to_move == {0}

        state = play(state, "T1/1 T2/2 T3/3 T4/4")

        assert (state.phase, state.to_move, state.turn) == ("turn", {0}, 3)

    def test_it_is_open_to_all(self):  # 3.5
        state = play(dealt(3), "T13/1")

        assert state.view_for(None).position.gardens[2].tasks == ("T13",)
