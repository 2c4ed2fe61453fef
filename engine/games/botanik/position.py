"""What a position of Botanik is made of: data alone, the rules are in `rules`."""

from typing import Final, NamedTuple, TypeAlias

from engine.games.botanik.columns import Registry
from engine.games.botanik.machine import Machine
from engine.games.botanik.tiles import Tile
from engine.outcome import Seat
from engine.state import CHANCE, Nature

SETUP_DRAW: Final = 5
ROUND_DRAW: Final = 3
LAST_TILE: Final = 60
"""The game ends with the 60th tile played: 20 rounds of three (rules 2.3, 6.1)."""

Hand: TypeAlias = tuple[Tile, ...]
"""Tiles that were released to a player and not yet dealt with."""

NOTHING_HELD: Final[tuple[Hand, Hand]] = ((), ())


class Position(NamedTuple):
    """A position as plain values."""

    to_move: frozenset[Seat] | Nature
    registry: Registry
    arrival: tuple[Tile, ...]
    played: int
    """How many tiles have been played: the turn is the player's whose parity this has."""
    held: tuple[Hand, Hand]
    machines: tuple[Machine, Machine]
    unseen: tuple[int, ...]
    """How often each tile is still to be drawn, in the order of TILES."""
    left: Seat | None

    @property
    def draw_size(self) -> int:
        """How many tiles the next reveal shows (rules 2.2, 2.3)."""
        return ROUND_DRAW if self.registry.centre else SETUP_DRAW

    @property
    def drawn(self) -> int:
        """How many tiles have been drawn so far."""
        return SETUP_DRAW + self.played + len(self.arrival) if self.registry.centre else 0

    @property
    def round(self) -> int:
        """The number of the round, 1 to 20; 0 before the first tiles of one are revealed."""
        return (self.drawn - SETUP_DRAW) // ROUND_DRAW if self.drawn else 0

    @property
    def is_dealing(self) -> bool:
        """Whether the tiles of this turn's play are still being dealt with (rule 4.1)."""
        return any(self.held)

    @property
    def turn(self) -> int:
        """How many turns are over: one a tile that was played, and dealt with."""
        return self.played - (self.held != NOTHING_HELD)

    @property
    def turn_of(self) -> Seat | None:
        """Whose turn it is, also while the other has the word; None between rounds."""
        if self.is_dealing:
            return (self.played - 1) % 2
        return self.played % 2 if self.arrival and self.to_move is not CHANCE else None
