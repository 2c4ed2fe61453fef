"""A player's machine: where a tile fits, and what is joined to the Source (rules 5)."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from engine.games.botanik.cells import NEIGHBOURS, SOURCE_CELL, Cell, cell_at, opposite
from engine.games.botanik.moves import Build
from engine.games.botanik.tiles import N, Openings, Tile, Turn

SOURCE_OPENINGS: Final = Openings(N)

# What a new tile demands of the empty cell beyond each of its sides (see `fitting_turns`):
# with a pipe there, and without.
_DEMANDS: Final = tuple(
    (side, step, 17 * opposite(side), 16 * opposite(side)) for side, step in NEIGHBOURS
)


class Laid(NamedTuple):
    """A tile as it lies in a machine."""

    tile: Tile
    turn: Turn

    @property
    def openings(self) -> Openings:
        return self.tile.openings[self.turn]


class Machine(NamedTuple):
    """An immutable machine; `lay` returns the next one.

    The last four fields follow from the first. They are kept because every list of
    legal moves needs them, or every table of positions, and one more tile changes little
    of them.
    """

    laid: Mapping[Cell, Laid]
    """The tiles in the order in which they were laid, without the Source."""
    demands: Mapping[Cell, int]
    """Every empty cell next to a tile, and what it demands of one."""
    joined: frozenset[Cell]
    """The cells joined by pipes to the Source, its own included."""
    leads: frozenset[Cell]
    """The empty cells that an opening of that network faces."""
    key: int = 0
    """The hash: the same whatever the order in which the tiles were laid."""

    def __hash__(self) -> int:
        return self.key

    def openings(self, cell: Cell) -> Openings:
        """Return the sides with a pipe of the tile or the Source on a cell."""
        return SOURCE_OPENINGS if cell == SOURCE_CELL else self.laid[cell].openings

    def is_empty(self, cell: Cell) -> bool:
        return cell != SOURCE_CELL and cell not in self.laid

    def builds(self, tile: Tile) -> list[Build]:
        """List every way to lay the tile (rules 5.1 to 5.3)."""
        fits = tile.fits
        builds = [
            Build(tile, cell, turn)
            for cell, demand in self.demands.items()
            for turn in fits[demand]
        ]
        if len(self.leads) == 1:
            # While it leads to two cells, one tile cannot close the network.
            return [b for b in builds if b.cell not in self.leads or not self._closed_by(b)]
        return builds

    def _closed_by(self, build: Build) -> bool:
        """Whether a tile on the last cell that the network leads to would close it (5.3)."""
        touched = self.demands[build.cell] >> 4
        if build.tile.openings[build.turn] & ~touched:  # it leads to an empty cell itself
            return False
        return not self.lay(build.tile, build.cell, build.turn).leads

    def accepts(self, tile: Tile) -> bool:
        """Whether the tile can be laid anywhere (rule 5.4)."""
        fits, leads = tile.fits, self.leads
        # Away from the leads a tile can close nothing: this finds a place nearly always.
        for cell, demand in self.demands.items():
            if fits[demand] and cell not in leads:
                return True
        return bool(self.builds(tile))

    def lay(self, tile: Tile, cell: Cell, turn: Turn) -> "Machine":
        """Return the machine with one more tile. Trusts that it fits."""
        key = (id(self), tile, cell, turn)
        known = _grown.get(key)
        if known is None:
            if len(_grown) >= _MOST_GROWN:
                _grown.clear()
            known = _grown[key] = (self, self._with_tile(tile, cell, turn))
        return known[1]

    def _with_tile(self, tile: Tile, cell: Cell, turn: Turn) -> "Machine":
        laid = {**self.laid, cell: Laid(tile, turn)}
        demands = dict(self.demands)
        demands.pop(cell, None)
        openings = tile.openings[turn]
        for side, step, pipe, wall in _DEMANDS:
            beyond = cell + step
            if beyond not in laid and beyond != SOURCE_CELL:
                demands[beyond] = demands.get(beyond, 0) | (pipe if openings & side else wall)
        key = self.key ^ hash((tile.index, cell, turn))
        grown = Machine(laid, demands, self.joined, self.leads, key)
        return grown._with_network_from(cell) if cell in self.leads else grown

    def _with_network_from(self, cell: Cell) -> "Machine":
        """Join a cell that the network leads to, and all that its pipes lead on to."""
        joined, leads, waiting = set(self.joined), set(self.leads), [cell]
        leads.discard(cell)
        while waiting:
            here = waiting.pop()
            joined.add(here)
            openings = self.openings(here)
            for side, step in NEIGHBOURS:
                if not openings & side or here + step in joined:
                    continue
                if self.is_empty(here + step):
                    leads.add(here + step)
                else:
                    waiting.append(here + step)
        return Machine(self.laid, self.demands, frozenset(joined), frozenset(leads), self.key)


# Who looks ahead lays the same tile into the same machine again and again. Machines are told
# apart by identity, for equal ones may list their tiles in another order; being kept in here,
# none can pass its identity on.
_MOST_GROWN: Final = 2048
_grown: Final[dict[tuple[int, Tile, Cell, Turn], tuple[Machine, Machine]]] = {}

BARE_SOURCE: Final = Machine(
    laid={},
    demands={
        SOURCE_CELL + step: pipe if SOURCE_OPENINGS & side else wall
        for side, step, pipe, wall in _DEMANDS
    },
    joined=frozenset({SOURCE_CELL}),
    leads=frozenset({cell_at(0, 1)}),
)
"""The machine that everybody starts with (rule 1.4)."""
