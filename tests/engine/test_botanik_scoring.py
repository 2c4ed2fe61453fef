"""Rules 6: the end, and what machines score."""

import pytest

from engine.games.botanik.machine import BARE_SOURCE
from engine.games.botanik.scoring import breakdown, score
from engine.state import CHANCE, NOBODY
from tests.engine.pictures import accepts, built, machine, parse, table

RULEBOOK_EXAMPLE = """
    :
    :  3 -GTf--BIf--YTf--GP    .    .
    :      |         |
    :      |         |
    :  2  GLf--GI --YX --YV    .    .
    :                |
    :                |
    :  1   .    .   YI   ylf--ri --rv
    :                |    |
    :                |
    :  0   .    .    *    .  -rif-  .
    :
    :     -2   -1    0    1    2    3
"""
ITS_STEPS = (
    "YI@0,1^0 YX@0,2^0 YTf@0,3^2 YV@1,2^3 GI@-1,2^1 GLf@-2,2^0 GTf@-2,3^2 BIf@-1,3^1 "
    "GP@1,3^3 YLf@1,1^1 RI@2,1^1 RV@3,1^3 RIf@2,0^1"
)


def points(drawn):
    return score(drawn).as_json()


class TestTheRulebooksExample:
    def test_it_can_be_built_in_that_order(self):  # 6.6
        grown = BARE_SOURCE
        for text in ITS_STEPS.split():
            assert accepts(grown, text)
            build = parse(text)
            grown = grown.lay(build.tile, build.cell, build.turn)

        assert grown == machine(RULEBOOK_EXAMPLE)

    def test_it_scores_fourteen(self):  # 6.6
        assert points(machine(RULEBOOK_EXAMPLE)) == {
            "groups": 7,
            "flowers": 7,
            "total": 14,
            "tiles": 9,
        }

    def test_it_removes_a_yellow_tile_and_three_red_ones(self):  # 6.6
        cut_off = breakdown(machine(RULEBOOK_EXAMPLE)).cut_off

        assert sorted(at.tile.code for at in cut_off) == ["RI", "RIf", "RV", "YLf"]

    def test_it_says_why_plants_score_nothing(self):  # 6.6
        barren = {b.tile.code: b for b in breakdown(machine(RULEBOOK_EXAMPLE)).barren}

        assert barren.keys() == {"GP", "RV"}
        assert barren["GP"].why == "other-colour"
        assert (barren["GP"].into.tile.code, barren["GP"].into.place) == ("YTf", (0, 3))
        assert (barren["RV"].why, barren["RV"].into) == ("cut-off", None)

    def test_it_names_its_groups(self):  # 6.6
        groups = breakdown(machine(RULEBOOK_EXAMPLE)).groups
        scoring = {group.colour: group.points for group in groups if group.points}

        assert scoring == {"Y": 4, "G": 3}
        assert {g.colour: g.places for g in groups}["Y"] == ((0, 1), (0, 2), (0, 3), (1, 2))

    def test_it_names_the_flowers_that_count(self):  # 6.6
        blooms = breakdown(machine(RULEBOOK_EXAMPLE)).blooms

        assert {b.tile.code: b.points for b in blooms} == {
            "YTf": 1,
            "YV": 3,
            "GLf": 1,
            "GTf": 1,
            "BIf": 1,
        }


class TestWhatIsNotJoined:
    def test_it_scores_nothing(self):  # 6.2
        drawn = machine("""
            :
            :  1   .  -rif--rif--rif-
            :
            :      |
            :  0   *    .    .    .
            :
            :      0    1    2    3
        """)

        assert points(drawn) == {"groups": 0, "flowers": 0, "total": 0, "tiles": 0}

    def test_it_makes_no_group_whole(self):  # 6.2
        drawn = machine("""
            :           |
            :  2   .   RI
            :           |
            :      |    |
            :  1  ri   RI
            :      |    |
            :           |
            :  0   .    *
            :
            :     -1    0
        """)

        assert points(drawn)["groups"] == 0


