"""What somebody may see of a game of Botanik, with all that a page shows of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from engine.games.botanik.cells import place_of
from engine.games.botanik.facts import BotanikFact, Released
from engine.games.botanik.moves import BotanikMove
from engine.games.botanik.scoring import Breakdown, Place, breakdown
from engine.games.botanik.tiles import COLOURS, TILES, TYPES, Tile, Turn
from engine.outcome import Score, Seat
from engine.state import Nature

if TYPE_CHECKING:
    from engine.games.botanik.rules import BotanikState

Fits: TypeAlias = Mapping[Place, tuple[Turn, ...]]
"""The cells that accept a tile, and the turns that fit there."""


@dataclass(frozen=True, slots=True)
class MachineTile:
    """A tile of a machine as a page draws it."""

    tile: Tile
    place: Place
    turn: Turn
    is_joined: bool
    """Whether pipes join it to the Source: else it would not score."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a move would cause, to be shown before it is made."""

    facts: tuple[BotanikFact, ...]
    released: tuple[tuple[Tile, ...], ...]
    """The tiles that would be released, for each seat."""
    scores: tuple[Score, ...]
    """What the machines would score then."""


@dataclass(frozen=True, slots=True)
class Unseen:
    """The tiles that nobody has seen yet, counted."""

    tiles: Mapping[str, int]
    """By code, only those that are left."""
    table: Mapping[str, Mapping[str, int]]
    """By colour, then by type; flowers do not matter for the type."""

    @property
    def total(self) -> int:
        return sum(self.tiles.values())


@dataclass(frozen=True, slots=True)
class BotanikView:
    """A position for one viewer. In Botanik nothing is hidden but the order of the draws,
    and that is not in a position: so all see the same, but for the list of legal moves.
    """

    viewer: Seat | None
    position: "BotanikState"

    @property
    def to_move(self) -> frozenset[Seat] | Nature:
        return self.position.to_move

    @property
    def legal_moves(self) -> Sequence[BotanikMove]:
        """What the viewer may do now: nothing without the word."""
        return () if self.viewer is None else self.position.legal_moves(self.viewer)

    def sample(self, rng: Random) -> "BotanikState":
        """Return the position: what is unseen are counts in it, the same for everybody."""
        return self.position

    def machine(self, seat: Seat) -> tuple[MachineTile, ...]:
        """The tiles of a machine, in the order in which they were built; not the Source."""
        machine = self.position.machines[seat]
        return tuple(
            MachineTile(laid.tile, place_of(cell), laid.turn, cell in machine.joined)
            for cell, laid in machine.laid.items()
        )

    def fits(self, seat: Seat, tile: Tile) -> Fits:
        """Where a tile could be built in a machine now, and with which turns."""
        turns: dict[Place, list[Turn]] = {}
        for build in self.position.machines[seat].builds(tile):
            turns.setdefault(build.place, []).append(build.turn)
        return {place: tuple(sorted(turns[place])) for place in sorted(turns)}

    def preview(self, move: BotanikMove) -> Preview:
        """Show what a legal move of the viewer would cause."""
        if self.viewer is None:
            raise TypeError("a spectator has no moves to preview")
        facts = self.position.facts(self.viewer, move, self.viewer)
        released = [fact for fact in facts if isinstance(fact, Released)]
        return Preview(
            facts,
            tuple(tuple(f.tile for f in released if f.seat == seat) for seat in (0, 1)),
            self.position.after(self.viewer, move).scores(),
        )

    def breakdown(self, seat: Seat) -> Breakdown:
        """The score of a machine now, with its reasons."""
        return breakdown(self.position.machines[seat])

    def unseen(self) -> Unseen:
        """Count what is still to be drawn."""
        table = {colour: dict.fromkeys(TYPES, 0) for colour in COLOURS}
        codes = {}
        for tile in TILES:
            if count := self.position.unseen[tile.index]:
                codes[tile.code] = count
                table[tile.colour][tile.type] += count
        return Unseen(codes, table)
