"""Hours of the day where somebody lives."""

from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

import pytest

from accounts.hours import Quiet, next_time

PARIS = ZoneInfo("Europe/Paris")


def utc(*parts):
    return datetime(*parts, tzinfo=UTC)


class TestNextTime:
    def test_it_is_today_if_the_hour_is_still_to_come(self):
        found = next_time(time(8), after=utc(2026, 7, 1, 5), zone=PARIS)

        assert found == utc(2026, 7, 1, 6)

    def test_it_is_tomorrow_if_the_hour_is_over(self):
        found = next_time(time(8), after=utc(2026, 7, 1, 6), zone=PARIS)

        assert found == utc(2026, 7, 2, 6)

    @pytest.mark.parametrize(
        ("after", "expected"),
        [
            (utc(2026, 3, 28, 12), utc(2026, 3, 29, 6)),  # clocks go forward in the night
            (utc(2026, 10, 24, 12), utc(2026, 10, 25, 7)),  # and back
        ],
    )
    def test_it_follows_the_clock_on_the_wall_across_daylight_saving(self, after, expected):
        assert next_time(time(8), after=after, zone=PARIS) == expected

    def test_it_survives_an_hour_that_does_not_exist(self):
        found = next_time(time(2, 30), after=utc(2026, 3, 28, 12), zone=PARIS)

        assert found == utc(2026, 3, 29, 1, 30)


class TestQuiet:
    night = Quiet(time(22), time(7), PARIS)

    def test_it_holds_over_midnight(self):
        hours = [hour for hour in range(24) if self.night.holds(utc(2026, 1, 10, hour))]

        assert hours == [0, 1, 2, 3, 4, 5, 21, 22, 23]  # an hour behind Paris

    def test_it_holds_within_a_day(self):
        siesta = Quiet(time(13), time(15), ZoneInfo("UTC"))

        assert [siesta.holds(utc(2026, 1, 10, hour)) for hour in (12, 13, 14, 15)] == [
            False, True, True, False,
        ]  # fmt: skip

    def test_it_moves_a_moment_to_its_end(self):
        assert self.night.after(utc(2026, 1, 10, 23)) == utc(2026, 1, 11, 6)

    def test_it_moves_to_its_end_across_daylight_saving(self):
        assert self.night.after(utc(2026, 3, 28, 23)) == utc(2026, 3, 29, 5)

    def test_it_leaves_other_moments_alone(self):
        assert self.night.after(utc(2026, 1, 10, 12)) == utc(2026, 1, 10, 12)

    def test_it_knows_when_it_began(self):
        assert self.night.beginning(utc(2026, 1, 11, 3)) == utc(2026, 1, 10, 21)
        assert self.night.beginning(utc(2026, 1, 10, 22)) == utc(2026, 1, 10, 21)

    @pytest.mark.parametrize("ends", [(None, None), (time(9), time(9))])
    def test_it_is_never_quiet_without_hours(self, ends):
        assert not any(Quiet(*ends, PARIS).holds(utc(2026, 1, 1, hour)) for hour in range(24))
