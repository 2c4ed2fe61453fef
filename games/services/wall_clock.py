"""Whether the clock of this machine is right: deadlines are set and judged by it.

With several machines one may go wrong. Each is held against the clock that all of them share, the
database's, and who differs does nothing that could cost somebody a game.
"""

from datetime import datetime
from typing import Final

from django.db import connection
from django.utils import timezone

MOST = 30
"""Seconds. A question that takes long looks like a clock that is wrong by half of that."""

NOW: Final = "SELECT clock_timestamp()"


def skew() -> float:
    """By how many seconds our clock is ahead of the database's; SQLite has none of its own."""
    if connection.vendor != "postgresql":
        return 0.0
    before = timezone.now()
    with connection.cursor() as cursor:
        cursor.execute(NOW)
        theirs: datetime = cursor.fetchone()[0]
    ours = before + (timezone.now() - before) / 2
    return (ours - theirs).total_seconds()


def is_right() -> bool:
    return abs(skew()) <= MOST
