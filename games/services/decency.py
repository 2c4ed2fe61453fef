"""Counting the months that are over, once."""

from datetime import timedelta
from typing import Final

from django.utils import timezone

from games.models import MonthlyCount
from games.selectors import decency as selectors

SETTLED_AFTER: Final = timedelta(minutes=10)
"""How long after its end a month is waited for: what happened in it may not be stored yet."""


def count_months() -> None:
    """Note every month that is over and not noted yet. Of two at once the first counts."""
    now = timezone.now()
    months = selectors.months_to_count(now - SETTLED_AFTER)
    rows = [selectors.counted(month, now=now) for month in months]
    MonthlyCount.objects.bulk_create(rows, ignore_conflicts=True)
