"""The arithmetic of days away."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.allowance import AT_MOST, NOTHING, Allowance, Booking

PARIS = ZoneInfo("Europe/Paris")
JOINED = datetime(2026, 1, 31, 12, tzinfo=UTC)


def days(count):
    return timedelta(days=count)


def away(first, last, zone=PARIS):
    """From the beginning of one day to the end of another, where the person lives."""
    start, end = (datetime.fromisoformat(day).replace(tzinfo=zone) for day in (first, last))
    return Booking(start, end + days(1))


def allowance(*bookings, joined=JOINED):
    return Allowance(joined, PARIS, bookings)


class TestLeft:
    @pytest.mark.parametrize(
        ("now", "expected"),
        [
            ("2026-01-31 12:00", 14),
            ("2026-02-28 11:59", 14),
            ("2026-02-28 12:00", 16),
            ("2026-03-31 12:00", 18),
            ("2026-08-31 12:00", 28),
            ("2026-09-30 12:00", 30),
            ("2030-01-01 00:00", 30),
        ],
    )
    def test_it_grows_by_two_a_month_up_to_thirty(self, now, expected):
        at = datetime.fromisoformat(now).replace(tzinfo=UTC)

        assert allowance().left(at) == days(expected)

    def test_it_shrinks_by_what_was_spent(self):
        spent = allowance(away("2026-02-02", "2026-02-06"))

        assert spent.left(datetime(2026, 2, 10, tzinfo=UTC)) == days(9)

    def test_it_leaves_out_what_later_bookings_need(self):
        booked = allowance(away("2026-02-20", "2026-02-24"))

        assert booked.left(datetime(2026, 2, 2, tzinfo=UTC)) == days(9)

    def test_it_counts_what_will_be_earned_before_a_later_booking(self):
        booked = allowance(away("2026-03-02", "2026-03-06"))

        # 14 now; 16 when the booking begins, 11 after it.
        assert booked.left(datetime(2026, 2, 2, tzinfo=UTC)) == days(11)


class TestCost:
    @pytest.mark.parametrize(
        ("first", "last"),
        [
            ("2026-03-28", "2026-03-30"),  # summer time begins: 71 hours
            ("2026-10-24", "2026-10-26"),  # summer time ends: 73 hours
            ("2026-06-01", "2026-06-03"),
        ],
    )
    def test_it_is_whole_days_across_daylight_saving(self, first, last):
        assert away(first, last).cost(PARIS) == days(3)

    def test_it_is_part_of_a_day_for_who_leaves_at_noon(self):
        noon = datetime(2026, 6, 1, 12, tzinfo=PARIS)

        assert Booking(noon, noon + days(1.5)).cost(PARIS) == days(1.5)


class TestAffords:
    def test_it_takes_all_that_is_there(self):
        assert allowance().affords(away("2026-02-01", "2026-02-14"))

    def test_it_takes_no_more(self):
        assert not allowance().affords(away("2026-02-01", "2026-02-15"))

    def test_it_takes_days_that_will_be_earned_by_then(self):
        assert allowance().affords(away("2026-03-01", "2026-03-16"))

    def test_it_does_not_take_what_a_later_booking_needs(self):
        booked = allowance(away("2026-02-20", "2026-02-27"))

        assert booked.affords(away("2026-02-02", "2026-02-07"))
        assert not booked.affords(away("2026-02-02", "2026-02-08"))


instants = st.integers(0, 2 * 365 * 24 * 60).map(
    lambda minutes: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
)
wishes = st.lists(
    st.builds(lambda at, length: Booking(at, at + length), instants,
              st.timedeltas(timedelta(minutes=1), days(40))),
    max_size=12,
)  # fmt: skip


class TestAnyHistory:
    @settings(max_examples=300, deadline=None, derandomize=True)
    @given(wishes, instants)
    def test_it_never_falls_below_zero_nor_rises_above_thirty(self, wished, now):
        account = allowance(joined=datetime(2026, 1, 1, tzinfo=UTC))
        for wish in wished:
            if account.affords(wish):
                account = Allowance(account.joined_at, PARIS, (*account.bookings, wish))

        assert NOTHING <= account.left(now) <= AT_MOST

    @settings(max_examples=200, deadline=None, derandomize=True)
    @given(wishes, instants)
    def test_it_affords_exactly_what_is_left_to_who_leaves_now(self, wished, now):
        account = allowance(joined=datetime(2026, 1, 1, tzinfo=UTC))
        for wish in wished:
            if account.affords(wish):
                account = Allowance(account.joined_at, PARIS, (*account.bookings, wish))
        left = account.left(now)

        wall = now.astimezone(PARIS).replace(tzinfo=None)
        end = (wall + left).replace(tzinfo=PARIS)
        if Booking(now, end).cost(PARIS) == left:  # not in the hour that a clock skips
            assert account.affords(Booking(now, end))
