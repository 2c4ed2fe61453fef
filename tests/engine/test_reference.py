"""The engine agrees with the brute-force reference on thousands of random machines."""

from random import Random

import pytest

from engine.games.botanik.cells import place_of
from engine.games.botanik.machine import BARE_SOURCE
from engine.games.botanik.scoring import breakdown, score
from engine.games.botanik.tiles import TILES, tile_of
from tests.engine import reference

MACHINES = 200
TILES_A_MACHINE = 16


def random_machines(seed):
    """Grow a machine tile by tile; few colours, and in half of the machines many dead ends."""
    rng = Random(seed)
    colours = "".join(rng.sample("RYGBK", 2))
    tiles = [tile for tile in TILES if tile.colour in colours and not tile.is_meca]
    if seed % 2:
        tiles += [tile for tile in tiles if tile.is_crop or tile.type == "L"] * 3
    grown = BARE_SOURCE
    yield grown
    for _ in range(TILES_A_MACHINE):
        if builds := grown.builds(rng.choice(tiles)):
            build = rng.choice(builds)
            grown = grown.lay(build.tile, build.cell, build.turn)
            yield grown


def as_reference(grown):
    return {place_of(cell): (laid.tile.code, laid.turn) for cell, laid in grown.laid.items()}


@pytest.mark.parametrize("seed", range(MACHINES))
class TestTheReference:
    def test_it_agrees_on_what_is_joined_and_open(self, seed):
        for grown in random_machines(seed):
            slow = as_reference(grown)
            assert {place_of(cell) for cell in grown.joined} == reference.network(slow)
            assert bool(grown.leads) == reference.is_open(slow)

    def test_it_agrees_on_every_build(self, seed):
        rng = Random(seed)
        for grown in random_machines(seed):
            code = rng.choice(("RI", "RLf", "RT", "RX", "RX", "RP"))
            fast = [build.notation for build in grown.builds(tile_of(code))]
            assert len(fast) == len(set(fast))
            assert set(fast) == reference.builds(as_reference(grown), code)
            assert grown.accepts(tile_of(code)) == bool(fast)

    def test_it_agrees_on_the_score(self, seed):
        for grown in random_machines(seed):
            assert score(grown).as_json() == reference.score(as_reference(grown))

    def test_it_agrees_with_the_reasons_for_the_score(self, seed):
        for grown in random_machines(seed):
            reasons = breakdown(grown)
            expected = reference.score(as_reference(grown))
            assert sum(group.points for group in reasons.groups) == expected["groups"]
            assert sum(bloom.points for bloom in reasons.blooms) == expected["flowers"]
            assert len(grown.laid) - len(reasons.cut_off) == expected["tiles"]
            crops = sum(laid.tile.is_crop for laid in grown.laid.values())
            blooming = sum(bloom.tile.is_crop for bloom in reasons.blooms)
            assert crops == blooming + len(reasons.barren)
