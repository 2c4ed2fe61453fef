"""Which tiles a front speaks of, and how many (rules 2.2 and 2.6)."""

from dataclasses import dataclass
from functools import cache

from engine.games.gardeners.components import SELECTORS, TILES, Tile
from engine.games.gardeners.plot import Cell, Plot


@dataclass(frozen=True, slots=True)
class Selector:
    """Chooses tiles: `fR+tR` are red flowers and trees with red fruit (rule 2.2)."""

    text: str

    @property
    def tiles(self) -> frozenset[str]:
        return tiles_of(self.text)

    def cells(self, plot: Plot) -> frozenset[Cell]:
        chosen = tiles_of(self.text)
        return frozenset(cell for cell, laid in plot.laid.items() if laid.tile in chosen)


@dataclass(frozen=True, slots=True)
class Number:
    """`6+` is at least six, `6!` exactly six."""

    value: int
    exactly: bool = False

    def admits(self, count: int) -> bool:
        return count == self.value if self.exactly else count >= self.value


@cache
def tiles_of(selector: str) -> frozenset[str]:
    """The tiles that a selector chooses."""
    asked = [one for code in selector.split("+") for one in SELECTORS[code]]
    return frozenset(name for name, tile in TILES.items() if any(_is(tile, one) for one in asked))


def _is(tile: Tile, asked: tuple[str, str, str]) -> bool:
    return all(want in ("", have) for want, have in zip(asked, tile, strict=True))
