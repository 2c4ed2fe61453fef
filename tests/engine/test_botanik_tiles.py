"""Rules 1: the tiles."""

import copy
import pickle
from collections import Counter
from itertools import product

import pytest

from engine.games.botanik.machine import BARE_SOURCE, SOURCE_OPENINGS
from engine.games.botanik.tiles import CANONICAL_DECK, COLOURS, TILES, E, N, S, W, tile_of
from tests.engine.pictures import machine


class TestTheTiles:
    def test_it_has_13_of_each_colour(self):  # 1.1
        assert Counter(code[0] for code in CANONICAL_DECK) == dict.fromkeys("RYGBK", 13)

    @pytest.mark.parametrize("colour", COLOURS)
    def test_it_has_the_copies_of_each_type(self, colour):  # 1.1
        types = Counter(code[1] for code in CANONICAL_DECK if code[0] == colour)

        assert types == {"I": 3, "L": 3, "T": 3, "X": 1, "P": 1, "V": 1, "M": 1}

    @pytest.mark.parametrize("colour", COLOURS)
    def test_it_has_flowers_on_one_copy_of_three_types(self, colour):  # 1.1
        flowers = Counter(code for code in CANONICAL_DECK if code[0] == colour and code[2:])

        assert flowers == {f"{colour}If": 1, f"{colour}Lf": 1, f"{colour}Tf": 1}

    @pytest.mark.parametrize(
        ("code", "flowers"),
        [("RI", 0), ("RIf", 1), ("GLf", 1), ("BTf", 1), ("KX", 0), ("YP", 3), ("YV", 3), ("GM", 0)],
    )
    def test_it_counts_the_flowers_of_a_tile(self, code, flowers):  # 1.1
        assert tile_of(code).flowers == flowers

    @pytest.mark.parametrize(
        ("code", "openings"),
        [
            ("RI", N | S),
            ("RL", N | E),
            ("RT", W | N | E),
            ("RX", N | E | S | W),
            ("RP", N),
            ("RV", N),
            ("RM", 0),
        ],
    )
    def test_it_has_openings_when_unturned(self, code, openings):  # 1.1
        assert tile_of(code).openings[0] == openings

    def test_it_turns_clockwise(self):
        assert tile_of("RL").openings == (N | E, E | S, S | W, W | N)

    def test_it_never_builds_a_meca_botanist(self):  # 1.1
        assert BARE_SOURCE.builds(tile_of("RM")) == []

    def test_it_has_one_object_for_equal_codes(self):  # 1.2
        tile = tile_of("KTf")

        assert pickle.loads(pickle.dumps(tile)) is tile
        assert copy.deepcopy(tile) is tile

    def test_it_starts_from_a_source_that_opens_north(self):  # 1.4
        drawn = machine("""
            :      |
            :  0   *
            :
            :      0
        """)

        assert drawn == BARE_SOURCE
        assert SOURCE_OPENINGS == N


class TestLinks:
    @pytest.mark.parametrize(
        ("one", "other", "linked"),
        [
            ("RI", "RV", True),  # the colour
            ("RI", "KI", True),  # the type
            ("RI", "KIf", True),  # flowers never matter
            ("RI", "RI", True),  # an identical tile
            ("RI", "KL", False),
            ("RP", "KV", False),  # plant and vegetable are different types
            ("RM", "KM", True),  # every other meca-botanist
            ("RM", "RX", True),
            ("RM", "KX", False),
        ],
    )
    def test_it_is_the_colour_or_the_type(self, one, other, linked):  # 1.3
        assert tile_of(one).linked(tile_of(other)) is linked

    def test_it_goes_both_ways(self):  # 1.3
        for one, other in product(TILES, TILES):
            assert one.linked(other) == other.linked(one)
