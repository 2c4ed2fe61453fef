"""Lessons that a board brings along: to learn a game by playing it, on real positions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine import Fact, Move, Options, Seat, View


@dataclass(frozen=True, slots=True)
class Attempt:
    """A turn that a learner has played, as they may see it."""

    seat: Seat
    before: View[Any]
    after: View[Any]
    moves: Sequence[Move]
    facts: Sequence[Fact]


@dataclass(frozen=True, slots=True)
class Task:
    """One turn on a fixed position."""

    aim: Any
    """What is to be done, in one line."""
    record: str
    """All moves that lead to the position, reveals included, as in a record."""
    seat: Seat
    """Where the learner sits. They have the word."""
    judge: Callable[[Attempt], str]
    """What went otherwise and why; empty where the aim is reached."""
    praise: Any
    """What was done, and what it is good for."""
    solution: str
    """A turn that reaches the aim, for who wants to be shown."""
    seats: int | None = None
    """How many sit at the table; None for as few as the game allows."""
    options: Options = field(default_factory=dict)
    """What was chosen for it, where that is not what the rules have."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A few tasks about one thing: two minutes."""

    slug: str
    """A part of its address, and of what is kept about who has done it."""
    title: Any
    lead: Any
    """What it is about, in two sentences."""
    tasks: Sequence[Task]
    ends_in_game: bool = False
    """Whether after the tasks come the first turns of a real game against a bot."""

    @property
    def steps(self) -> range:
        """The numbers of its tasks, and of the game."""
        return range(1, len(self.tasks) + 1 + self.ends_in_game)

    def task(self, number: int) -> Task | None:
        """The task with this number; None for the game."""
        return self.tasks[number - 1] if number <= len(self.tasks) else None
