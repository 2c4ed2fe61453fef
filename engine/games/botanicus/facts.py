"""What a move did, as values that can be told in any language (rules 17).

Places, cards and tasks are written as in the moves, beds as numbers; actions are codes.
"""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from engine.outcome import Seat


@dataclass(frozen=True, slots=True)
class LaidOut:
    """The 16 flower tiles lie on the board, in the order of the notation."""

    tiles: tuple[str, ...]
    kind: Literal["laid-out"] = "laid-out"


@dataclass(frozen=True, slots=True)
class Dealt:
    """A seat got its special tasks."""

    seat: Seat
    tasks: tuple[str, ...]
    kind: Literal["dealt"] = "dealt"


@dataclass(frozen=True, slots=True)
class Assigned:
    """A special task went to a row."""

    seat: Seat
    task: str
    row: int
    kind: Literal["assigned"] = "assigned"


@dataclass(frozen=True, slots=True)
class NeutralPlaced:
    """The neutral flower stands on a space."""

    seat: Seat
    column: int
    space: int
    kind: Literal["neutral-placed"] = "neutral-placed"


@dataclass(frozen=True, slots=True)
class Walked:
    """The gardener went; a free move has no price."""

    seat: Seat
    origin: str
    target: str
    steps: int
    price: int
    kind: Literal["walked"] = "walked"


@dataclass(frozen=True, slots=True)
class CardUsed:
    """A card was paid for; what it gives follows."""

    seat: Seat
    card: str
    price: int
    kind: Literal["card-used"] = "card-used"


@dataclass(frozen=True, slots=True)
class CardSold:
    """A card was given away for coins."""

    seat: Seat
    card: str
    coins: int
    kind: Literal["card-sold"] = "card-sold"


@dataclass(frozen=True, slots=True)
class Placed:
    """A flower was put on a space where so many were before, the neutral one counted."""

    seat: Seat
    column: int
    space: int
    below: int
    price: int
    kind: Literal["placed"] = "placed"


@dataclass(frozen=True, slots=True)
class Missed:
    """A tile (its code) or `pole` gives nothing, because a flower was there."""

    seat: Seat
    name: str
    kind: Literal["missed"] = "missed"


@dataclass(frozen=True, slots=True)
class Gained:
    """A `space` or `pole` (column and space), `tile`, `card` or `track` gave actions."""

    seat: Seat
    source: str
    name: str
    actions: tuple[str, ...]
    kind: Literal["gained"] = "gained"


@dataclass(frozen=True, slots=True)
class AnimalCame:
    """The `number`-th animal came to a garden."""

    seat: Seat
    number: int
    points: int
    kind: Literal["animal"] = "animal"


@dataclass(frozen=True, slots=True)
class NoAnimal:
    """All five are there already."""

    seat: Seat
    kind: Literal["no-animal"] = "no-animal"


@dataclass(frozen=True, slots=True)
class PrizeTaken:
    """The top prize of a track's stack was taken."""

    seat: Seat
    track: str
    points: int
    kind: Literal["prize"] = "prize"


@dataclass(frozen=True, slots=True)
class NoPrize:
    """The stack of a track is empty."""

    seat: Seat
    track: str
    kind: Literal["no-prize"] = "no-prize"


@dataclass(frozen=True, slots=True)
class Drew:
    """A card was drawn; which one is for its owner alone."""

    seat: Seat
    card: str | None
    kind: Literal["drew"] = "drew"


@dataclass(frozen=True, slots=True)
class NoCard:
    """So many cards are not drawn, because all are in hands."""

    seat: Seat
    number: int
    kind: Literal["no-card"] = "no-card"


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The discards became the pile, for the `number`-th time."""

    number: int
    cards: int
    kind: Literal["reshuffled"] = "reshuffled"


@dataclass(frozen=True, slots=True)
class Stepped:
    """A piece went along its track; `returned` to the start if it reached the end."""

    seat: Seat
    track: str
    origin: str
    target: str
    steps: int
    price: int
    returned: bool
    kind: Literal["stepped"] = "stepped"


@dataclass(frozen=True, slots=True)
class Unused:
    """Steps that were not taken scored; without a track, the one of the final turn."""

    seat: Seat
    track: str | None
    steps: int
    points: int
    kind: Literal["unused"] = "unused"


@dataclass(frozen=True, slots=True)
class Planted:
    """A plant was put on a bed; it replaced one of a level, or of 0."""

    seat: Seat
    bed: int
    level: int
    replaced: int
    kind: Literal["planted"] = "planted"


@dataclass(frozen=True, slots=True)
class Watered:
    """A plant grew to a level."""

    seat: Seat
    bed: int
    level: int
    kind: Literal["watered"] = "watered"


@dataclass(frozen=True, slots=True)
class TaskDone:
    """A row fulfils its `basic` task, or the special one by its code."""

    seat: Seat
    row: int
    task: str
    points: int
    kind: Literal["task-done"] = "task-done"


@dataclass(frozen=True, slots=True)
class Forfeited:
    """The rest of a group was given up."""

    seat: Seat
    actions: tuple[str, ...]
    kind: Literal["forfeited"] = "forfeited"


@dataclass(frozen=True, slots=True)
class Lapsed:
    """Nothing of the rest of a group could be carried out (rule 6.6)."""

    seat: Seat
    actions: tuple[str, ...]
    kind: Literal["lapsed"] = "lapsed"


@dataclass(frozen=True, slots=True)
class ColumnOver:
    """Everybody has placed; the order of the next column, or of the final turn."""

    round: int
    column: int
    order: tuple[Seat, ...]
    kind: Literal["column-over"] = "column-over"


@dataclass(frozen=True, slots=True)
class RoundOver:
    """After round one the tiles are turned; after round two the final turn follows."""

    round: int
    kind: Literal["round-over"] = "round-over"


@dataclass(frozen=True, slots=True)
class Again:
    """The last of a column is first in the next one (rule 4.4)."""

    seat: Seat
    kind: Literal["again"] = "again"


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over. Who won is in the outcome of the position."""

    reason: str
    kind: Literal["ended"] = "ended"


BotanicusFact: TypeAlias = (
    LaidOut | Dealt | Assigned | NeutralPlaced | Walked | CardUsed | CardSold | Placed | Missed
    | Gained | AnimalCame | NoAnimal | PrizeTaken | NoPrize | Drew | NoCard | Reshuffled | Stepped
    | Unused | Planted | Watered | TaskDone | Forfeited | Lapsed | ColumnOver | RoundOver | Again
    | Ended
)  # fmt: skip


def covered(fact: BotanicusFact, viewer: Seat | None) -> BotanicusFact:
    """A fact as `viewer` may hear it: which card was drawn is for its owner (rule 13.5)."""
    if isinstance(fact, Drew) and fact.seat != viewer:
        return replace(fact, card=None)
    return fact