class TestGroups:
    def test_it_scores_each_tile_from_three_on(self):  # 6.3
        two, three, four = (
            built(" ".join(f"RI@0,{y}^0" for y in range(1, size + 1))) for size in (2, 3, 4)
        )

        assert [points(m)["groups"] for m in (two, three, four)] == [0, 3, 4]

    def test_it_needs_no_pipe_between_the_tiles(self):  # 6.3
        drawn = machine("""
            :
            :  2  RL --KL
            :      |    |
            :      |    |
            :  1  RI   RI
            :      |    |
            :      |    |
            :  0   *   KI
            :           |
            :      0    1
        """)

        assert points(drawn)["groups"] == 3

    def test_it_does_not_go_over_corners(self):  # 6.3
        drawn = machine("""
            :
            :  2  RL --KL
            :      |    |
            :      |    |
            :  1  KI   RI
            :      |    |
            :      |    |
            :  0   *   RI
            :           |
            :      0    1
        """)

        assert points(drawn)["groups"] == 0

    def test_it_counts_plants_and_vegetables_as_tiles(self):  # 6.3
        drawn = machine("""
            :           |
            :  1  RP --RX --RV
            :           |
            :           |
            :  0   .    *    .
            :
            :     -1    0    1
        """)

        assert points(drawn) == {"groups": 3, "flowers": 6, "total": 9, "tiles": 3}

    def test_it_scores_several_groups_of_a_colour(self):  # 6.3
        tower = " ".join(f"{colour}I@0,{y}^0" for y, colour in enumerate("RRRKRRRR", start=1))

        assert points(built(tower))["groups"] == 7


class TestFlowers:
    def test_it_scores_one_for_each_flowered_tile(self):  # 6.4
        assert points(built("RIf@0,1^0 KLf@0,2^2"))["flowers"] == 2

    @pytest.mark.parametrize(("neighbour", "flowers"), [("RT", 3), ("KT", 0)])
    def test_it_scores_a_plant_that_leads_into_its_colour(self, neighbour, flowers):  # 6.4
        assert points(built(f"{neighbour}@0,1^1 RP@1,1^3"))["flowers"] == flowers

    def test_it_does_not_score_a_plant_that_only_touches_its_colour(self):  # 6.4
        drawn = machine("""
            :      |
            :  2  RI    .
            :      |
            :      |
            :  1  KT --RP
            :      |
            :      |
            :  0   *   rp -
            :
            :      0    1
        """)

        assert points(drawn)["flowers"] == 0

    def test_it_scores_two_plants_only_through_the_network(self):  # 6.4 and 6.2
        drawn = machine("""
            :
            :  1   .   rp
            :           |
            :      |    |
            :  0   *   rv
            :
            :      0    1
        """)

        assert points(drawn)["flowers"] == 0
        assert [barren.why for barren in breakdown(drawn).barren] == ["cut-off", "cut-off"]


class TestWhoWins:
    def outcome(self, first, second):
        state = table("""
            :Arrival |
            :Seat 1  | RI  .   .   .   .
            :Centre  | RL  GT  GT  GM  GX
            :Seat 0  | RP  .   .   .   .
        """)
        return state._replace(machines=(built(first), built(second)), to_move=NOBODY).outcome()

    def test_it_is_who_has_more_points(self):  # 6.5
        outcome = self.outcome("RI@0,1^0 RI@0,2^0", "RIf@0,1^0")

        assert (outcome.placings, outcome.winner) == ((2, 1), 1)

    def test_it_is_then_who_has_more_tiles(self):  # 6.5
        outcome = self.outcome("RI@0,1^0 RI@0,2^0", "RI@0,1^0")

        assert (outcome.placings, outcome.winner) == ((1, 2), 0)

    def test_it_counts_only_tiles_that_are_joined(self):  # 6.5
        outcome = self.outcome("RI@0,1^0 RI@1,0^0", "RI@0,1^0")

        assert outcome.winner is None

    def test_it_is_a_draw_otherwise(self):  # 6.5
        outcome = self.outcome("RI@0,1^0", "KI@0,1^0")

        assert (outcome.placings, outcome.winner) == ((1, 1), None)

    def test_it_gives_nothing_for_tiles_on_the_sides(self):  # 6.1
        assert [score.total for score in self.outcome("", "").scores] == [0, 0]

    def test_it_is_the_other_if_one_leaves(self):
        state = table("""
            :Arrival | RI
            :Seat 1  | RI  .   .   .   .
            :Centre  | RL  GT  GT  GM  GX
            :Seat 0  | RP  .   .   .   .
        """)
        outcome = state.leave(0).outcome()

        assert (outcome.placings, outcome.reason) == ((2, 1), "left")

    def test_it_is_nobody_before_the_end(self):
        state = table("""
            :Arrival | RI
            :Seat 1  | RI  .   .   .   .
            :Centre  | RL  GT  GT  GM  GX
            :Seat 0  | RP  .   .   .   .
        """)

        assert state.to_move is not CHANCE
        assert state.outcome() is None
