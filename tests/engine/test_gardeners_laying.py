"""Laying and lifting tiles (rules 1.3, 5 and 6; 14.1 to 14.4)."""

from itertools import pairwise
from random import Random

import pytest

from engine.games.gardeners.components import TILES, tiles_of
from engine.games.gardeners.laying import encloses, landings, liftable, splits
from engine.games.gardeners.plot import Laid
from tests.engine.gardeners_table import (
    CALLED,
    begun,
    code,
    kinds,
    laid,
    play,
    random_garden,
    shape,
    table,
    texts,
)

TILE_NAMES = list(TILES)


def with_shape(picture, mode="full", **fields):
    return table(mode, garden=shape(picture, tiles=TILE_NAMES), cards=[(0, "X01")], **fields)


class TestTheFirstTile:
    def test_it_goes_to_the_origin_alone(self):  # 5.2
        state = table(loose=[("A1", "B1"), ()], cards=[(0, "X01")])

        assert texts(state) == ["A1@0,0^0", *(f"B1@0,0^{n}" for n in range(4)), "drop1", "end"]
        assert code(state, "A1@1,0^0") == "first-at-origin"

    def test_it_is_the_last_one_that_stays(self):  # 6.2
        assert code(with_shape("#"), "A1>1") == "last-tile"

    def test_it_cannot_even_be_turned_alone(self):  # 6.2, 6.5
        state = table("solo", garden=(Laid(0, 0, "B1"),), cards=[(0, "X01")])

        assert code(state, "B1@0,0^1") == "last-tile"


class TestAdding:
    def test_it_goes_beside_a_tile(self):  # 5.2
        state = with_shape("#")

        assert code(state, "C1@1,1^0") == "beside-nothing"
        assert code(state, "C1@0,0^0") == "occupied"
        assert code(state, "C1@0,1^0") is None

    def test_it_never_makes_the_garden_too_wide(self):  # 5.3, 14.1
        state = with_shape("######")

        assert code(state, "C1@6,0^0") == "too-wide"
        assert code(state, "C1@-1,0^0") == "too-wide"
        assert code(state, "C1@5,1^0") is None
        assert code(state, "C1@6,1^0") == "beside-nothing"

    def test_it_never_makes_it_too_high(self):  # 5.3
        state = with_shape("#\n" * 4, mode="training-a")

        assert code(state, "A9@0,4^0") == "too-wide"
        assert code(state, "A9@0,-1^0") == "too-wide"
        assert code(state, "A9@1,3^0") is None

    def test_it_lets_the_garden_drift(self):  # 5.3
        state = with_shape("####", mode="training-a")

        assert code(play(state, "A1>1"), "A9@4,0^0") is None

    def test_it_encloses_no_cell(self):  # 5.4, 14.2
        state = with_shape("#.#\n#.#\n###")

        assert code(state, "C1@1,2^0") == "encloses"
        assert code(state, "C1@1,1^0") is None

    def test_it_encloses_no_two_cells(self):  # 5.4, 14.2
        assert code(with_shape("####\n#...\n####"), "C1@3,1^0") == "encloses"

    def test_it_takes_a_gap_over_a_corner_for_enclosed(self):  # 5.4
        assert code(with_shape("##.\n#..\n###"), "C1@2,1^0") == "encloses"

    @pytest.mark.parametrize(("tile", "turns"), [("A1", 1), ("B1", 4), ("C3", 4), ("C8", 2)])
    def test_it_has_as_many_turns_as_can_be_told_apart(self, tile, turns):  # 1.3
        state = table(loose=[(tile,), ()], cards=[(0, "X01")])

        assert texts(state)[:-2] == [f"{tile}@0,0^{turn}" for turn in range(turns)]

    def test_it_is_of_ones_own_reserve(self):  # 5.1
        state = table(loose=[("A1",), ("A2",)], cards=[(0, "X01")])

        assert code(state, "A2@0,0^0") == "not-in-reserve"

    def test_it_brings_up_the_next_of_the_pile(self):  # 5.1
        state, decks = begun("full", 2)
        (top,) = state.reserve(0)
        laid_one = state.play_text(0, f"{top}@0,0^0")
        turned = laid_one.play(state.mover(laid_one.deal(decks)), laid_one.deal(decks))

        assert laid_one.due.kind == "top"
        assert laid_one.turn == turned.turn == 0
        assert turned.reserve(0) == (decks[0][2],)
        assert turned.to_move == {0}

    def test_it_brings_up_nothing_when_the_pile_is_used_up(self):  # 5.1
        state = table(loose=[("A1",), ()], cards=[(0, "X01")])

        assert play(state, "A1@0,0^0").to_move == {0}

    def test_it_says_when_the_garden_is_complete(self):  # 8.5
        garden = laid(CALLED)
        state = table(garden=garden[:-1], cards=[(0, "X01")])

        assert kinds(state, f"{garden[-1].tile}@5,5^0") == ["added", "complete"]


