"""The Registry: five columns, each with a centre pile and a space on both sides (rules 2, 3)."""

from typing import NamedTuple, TypeAlias, TypeVar

from engine.games.botanik.moves import Column
from engine.games.botanik.tiles import Tile
from engine.outcome import Seat

Side: TypeAlias = tuple[Tile | None, ...]
"""One player's spaces, columns 1 to 5."""

T = TypeVar("T")

EMPTY_SIDE: Side = (None,) * 5


class Registry(NamedTuple):
    """The columns now. Covered tiles never come back, so only the tops are kept (2.1)."""

    centre: tuple[Tile, ...]
    sides: tuple[Side, Side]

    def with_side(self, seat: Seat, column: Column, tile: Tile | None) -> "Registry":
        """Put a tile on a player's space, or clear it."""
        first, second = self.sides
        if seat == 0:
            return Registry(self.centre, (_replaced(first, column, tile), second))
        return Registry(self.centre, (first, _replaced(second, column, tile)))

    def with_top(self, column: Column, tile: Tile) -> "Registry":
        """Cover a centre pile. What that releases is still in its place."""
        return Registry(_replaced(self.centre, column, tile), self.sides)

    def released(self, column: Column) -> tuple[Tile | None, Tile | None]:
        """Name the side tiles of a column that its centre tile holds no more (rule 3.1)."""
        top = self.centre[column]
        first, second = self.sides[0][column], self.sides[1][column]
        return (
            None if first is None or first.linked(top) else first,
            None if second is None or second.linked(top) else second,
        )


def _replaced(row: tuple[T, ...], column: Column, tile: T) -> tuple[T, ...]:
    changed = list(row)
    changed[column] = tile
    return tuple(changed)


EMPTY_REGISTRY = Registry((), (EMPTY_SIDE, EMPTY_SIDE))
