"""The Registry: five columns, each with a centre pile and a space on both sides (rules 2, 3)."""

from typing import NamedTuple, TypeAlias

from engine.games.botanik.moves import Column
from engine.games.botanik.tiles import Tile
from engine.outcome import Seat

Side: TypeAlias = tuple[Tile | None, ...]
"""One player's spaces, columns 1 to 5."""

EMPTY_SIDE: Side = (None,) * 5


class Registry(NamedTuple):
    """The columns now. Covered tiles never come back, so only the tops are kept (2.1)."""

    centre: tuple[Tile, ...]
    sides: tuple[Side, Side]

    def with_side(self, seat: Seat, column: Column, tile: Tile | None) -> "Registry":
        """Put a tile on a player's space, or clear it."""
        side = self.sides[seat]
        changed = (*side[:column], tile, *side[column + 1 :])
        return Registry(self.centre, (self.sides[0], changed) if seat else (changed, self.sides[1]))

    def with_top(self, column: Column, tile: Tile) -> "Registry":
        """Cover a centre pile. What that releases is still in its place."""
        centre = self.centre
        return Registry((*centre[:column], tile, *centre[column + 1 :]), self.sides)

    def released(self, column: Column) -> tuple[Tile | None, Tile | None]:
        """Name the side tiles of a column that its centre tile holds no more (rule 3.1)."""
        top = self.centre[column]
        first, second = self.sides[0][column], self.sides[1][column]
        return (
            None if first is None or first.linked(top) else first,
            None if second is None or second.linked(top) else second,
        )


EMPTY_REGISTRY = Registry((), (EMPTY_SIDE, EMPTY_SIDE))