class TestRemoving:
    BLOCK = "####\n####\n####"

    def test_it_takes_border_tiles_alone(self):  # 6.1, 14.3
        state = with_shape(self.BLOCK)
        inner = [one.tile for one in state.garden if one.y == 1 and one.x in (1, 2)]

        for one in state.garden:
            expected = "not-border" if one.tile in inner else None
            assert code(state, f"{one.tile}>1") == expected

    def test_it_never_splits_the_garden(self):  # 6.2, 14.4
        state = with_shape("###\n#.#")
        middle = next(one.tile for one in state.garden if one.cell == (1, 1))

        assert code(state, f"{middle}>1") == "splits"

    def test_it_gives_the_tile_to_another_seat(self):  # 6.3
        after = play(with_shape("##"), "A1>1")

        assert after.loose[1] == ("A1",)
        assert after.plot.cells == {(1, 0)}

    def test_it_gives_nothing_to_oneself(self):  # 6.3
        assert code(with_shape("##"), "A1>0") == "to-yourself"

    def test_it_gives_nothing_to_who_left(self):  # 6.3
        assert code(with_shape("##", seats=3, gone=(2,)), "A1>2") == "seat-left"

    def test_it_takes_any_tile_whoever_laid_it(self):  # 6.1
        state = play(with_shape("##", loose=[(), ()]), "end")

        assert {"A1>0", "A2>0"} <= set(texts(state))

    def test_it_never_encloses_anything(self):  # 6.6
        rng = Random(4)
        for _ in range(30):
            cells = frozenset(one.cell for one in random_garden("full", rng))
            while len(cells) > 1:
                cells -= {rng.choice(sorted(liftable(cells)))}
                assert not has_a_hole(cells)


class TestMovingAlone:
    def test_it_turns_a_tile_in_its_place(self):  # 6.5
        garden = (Laid(0, 0, "B1"), Laid(1, 0, "A1"))
        state = table("solo", garden=garden, cards=[(0, "X01")])
        after = play(state, "B1@0,0^2")

        assert after.plot.laid[0, 0] == Laid(0, 0, "B1", 2)
        assert after.actions == 1

    def test_it_lays_a_tile_elsewhere_in_one_action(self):  # 6.5
        state = table("solo", garden=(Laid(0, 0, "B1"), Laid(1, 0, "A1")), cards=[(0, "X01")])

        assert play(state, "A1@0,1^0").plot.cells == {(0, 0), (0, 1)}
        assert kinds(state, "A1@0,1^0") == ["moved"]

    def test_it_does_not_hold_on_to_itself(self):  # 6.5
        state = table("solo", garden=(Laid(0, 0, "B1"), Laid(1, 0, "A1")), cards=[(0, "X01")])

        assert code(state, "A1@2,0^0") == "beside-nothing"

    def test_it_changes_something(self):  # 6.5
        state = table("solo", garden=(Laid(0, 0, "B1"), Laid(1, 0, "A1")), cards=[(0, "X01")])

        assert code(state, "B1@0,0^0") == "same-place"

    def test_it_goes_to_ones_own_loose_tiles(self):  # 6.3
        state = table("solo", garden=(Laid(0, 0, "B1"), Laid(1, 0, "A1")), cards=[(0, "X01")])

        assert "A1" in play(state, "A1>0").loose[0]

    def test_it_is_for_solo_alone(self):  # 6.4
        garden = (Laid(0, 0, "B1"), Laid(1, 0, "A1"))
        state = table(garden=garden, cards=[(0, "X01")])

        assert code(state, "B1@0,0^1") == "not-in-reserve"


