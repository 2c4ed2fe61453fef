"""The fronts of the cards of Gardeners (rules 2): each with a garden that fulfils it and one that
just does not, and all against a slow reading of its own.
"""

import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from engine.games.gardeners.components import CARDS, FAMILIES, MODES, TILES, cards_of, tiles_of
from engine.games.gardeners.plot import Laid, Plot, turns_of
from engine.games.gardeners.predicates import front_of, holds, parse
from tests.engine.gardeners_reference import fulfils
from tests.engine.gardeners_table import CALLED, laid, plot, random_garden

WISHES = json.loads((Path(__file__).parent / "gardeners_wishes.json").read_text("utf-8"))
"""For each card a garden, and either two tiles that change places or a tile and its new turn."""

TRAININGS = {
    "training-a": """
        A1 A7 A16 A13
        A2 A14 A9 A5
        A8 A3 A4 A12
        A11 A15 A6 A10""",
    "training-b": """
        B7 A3 A4 A1 B6
        A12 A13 A10 B9 A14
        A5 B1^1 A2 B2^3 A9
        A6 B3^1 A11 B4 B5
        A15 A8 B8 A16 A7""",
    "training-c": """
        A13 A15 B1^1 A7 B5 B9
        A12 C9 A10 A2 C1 A6
        B3^3 C8 A5 B6 A3 A11
        C2 C5 C7^1 C6^2 A9 A4
        B2^2 A14 C10 C11 A8 A16
        A1 B4^2 C4 C3^3 B7 B8""",
}
"""A garden for all cards of each training, found by the search of the companions."""


def conform(card):
    return laid("\n".join(WISHES[card]["garden"]))


def just_not(card):
    """The same but for one exchange or turn."""
    first, second = WISHES[card]["break"]
    if second[0] == "^":
        return tuple(
            one._replace(turn=int(second[1])) if one.tile == first else one for one in conform(card)
        )
    lying = {one.tile: one for one in conform(card)}
    swap = {first: second, second: first}
    return tuple(
        sorted(
            Laid(one.x, one.y, swap.get(tile, tile), lying[swap.get(tile, tile)].turn)
            for tile, one in lying.items()
        )
    )


def turned(garden):
    """The whole garden, a quarter clockwise."""
    return tuple(
        Laid(one.y, -one.x, one.tile, (one.turn + 1) % turns_of(one.tile)) for one in garden
    )


def mirrored(garden):
    """The whole garden, east and west exchanged."""
    return tuple(Laid(-one.x, one.y, one.tile, _mirrored(one)) for one in garden)


def _mirrored(one):
    if TILES[one.tile].sort == "corner":
        return (3, 2, 1, 0)[one.turn]  # its ends N and E become N and W, as at turn 3
    return -one.turn % 4 if TILES[one.tile].element == "bench" else one.turn


class TestCards:
    def test_it_has_98(self):  # 2.1
        sets = Counter(card.rstrip("0123456789") for card in CARDS)

        assert sets == {"TA": 6, "TB": 6, "TC": 5, "X": 60, "E": 21}
        assert set(WISHES) == set(CARDS)

    def test_it_has_nine_families(self):  # 2.1
        assert {card.family for card in CARDS.values()} == set(FAMILIES)
        assert len(FAMILIES) == 9

    @pytest.mark.parametrize("card", CARDS)
    def test_it_lays_all_tiles_of_its_mode(self, card):
        mode = next(mode for mode in MODES if card in cards_of(mode))

        assert sorted(one.tile for one in conform(card)) == sorted(tiles_of(mode))

    @pytest.mark.parametrize("card", CARDS)
    def test_it_is_fulfilled(self, card):  # 14.9
        assert holds(card, Plot(conform(card)))
        assert fulfils(conform(card), CARDS[card].predicate)

    @pytest.mark.parametrize("mode", TRAININGS)
    def test_it_is_fulfilled_with_all_others_of_its_training(self, mode):  # 2.12
        garden = laid(TRAININGS[mode])

        assert sorted(one.tile for one in garden) == sorted(tiles_of(mode))
        assert all(holds(card, Plot(garden)) for card in cards_of(mode))
        assert all(fulfils(garden, CARDS[card].predicate) for card in cards_of(mode))

    @pytest.mark.parametrize("card", CARDS)
    def test_it_is_just_not_fulfilled(self, card):  # 14.9
        assert not holds(card, Plot(just_not(card)))
        assert not fulfils(just_not(card), CARDS[card].predicate)

    @pytest.mark.parametrize("card", CARDS)
    def test_it_does_not_matter_how_the_garden_is_turned(self, card):  # 2.12
        for lying, verdict in ((conform(card), True), (just_not(card), False)):
            garden = lying
            for _ in range(4):
                garden = turned(garden)
                assert holds(card, Plot(garden)) == verdict
                assert holds(card, Plot(mirrored(garden))) == verdict


