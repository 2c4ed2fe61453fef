"""Hours of the day where somebody lives: when they want quiet, and when their day's news."""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

ONE_DAY = timedelta(days=1)


def next_time(at: time, *, after: datetime, zone: ZoneInfo) -> datetime:
    """The next moment after `after` at which clocks there show `at`."""
    day = after.astimezone(zone).date()
    moment = _moment(datetime.combine(day, at, tzinfo=zone))
    return moment if moment > after else _moment(datetime.combine(day + ONE_DAY, at, tzinfo=zone))


@dataclass(frozen=True, slots=True)
class Quiet:
    """The hours in which somebody wants to hear nothing; equal or missing ends mean none."""

    begin: time | None
    end: time | None
    zone: ZoneInfo

    def holds(self, moment: datetime) -> bool:
        if self.begin is None or self.end is None:
            return False
        clock = moment.astimezone(self.zone).time()
        if self.begin <= self.end:
            return self.begin <= clock < self.end
        return clock >= self.begin or clock < self.end

    def after(self, moment: datetime) -> datetime:
        """`moment`, or if that is quiet, when the quiet ends."""
        if not self.holds(moment):
            return moment
        assert self.end is not None
        return next_time(self.end, after=moment, zone=self.zone)

    def beginning(self, moment: datetime) -> datetime:
        """When the quiet began that holds at `moment`."""
        assert self.begin is not None
        day = moment.astimezone(self.zone).date()
        began = _moment(datetime.combine(day, self.begin, tzinfo=self.zone))
        if began > moment:
            began = _moment(datetime.combine(day - ONE_DAY, self.begin, tzinfo=self.zone))
        return began


def _moment(local: datetime) -> datetime:
    """In UTC: arithmetic on one time zone's own clock would ignore daylight saving."""
    return local.astimezone(UTC)
