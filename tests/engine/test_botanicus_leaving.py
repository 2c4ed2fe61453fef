"""Rules 10.6 to 10.9 of Botanicus: seats that leave, and who plays on for them."""

import pytest

from engine import NotationError
from engine.games.botanicus.position import FINAL
from tests.engine.botanicus_table import (
    assigned,
    code,
    dealt,
    flowers,
    garden,
    hand,
    legal,
    part,
    play,
    table,
)


def caretaker(state):
    (seat,) = state.to_move
    return state.caretaker_move(seat).notation


class TestLeaving:
    @pytest.mark.parametrize("seat", [0, 1, 2])
    def test_it_changes_nothing_but_that_the_seat_has_left(self, seat):  # 10.6
        state = table(garden(hand="C1"), groups=["P1 W"], placed=True)

        assert play(state, f"#{seat}") == state._replace(gone=(seat,))

    def test_it_is_possible_from_the_assignment_on(self):  # 10.6
        assert play(dealt(3), "#0").gone == (0,)

    def test_it_is_not_possible_while_chance_is_to_move(self):  # 10.6
        assert code(table(due=1, placed=True), "#1") == "chance-to-move"

    def test_it_is_possible_within_the_turn_of_another(self):  # 10.6
        state = play(table(groups=["P1"], placed=True), "#2")

        assert (state.to_move, state.groups) == ({0}, (("P1",),))

    def test_it_is_in_no_list_and_cannot_be_typed(self):  # 10.6
        state = table()

        assert not [text for text in legal(state) if "#" in text]
        with pytest.raises(NotationError):
            state.parse("#0")

    def test_it_leaves_the_legal_moves_what_they_were(self):  # 10.6
        assert legal(play(table(), "#0")) == legal(table())

    def test_it_replays_whatever_was_played_for_the_seat(self):  # 10.6
        state = play(table(), "#0", "G-b1 F4 S1 22=1")

        assert state.to_move == {1}


class TestTheCaretaker:
    def test_it_assigns_the_lowest_number_to_the_next_row(self):  # 10.6
        tasks = (
            "T12",
            "T9",
            "T10",
            "T2",
            "T20",
            *(f"T{n}" for n in (1, 3, 4, 5, 6, 7, 8, 11, 13, 14)),
        )
        state = play(dealt(3, tasks[5:] + tasks[:5]), "#2")
        played = []
        while state.to_move == {2}:
            played.append(caretaker(state))
            state = play(state, played[-1])

        assert played == ["T2/1", "T9/2", "T10/3", "T12/4"]

    @pytest.mark.parametrize(
        ("column", "stacks", "text"),
        [
            (1, flowers("1", "2"), "F1"),
            (2, flowers(), "F1"),
            (2, flowers("1"), "F2"),
            (2, flowers("1", "2"), "F3"),
            (2, flowers("", "12"), "F1"),
        ],
    )
    def test_it_takes_the_topmost_space_that_costs_nothing(self, column, stacks, text):  # 10.6
        state = table(garden(hand="C1", coins=20), column=column, stacks=stacks, gone=(0,))

        assert caretaker(state) == text

    def test_it_forfeits_every_group(self):  # 10.6
        state = table(groups=["G3", "P1 W"], placed=True, gone=(0,))

        assert caretaker(state) == "-"
        assert caretaker(play(state, "-")) == "-"

    def test_it_takes_no_step_in_the_final_turn(self):  # 10.6
        assert caretaker(table(garden(hand="C1"), round=FINAL, column=8)) == "-"

    def test_it_lets_the_flower_take_part_in_order_and_price(self):  # 10.6
        state = play(table(gone=(0,)), "F1")

        assert state.stacks == flowers("0")


class TestTheRest:
    def test_it_has_no_neutral_flower_with_fewer(self):  # 10.6
        state = play(assigned(3), "#2", "F1 F2 -", "F3 -")

        assert (state.column, state.phase) == (2, "turn")

    def test_it_keeps_the_prizes_as_they_are(self):  # 10.6
        state = assigned(4)

        assert play(state, "#1").prizes("M") == state.prizes("M")

    def test_it_ranks_the_seat_behind_all_who_stayed(self):  # 10.6
        state = table(garden(coins=90), round=FINAL, column=8)
        last = play(state, "#0", "- - -")

        assert last.outcome().placings == (3, 1, 2)
        assert last.outcome().reason == "played"
        assert part(last, "total") == 31

    def test_it_ranks_last_who_left_first(self):  # 10.6
        state = table(garden(coins=90), garden(coins=60), seats=4, round=FINAL, column=8)
        last = play(state, "#1 #0", "- - - -")

        assert last.outcome().placings == (3, 4, 1, 2)
        assert last.standing()["ranking"] == [2, 3, 0, 1]


class TestOneSeatLeft:
    def test_it_is_over_at_once_with_two_seats(self):  # 10.7
        state = play(assigned(2), "#0")

        assert state.is_over
        assert (state.outcome().reason, state.outcome().winner) == ("left", 1)

    def test_it_is_over_when_all_but_one_have_left(self):  # 10.7
        state = play(assigned(4), "#3 #0")
        assert not state.is_over

        state = play(state, "#1")
        assert state.outcome().placings == (3, 2, 1, 4)

    def test_it_scores_what_is_there_at_this_moment(self):  # 10.7, 10.5
        mine = garden(beds=dict.fromkeys((11, 21, 31, 41), 4), coins=9)
        state = play(table(mine, groups=["V"], seats=2), "#1")

        assert part(state, "total") == 15 + 3

    def test_it_is_won_with_fewer_points_too(self):  # 10.7
        state = play(table(garden(coins=90), seats=2), "#0")

        assert state.outcome().placings == (2, 1)

    def test_it_is_no_place_to_leave_from(self):  # 16.3
        assert code(play(assigned(2), "#0"), "#1") == "game-over"


class TestTheHand:
    def test_it_stays_hidden_and_out_of_play(self):  # 10.8
        state = table(None, garden(hand="C4 C5"))
        after = play(state, "#1")

        assert hand(after, 1) == ["C4", "C5"]
        assert (after.pile, after.discards) == (state.pile, state.discards)
        assert after.view_for(0).unseen == state.view_for(0).unseen

    def test_it_is_joined_by_what_the_flower_draws(self):  # 10.8
        state = table(garden(hand="C4"), column=2, stacks=flowers("", "1"), gone=(0,))
        move = state.parse(">C5")
        after = play(state, "F2")

        assert after.shown(after.mover(move), move, 1) == ">?"
        assert hand(play(after, ">C5")) == ["C4", "C5"]

    def test_it_is_not_shuffled_back(self):  # 10.8
        state = table(
            None, garden(hand="C4 C5"), due=1, placed=True, discards="C1 C2", gone=(1,)
        )._replace(pile=(0,) * 8)

        assert state.put_back() == ("C1", "C2")
