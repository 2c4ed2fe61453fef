"""Rules 5 and 10.1 to 10.3 of Botanicus: the phases of a turn, placing and paying."""

import pytest

from engine.games.botanicus.position import FINAL
from tests.engine.botanicus_table import (
    assigned,
    beginning,
    coins,
    facts,
    flowers,
    garden,
    gardener,
    hand,
    kinds,
    legal,
    part,
    play,
    table,
)


class TestTheNeutralFlower:
    def test_it_is_placed_by_the_first_of_a_column_of_two(self):  # 5.1
        assert legal(assigned(2)) == ["N1", "N2", "N3", "N4"]

    def test_it_leaves_the_word_with_the_seat(self):  # 5.1
        state = play(assigned(2), "N2")

        assert state.to_move == {0}
        assert beginning(state, "F") == ["F1", "F2", "F3", "F4"]

    def test_it_is_placed_once_a_column(self):  # 5.1
        state = play(assigned(2), "N2 F1")

        assert state.to_move == {1}
        assert not beginning(state, "N")

    def test_it_is_placed_in_every_column(self):  # 5.1
        state = play(assigned(2), "N2 F1 F3 -")

        assert (state.column, state.phase) == (2, "neutral")

    @pytest.mark.parametrize("seats", [3, 4])
    def test_it_is_for_two_alone(self, seats):  # 5.1
        assert not beginning(assigned(seats), "N")

    def test_it_is_not_placed_in_the_final_turn(self):  # 5.1
        state = table(seats=2, column=8, round=2, acting=1, stacks=flowers("N", "0"))

        state = play(state, "F4")

        assert (state.round, state.phase) == (FINAL, "turn")
        assert not beginning(state, "N")

    def test_it_lies_below_all_others(self):  # 10.1
        state = play(assigned(2), "N2 F2 -")

        assert state.stacks == flowers("", "N0")

    def test_it_counts_for_the_price(self):  # 10.1, 5.5
        state = play(assigned(2), "N3")

        assert coins(play(state, "F3")) == 3

    def test_it_takes_the_coins_of_the_pole_position(self):  # 10.1
        state = play(assigned(2), "N1")

        assert coins(play(state, "F1")) == 6
        assert kinds(state, "F1")[:2] == ["placed", "missed"]

    def test_it_takes_the_action_of_the_tile(self):  # 10.1
        state = table(seats=2, column=2, stacks=flowers("N"))

        assert coins(play(state, "F1")) == 6 - 3 + 1

    def test_it_has_no_part_in_the_order(self):  # 10.1
        state = table(seats=2, order=(1, 0), acting=1, stacks=flowers("", "N", "1"))

        assert play(state, "F2 -").order == (0, 1)


class TestPhaseOne:
    def test_it_is_all_optional(self):  # 5.2
        assert beginning(table(), "F") == ["F1", "F2", "F3", "F4"]

    def test_it_has_at_most_one_walk(self):  # 5.2, 5.3
        assert not beginning(play(table(), "G-b1"), "G")

    def test_it_has_at_most_one_card(self):  # 5.2
        state = table(garden(hand="C3 C4"))

        assert beginning(state, "C") == ["C3!", "C4!", "C3$", "C4$"]
        assert not beginning(play(state, "C3$"), "C")

    @pytest.mark.parametrize("texts", ["G-b1 C1$", "C1$ G-b1"])
    def test_it_has_them_in_either_order(self, texts):  # 5.2
        state = play(table(garden(hand="C1 C2")), texts)

        assert legal(state) == ["F1", "F2", "F3", "F4"]

    def test_it_finishes_the_card_before_the_walk(self):  # 5.2
        state = play(table(garden(hand="C4")), "C4!")

        assert legal(state) == ["22=3", "23=3", "32=3", "33=3", "-"]
        assert beginning(play(state, "22=3"), "G-")

    def test_it_ends_with_the_flower(self):  # 5.5
        state = play(table(garden(hand="C1")), "F2")

        assert not beginning(state, "G", "C", "F")


class TestWalking:
    def test_it_costs_a_coin_a_step(self):  # 5.3
        state = play(table(), "G-d3")

        assert (gardener(state), coins(state)) == ("d3", 3)

    def test_it_goes_as_far_as_one_can_pay(self):  # 5.3
        state = table(garden(coins=1))

        assert sorted(beginning(state, "G")) == ["G-a2", "G-b1", "G-b3", "G-c2"]
        assert not beginning(table(garden(coins=0)), "G")

    def test_it_leads_everywhere_else_for_five_coins(self):  # 5.3
        walks = beginning(table(garden(coins=9, gardener="a1")), "G")

        assert len(walks) == 11
        assert "G-a1" not in walks


