"""The months in numbers, for everybody."""

from datetime import UTC, date, datetime, timedelta
from itertools import count

import pytest
from django.utils import timezone

from accounts import audit
from games import tasks
from games.models import Appeal, Case, MonthlyCount, Report, Ruling
from games.selectors import decency as selectors
from games.services import decency
from tests.at_once import at_once
from tests.factories import UserFactory
from tests.games.archived import finished_game

pytestmark = pytest.mark.django_db
MAY = datetime(2026, 5, 4, 12, tzinfo=UTC)
JUNE = datetime(2026, 6, 1, 0, 30, tzinfo=UTC)
NUMBERS = count()


@pytest.fixture(autouse=True)
def in_may(time_machine):
    time_machine.move_to(MAY, tick=False)
    return time_machine


def report(person, reporter, *, kind="abuse"):
    now = timezone.now()
    matter = f"{kind}:{next(NUMBERS)}"
    case = Case.objects.create(person=person, kind=kind, matter=matter, weight=1, opened_at=now)
    return Report.objects.create(case=case, reporter=reporter, made_at=now)


def rule(person, kind, **more):
    return Ruling.objects.create(
        person=person, kind=kind, reason="Why not.", made_at=timezone.now(), **more
    )


def appeal(ruling, *, granted=None):
    now = timezone.now()
    return Appeal.objects.create(
        ruling=ruling,
        text="No.",
        made_at=now,
        granted=granted,
        answered_at=None if granted is None else now,
    )


def read(client, language="en"):
    return client.get("/decency/", headers={"accept-language": language}).content.decode()


def this_month():
    return selectors.months(timezone.now())[0]


def numbers(rows):
    return {row.name: row.number for row in rows}


class TestCounting:
    def test_it_counts_reports_by_kind(self, alice, bob):
        for kind in ["abuse"] * 4 + ["spam"] * 3:
            report(bob, alice, kind=kind)

        month = this_month()

        assert month.reports == "7"
        assert numbers(month.by_kind) == {"abuse": "4", "spam": "3"}

    def test_it_counts_what_was_done_by_kind(self, bob):
        for kind in ["warn"] * 5 + ["mute"] * 3:
            rule(bob, kind)

        month = this_month()

        assert month.actions == "8"
        assert numbers(month.done) == {"a warning": "5", "no talk": "3"}

    def test_it_counts_a_game_once_for_all_its_players(self, alice, bob):
        for game in [finished_game(alice, bob) for _ in range(3)]:
            for person in (alice, bob):
                rule(person, "void", game=game)

        assert this_month().actions == "3"

    def test_it_counts_appeals_and_how_they_ended(self, bob):
        for granted in [True] * 3 + [False] * 4 + [None]:
            appeal(rule(bob, "warn"), granted=granted)

        month = this_month()

        assert month.appeals == "8"
        assert numbers(month.answered) == {"granted": "3", "turned down": "4"}

    @pytest.mark.parametrize(
        ("number", "said"), [(0, "0"), (1, "1 or 2"), (2, "1 or 2"), (3, "3"), (40, "40")]
    )
    def test_it_does_not_tell_small_numbers_apart(self, number, said):
        assert selectors.shown(number) == said

    def test_it_tells_the_end_of_the_log(self, alice):
        audit.append("something", actor=alice)
        last = audit.append("something", actor=alice)

        month = this_month()

        assert (month.entries, month.digest, month.is_whole) == (2, last.digest, True)