def has_a_hole(cells):
    """By a slow walk of its own over the empty cells around."""
    columns = range(min(x for x, _ in cells) - 1, max(x for x, _ in cells) + 2)
    rows = range(min(y for _, y in cells) - 1, max(y for _, y in cells) + 2)
    empty = {(x, y) for x in columns for y in rows} - set(cells)
    reached, more = set(), {(columns[0], rows[0])}
    while more:
        reached |= more
        near = {(x + dx, y + dy) for x, y in more for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        more = (near & empty) - reached
    return reached != empty


def in_one_piece(cells):
    reached, more = set(), {next(iter(cells))}
    while more:
        reached |= more
        near = {(x + dx, y + dy) for x, y in more for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        more = (near & set(cells)) - reached
    return reached == set(cells)


@pytest.mark.parametrize("seed", range(20))
class TestAgainstSlowWalks:
    """Gardens that grow and shrink at random, held against walks over all cells."""

    def gardens(self, seed, size=5):
        rng, cells = Random(seed), frozenset({(0, 0)})
        for _ in range(80):
            lands, border = landings(cells, size), sorted(liftable(cells))
            grows = not border or (lands and rng.random() < 0.7)
            cells = cells | {rng.choice(lands)} if grows else cells - {rng.choice(border)}
            yield cells

    def test_it_lays_exactly_where_nothing_is_enclosed(self, seed):  # 5.2 to 5.4
        for cells in self.gardens(seed):
            columns, rows = [x for x, _ in cells], [y for _, y in cells]
            for x in range(min(columns) - 2, max(columns) + 3):
                for y in range(min(rows) - 2, max(rows) + 3):
                    wide = max(*columns, x) - min(*columns, x) >= 5
                    high = max(*rows, y) - min(*rows, y) >= 5
                    beside = {(x, y + 1), (x, y - 1), (x + 1, y), (x - 1, y)} & cells
                    fits = (x, y) not in cells and beside and not wide and not high
                    slow = bool(fits and not has_a_hole({*cells, (x, y)}))
                    assert ((x, y) in landings(cells, 5)) == slow

    def test_it_lifts_exactly_what_holds_nothing_together(self, seed):  # 6.1, 6.2
        for cells in self.gardens(seed):
            for x, y in cells:
                open_side = not {(x, y + 1), (x, y - 1), (x + 1, y), (x - 1, y)} <= cells
                rest = cells - {(x, y)}
                slow = open_side and bool(rest) and in_one_piece(rest)
                assert ((x, y) in liftable(cells)) == slow

    def test_it_says_the_same_of_one_cell(self, seed):
        for cells, after in pairwise(self.gardens(seed)):
            for cell in after - cells:
                assert not encloses(cells, cell)
            for cell in cells - after:
                assert not splits(cells, cell)


class TestAlwaysSomewhere:
    @pytest.mark.parametrize("seed", range(10))
    def test_it_can_always_lay_what_it_holds(self, seed):  # 5.5
        rng, cells = Random(seed), frozenset()
        while len(cells) < len(tiles_of("full")):
            lands = landings(cells, 6)
            assert lands
            cells |= {rng.choice(lands)}
