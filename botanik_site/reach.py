"""Whether Redis is within reach, and how long it is waited for: one that hangs holds up no page.

A turn goes to Redis several times: to nudge tabs, to queue a thought, to note who was here. In a
process that serves pages each of them waits briefly, and whoever waited in vain tells all others,
who for a while do not even ask. What is given up so is a hint (a nudge, when somebody was last
seen), is found again in the database (a thought), or is refused with 503 (what is counted).

Nobody waits for a worker or for beat: what they send has as much time as ever.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import Any

from redis.exceptions import ConnectionError as Unconnected
from redis.exceptions import TimeoutError as Unanswered

# Seconds without an answer to one question. A whole nudge may take longer: on a busy machine its
# questions add up, although each of them is answered at once.
FOR_A_PAGE = 0.4
FOR_A_TASK = 5
# How long nobody asks again. A request that lasted longer could wait twice.
PAUSE = 3


class RedisAway(Unconnected):
    """Somebody has just waited in vain for Redis, so nobody waits now."""


@dataclass(slots=True)
class Reach:
    """What a process knows of Redis, for all its threads, and how patient it is."""

    patience: float = FOR_A_TASK
    pause: float = 0
    away_until: float = 0

    def hurry(self) -> None:
        """From now on people wait for what this process asks of Redis."""
        self.patience, self.pause = FOR_A_PAGE, PAUSE

    @property
    def is_hurried(self) -> bool:
        return self.pause > 0

    @property
    def limits(self) -> dict[str, Any]:
        """The patience, as redis-py wants to be told of it."""
        return {"socket_timeout": self.patience, "socket_connect_timeout": self.patience}

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Ask Redis, or raise a RedisAway at once where somebody has just waited in vain."""
        now = monotonic()
        if now < self.away_until:
            raise RedisAway("somebody has just waited in vain")
        if self.away_until:
            self.away_until = now + self.pause  # this one looks; the others do not wait with it
        try:
            yield
        except Exception as error:
            self.away_until = monotonic() + self.pause if _is_silence(error) else 0
            raise
        self.away_until = 0


def _is_silence(error: BaseException | None) -> bool:
    """Whether somebody waited in vain; who is turned away knows it at once."""
    if isinstance(error, Unanswered | TimeoutError):
        return True
    return error is not None and _is_silence(error.__cause__)  # the broker wraps what it met


reach = Reach()
