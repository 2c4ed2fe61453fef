"""Rules 6 and 7 of Botanicus: groups of gained actions, and what each action does."""

import pytest

from engine import CHANCE
from tests.engine.botanicus_table import (
    bed,
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

PLANTED = {22: 1, 23: 2, 32: 3, 33: 4}


class TestAtOnce:
    def test_it_gains_coins_points_and_animals_without_a_choice(self):  # 6.1
        state = play(table(column=8), "F4")

        assert (part(state, "animals"), part(state, "points")) == (3, 3)
        assert state.to_move == {1}

    def test_it_draws_before_anything_else_is_decided(self):  # 6.1
        state = play(table(column=2), "F2")

        assert (state.to_move, state.groups) == (CHANCE, (("G2",),))
        assert play(state, ">C4").to_move == {0}

    def test_it_draws_each_card_by_itself(self):  # 6.1, 11
        state = play(table(column=6, layout=("D4",) * 16), "F2")
        assert state.due == 2

        state = play(state, ">C4 >C4")
        assert (hand(state), state.to_move) == (["C4", "C4"], {1})


class TestGroups:
    def test_it_makes_one_of_a_card(self):  # 6.2
        assert play(table(garden(hand="C2")), "C2!").groups == (("P2", "P2"),)

    def test_it_makes_one_of_a_space_and_its_tile(self):  # 6.2
        assert play(table(column=6), "F4").groups == (("P2", "P2"),)
        assert play(table(garden(beds=PLANTED), column=4), "F3").groups == (("B1", "W"),)

    def test_it_makes_one_of_a_track_space(self):  # 6.2
        state = table(garden(pieces="M0 B1 S0"), groups=["B1"])

        assert play(state, "B2u").groups == (("P1", "W"),)

    def test_it_is_resolved_in_any_order(self):  # 6.3
        state = table(garden(beds=PLANTED), groups=["G3 P1 W"])

        assert beginning(state, "22", "23") == ["23=1", "22+", "23+"]
        assert beginning(state, "G3")

    def test_it_lists_equal_actions_once(self):  # 6.3
        assert legal(table(groups=["P2 P2"])) == ["22=2", "23=2", "32=2", "33=2", "-"]

    def test_it_waters_plants_and_waters_again(self):  # 6.3
        state = play(table(garden(beds={22: 1}), groups=["P1 W W"]), "22+ 23=1 23+")

        assert (bed(state, 22), bed(state, 23)) == (2, 2)

    def test_it_lays_a_track_group_on_top(self):  # 6.4
        state = play(table(groups=["G3 S1"]), "S1")

        assert state.groups == (("G3",), ("P1",))
        assert legal(state) == ["22=1", "23=1", "32=1", "33=1", "-"]

    def test_it_goes_on_below_when_the_top_is_finished(self):  # 6.4
        state = play(table(groups=["G3 S1"]), "S1 22=1")

        assert state.groups == (("G3",),)

    def test_it_forfeits_all_that_is_left(self):  # 6.5
        state = play(table(groups=["P1 P1 P1"], placed=True), "22=1 -")

        assert state.to_move == {1}
        assert sum(state.gardens[0].beds) == 1

    def test_it_scores_the_steps_of_a_track_that_is_forfeited(self):  # 6.5
        state = table(groups=["G3 S2"])

        assert part(play(state, "-"), "steps") == 2
        assert kinds(state, "-") == ["forfeited", "unused"]

    def test_it_leaves_the_group_below_untouched(self):  # 6.5
        state = play(table(groups=["G3 S1"]), "S1 -")

        assert state.groups == (("G3",),)

    def test_it_lapses_where_nothing_can_be_watered(self):  # 6.6
        state = table(garden(beds={22: 4, 11: 1}), column=4, stacks=flowers("", "", "", "1"))

        assert kinds(state, "F4") == ["placed", "missed", "gained", "lapsed"]
        assert play(state, "F4").to_move == {1}

    def test_it_lapses_where_every_bed_has_that_level(self):  # 6.6
        full = garden(beds=dict.fromkeys((22, 23, 32, 33), 1))

        assert kinds(table(full, groups=["S1"]), "S1") == ["stepped", "gained", "lapsed"]

    def test_it_lapses_when_the_last_thing_to_do_is_done(self):  # 6.6
        state = table(garden(beds={22: 3}), groups=["W W"])

        assert facts(state, "22+")[-1].actions == ("W",)

    @pytest.mark.parametrize("group", ["G2 W", "B1 W", "P4 W"])
    def test_it_does_not_lapse_with_something_that_can_be_done(self, group):  # 6.6
        state = table(groups=[f"{group} G5"])
        after = play(state, "G5-a1")

        assert after.groups == (tuple(sorted(group.split())),)

    def test_it_lets_both_groups_lapse(self):  # 6.6, 6.4
        state = play(table(groups=["B1 W"]), "B1")

        assert state.groups == ()

    def test_it_holds_two_free_moves_of_different_length(self):  # 6.7
        state = table(groups=["G2 G3"])

        assert "G2-c3" in legal(state)
        assert play(state, "G3-d3").groups == (("G2",),)


class TestTracks:
    def test_it_goes_along_the_arrows(self):  # 7.1, 2.2
        state = table(garden(coins=0, pieces="M1 B0 S0"), groups=["M2"])

        assert legal(state) == ["M2u", "M2l", "M3", "-"]

    def test_it_buys_steps_for_three_coins_each(self):  # 7.1
        state = table(garden(coins=7), groups=["M1"])

        assert beginning(state, "M") == ["M1", "M2u", "M2l", "M3"]
        assert coins(play(state, "M3")) == 7 - 6 + 4

    def test_it_scores_a_point_for_each_step_not_used(self):  # 7.1
        state = play(table(groups=["M3"]), "M1")

        assert part(state, "steps") == 2

    def test_it_pays_the_price_of_a_path(self):  # 7.1
        state = table(garden(coins=2), groups=["S2"])

        assert coins(play(state, "S2")) == 0
        assert beginning(table(garden(coins=1), groups=["S2"]), "S") == ["S1"]

    def test_it_pays_paths_and_bought_steps_together(self):  # 7.1
        state = table(garden(coins=9), groups=["S2"])

        assert coins(play(state, "S4")) == 9 - (2 + 1) - 3 * 2
        assert "S5" not in legal(state)

    def test_it_pays_before_the_space_pays(self):  # 7.1, 10.3
        assert beginning(table(garden(coins=2), groups=["M1"]), "M") == ["M1"]

    def test_it_gives_the_actions_of_the_last_space_alone(self):  # 7.1
        state = play(table(groups=["M3"]), "M3")

        assert (coins(state), state.due) == (10, 0)

    def test_it_does_not_matter_where_others_are(self):  # 7.1
        alone = table(groups=["M2"])
        crowded = table(None, garden(pieces="M1 B0 S0"), groups=["M2"])

        assert legal(alone) == legal(crowded)

    def test_it_stops_at_the_end_and_scores_what_is_left(self):  # 7.2
        state = table(garden(pieces="M0 B4u S0"), groups=["B3"])
        after = play(state, "B5")

        assert legal(state) == ["B5", "-"]
        assert (part(after, "points"), part(after, "steps")) == (7, 2)

    def test_it_goes_back_to_the_start(self):  # 7.2
        state = play(table(garden(pieces="M5 B0 S0"), groups=["M1"]), "M6")

        assert state.gardens[0].pieces == ("M0", "B0", "S0")

    def test_it_cannot_go_beyond_the_end(self):  # 7.2
        state = table(garden(coins=30, pieces="M5 B0 S0"), groups=["M3"])

        assert legal(state) == ["M6", "-"]

    @pytest.mark.parametrize(("text", "price", "steps"), [("S7u", 2, 1), ("S7l", 0, 0)])
    def test_it_has_two_ways_to_the_end_of_the_shovel(self, text, price, steps):  # 7.3
        state = table(garden(pieces="M0 B0 S5"), groups=["S2"])
        after = play(state, text)

        assert (coins(after), part(after, "steps")) == (6 - price, steps)
        assert after.groups == (("P2",),)

    def test_it_does_not_record_which_fork_was_taken(self):  # 7.3
        assert beginning(table(groups=["M3"]), "M3") == ["M3"]


class TestWorkedExamples:
    """The rulebook's own (15.1), with our tables."""

    def test_it_takes_two_steps_on_the_shovel_track_for_two_coins(self):  # 15.1
        state = play(table(groups=["S2"]), "S2")

        assert (coins(state), state.groups) == (4, (("P1", "P1"),))

    def test_it_takes_one_of_two_steps_without_the_coins(self):  # 15.1
        state = play(table(garden(coins=1), groups=["S2"]), "S1")

        assert (coins(state), part(state, "steps"), state.groups) == (1, 1, (("P1",),))

    def test_it_buys_a_step_over_the_lower_path_of_the_money_track(self):  # 15.1
        state = play(table(groups=["M1"]), "M2l")

        assert (coins(state), state.due) == (6 - 3 + 2, 1)

    def test_it_has_a_step_too_many_on_the_wheelbarrow_track(self):  # 15.1
        state = play(table(garden(pieces="M0 B4l S0", beds=PLANTED), groups=["B2"]), "B5")

        assert (part(state, "points"), part(state, "steps")) == (7, 1)
        assert state.groups == (("W", "W"),)


class TestPlanting:
    def test_it_plants_on_beds_in_reach(self):  # 7.4
        assert legal(table(garden(gardener="a3"), groups=["P2"])) == ["13=2", "23=2", "24=2", "-"]

    @pytest.mark.parametrize("old", [1, 3, 4])
    def test_it_replaces_a_plant_also_by_a_lower_one(self, old):  # 7.4
        assert bed(play(table(garden(beds={22: old}), groups=["P2"]), "22=2"), 22) == 2

    def test_it_does_not_offer_the_same_level(self):  # 7.4
        assert "22=2" not in legal(table(garden(beds={22: 2}), groups=["P2"]))

    def test_it_plants_that_level_alone(self):  # 7.4
        assert {text[-1] for text in beginning(table(groups=["P3"]), "2", "3")} == {"3"}

    def test_it_is_never_short_of_plants(self):  # 1.6
        full = garden(beds={22: 4, 23: 4, 32: 4, 11: 4, 12: 4, 13: 4, 41: 4, 42: 4, 43: 4})

        assert bed(play(table(full, groups=["P4"]), "33=4"), 33) == 4


class TestWatering:
    def test_it_waters_plants_in_reach_up_to_level_three(self):  # 7.5
        state = table(garden(beds={**PLANTED, 11: 1}), groups=["W"])

        assert legal(state) == ["22+", "23+", "32+", "-"]

    def test_it_makes_a_plant_one_level_higher(self):  # 7.5
        assert bed(play(table(garden(beds=PLANTED), groups=["W"]), "32+"), 32) == 4


class TestFreeMoves:
    def test_it_goes_as_far_as_the_action_says(self):  # 7.6
        moves = beginning(table(groups=["G2"]), "G2")

        assert len(moves) == 9
        assert "G2-d3" not in moves
        assert "G2-b2" not in moves

    def test_it_costs_nothing_and_gives_nothing_for_unused_steps(self):  # 7.6
        state = play(table(groups=["G5"]), "G5-b1")

        assert (gardener(state), coins(state), part(state, "steps")) == ("b1", 6, 0)

    def test_it_is_one_move(self):  # 7.6
        assert play(table(groups=["G3"], placed=True), "G3-b1").to_move == {1}

    def test_it_is_allowed_after_a_walk(self):  # 5.3, 7.6
        state = play(table(garden(hand="C3")), "G-b1 C3! G5-d3")

        assert gardener(state) == "d3"


class TestAnimals:
    @pytest.mark.parametrize(("had", "points"), [(0, 3), (1, 6), (2, 10), (3, 15), (4, 21)])
    def test_it_scores_the_next_animal(self, had, points):  # 7.8, 1.8
        state = play(table(garden(animals=had), column=8), "F4")

        assert part(state, "animals") == points
        assert state.gardens[0].animals == had + 1

    def test_it_has_no_sixth(self):  # 7.8, 15.3
        state = table(garden(animals=5), column=8, stacks=flowers("", "", "", "1"))

        assert kinds(state, "F4") == ["placed", "missed", "gained", "no-animal"]
        assert part(play(state, "F4"), "animals") == 0
        assert play(state, "F4").gardens[0].animals == 5


class TestPrizes:
    @pytest.mark.parametrize(
        ("pieces", "group", "text", "points"),
        [("M5 B0 S0", "M1", "M6", 15), ("M0 B0 S6", "S1", "S7l", 20)],
    )
    def test_it_takes_the_top_one_of_that_track(self, pieces, group, text, points):  # 7.9
        state = table(garden(pieces=pieces), groups=[group])
        after = play(state, text)

        assert part(after, "prizes") == points
        assert after.prizes(text[0]) == state.prizes(text[0])[1:]

    def test_it_takes_several_from_one_track(self):  # 7.9
        mine = garden(pieces="M5 B0 S0")
        state = play(table(mine, groups=["M1"]), "M6")
        again = state.gardens[0]._replace(pieces=mine.pieces)
        state = table(again, groups=["M1"], taken=state.taken)
        state = play(state, "M6")

        assert part(state, "prizes") == 15 + 12

    def test_it_gives_the_rest_where_the_stack_is_empty(self):  # 7.9, 15.3
        state = table(garden(pieces="M5 B0 S0"), groups=["M1"], taken=(5, 0))
        after = play(state, "M6")

        assert kinds(state, "M6") == ["stepped", "gained", "no-prize"]
        assert (coins(after), part(after, "prizes"), after.taken) == (9, 0, (5, 0))
        assert after.gardens[0].pieces[0] == "M0"
