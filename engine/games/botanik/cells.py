"""The endless grid that machines grow on."""

from typing import Final, TypeAlias

from engine.games.botanik.tiles import E, N, S, W

Cell: TypeAlias = int
"""A cell is `x + 4096 * y`, so that the next cell over is one addition away."""

_STRIDE: Final = 4096
SOURCE_CELL: Final[Cell] = 0

COORDINATE_LIMIT: Final = 999
"""No machine of 65 tiles gets near it; within it no two cells share a number."""

NEIGHBOURS: Final = ((N, _STRIDE), (E, 1), (S, -_STRIDE), (W, -1))
"""Each side, and the step to the cell beyond it: y points up."""


def cell_at(x: int, y: int) -> Cell:
    """Return the cell at a place, both coordinates within the limit."""
    return x + _STRIDE * y


def place_of(cell: Cell) -> tuple[int, int]:
    """Return x (to the right) and y (up) of a cell."""
    y, x = divmod(cell + _STRIDE // 2, _STRIDE)
    return x - _STRIDE // 2, y


def opposite(side: int) -> int:
    """Return the side that a neighbour touches with: north for south."""
    return side << 2 if side < S else side >> 2
