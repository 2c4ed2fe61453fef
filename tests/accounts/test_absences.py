"""Booking a time away, and coming back."""

import threading
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.utils import timezone

from accounts.absences import allowance_of, away_until, book, end_early, upcoming
from accounts.models import Absence
from accounts.refusals import Unprocessable

pytestmark = pytest.mark.django_db


def days(count):
    return timedelta(days=count)


@pytest.fixture
def now(time_machine):
    at = datetime(2026, 5, 4, 10, tzinfo=ZoneInfo("UTC"))
    time_machine.move_to(at, tick=False)
    return at


@pytest.fixture
def alice(now, alice):
    """Alice joins now, with 14 days."""
    return alice


class TestBooking:
    def test_it_is_seen_by_others_with_the_day_of_return(self, alice, now):
        book(user=alice, starts_at=now, ends_at=now + days(3))

        assert away_until(alice) == now + days(3)

    def test_it_begins_when_it_was_booked_for(self, alice, now, time_machine):
        book(user=alice, starts_at=now + days(2), ends_at=now + days(3))

        assert away_until(alice) is None
        time_machine.move_to(now + days(2), tick=False)
        assert away_until(alice) == now + days(3)

    def test_it_ends_by_itself(self, alice, now, time_machine):
        book(user=alice, starts_at=now, ends_at=now + days(3))
        time_machine.move_to(now + days(3), tick=False)

        assert away_until(alice) is None
        assert upcoming(alice) == []

    def test_it_begins_now_when_it_was_to_begin_in_the_past(self, alice, now):
        absence = book(user=alice, starts_at=now - days(9), ends_at=now + days(1))

        assert absence.starts_at == now

    @pytest.mark.parametrize(
        ("start", "end", "why"),
        [
            (2, 2, "must come after"),
            (3, 2, "must come after"),
            (-3, -1, "must come after"),
            (0, 14.01, "so many days"),
            (400, 401, "a year ahead"),
        ],
    )
    def test_it_is_refused_with_its_reason(self, alice, now, start, end, why):
        with pytest.raises(Unprocessable, match=why):
            book(user=alice, starts_at=now + days(start), ends_at=now + days(end))

        assert not Absence.objects.exists()

    @pytest.mark.parametrize(("start", "end"), [(4, 6), (1, 3), (3, 4), (1, 9), (2, 5)])
    def test_it_is_refused_where_it_overlaps_another(self, alice, now, start, end):
        book(user=alice, starts_at=now + days(2), ends_at=now + days(5))

        with pytest.raises(Unprocessable, match="already booked"):
            book(user=alice, starts_at=now + days(start), ends_at=now + days(end))

    def test_it_may_follow_another_at_once(self, alice, now):
        book(user=alice, starts_at=now + days(2), ends_at=now + days(5))

        assert book(user=alice, starts_at=now + days(5), ends_at=now + days(6))


class TestComingBack:
    def test_it_gives_back_the_days_not_used(self, alice, now, time_machine):
        absence = book(user=alice, starts_at=now, ends_at=now + days(10))
        time_machine.move_to(now + days(2), tick=False)

        end_early(user=alice, absence_id=absence.pk)

        assert away_until(alice) is None
        assert allowance_of(alice).left(timezone.now()) == days(12)

    def test_it_gives_back_all_of_a_booking_that_has_not_begun(self, alice, now):
        absence = book(user=alice, starts_at=now + days(1), ends_at=now + days(10))

        end_early(user=alice, absence_id=absence.pk)

        assert allowance_of(alice).left(now) == days(14)

    def test_it_is_refused_for_an_absence_of_somebody_else(self, alice, bob, now):
        absence = book(user=alice, starts_at=now, ends_at=now + days(10))

        with pytest.raises(Unprocessable):
            end_early(user=bob, absence_id=absence.pk)

        assert away_until(alice) == now + days(10)


@pytest.mark.django_db(transaction=True)
class TestRace:
    def test_it_spends_the_same_days_once(self, alice, now):
        barrier, results = threading.Barrier(4), []

        def ask():
            barrier.wait()
            try:
                book(user=alice, starts_at=now, ends_at=now + days(10))
                results.append("booked")
            except Unprocessable:
                results.append("refused")
            finally:
                connection.close()

        tabs = [threading.Thread(target=ask) for _ in range(4)]
        for tab in tabs:
            tab.start()
        for tab in tabs:
            tab.join()

        assert sorted(results) == ["booked", "refused", "refused", "refused"]
