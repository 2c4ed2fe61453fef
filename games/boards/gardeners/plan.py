"""The window onto the garden: where its cells are drawn, and the frame that it may not outgrow.

The window has a cell more than the garden may be wide. It follows a garden that leaves it by the
smallest step, so that nothing moves under a finger while a turn is drafted.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from engine.games.gardeners.plot import Box, Cell

EDGE = 0.03  # a rail that is not reached yet, from the edge of a window
OUTSIDE, FARTHER = 0.06, 0.09  # a firm rail: from the tiles at its beginning, and at its end


class Rail(NamedTuple):
    """A side of the frame. A firm one: the garden is as wide as it may be on this axis."""

    path: str
    is_firm: bool


@dataclass(frozen=True, slots=True)
class Axis:
    """One direction of the window, counted from the left, or from the top."""

    start: int
    low: int
    high: int
    size: int

    @property
    def is_full(self) -> bool:
        return self.high - self.low + 1 >= self.size

    @property
    def limits(self) -> tuple[float, float]:
        """Where the frame stands: around a full garden, else as far as it may grow."""
        slack = self.size - (self.high - self.low + 1)
        low, high = self.low - self.start - slack, self.high - self.start + 1 + slack
        if self.is_full:
            return low - OUTSIDE, high + FARTHER
        return low + EDGE, high - EDGE

    @property
    def span(self) -> tuple[float, float]:
        """From where to where a rail across it goes."""
        low, high = self.limits
        return max(low, EDGE), min(high, self.size + 1 - EDGE) if not self.is_full else high

    @classmethod
    def around(cls, before: tuple[int, int], now: tuple[int, int], size: int) -> "Axis":
        """Around what lies now, moved as little as possible from where it was centred before."""
        (low, high), (old_low, old_high) = now, before
        if high - low + 1 >= size:
            return cls(low, low, high, size)
        start = old_low - (size + 1 - (old_high - old_low + 1)) // 2
        start = max(min(start, low - 1), high + 1 - size)
        return cls(start, low, high, size)


@dataclass(frozen=True, slots=True)
class Window:
    """What part of the plane is seen. Rows are counted from above, as they are read."""

    across: Axis
    down: Axis
    is_empty: bool

    @classmethod
    def onto(cls, before: Box, now: Box, *, size: int, is_empty: bool) -> "Window":
        across = Axis.around((before.left, before.right), (now.left, now.right), size)
        down = Axis.around((-before.top, -before.bottom), (-now.top, -now.bottom), size)
        return cls(across, down, is_empty)

    @property
    def cells(self) -> int:
        """How many cells it has on a side."""
        return self.across.size + 1

    @property
    def classes(self) -> str:
        """A garden that is as wide as it may be lies in the middle."""
        halves = [("half-x", self.across), ("half-y", self.down)]
        moved = [name for name, axis in halves if axis.is_full and not self.is_empty]
        return " ".join([f"n{self.cells}", *moved])

    def at(self, cell: Cell) -> tuple[int, int]:
        """The column and the row of a cell, from 0 on."""
        return cell[0] - self.across.start, -cell[1] - self.down.start

    def place(self, cell: Cell) -> str:
        """The same as classes: no style may say it."""
        column, row = self.at(cell)
        return f"x{column + 1} y{row + 1}"

    def has(self, cell: Cell) -> bool:
        return all(0 <= at < self.cells for at in self.at(cell))

    # -- the frame -----------------------------------------------------------------------------

    @property
    def rails(self) -> list[Rail]:
        if self.is_empty:
            return []
        return [*self._upright(), *self._level()]

    @property
    def knobs(self) -> list[tuple[float, float]]:
        """The corners of a frame that is full both ways."""
        if self.is_empty or not (self.across.is_full and self.down.is_full):
            return []
        return [(x, y) for x in self.across.limits for y in self.down.limits]

    def _upright(self) -> Iterator[Rail]:
        top, bottom = self.down.span
        for x in filter(self._is_seen, self.across.limits):
            yield Rail(f"M{x:g} {top:g}L{x:g} {bottom:g}", self.across.is_full)

    def _level(self) -> Iterator[Rail]:
        left, right = self.across.span
        for y in filter(self._is_seen, self.down.limits):
            yield Rail(f"M{left:g} {y:g}L{right:g} {y:g}", self.down.is_full)

    def _is_seen(self, at: float) -> bool:
        return -1 < at < self.cells + 1 and (0 <= at <= self.cells or self._is_firm(at))

    def _is_firm(self, at: float) -> bool:
        return any(axis.is_full and at in axis.limits for axis in (self.across, self.down))
