"""Rules 1 and 2 of Botanicus: the tables agree with each other and with what is attested."""

from collections import Counter

import pytest

from engine.games.botanicus import BOTANICUS_LISTS, prices, progress, rules, scoring
from engine.games.botanicus.components import (
    ANIMAL_POINTS,
    ANIMALS,
    ARROWS,
    BASIC_TASKS,
    BEDS,
    CARD_DECK,
    CARDS,
    COLUMN_POINTS,
    COPIES,
    DOTTED,
    GIVES,
    LINED,
    POLE,
    PRINTED,
    PRIZES,
    SPECIAL_TASKS,
    TILED,
    TILES,
)
from engine.games.botanicus.ground import (
    BED_AT,
    COLUMN_BEDS,
    FOOTPRINT_AT,
    FOOTPRINTS,
    REACH,
    ROW_BEDS,
    STEPS,
)
from engine.games.botanicus.moves import STROLLS
from engine.games.botanicus.tracks import ROUTES
from tests.engine.botanicus_table import (
    bed,
    coins,
    flowers,
    garden,
    kinds,
    legal,
    part,
    play,
    table,
)

POINTS_OF_A_PLANT = (0, 2, 3, 4, 5)
CODES = {f"{sign}{n}" for sign in "$VGMBS" for n in range(1, 10)} | {
    *("P1", "P2", "P3", "P4", "W", "C", "A", "R")
}


def reached(footprint):
    return [BEDS[bed] for bed in REACH[FOOTPRINT_AT[footprint]]]


def ways(origin):
    """Every way ahead of a space, as its name, steps and toll."""
    return {(route.name, route.steps, route.toll) for route in ROUTES[origin]}


class TestGardens:
    def test_it_has_eighteen_beds_in_rows_of_3_4_4_4_3(self):  # 1.2
        assert len(BEDS) == len(set(BEDS)) == 18
        assert [len(row) for row in ROW_BEDS] == [3, 4, 4, 4, 3]

    def test_it_has_columns_of_4_5_5_4(self):  # 1.2
        assert [len(column) for column in COLUMN_BEDS] == [4, 5, 5, 4]

    def test_it_has_no_beds_14_and_51(self):  # 1.2
        grid = {10 * row + column for row in range(1, 6) for column in range(1, 5)}

        assert grid - set(BEDS) == {14, 51}

    def test_it_has_twelve_footprints(self):  # 1.3
        assert " ".join(FOOTPRINTS) == "a1 a2 a3 b1 b2 b3 c1 c2 c3 d1 d2 d3"

    @pytest.mark.parametrize(
        ("here", "there", "steps"),
        [("a1", "d3", 5), ("b2", "b2", 0), ("b2", "c3", 2), ("b2", "d2", 2), ("a3", "a1", 2)],
    )
    def test_it_counts_steps_by_rows_and_columns(self, here, there, steps):  # 1.3
        assert STEPS[FOOTPRINT_AT[here]][FOOTPRINT_AT[there]] == steps
        assert STEPS[FOOTPRINT_AT[there]][FOOTPRINT_AT[here]] == steps

    @pytest.mark.parametrize(
        ("footprint", "beds"),
        [
            ("b2", [22, 23, 32, 33]),
            ("a3", [13, 23, 24]),
            ("d1", [41, 42, 52]),
            ("a1", [11, 12, 21, 22]),
            ("d3", [43, 44, 53, 54]),
        ],
    )
    def test_it_reaches_the_beds_at_the_corners(self, footprint, beds):  # 1.4
        assert reached(footprint) == beds

    def test_it_reaches_four_beds_from_all_other_footprints(self):  # 1.4
        few = [name for name in FOOTPRINTS if len(reached(name)) != 4]

        assert few == ["a3", "d1"]

    def test_it_reaches_every_bed_from_somewhere(self):  # 1.4
        assert {bed for reach in REACH for bed in reach} == set(BED_AT.values())

    def test_it_scores_columns_by_the_best_plant(self):  # 1.7
        assert COLUMN_POINTS == (0, 2, 5, 9, 15)

    def test_it_has_five_animals(self):  # 1.8
        assert len(ANIMALS) == 5
        assert ANIMAL_POINTS == (3, 6, 10, 15, 21)


