"""Where a tile may be laid, and which tile may be lifted (rules 5.2 to 5.4, 6.1 and 6.2).

Both ask whether something stays in one piece: the tiles when one is lifted, the empty cells around
them when one is laid. A garden is looked at as a number with a bit for each cell, and counted by
Euler's formula: corners less edges plus cells are pieces less holes. A garden is always in one
piece and has no hole (6.6), so each of the two can be told from the other.
"""

from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Final, TypeAlias

from engine.games.gardeners.plot import Box, Cell, around

Cells: TypeAlias = frozenset[Cell]

ORIGIN: Final[Cell] = (0, 0)
_ROW: Final = 16
"""Bits in a row: more than any garden is wide, with room on both sides."""
_MARGIN: Final = 2


def box_of(cells: AbstractSet[Cell]) -> Box:
    """The box around cells, of which there is at least one."""
    columns, rows = zip(*cells, strict=True)
    return Box(min(columns), min(rows), max(columns), max(rows))


def _bit(cell: Cell, box: Box) -> int:
    x, y = cell
    return 1 << (y - box.bottom + _MARGIN) * _ROW + x - box.left + _MARGIN


def _bits(cells: AbstractSet[Cell], box: Box) -> int:
    left, bottom = box.left - _MARGIN, box.bottom - _MARGIN
    return sum([1 << (y - bottom) * _ROW + x - left for x, y in cells])


def _has_holes(bits: int) -> bool:
    """Whether tiles in one piece enclose a cell, also if it is open over a corner."""
    wide, high = bits | bits << 1, bits | bits << _ROW
    corners = (wide | wide << _ROW).bit_count()
    return corners - wide.bit_count() - high.bit_count() + bits.bit_count() != 1


def _is_one_piece(bits: int) -> bool:
    """Whether tiles that enclose nothing are joined side by side."""
    beside, above = bits & bits >> 1, bits & bits >> _ROW
    squares = (beside & beside >> _ROW).bit_count()
    return bits.bit_count() - beside.bit_count() - above.bit_count() + squares == 1


# -- laying -----------------------------------------------------------------------------------


@lru_cache(maxsize=8192)  # each tile in a reserve may go to the same cells
def landings(cells: Cells, size: int) -> tuple[Cell, ...]:
    """The cells on which a tile may be laid, in the order of their texts."""
    if not cells:
        return (ORIGIN,)
    box = box_of(cells)
    bits, (columns, rows) = _bits(cells, box), _room(box, size)
    beside = (bits << 1 | bits >> 1 | bits << _ROW | bits >> _ROW) & ~bits
    found = [
        (x, y)
        for x in range(box.left - 1, box.right + 2)
        for y in range(box.bottom - 1, box.top + 2)
        if x in columns
        and y in rows
        and (bit := _bit((x, y), box)) & beside
        and not _has_holes(bits | bit)
    ]
    return tuple(sorted(found, key=_spelled))


def _spelled(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}^"


def is_beside(cells: AbstractSet[Cell], cell: Cell) -> bool:
    """Whether a cell is next to one of these."""
    return not cells.isdisjoint(around(cell))


def is_too_wide(cells: AbstractSet[Cell], cell: Cell, size: int) -> bool:
    """Whether the box would be wider or higher than `size` (rule 5.3)."""
    columns, rows = _room(box_of(cells), size)
    return cell[0] not in columns or cell[1] not in rows


def _room(box: Box, size: int) -> tuple[range, range]:
    """The columns and rows to which a box can still grow."""
    return (
        range(box.right - size + 1, box.left + size),
        range(box.top - size + 1, box.bottom + size),
    )


def encloses(cells: Cells, cell: Cell) -> bool:
    """Whether a tile on this cell would cut an empty cell off from the outside (rule 5.4)."""
    box = box_of(cells)
    return _has_holes(_bits(cells, box) | _bit(cell, box))


# -- lifting ----------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def liftable(cells: Cells) -> Cells:
    """The tiles that may be lifted, by their cells."""
    if len(cells) < 2:
        return frozenset()
    box = box_of(cells)
    bits = _bits(cells, box)
    inner = bits & bits << 1 & bits >> 1 & bits << _ROW & bits >> _ROW
    bit_of = {cell: _bit(cell, box) for cell in cells}
    return frozenset(
        cell for cell, bit in bit_of.items() if not inner & bit and _is_one_piece(bits ^ bit)
    )


def is_border(cells: AbstractSet[Cell], cell: Cell) -> bool:
    """Whether one of the four sides of a tile has no tile (rule 6.1)."""
    return not cells >= {*around(cell)}


def splits(cells: Cells, cell: Cell) -> bool:
    """Whether the garden would fall apart without the tile on this cell (rule 6.2)."""
    box = box_of(cells)
    return not _is_one_piece(_bits(cells - {cell}, box))