class TestMonths:
    def test_it_keeps_a_month_that_is_over(self, alice, bob, in_may):
        for _ in range(3):
            report(bob, alice)
        last = audit.append("something", actor=alice)

        in_may.move_to(JUNE, tick=False)
        audit.append("something else", actor=alice)
        tasks.count_months()

        kept = MonthlyCount.objects.get()
        assert (kept.month, kept.counts["reports"]) == (date(2026, 5, 1), {"abuse": 3})
        assert (kept.entries, kept.digest) == (1, last.digest)

    def test_it_stays_as_it_was_counted(self, alice, bob, in_may):
        for _ in range(3):
            report(bob, alice)
        in_may.move_to(JUNE, tick=False)
        decency.count_months()
        Case.objects.all().delete()

        decency.count_months()

        assert selectors.months(JUNE)[1].reports == "3"

    def test_it_waits_until_a_month_is_settled(self, alice, bob, in_may):
        report(bob, alice)
        in_may.move_to(datetime(2026, 6, 1, 0, 5, tzinfo=UTC), tick=False)

        decency.count_months()

        assert not MonthlyCount.objects.exists()

    def test_it_counts_by_the_clock_of_utc(self, alice, bob, in_may):
        in_may.move_to(datetime(2026, 5, 31, 23, 59, tzinfo=UTC), tick=False)
        report(bob, alice)
        in_may.move_to(datetime(2026, 6, 1, tzinfo=UTC), tick=False)

        assert this_month().reports == "0"

    def test_it_finds_the_months_that_it_missed(self, alice, bob, in_may):
        report(bob, alice)
        in_may.move_to(datetime(2026, 8, 2, tzinfo=UTC), tick=False)

        decency.count_months()

        months = MonthlyCount.objects.order_by("month").values_list("month", flat=True)
        assert list(months) == [date(2026, 5, 1), date(2026, 6, 1), date(2026, 7, 1)]

    def test_it_has_nothing_to_count_on_a_new_site(self):
        decency.count_months()

        assert not MonthlyCount.objects.exists()

    def test_it_tells_twelve_months(self, alice, bob, in_may):
        report(bob, alice)
        in_may.move_to(datetime(2027, 9, 2, tzinfo=UTC), tick=False)
        decency.count_months()

        months = [month.month for month in selectors.months(timezone.now())]

        assert months[0] == date(2027, 9, 1)
        assert months[-1] == date(2026, 10, 1)
        assert len(months) == 12

    @pytest.mark.django_db(transaction=True)
    def test_it_is_counted_once_by_two_at_once(self, alice, bob, in_may):
        report(bob, alice)
        in_may.move_to(JUNE, tick=False)

        assert at_once(decency.count_months, decency.count_months) == [None, None]

        assert MonthlyCount.objects.count() == 1


class TestPage:
    def test_it_shows_numbers_and_the_digest(self, client, alice, bob):
        for _ in range(4):
            report(bob, alice)
        last = audit.append("something", actor=alice)

        text = read(client)

        assert "May 2026" in text
        assert "<td>4</td>" in text
        assert last.digest in text

    def test_it_shows_them_in_french(self, client, alice, bob):
        report(bob, alice)

        text = read(client, "fr")

        assert "mai 2026" in text
        assert "1 ou 2" in text

    def test_it_names_nobody(self, client, alice, bob):
        report(bob, alice)
        appeal(rule(bob, "warn", by=alice))

        text = read(client)

        assert "alice" not in text
        assert "bob" not in text

    def test_it_says_that_nothing_happened(self, client):
        assert "Nothing was reported, and nothing had to be done." in read(client)

    def test_it_shows_that_the_log_was_cut(self, client, alice, in_may):
        audit.append("something", actor=alice)
        in_may.move_to(JUNE, tick=False)
        decency.count_months()
        assert "somebody has changed it" not in read(client)

        MonthlyCount.objects.update(digest="0" * 64)  # as if the log had another end since

        assert "somebody has changed it" in read(client)

    def test_it_asks_as_many_queries_however_much_happened(
        self, client, alice, in_may, django_assert_num_queries
    ):
        read(client)
        with django_assert_num_queries(7) as few:
            read(client)
        for person in UserFactory.create_batch(3):
            report(alice, person)
            appeal(rule(person, "warn"), granted=True)
            audit.append("something", actor=person)
        in_may.move_to(MAY + timedelta(days=200), tick=False)
        decency.count_months()
        with django_assert_num_queries(len(few)):
            read(client)
