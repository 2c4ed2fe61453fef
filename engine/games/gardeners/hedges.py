"""Runs of connected hedges, and what a closed one has inside (rule 2.10)."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.games.gardeners.components import ENDS, TILES
from engine.games.gardeners.plot import OPPOSITE, Cell, Laid, Plot, Side, step


@dataclass(frozen=True, slots=True)
class Run:
    """A maximal set of connected hedges: a line, or closed."""

    cells: frozenset[Cell]
    inside: frozenset[Cell] = frozenset()
    """What it has strictly inside, if it is closed."""
    closed: bool = False


def ends_of(laid: Laid) -> tuple[Side, ...]:
    """The sides on which a hedge has its ends; none for another tile."""
    return tuple((side + laid.turn) % 4 for side in ENDS.get(TILES[laid.tile].sort, ()))


def connected(plot: Plot, cell: Cell) -> Iterator[Cell]:
    """The hedges that the one on this cell is connected to."""
    for side in ends_of(plot.laid[cell]):
        there = plot.laid.get(step(cell, side))
        if there and OPPOSITE[side] in ends_of(there):
            yield there.cell


def runs(plot: Plot) -> list[Run]:
    """All runs, the longest first."""
    left = {cell for cell, laid in plot.laid.items() if ends_of(laid)}
    links = {cell: tuple(connected(plot, cell)) for cell in left}
    found = list[Run]()
    while left:
        cells = _joined(min(left), links)
        left -= cells
        closed = all(len(links[cell]) == len(ends_of(plot.laid[cell])) for cell in cells)
        inside = frozenset(_inside(plot, cells)) if closed else frozenset()
        found.append(Run(cells, inside, closed))
    return sorted(found, key=lambda run: (-len(run.cells), sorted(run.cells)))


def _joined(start: Cell, links: dict[Cell, tuple[Cell, ...]]) -> frozenset[Cell]:
    found, waiting = {start}, [start]
    while waiting:
        near = [cell for cell in links[waiting.pop()] if cell not in found]
        found.update(near)
        waiting += near
    return frozenset(found)


def _inside(plot: Plot, cells: frozenset[Cell]) -> Iterator[Cell]:
    """What is inside a closed run by the even-odd rule: a ray to the east, a bit above the middle.

    It crosses the line through the run wherever that goes on to the north of the ray's row.
    """
    north = [cell for cell in cells if 0 in ends_of(plot.laid[cell])]
    for x, y in plot.laid.keys() - cells:
        if sum(row == y and column > x for column, row in north) % 2:
            yield x, y