class TestCards:
    def test_it_is_used_for_two_coins(self):  # 5.4
        state = play(table(garden(hand="C4")), "C4!")

        assert coins(state) == 4
        assert state.groups == (("P3",),)

    def test_it_is_sold_for_three_coins(self):  # 5.4
        state = play(table(garden(hand="C4")), "C4$")

        assert coins(state) == 9
        assert state.groups == ()

    @pytest.mark.parametrize("text", ["C4!", "C4$"])
    def test_it_is_discarded_at_once(self, text):  # 5.4
        state = play(table(garden(hand="C4 C5")), text)

        assert hand(state) == ["C5"]
        assert state.discards == (0, 0, 0, 1, 0, 0, 0, 0)

    def test_it_is_not_used_without_the_coins(self):  # 5.4
        assert beginning(table(garden(hand="C4", coins=1)), "C") == ["C4$"]

    def test_it_may_be_used_where_it_can_do_nothing(self):  # 5.4, 6.6
        state = table(garden(hand="C1"))

        assert kinds(state, "C1!") == ["card-used", "gained", "lapsed"]
        assert (coins(play(state, "C1!")), play(state, "C1!").groups) == (4, ())

    def test_it_is_resolved_before_anything_else(self):  # 5.4
        state = play(table(garden(hand="C8")), "C8!")

        assert legal(state) == ["S1", "S2", "-"]

    def test_it_is_played_in_the_final_turn_too(self):  # 9.2
        state = table(garden(hand="C4"), round=FINAL, column=8)

        assert "C4!" in legal(state)


class TestThePolePosition:
    def test_it_pays_three_coins_to_the_first(self):  # 5.5
        assert coins(play(table(), "F1")) == 9

    @pytest.mark.parametrize("below", ["1", "12", "N"])
    def test_it_pays_nothing_to_those_who_follow(self, below):  # 5.5
        state = table(stacks=flowers(below))

        assert coins(play(state, "F1")) == 6
        assert [fact.kind for fact in facts(state, "F1")] == ["placed", "missed"]

    def test_it_is_always_free(self):  # 5.5
        state = table(garden(coins=0), stacks=flowers("123"), seats=4)

        assert "F1" in legal(state)


class TestOtherSpaces:
    @pytest.mark.parametrize(("below", "price"), [("", 0), ("1", 3), ("12", 6), ("123", 9)])
    def test_it_costs_three_coins_a_flower(self, below, price):  # 5.5
        state = table(garden(coins=9), stacks=flowers("", below), seats=4)

        assert coins(play(state, "F2 -")) == 9 - price

    def test_it_cannot_be_chosen_without_the_coins(self):  # 5.5
        state = table(garden(coins=5), stacks=flowers("", "12", "3"), seats=4)

        assert beginning(state, "F") == ["F1", "F3", "F4"]

    def test_it_is_paid_before_the_space_pays(self):  # 5.5, 10.3
        state = table(garden(coins=2), column=4, stacks=flowers("", "1"))

        assert beginning(state, "F") == ["F1", "F3", "F4"]

    def test_it_puts_the_flower_on_top(self):  # 5.5
        state = play(table(stacks=flowers("", "1")), "F2")

        assert state.stacks == flowers("", "10")

    def test_it_gains_what_is_printed(self):  # 5.5
        assert play(table(column=3), "F4").groups == (("M3",),)

    def test_it_gains_the_tile_too_if_nobody_was_there(self):  # 5.5
        state = table(column=2)

        assert coins(play(state, "F1")) == 6 + 1 + 2
        assert play(state, "F3").groups == (("G3", "S1"),)

    def test_it_misses_the_tile_if_somebody_was_there(self):  # 5.5
        state = table(column=2, stacks=flowers("", "", "1"))

        assert play(state, "F3").groups == (("G3",),)
        assert facts(state, "F3")[1].name == "L1"

    def test_it_leaves_the_tile_there(self):  # 5.5
        state = play(table(column=2), "F1")

        assert state.tile_at(2, 1) == "D1"

    def test_it_gains_the_dark_side_in_round_two(self):  # 9.1, 2.4
        state = table(column=2, round=2)

        assert coins(play(state, "F1")) == 6 + 1 + 4
        assert play(state, "F3").groups == (("G3", "S2"),)

    def test_it_gains_the_coins_of_a_tile_before_its_track_is_used(self):  # 10.3, 6.1
        state = play(table(garden(coins=0), column=2, round=2), "F4")

        assert state.groups == (("P1", "S1"),)
        assert coins(state) == 3
        assert "S2" not in legal(state)
        assert coins(play(table(garden(coins=2), column=2, round=2), "F4 S2")) == 0

    def test_it_scores_printed_points_at_once(self):  # 6.1
        assert part(play(table(column=6), "F1"), "points") == 2


class TestTheEndOfATurn:
    def test_it_is_over_by_itself(self):  # 5.7
        assert play(table(), "F1").to_move == {1}

    def test_it_is_over_when_everything_is_resolved(self):  # 5.7
        state = play(table(), "F4")
        assert state.to_move == {0}

        state = play(state, "S1")
        assert state.to_move == {0}

        assert play(state, "22=1").to_move == {1}

    def test_it_always_leaves_a_space_that_costs_nothing(self):  # 5.6
        for stacks in (flowers("1", "2", "3"), flowers("", "123"), flowers("12", "", "3")):
            state = table(garden(coins=0), seats=4, stacks=stacks, column=2)
            assert beginning(state, "F")
