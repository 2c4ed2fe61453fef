"""A clock that stands still at noon until a test moves it."""

from datetime import UTC, datetime

import pytest

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


@pytest.fixture
def clock(time_machine):
    time_machine.move_to(NOON, tick=False)
    return time_machine