class TestTheReference:
    @pytest.mark.parametrize("seed", range(20))
    @pytest.mark.parametrize("mode", ["training-a", "training-b", "training-c", "expert"])
    def test_it_gives_the_same_verdicts(self, mode, seed):  # 2
        rng = Random(f"{mode}/{seed}")
        for _ in range(25):
            garden = random_garden(mode, rng)
            look = Plot(garden)
            for card in cards_of(mode):
                assert holds(card, look) == fulfils(garden, CARDS[card].predicate), card

    @pytest.mark.parametrize("card", CARDS)
    def test_it_gives_the_same_verdicts_near_a_conform_garden(self, card):
        rng, garden = Random(card), list(conform(card))
        for _ in range(12):
            changed = disturbed(garden, rng)
            assert holds(card, Plot(changed)) == fulfils(changed, CARDS[card].predicate)


def disturbed(garden, rng):
    """A garden in which two tiles have changed places and some are turned anew."""
    changed = list(garden)
    first, second = rng.sample(range(len(changed)), 2)
    one, other = changed[first], changed[second]
    changed[first] = one._replace(tile=other.tile, turn=other.turn)
    changed[second] = other._replace(tile=one.tile, turn=one.turn)
    at = rng.randrange(len(changed))
    changed[at] = changed[at]._replace(turn=rng.randrange(turns_of(changed[at].tile)))
    return tuple(changed)


class TestReading:
    @pytest.mark.parametrize("card", CARDS)
    def test_it_reads_every_front(self, card):  # 2.2
        assert front_of(card) == parse(CARDS[card].predicate)

    @pytest.mark.parametrize(
        "text",
        [
            "", "NEAR", "NEAR f", "NEAR f f f", "NEAR f x", "near f f", "GROUP g 6", "GROUP g x+",
            "PATTERN star", "HALL f", "VIEW f+", "RIMCOUNT g x", " HALL", "HCHAIN +",
        ],
    )  # fmt: skip
    def test_it_refuses_what_is_none(self, text):  # 2.2
        with pytest.raises(ValueError, match=r"."):
            parse(text)

    def test_it_tells_fronts_apart(self):
        everything = {card.predicate for card in CARDS.values()}

        assert len({parse(text) for text in everything}) == len(everything)
        assert len({c.predicate for name, c in CARDS.items() if name[0] in "XE"}) == 81


class TestSelectors:
    @pytest.mark.parametrize(
        ("selector", "count"),
        [
            ("g", 18), ("e", 18), ("f", 9), ("t", 6), ("p", 15), ("bn", 4), ("st", 2), ("hg", 9),
            ("ba", 6), ("fR", 3), ("fY", 3), ("fB", 3), ("tR", 2), ("tY", 2), ("tB", 2),
            ("fR+tR", 5), ("fR+tR+fY+tY", 10), ("t+bn", 10),
        ],
    )  # fmt: skip
    def test_it_chooses_so_many_tiles(self, selector, count):  # 1.1, 2.2
        assert len(parse(f"CORE {selector}").a.tiles) == count


class TestExclusions:
    PAIRS = (
        "X18-X01 X18-X02 X18-X03 X18-X24 X18-X25 X18-X43 X18-X49 X18-X54 X04-X10 X08-X52 X13-X28"
        " X13-X54 X24-X25 X25-X49 X37-X43 X37-X46 X38-X42 X39-X44 X39-X46 X40-X52 X41-X43 X41-X46"
        " X43-X45 X43-X49 X58-X60 X59-X60"
    )

    @pytest.mark.parametrize("pair", PAIRS.split(" "))
    def test_it_never_finds_both_fulfilled(self, pair):  # 2.12
        first, second = pair.split("-")
        for card in (first, second):
            look = Plot(conform(card))
            assert [holds(first, look), holds(second, look)].count(True) == 1

    def test_it_is_so_for_26_pairs(self):  # 2.12
        assert len(self.PAIRS.split(" ")) == 26


