"""How many days away somebody has: 14 to begin with, 2 more a month, 30 at most.

Pure arithmetic. A day is a day on the person's own wall clock, so that a booking from midnight to
midnight costs whole days whatever daylight saving does in between.
"""

from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

AT_FIRST = timedelta(days=14)
A_MONTH = timedelta(days=2)
AT_MOST = timedelta(days=30)
NOTHING = timedelta(0)


@dataclass(frozen=True, slots=True, order=True)
class Booking:
    """A time away."""

    starts_at: datetime
    ends_at: datetime

    def cost(self, zone: ZoneInfo) -> timedelta:
        """The days it takes from the allowance, by the wall clock."""
        start = self.starts_at.astimezone(zone).replace(tzinfo=None)
        end = self.ends_at.astimezone(zone).replace(tzinfo=None)
        return max(end - start, NOTHING)

    def overlaps(self, other: "Booking") -> bool:
        return self.starts_at < other.ends_at and other.starts_at < self.ends_at


@dataclass(frozen=True, slots=True)
class Allowance:
    """Somebody's account of days: when they joined, and all times away they have booked."""

    joined_at: datetime
    zone: ZoneInfo
    bookings: tuple[Booking, ...]

    def left(self, now: datetime) -> timedelta:
        """The days that can be spent from now on without taking from a later booking."""
        present, later = AT_FIRST, AT_MOST
        for at, change, balance in self._history(at_least_until=now):
            if at <= now:
                present = balance
            elif change < NOTHING:
                later = min(later, balance)
        return max(min(present, later), NOTHING)

    def affords(self, booking: Booking) -> bool:
        """Whether the booking, and every other one after it, can still be paid."""
        with_it = Allowance(self.joined_at, self.zone, (*self.bookings, booking))
        history = with_it._history(at_least_until=booking.starts_at)
        return all(balance >= NOTHING for _at, _change, balance in history)

    def _history(
        self, *, at_least_until: datetime
    ) -> Iterator[tuple[datetime, timedelta, timedelta]]:
        """Every payment in and out until the last booking: when, how much, the balance after it."""
        spent = [(booking.starts_at, -booking.cost(self.zone)) for booking in self.bookings]
        until = max([at_least_until, *(at for at, _change in spent)])
        earned = [(at, A_MONTH) for at in _months_after(self.joined_at, until)]
        balance = AT_FIRST
        for at, change in sorted([*earned, *spent], key=lambda payment: payment[0]):
            balance = min(balance + change, AT_MOST)
            yield at, change, balance


def _months_after(begin: datetime, until: datetime) -> Iterator[datetime]:
    """The same day in every later month, or a month's last day where it is too short."""
    month = begin.month
    year = begin.year
    while True:
        year, month = (year + 1, 1) if month == 12 else (year, month + 1)
        day = min(begin.day, monthrange(year, month)[1])
        at = begin.replace(year=year, month=month, day=day)
        if at > until:
            return
        yield at
