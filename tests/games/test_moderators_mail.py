"""What moderators and reporters are mailed."""

import pytest
from django.core import mail
from django.utils import timezone

from accounts import roles
from accounts.models import Preferences
from games import tasks
from games.models import Case, Delivery, Notice
from games.services import deliveries, moderation
from tests.factories import confirm
from tests.games.moderating import appoint, close, insult, moderator, report_person

pytestmark = pytest.mark.django_db

Role = roles.Role


@pytest.fixture
def moira(clock):
    return confirmed(moderator())


@pytest.fixture
def case(clock, alice, bob):
    """Something grave."""
    return insult(alice, bob).case


def confirmed(person):
    confirm(person)
    return person


def deliver(clock):
    """Hand over what is due a while later, and return the mails."""
    clock.shift(10 * 60)
    deliveries.deliver()
    return mail.outbox


def told(person):
    return Notice.objects.filter(user=person, detail=moderation.WAITS)


class TestModerators:
    def test_it_tells_them_that_something_grave_waits(self, moira, case, clock):
        tasks.tell_moderators()

        (letter,) = [one for one in deliver(clock) if one.to == [moira.email]]
        assert letter.subject == "Reports that wait for you"
        assert "Something grave was reported, and waits for a moderator." in letter.body
        assert "/moderation/" in letter.body

    def test_it_says_so_in_their_language(self, moira, case, clock):
        Preferences.objects.update_or_create(user=moira, defaults={"language": "fr"})
        tasks.tell_moderators()

        (letter,) = [one for one in deliver(clock) if one.to == [moira.email]]
        assert letter.subject == "Des signalements qui vous attendent"
        assert "attend la modération" in letter.body

    def test_it_names_nobody(self, moira, case, clock):
        tasks.tell_moderators()
        (letter,) = [one for one in deliver(clock) if one.to == [moira.email]]

        assert "bob" not in letter.body
        assert "alice" not in letter.body

    def test_it_comes_once_a_day(self, moira, case, clock):
        for _hour in range(5):
            tasks.tell_moderators()
            clock.shift(60 * 60)

        assert told(moira).count() == 1

    def test_it_comes_again_the_next_day(self, moira, case, clock):
        tasks.tell_moderators()
        clock.shift(24 * 60 * 60)
        tasks.tell_moderators()

        assert told(moira).count() == 2

    def test_it_does_not_come_for_what_is_not_grave(self, moira, alice, bob):
        report_person(alice, bob)
        tasks.tell_moderators()

        assert not told(moira).exists()

    def test_it_does_not_come_for_what_somebody_looks_after(self, moira, case):
        moderation.claim(case_id=case.pk, by=moderator("mona"))
        tasks.tell_moderators()

        assert not told(moira).exists()

    def test_it_comes_when_their_claim_is_over(self, moira, case, clock):
        moderation.claim(case_id=case.pk, by=moderator("mona"))
        clock.shift(30 * 60)
        tasks.tell_moderators()

        assert told(moira).exists()

    def test_it_does_not_come_for_what_is_closed(self, moira, case):
        close(case, moderator("mona"))
        tasks.tell_moderators()

        assert not told(moira).exists()

    def test_it_does_not_come_to_who_may_not_handle_it(self, case, alice, bob):
        for person in (alice, bob):
            appoint(person)
        tasks.tell_moderators()

        assert not told(alice).exists()
        assert not told(bob).exists()

    def test_it_does_not_come_to_who_cannot_open_the_queue(self, case, charlie):
        appoint(charlie, second_factor=False)
        tasks.tell_moderators()

        assert not told(charlie).exists()

    def test_it_comes_to_every_role(self, case):
        judges = [moderator(f"judge{'abcd'[role]}", role) for role in Role if role]
        tasks.tell_moderators()

        assert all(told(one).exists() for one in judges)

    def test_it_is_not_mailed_to_who_does_not_want_that(self, moira, case, clock):
        wishes = {"moderation": {"page": True, "mail": "never"}}
        Preferences.objects.update_or_create(user=moira, defaults={"notices": wishes})
        tasks.tell_moderators()

        assert [one for one in deliver(clock) if one.to == [moira.email]] == []
        assert told(moira).exists()


class TestReporters:
    @pytest.mark.parametrize(
        ("language", "subject", "words"),
        [
            ("en", "Your report", "You reported something: we have looked at it, and acted on it."),
            ("fr", "Votre signalement", "nous l’avons examiné, et nous avons agi."),
        ],
    )
    def test_it_is_mailed_in_their_language(
        self, moira, alice, bob, clock, language, subject, words
    ):
        confirm(alice)
        Preferences.objects.update_or_create(user=alice, defaults={"language": language})
        report = insult(alice, bob)
        close(report.case, moira, Case.Outcome.ACTED)

        letters = [one for one in deliver(clock) if one.to == [alice.email]]
        (letter,) = [one for one in letters if one.subject == subject]
        assert words in letter.body
        assert f"/report/{report.pk}/" in letter.body

    def test_it_is_not_mailed_to_who_has_seen_it(self, moira, alice, bob, clock):
        confirm(alice)
        close(insult(alice, bob).case, moira)
        Notice.objects.filter(user=alice, event="moderation").update(read_at=timezone.now())
        deliver(clock)

        delivery = Delivery.objects.get(
            notice__user=alice, notice__event="moderation", channel="mail"
        )
        assert delivery.why == Delivery.Why.SEEN