class TestMarks:
    """What a page shows of a front."""

    def look(self, predicate, garden=CALLED):
        return parse(predicate).marks(plot(garden))

    @pytest.mark.parametrize("card", CARDS)
    def test_it_breaks_nothing_where_it_holds(self, card):
        marks = front_of(card).marks(Plot(conform(card)))

        assert marks.holds
        assert not marks.breaks

    @pytest.mark.parametrize("card", CARDS)
    def test_it_points_at_cells_of_the_garden(self, card):
        garden = Plot(just_not(card))
        marks = front_of(card).marks(garden)

        shown = marks.fits | marks.breaks | marks.refers
        assert shown.union(*marks.groups, *(s.line for s in marks.sights)) <= garden.cells
        assert not marks.fits & marks.breaks

    def test_it_shows_what_each_bench_sees(self):  # 2.7
        sights = {sight.bench: sight for sight in self.look("VIEW tR").sights}

        assert sights[0, 0].line == ((1, 0), (2, 0), (3, 0), (4, 0), (5, 0))
        assert sights[0, 0].seen == {(5, 0)}

    def test_it_shows_which_tiles_touch(self):  # 2.5
        marks = self.look("APART fR tY", "A1 A9 A2")

        assert marks.breaks == {(0, 0), (1, 0), (2, 0)}

    def test_it_shows_the_groups_the_largest_first(self):  # 2.6
        marks = self.look("GROUP g 3+", "A1 A3 A2 A5\nA4 A6 A8 A7")

        assert [len(group) for group in marks.groups] == [2, 2]
        assert not marks.holds

    def test_it_looks_at_a_garden_that_is_not_complete(self):
        marks = self.look("NEAR fR fY", "A1 A3 .\n. A6 A2")

        assert marks.fits == {(0, 1)}
        assert marks.breaks == {(2, 0)}


class TestRulings:
    def test_it_counts_a_maximal_group(self):  # 2.6: seven of a group of nine do not count
        rows = "A1 A3 A5 A7 A9 A11 A12 A13 A14"

        assert not parse("GROUP g 7!").marks(plot(rows)).holds
        assert parse("GROUP g 9!").marks(plot(rows)).holds

    def test_it_lets_nothing_block_a_view(self):  # 2.7
        assert parse("VIEW fR").marks(plot("B1^1 C1 C5 A1")).holds

    def test_it_asks_nothing_of_where_the_other_bench_looks(self):  # 2.7
        marks = parse("VIEW bn").marks(plot("B1^1 A1 B2^1"))

        assert (marks.fits, marks.breaks) == ({(0, 0)}, {(2, 0)})

    def test_it_connects_hedges_by_two_ends(self):  # 2.10
        assert parse("HCHAIN 2+").marks(plot("C8^1 C9^1")).holds
        assert not parse("HCHAIN 2+").marks(plot("C8^1 C9^0")).holds

    def test_it_takes_a_lone_hedge_for_a_run_of_one(self):  # 2.10
        assert parse("HCHAIN 1!").marks(plot("C8 A1")).holds

    def test_it_closes_two_by_two_corners(self):  # 2.10
        closed = "C3^1 C4^2\nC5^0 C6^3"

        assert parse("HLOOP").marks(plot(closed)).holds
        assert not parse("HRING st").marks(plot(closed)).holds

    def test_it_is_in_the_ring_strictly_inside(self):  # 2.10
        ring = "C3^1 C8^1 C4^2\nC9 C1 C10\nC5^0 C11^1 C6^3"

        assert parse("HRING st").marks(plot(ring)).holds
        assert not parse("HRING bn").marks(plot(ring)).holds
        assert not parse("HRING hg").marks(plot(ring)).holds

    def test_it_has_no_tile_as_its_own_neighbour(self):  # 2.4
        assert not parse("NEAR fR fR").marks(plot("A1 A3")).holds

    def test_it_never_counts_a_corner_as_next(self):  # 2.3
        assert parse("APART fR fY").marks(plot("A1 A11\nA12 A3")).holds

    def test_it_holds_of_all_tiles_if_there_are_none(self):  # 2.3
        for predicate in ("NEAR st hg", "UNITE st", "EDGE st", "VIEW fR", "HALL"):
            assert parse(predicate).marks(plot("A1 A3")).holds

    def test_it_links_without_being_straight(self):  # 2.9
        rows = "A11 A12 A15\nA16 A13 A14\nA10 A8 A6"

        assert parse("LINK g").marks(plot(rows)).holds
        assert not parse("CROSS g").marks(plot(rows)).holds

    def test_it_excludes_none_but_the_named_pairs(self):
        full = [card for card in CARDS if card[0] == "X"]
        both = {
            pair
            for garden in map(conform, full)
            for pair in combinations([c for c in full if holds(c, Plot(garden))], 2)
        }
        named = {tuple(sorted(pair.split("-"))) for pair in TestExclusions.PAIRS.split(" ")}

        assert not both & named
