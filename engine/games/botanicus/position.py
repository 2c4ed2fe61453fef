"""What a position of Botanicus is made of: data alone, the rules are in `rules`."""

from typing import Final, NamedTuple, TypeAlias

from engine.games.botanicus.components import COINS_AT_START, COPIES, PRIZES, PRIZES_LEFT_OUT
from engine.games.botanicus.ground import NO_PLANTS, START, Footprint
from engine.games.botanicus.tracks import STARTS, Pieces
from engine.outcome import Seat
from engine.state import Nature

NEUTRAL: Final = -1
"""The flower of nobody (rule 5.1)."""
FINAL: Final = 3
"""The number of the round that the final turn counts as."""

Group: TypeAlias = tuple[str, ...]
"""Actions that wait for a choice, sorted by their codes."""
Stacks: TypeAlias = tuple[tuple[int, ...], ...]
"""The flowers on the four spaces of a column, each from the bottom to the top."""
Cards: TypeAlias = tuple[int, ...]
"""How many there are of each card, in the order of CARDS."""

EMPTY_COLUMN: Final[Stacks] = ((), (), (), ())
NO_CARDS: Final[Cards] = (0,) * len(COPIES)
ALL_CARDS: Final[Cards] = COPIES


class Scored(NamedTuple):
    """Points that are scored for good, by their reasons."""

    basic: int = 0
    special: int = 0
    animals: int = 0
    prizes: int = 0
    points: int = 0
    steps: int = 0


class Garden(NamedTuple):
    """All that belongs to a seat."""

    coins: int = COINS_AT_START
    gardener: Footprint = START
    beds: tuple[int, ...] = NO_PLANTS
    """The level of the plant on each of BEDS, or 0."""
    pieces: Pieces = STARTS
    """The spaces of the pieces, in the order of TRACKS."""
    hand: Cards = NO_CARDS
    dealt: tuple[str, ...] = ()
    """The special tasks that are still to be assigned."""
    tasks: tuple[str, ...] = ()
    """The special tasks of rows 1, 2, ... as far as they are assigned."""
    basics: tuple[bool, ...] = (False,) * 5
    """Whether the basic task of each row is done."""
    specials: tuple[bool, ...] = (False,) * 5
    animals: int = 0
    scored: Scored = Scored()


class Position(NamedTuple):
    """A position as plain values."""

    to_move: frozenset[Seat] | Nature
    phase: str
    """`layout`, `deal`, `assign`, `neutral`, `turn`, or `over`."""
    gardens: tuple[Garden, ...]
    layout: tuple[str, ...] = ()
    """The flower tiles: columns 2, 4, 6, 8, each from the top."""
    round: int = 1
    """1 or 2, or FINAL."""
    column: int = 1
    """The column in play; in the final turn there is none, and this stays 8."""
    order: tuple[Seat, ...] = ()
    """The order of play in this column, or of the final turn."""
    acting: int = 0
    """The place in the order of the seat whose turn it is; while assigning, from the last seat."""
    behind: Stacks = EMPTY_COLUMN
    """The column before, from which the order follows (rule 4.2)."""
    stacks: Stacks = EMPTY_COLUMN
    """The column in play."""
    walked: bool = False
    carded: bool = False
    placed: bool = False
    """Whether the flower is placed, or the step of the final turn decided."""
    groups: tuple[Group, ...] = ()
    """What was gained and waits for choices: the last one is on top (rule 6.4)."""
    due: int = 0
    """How many cards have to be drawn now."""
    pile: Cards = ALL_CARDS
    discards: Cards = NO_CARDS
    shuffled: Cards = ALL_CARDS
    """The pile as it was shuffled last."""
    shuffles: int = 0
    taken: tuple[int, int] = (0, 0)
    """How many prizes were taken, in the order of PRIZES."""
    turn: int = 0
    gone: tuple[Seat, ...] = ()

    @property
    def seats(self) -> int:
        return len(self.gardens)

    @property
    def turn_of(self) -> Seat | None:
        """Whose turn it is, also while a card is drawn within it."""
        if self.phase == "assign":
            return self.seats - 1 - self.acting
        return self.order[self.acting] if self.phase in ("neutral", "turn") else None

    def prizes(self, track: str) -> tuple[int, ...]:
        """The prizes that are left on a track, the top one first; nothing on the wheelbarrow's."""
        return prizes_left(self.seats, self.taken, track)

    def tile_at(self, column: int, space: int) -> str | None:
        """The code of the flower tile that lies on a space, if one does."""
        if column % 2 or not self.layout:
            return None
        return self.layout[2 * column - 5 + space]


def order_of(stacks: Stacks) -> tuple[Seat, ...]:
    """The order that follows from a column: by spaces, then from the top (rule 4.2)."""
    return tuple(flower for stack in stacks for flower in reversed(stack) if flower != NEUTRAL)


def prizes_left(seats: int, taken: tuple[int, int], track: str) -> tuple[int, ...]:
    """The prizes of a track after so many were taken, the top one first (rule 2.8)."""
    if track not in PRIZES:
        return ()
    return PRIZES[track][PRIZES_LEFT_OUT[seats] + taken[track == "S"] :]
