"""Where a pattern occurs, turned and mirrored as it likes (rule 2.11)."""

from collections.abc import Iterator
from functools import cache
from typing import TypeAlias

from engine.games.gardeners.components import ANYTHING, PATTERNS
from engine.games.gardeners.plot import Cell, Plot
from engine.games.gardeners.selectors import tiles_of

Form: TypeAlias = tuple[tuple[Cell, str], ...]
"""A pattern in one of its turns: selectors by their cells, from the lower left corner."""


def occurrences(plot: Plot, name: str) -> list[frozenset[Cell]]:
    """The cells of each occurrence."""
    return sorted({cells for form in forms(name) for cells in _found(plot, form)}, key=sorted)


@cache
def forms(name: str) -> tuple[Form, ...]:
    """A pattern in all its turns and mirror images, each once."""
    rows, found = PATTERNS[name], dict[Form, None]()
    for _ in range(4):
        rows = tuple(zip(*rows[::-1], strict=True))
        for either in (rows, rows[::-1]):
            found[_form(either)] = None
    return tuple(found)


def _form(rows: tuple[tuple[str, ...], ...]) -> Form:
    named = (((x, y), code) for y, row in enumerate(rows[::-1]) for x, code in enumerate(row))
    return tuple((cell, code) for cell, code in named if code != ANYTHING)


def _found(plot: Plot, form: Form) -> Iterator[frozenset[Cell]]:
    """Where a pattern lies, in one of its turns."""
    box = plot.box
    for left in range(box.left, box.right + 1):
        for bottom in range(box.bottom, box.top + 1):
            cells = [((left + x, bottom + y), code) for (x, y), code in form]
            if all(_shows(plot, cell, code) for cell, code in cells):
                yield frozenset(cell for cell, _ in cells)


def _shows(plot: Plot, cell: Cell, code: str) -> bool:
    laid = plot.laid.get(cell)
    return laid is not None and laid.tile in tiles_of(code)
