"""How games end: scores, places, and who won."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

Seat: TypeAlias = int
"""Seats are numbered from 0 on."""


@dataclass(frozen=True, slots=True)
class Score:
    """What a seat has, or would have if the game ended now.

    `parts` add up to `total`. Equal totals are told apart by `tie_breaks`, in their order.
    """

    total: int
    parts: Mapping[str, int] = field(default_factory=dict)
    tie_breaks: Mapping[str, int] = field(default_factory=dict)

    @property
    def rank_key(self) -> tuple[int, ...]:
        """What is compared: the greater one is ahead, equal ones share a place."""
        return (self.total, *self.tie_breaks.values())

    def as_json(self) -> dict[str, int]:
        """All numbers by name, as a trace shows them."""
        return {**self.parts, "total": self.total, **self.tie_breaks}


class Feat(NamedTuple):
    """What was done and what it took: by this results are compared where scores are equal."""

    done: int
    """It never falls while a game goes on."""
    spent: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. `placings` alone says who won: 1 is first, equal is shared.

    `reason` is a stable code for people to be told: `played`, or `left` where a seat
    left and the game could not go on without it. A team shares the first place, and has one
    score, the same for all; `grade` is a stable code for how good that is.
    """

    placings: tuple[int, ...]
    scores: tuple[Score, ...]
    reason: str
    grade: str = ""

    @property
    def winner(self) -> Seat | None:
        """The only seat in first place, or None if several share it, as a team does."""
        return self.placings.index(1) if self.placings.count(1) == 1 else None


def placings(keys: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Rank by keys, the greatest first; who is equal shares the better place."""
    return tuple(1 + sum(other > key for other in keys) for key in keys)