class TestTracks:
    @pytest.mark.parametrize(
        ("origin", "expected"),
        [
            ("M0", {("M1", 1), ("M2u", 2), ("M2l", 2), ("M3", 3), ("M4u", 4), ("M4l", 4),
                    ("M5", 5), ("M6", 6)}),
            ("M2l", {("M3", 1), ("M4u", 2), ("M4l", 2), ("M5", 3), ("M6", 4)}),
            ("M5", {("M6", 1)}),
            ("B0", {("B1", 1), ("B2u", 2), ("B2l", 2), ("B3", 3), ("B4u", 4), ("B4l", 4),
                    ("B5", 5)}),
            ("B4u", {("B5", 1)}),
        ],
    )  # fmt: skip
    def test_it_leads_along_money_and_wheelbarrow_for_nothing(self, origin, expected):  # 2.2
        assert ways(origin) == {(name, steps, 0) for name, steps in expected}

    @pytest.mark.parametrize(
        ("origin", "expected"),
        [
            ("S0", {("S1", 1, 0), ("S2", 2, 2), ("S3", 3, 2), ("S4", 4, 3), ("S5", 5, 3),
                    ("S6", 6, 3), ("S7u", 6, 5), ("S7l", 7, 3)}),
            ("S3", {("S4", 1, 1), ("S5", 2, 1), ("S6", 3, 1), ("S7u", 3, 3), ("S7l", 4, 1)}),
            ("S5", {("S6", 1, 0), ("S7u", 1, 2), ("S7l", 2, 0)}),
            ("S6", {("S7l", 1, 0)}),
        ],
    )  # fmt: skip
    def test_it_leads_along_the_shovel_track_for_tolls(self, origin, expected):  # 2.2, 7.3
        assert ways(origin) == expected

    def test_it_has_two_ways_to_the_end_of_the_shovel_alone(self):  # 7.3
        for origin, routes in ROUTES.items():
            twice = [s for s, n in Counter(route.space for route in routes).items() if n > 1]
            assert twice == (["S7"] if origin in ("S0", "S1", "S2", "S3", "S4", "S5") else [])

    def test_it_gives_something_on_every_space_but_the_first(self):  # 2.2
        assert set(GIVES) == set(ARROWS) - {"M0", "B0", "S0"}

    @pytest.mark.parametrize(
        ("space", "actions"),
        [("M2l", "$2 C"), ("M6", "$3 R"), ("B5", "V7 W W"), ("S2", "P1 P1"), ("S7", "P2 R")],
    )
    def test_it_gives_what_is_attested(self, space, actions):  # 2.2
        assert GIVES[space] == tuple(actions.split())


class TestTheFlowerBoard:
    def test_it_has_eight_columns_of_four_spaces(self):  # 2.3
        assert list(PRINTED) == [1, 2, 3, 4, 5, 6, 7, 8]
        assert {len(spaces) for spaces in PRINTED.values()} == {4}

    def test_it_has_tiles_in_the_even_columns(self):  # 2.3, 10.2
        assert TILED == (2, 4, 6, 8)

    def test_it_has_a_pole_position_on_top_of_the_odd_columns(self):  # 2.3
        poles = [
            (column, space)
            for column, spaces in PRINTED.items()
            for space, actions in enumerate(spaces, start=1)
            if actions == (POLE,)
        ]

        assert poles == [(1, 1), (3, 1), (5, 1), (7, 1)]

    def test_it_has_eight_dotted_and_eight_lined_tiles(self):  # 2.4
        assert tuple(f"D{n}" for n in range(1, 9)) == DOTTED
        assert tuple(f"L{n}" for n in range(1, 9)) == LINED

    def test_it_knows_every_action(self):  # 2.1
        printed = [a for spaces in PRINTED.values() for actions in spaces for a in actions]
        tiles = [a for sides in TILES.values() for actions in sides for a in actions]
        others = [a for actions in (*GIVES.values(), *CARDS.values()) for a in actions]

        assert {*printed, *tiles, *others} - {POLE} <= CODES

    def test_it_has_a_move_for_every_free_move(self):  # 11
        gained = [a for sides in TILES.values() for actions in sides for a in actions]
        gained += [a for spaces in PRINTED.values() for actions in spaces for a in actions]
        gained += [a for actions in (*GIVES.values(), *CARDS.values()) for a in actions]

        assert {action for action in gained if action[0] == "G"} == set(STROLLS)


