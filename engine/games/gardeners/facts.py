"""What a move did, as values that can be told in any language (rule 8.5).

A front is None for a viewer who may not see it. Places are cells (x, y).
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.games.gardeners.plot import Cell
from engine.outcome import Seat
from engine.state import Left


@dataclass(frozen=True, slots=True)
class Topped:
    """A tile came to the top of a pile."""

    pile: int
    seat: Seat
    tile: str
    kind: Literal["topped"] = "topped"


@dataclass(frozen=True, slots=True)
class Drew:
    """A card was drawn."""

    seat: Seat
    number: int
    family: str
    front: str | None
    kind: Literal["drew"] = "drew"


@dataclass(frozen=True, slots=True)
class Opened:
    """A hidden card was opened for all."""

    number: int
    holder: Seat
    front: str
    kind: Literal["opened"] = "opened"


@dataclass(frozen=True, slots=True)
class Validated:
    """A card has aged, or was banked: it scores, and has no longer to be fulfilled."""

    number: int
    holder: Seat
    front: str
    kind: Literal["validated"] = "validated"


@dataclass(frozen=True, slots=True)
class Added:
    """A tile was laid."""

    seat: Seat
    tile: str
    place: Cell
    turn: int
    kind: Literal["added"] = "added"


@dataclass(frozen=True, slots=True)
class Complete:
    """That was the last tile: the check can be called for."""

    kind: Literal["complete"] = "complete"


@dataclass(frozen=True, slots=True)
class Moved:
    """Alone: a tile was laid elsewhere, or turned in its place."""

    seat: Seat
    tile: str
    start: Cell
    place: Cell
    turn: int
    kind: Literal["moved"] = "moved"


@dataclass(frozen=True, slots=True)
class Given:
    """A tile was lifted, and went to the reserve of a seat."""

    seat: Seat
    tile: str
    start: Cell
    to: Seat
    kind: Literal["given"] = "given"


@dataclass(frozen=True, slots=True)
class Discarded:
    """A card was discarded."""

    seat: Seat
    number: int
    holder: Seat
    family: str
    front: str | None
    kind: Literal["discarded"] = "discarded"


@dataclass(frozen=True, slots=True)
class Called:
    """Somebody has called for the check."""

    seat: Seat
    kind: Literal["called"] = "called"


@dataclass(frozen=True, slots=True)
class Checked:
    """What the check says: of all, of each seat, and of the cards whose front the viewer sees."""

    conform: bool
    seats: tuple[tuple[Seat, bool], ...]
    cards: tuple[tuple[int, bool], ...]
    kind: Literal["checked"] = "checked"


@dataclass(frozen=True, slots=True)
class Banked:
    """Alone: the cards in play were banked, for the `banking`-th time."""

    seat: Seat
    banking: int
    kind: Literal["banked"] = "banked"


@dataclass(frozen=True, slots=True)
class Inherited:
    """A seat got tiles of the one that left."""

    seat: Seat
    tiles: tuple[str, ...]
    kind: Literal["inherited"] = "inherited"


@dataclass(frozen=True, slots=True)
class TurnOver:
    """A turn is over, the `turn`-th of the game."""

    seat: Seat
    actions: int
    turn: int
    kind: Literal["turn-over"] = "turn-over"


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    how: str
    score: int
    grade: str
    kind: Literal["ended"] = "ended"


GardenersFact: TypeAlias = (
    Topped | Drew | Opened | Validated | Added | Complete | Moved | Given | Discarded | Called
    | Checked | Banked | Left | Inherited | TurnOver | Ended
)  # fmt: skip
