"""What breaks a wish, shown on the garden: on request, and of cards alone that one may read.

Nothing of it is stored or sent to anybody else: it is a way to look at one's own page.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.games.gardeners.plot import Cell, Garden, plot_of
from engine.games.gardeners.predicates import Marks, Sight, front_of
from games.boards.gardeners.plan import Window


@dataclass(frozen=True, slots=True)
class Line:
    """A line over the garden: a ring around a tile, the outline of a group, or a line of sight."""

    path: str
    is_look: bool = False


@dataclass(frozen=True, slots=True)
class Lens:
    """What one wish makes of a garden."""

    holds: bool
    fits: frozenset[Cell] = frozenset()
    breaks: frozenset[Cell] = frozenset()
    lines: list[Line] = field(default_factory=list)


def look(card: str, garden: Garden, window: Window) -> Lens:
    """Show what a wish looks at, in a garden that is complete."""
    found = front_of(card).marks(plot_of(garden))
    return Lens(found.holds, found.fits, found.breaks, list(_lines(found, window)))


def _lines(found: Marks, window: Window) -> Iterable[Line]:
    for cell in sorted(found.refers - found.fits - found.breaks):
        x, y = window.at(cell)
        yield Line(f"M{x + 0.05:g} {y + 0.05:g}h.9v.9h-.9z")
    if found.groups:
        yield Line(_outline(found.groups[0], window))
    for sight in found.sights:
        if sight.line:
            yield Line(_sight_line(sight, window), is_look=True)


def _sight_line(sight: Sight, window: Window) -> str:
    """From a bench to the nearest tile of those that the wish speaks of, or to the edge."""
    seen = [cell for cell in sight.line if cell in sight.seen]
    end = seen[0] if seen else sight.line[-1]
    (x, y), (to_x, to_y) = window.at(sight.bench), window.at(end)
    return f"M{x + 0.5:g} {y + 0.5:g}L{to_x + 0.5:g} {to_y + 0.5:g}"


def _outline(cells: frozenset[Cell], window: Window) -> str:
    """All edges of a group that none of its tiles shares."""
    edges = []
    for cell in sorted(cells):
        x, y = window.at(cell)
        column, row = cell
        beside = {
            (column, row + 1): f"M{x} {y}h1",
            (column + 1, row): f"M{x + 1} {y}v1",
            (column, row - 1): f"M{x} {y + 1}h1",
            (column - 1, row): f"M{x} {y}v1",
        }
        edges += [path for there, path in beside.items() if there not in cells]
    return "".join(edges)
