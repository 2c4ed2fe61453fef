"""Reminders that time runs out: each step once a turn, and none after the move."""

from datetime import time, timedelta

import pytest

from accounts.models import Preferences, User
from games.clocks import TimeControl
from games.models import Delivery, Notice
from games.services import absences, bots, clocks, deliveries, reminders
from games.services.reminders import remind
from tests.factories import GameFactory, play_turns
from tests.noon import NOON
from tests.post_office import text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock", "confirmed")]
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def game(alice, bob):
    """The word is alice's for ten days, or 240 hours."""
    return GameFactory(users=[alice, bob], time=TimeControl("turn", 10))


def steps(user):
    """The reminders that somebody was given, in their order."""
    found = Notice.objects.filter(user=user, event="reminder").order_by("pk")
    return [int(step) for step in found.values_list("detail", flat=True)]


class TestSteps:
    @pytest.mark.parametrize(
        ("hours", "told"), [(119, []), (120, [50]), (192, [80]), (228, [95]), (239, [95])]
    )
    def test_it_tells_of_the_last_step_that_was_reached(self, game, alice, clock, hours, told):
        clock.move_to(NOON + hours * HOUR)

        remind()

        assert steps(alice) == told

    def test_it_tells_of_each_step_once(self, game, alice, clock):
        for hours in (120, 121, 192, 193, 228, 229):
            clock.move_to(NOON + hours * HOUR)
            remind()
            remind()

        assert steps(alice) == [50, 80, 95]

    def test_it_begins_anew_with_the_next_turn(self, game, alice, clock):
        clock.move_to(NOON + 120 * HOUR)
        remind()
        play_turns(game, 1)
        while not game.players.get(user=alice).has_word:
            play_turns(game, 1)
        clock.shift(120 * HOUR)

        remind()

        assert steps(alice) == [50, 50]

    def test_it_tells_nothing_after_the_move(self, game, alice, clock):
        clock.move_to(NOON + 120 * HOUR)
        player = reminders._waiting().get()
        play_turns(game, 1)

        reminders._remind(player, 50)

        assert steps(alice) == []

    def test_it_moves_with_days_that_are_given(self, game, alice, bob, clock):
        clocks.give_day(game_id=game.pk, user=bob)
        clock.move_to(NOON + 131 * HOUR)
        remind()
        assert steps(alice) == []

        clock.move_to(NOON + 132 * HOUR)
        remind()

        assert steps(alice) == [50]

    def test_it_stands_still_while_somebody_is_away(self, game, alice, clock):
        absences.book(user=alice, starts_at=NOON + DAY, ends_at=NOON + 3 * DAY)
        clock.move_to(NOON + 7 * DAY - HOUR)
        remind()
        assert steps(alice) == []

        clock.move_to(NOON + 7 * DAY)
        remind()

        assert steps(alice) == [50]

    def test_it_says_nothing_to_bots(self, alice, clock):
        game = bots.challenge(slug="pip", user=alice)
        clock.move_to(NOON + 13 * DAY)

        remind()

        assert not Notice.objects.filter(event="reminder", game=game).exclude(user=alice).exists()

    def test_it_asks_as_often_for_many_games_as_for_few(
        self, alice, bob, django_assert_max_num_queries
    ):
        for _ in range(5):
            GameFactory(users=[alice, bob])

        with django_assert_max_num_queries(3):  # what was told, who waits, their absences
            remind()


class TestQuietHours:
    def quiet(self, user, begin, end):
        Preferences.objects.create(user=user, quiet_from=time(begin), quiet_until=time(end))

    def test_it_comes_before_them_if_the_deadline_falls_into_them(self, alice, bob, clock):
        self.quiet(alice, 10, 14)
        GameFactory(users=[alice, bob], time=TimeControl("turn", 1))  # until noon
        clock.move_to(NOON + 21 * HOUR - timedelta(minutes=1))
        remind()
        assert steps(alice) == [80]

        clock.move_to(NOON + 21 * HOUR)  # 95 % would be at 10:48
        remind()

        assert steps(alice) == [80, 95]

    def test_it_is_mailed_after_them_if_there_is_time(self, game, alice, clock, post_office):
        self.quiet(alice, 11, 13)
        clock.move_to(NOON + 120 * HOUR)
        remind()

        mail = Delivery.objects.get(notice__event="reminder", channel="mail")
        assert mail.due_at == NOON + 121 * HOUR


class TestMail:
    def test_it_is_mailed_at_once(self, game, alice, clock, post_office):
        Notice.objects.all().delete()
        clock.move_to(NOON + 192 * HOUR)
        remind()

        deliveries.deliver()

        (mail,) = post_office.to("alice")
        assert "Four fifths of your time against bob are over." in text_of(mail)
        assert "You have until 14 May 2026" in text_of(mail)

    def test_it_is_not_mailed_after_the_move(self, game, alice, clock, post_office):
        Notice.objects.all().delete()
        clock.move_to(NOON + 192 * HOUR)
        remind()
        play_turns(game, 1)

        deliveries.deliver()

        mail = Delivery.objects.get(notice__event="reminder", channel="mail")
        assert post_office.to("alice") == []
        assert mail.why == "answered"

    def test_it_names_the_hour_where_they_live(self, game, alice, clock, post_office):
        User.objects.filter(pk=alice.pk).update(time_zone="Asia/Tokyo")
        Notice.objects.all().delete()
        clock.move_to(NOON + 192 * HOUR)
        remind()

        deliveries.deliver()

        assert "14 May 2026, 21:00" in text_of(post_office.mails[0])