class TestCards:
    def test_it_has_eighteen_in_eight_kinds(self):  # 2.5
        assert len(CARDS) == len(COPIES) == 8
        assert len(CARD_DECK) == 18
        assert Counter(CARD_DECK) == dict(zip(CARDS, (3, 3, 3, 2, 2, 1, 2, 2), strict=True))

    def test_it_shuffles_four_lists_in_canonical_order(self):  # 12.3
        tasks = tuple(f"T{n}" for n in range(1, 21))

        assert (DOTTED, LINED, tasks, tuple(sorted(CARD_DECK))) == BOTANICUS_LISTS


class TestTasks:
    def test_it_has_a_basic_task_a_row(self):  # 2.6
        assert {row: points for row, (_, points) in BASIC_TASKS.items()} == {
            1: 7, 2: 8, 3: 9, 4: 9, 5: 7,
        }  # fmt: skip

    def test_it_has_twenty_special_tasks(self):  # 2.7
        assert list(SPECIAL_TASKS) == [f"T{number}" for number in range(1, 21)]
        assert SPECIAL_TASKS["T1"] == ((4, 4), 10)

    def test_it_pays_2_3_4_5_for_each_plant(self):  # 2.7
        for levels, points in (*BASIC_TASKS.values(), *SPECIAL_TASKS.values()):
            assert points == sum(POINTS_OF_A_PLANT[level] for level in levels)

    def test_it_needs_no_two_alike(self):  # 2.7
        needs = [levels for levels, _ in SPECIAL_TASKS.values()]

        assert len(set(needs)) == 20

    def test_it_can_do_every_basic_task_in_its_row(self):  # 2.6
        for row, (levels, _) in BASIC_TASKS.items():
            assert len(levels) <= len(ROW_BEDS[row - 1])

    def test_it_has_prizes_from_the_highest_down(self):  # 2.8
        assert PRIZES == {"M": (18, 15, 12, 9, 7, 5), "S": (24, 20, 16, 12, 9, 6)}


class TestOtherComponents:
    """Whoever gets the real components changes tables alone: other values, the same code."""

    def test_it_plays_with_another_board(self, monkeypatch):  # 2.3
        monkeypatch.setitem(PRINTED, 1, ((POLE,), ("V9",), ("A",), ("P4",)))

        assert part(play(table(), "F2"), "points") == 9
        assert part(play(table(), "F3"), "animals") == 3
        assert bed(play(table(), "F4 22=4"), 22) == 4

    def test_it_plays_with_a_pole_position_elsewhere(self, monkeypatch):  # 2.3, 5.5
        monkeypatch.setitem(PRINTED, 1, (("V9",), (POLE,), ("A",), ("P4",)))

        assert coins(play(table(), "F2")) == 9

    def test_it_plays_with_other_tiles(self, monkeypatch):  # 2.4
        monkeypatch.setitem(TILES, "D1", (("V6",), ("V8",)))

        assert part(play(table(column=2), "F1"), "points") == 6
        assert part(play(table(column=2, round=2), "F1"), "points") == 8

    def test_it_plays_with_other_cards(self, monkeypatch):  # 2.5
        monkeypatch.setitem(CARDS, "C1", ("V3", "A"))

        assert part(play(table(garden(hand="C1")), "C1!"), "points") == 3

    def test_it_plays_with_other_track_spaces(self, monkeypatch):  # 2.2
        monkeypatch.setitem(GIVES, "M1", ("A",))

        assert kinds(table(groups=["M1"]), "M1") == ["stepped", "gained", "animal"]

    def test_it_plays_with_other_prices(self, monkeypatch):  # 5.3, 5.4, 5.5
        monkeypatch.setattr(prices, "FLOWER_PRICE", 1)
        monkeypatch.setattr(progress, "CARD_SALE", 5)
        for module in (progress, rules):
            monkeypatch.setattr(module, "STEP_PRICE", 2)

        assert coins(play(table(stacks=flowers("", "12")), "F2 -")) == 4
        assert coins(play(table(garden(hand="C1")), "C1$")) == 11
        assert "G-d3" not in legal(table(garden(coins=5)))
        assert coins(play(table(), "G-c3")) == 2

    def test_it_plays_with_other_points(self, monkeypatch):  # 1.7, 1.8
        scoring.column_points.cache_clear()
        monkeypatch.setattr(scoring, "COLUMN_POINTS", (0, 3, 6, 9, 30))
        monkeypatch.setattr(progress, "ANIMAL_POINTS", (1, 2, 4, 8, 16))

        full = garden(beds={11: 4, 21: 1, 31: 1, 41: 1})
        assert part(table(full), "columns") == 30
        assert part(play(table(column=8), "F4"), "animals") == 1
        scoring.column_points.cache_clear()
