"""The clock: what is left, and when it ends. Arithmetic alone; nothing ticks.

A clock runs while its owner has the word, and stands still in the pauses (their absences). The
deadline is stored; whatever shows a time reads it, and this module is the only one to compute it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

NOTHING = timedelta(0)


@dataclass(frozen=True, slots=True, order=True)
class Pause:
    """A time in which a clock stands still."""

    begins_at: datetime
    ends_at: datetime


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time there is: `kind` is "turn" or "bank", the rest are days."""

    kind: str
    days: int
    increment: int = 0
    cap: int = 0

    @property
    def at_first(self) -> timedelta:
        return timedelta(days=self.days)

    def when_word_comes(self, left: timedelta) -> timedelta:
        """What somebody has as the word comes to them: a full turn, or what their bank holds."""
        return self.at_first if self.kind == "turn" else left

    def after_turn(self, left: timedelta) -> timedelta:
        """What a bank holds after a turn of its owner: the increment more, and then the cap."""
        if self.kind == "turn":
            return left
        return min(left + timedelta(days=self.increment), timedelta(days=self.cap))


def deadline(since: datetime, allowance: timedelta, pauses: Iterable[Pause]) -> datetime:
    """When a clock that began to run at `since` ends."""
    at, left = since, allowance
    for pause in sorted(pauses):
        if pause.begins_at - at >= left:
            break
        if pause.ends_at > at:
            left -= max(pause.begins_at - at, NOTHING)
            at = pause.ends_at
    return at + left


def used(since: datetime, until: datetime, pauses: Iterable[Pause]) -> timedelta:
    """How long a clock ran between two moments."""
    running, at = NOTHING, since
    for pause in sorted(pauses):
        if pause.begins_at >= until:
            break
        running += max(pause.begins_at - at, NOTHING)
        at = max(at, pause.ends_at)
    return running + max(until - at, NOTHING)
