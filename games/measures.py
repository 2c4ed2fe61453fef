"""What is counted and timed about playing, for whoever operates the site."""

import logging
from typing import Final

from prometheus_client import Counter, Gauge, Histogram

from games import solid_counts as _solid  # noqa: F401 - before anything is counted

TURN_SECONDS: Final = Histogram(
    "botanik_turn_seconds",
    "Time from asking for a turn until it is committed or refused, the wait for locks included",
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)
THINKING_SECONDS: Final = Histogram(
    "botanik_bot_thinking_seconds",
    "Time a bot thinks about a turn",
    ["bot"],
    buckets=(0.01, 0.1, 0.5, 1, 2, 5, 10, 20, 60),
)
SOCKETS: Final = Gauge(
    "botanik_live_sockets",
    "Tabs that are connected and listen",
    multiprocess_mode="livesum",
)
NUDGES_LATE: Final = Counter(
    "botanik_nudges_late", "Nudges that could not be sent at once and were tried again"
)
NUDGES_DROPPED: Final = Counter(
    "botanik_nudges_dropped",
    "Nudges that were given up after a minute, or that a server of sockets had no room for",
)


class FullSockets(logging.Handler):
    """Counts the nudges that nobody had room for: the layer of Redis says so in its log alone."""

    def emit(self, record: logging.LogRecord) -> None:
        if "over capacity" in record.msg and isinstance(record.args, tuple):
            NUDGES_DROPPED.inc(float(str(record.args[0])))
