"""The tiles that lie in a garden, and which of them are neighbours (rules 1.4 and 2.3).

Cells are (x, y), x to the right and y upwards, anywhere in the plane. A garden is the tuple of what
lies, sorted by cells: that is what positions hold and compare. A `Plot` is the same to be looked
at, complete or not.
"""

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from engine.games.gardeners.components import TILES, TURNS

Cell: TypeAlias = tuple[int, int]
Side: TypeAlias = int
"""0 1 2 3 are N E S W."""

STEPS: Final[tuple[Cell, ...]] = ((0, 1), (1, 0), (0, -1), (-1, 0))
SIDES: Final[tuple[Side, ...]] = (0, 1, 2, 3)
OPPOSITE: Final[tuple[Side, ...]] = (2, 3, 0, 1)


class Laid(NamedTuple):
    """A tile in the garden, turned so many quarters clockwise."""

    x: int
    y: int
    tile: str
    turn: int = 0

    @property
    def cell(self) -> Cell:
        return self.x, self.y


Garden: TypeAlias = tuple[Laid, ...]


class Box(NamedTuple):
    """The smallest rectangle around a garden."""

    left: int
    bottom: int
    right: int
    top: int

    @property
    def width(self) -> int:
        return self.right - self.left + 1

    @property
    def height(self) -> int:
        return self.top - self.bottom + 1

    def has(self, cell: Cell) -> bool:
        return self.left <= cell[0] <= self.right and self.bottom <= cell[1] <= self.top

    def on_rim(self, cell: Cell) -> bool:
        """Whether it is one of the outer ring: the first and last rows and columns."""
        return cell[0] in (self.left, self.right) or cell[1] in (self.bottom, self.top)

    def sides(self) -> tuple[frozenset[Cell], ...]:
        """The cells along each side of it, N E S W."""
        columns = range(self.left, self.right + 1)
        rows = range(self.bottom, self.top + 1)
        return (
            frozenset((x, self.top) for x in columns),
            frozenset((self.right, y) for y in rows),
            frozenset((x, self.bottom) for x in columns),
            frozenset((self.left, y) for y in rows),
        )


class Plot:
    """A garden to be looked at. It is made once and never changed."""

    __slots__ = ("box", "cells", "laid", "places")

    def __init__(self, garden: Iterable[Laid]) -> None:
        self.laid: dict[Cell, Laid] = {laid.cell: laid for laid in garden}
        self.cells = frozenset(self.laid)
        self.places = {laid.tile: cell for cell, laid in self.laid.items()}
        columns, rows = zip(*self.laid, strict=True) if self.laid else ((0,), (0,))
        self.box = Box(min(columns), min(rows), max(columns), max(rows))


@lru_cache(maxsize=4096)  # a garden is looked at by the page, the moves and each card
def plot_of(garden: Garden) -> Plot:
    """Look at a garden."""
    return Plot(garden)


def turns_of(tile: str) -> int:
    """How many turns of a tile can be told apart (rule 1.3)."""
    shown = TILES[tile]
    return TURNS.get(shown.element, TURNS.get(shown.sort, 1))


def step(cell: Cell, side: Side) -> Cell:
    """The cell on that side of a cell."""
    east, north = STEPS[side]
    return cell[0] + east, cell[1] + north


def around(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The four cells next to a cell."""
    x, y = cell
    return (x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)


def groups(cells: AbstractSet[Cell]) -> list[frozenset[Cell]]:
    """Part cells into those that are joined by steps (rule 2.3), the largest first."""
    left, found = set(cells), list[frozenset[Cell]]()
    while left:
        group = frozenset(_reached(left.pop(), left))
        left -= group
        found.append(group)
    return sorted(found, key=lambda group: (-len(group), sorted(group)))


def _reached(start: Cell, cells: set[Cell]) -> Iterator[Cell]:
    """All cells that are joined with the first one; they are taken out of the set."""
    waiting = [start]
    while waiting:
        cell = waiting.pop()
        yield cell
        for near in around(cell):
            if near in cells:
                cells.discard(near)
                waiting.append(near)
