"""Which topics a tab can watch."""

import re
from collections.abc import Sequence

# A live check's id is 128 random bits made for one tab: who knows it may watch it.
LIVE_CHECK = re.compile(r"check\.[0-9a-f]{32}")
MOST_TOPICS = 8


def may_watch(topics: Sequence[str]) -> bool:
    """Whether a tab may watch all of `topics` over its one socket."""
    return 0 < len(topics) <= MOST_TOPICS and all(LIVE_CHECK.fullmatch(topic) for topic in topics)
