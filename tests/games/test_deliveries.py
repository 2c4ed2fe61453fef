"""Mails on their way: when they go out, when they do not, and what happens in between."""

from datetime import UTC, datetime, time, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import blocks, sanctions
from accounts.models import Preferences, User
from accounts.notices import DEFAULT_WISHES
from games.models import Delivery, Notice, Offer, Player
from games.services import deliveries, endings, offers
from games.services.deliveries import CLAIM_LASTS, GIVEN_UP_AFTER, deliver
from tests.factories import GameFactory, OfferFactory, SanctionFactory, UserFactory, play_turns
from tests.noon import NOON
from tests.post_office import html_of, opened, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock", "confirmed")]
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


@pytest.fixture
def game(alice, bob):
    """Just begun; the word is alice's. She has read that her offer was accepted."""
    game = GameFactory(users=[alice, bob])
    Notice.objects.filter(event="offer-answered").delete()
    return game


def wishing(user, mail, **likings):
    """Somebody who wants all that there is in this way."""
    notices = {event: {**wish, "mail": mail} for event, wish in DEFAULT_WISHES.items()}
    Preferences.objects.create(user=user, notices=notices, **likings)


def mail_of(user, event="your-turn"):
    return Delivery.objects.get(notice__user=user, notice__event=event, channel="mail")


class TestQuiet:
    def test_it_mails_when_the_game_was_quiet_for_ten_minutes(self, game, post_office, clock):
        clock.move_to(NOON + 9 * MINUTE)
        deliver()
        assert post_office.mails == []

        clock.move_to(NOON + 10 * MINUTE)
        deliver()

        (mail,) = post_office.to("alice")
        assert "It is your turn against bob." in text_of(mail)

    def test_it_mails_once(self, game, alice, post_office, clock):
        clock.move_to(NOON + 10 * MINUTE)
        deliver()
        deliver()

        assert len(post_office.mails) == 1
        assert mail_of(alice).status == "sent"

    def test_it_waits_anew_when_the_word_comes_back(self, game, alice, post_office, clock):
        clock.move_to(NOON + 9 * MINUTE)
        play_turns(game, 1)
        while not game.players.get(user=alice).has_word:
            play_turns(game, 1)
        clock.move_to(NOON + 18 * MINUTE)
        deliver()
        assert post_office.to("alice") == []

        clock.move_to(NOON + 19 * MINUTE)
        deliver()

        assert len(post_office.to("alice")) == 1

    def test_it_puts_off_what_falls_into_hours_that_were_made_quiet_since(
        self, game, alice, post_office, clock
    ):
        Preferences.objects.create(user=alice, quiet_from=time(12), quiet_until=time(14))
        clock.move_to(NOON + 10 * MINUTE)
        deliver()
        assert post_office.mails == []

        clock.move_to(NOON + 2 * HOUR)
        deliver()

        assert len(post_office.mails) == 1


class TestCoalescing:
    def test_it_lists_all_games_that_wait_in_one_mail(self, alice, bob, post_office, clock):
        several = [GameFactory(users=[alice, UserFactory()]) for _ in range(3)]
        Notice.objects.filter(event="offer-answered").delete()
        clock.move_to(NOON + 10 * MINUTE)

        deliver()

        (mail,) = post_office.to("alice")
        assert mail["Subject"] == "3 games wait for you"
        assert all(f"/games/{game.pk}/" in text_of(mail) for game in several)
        sent = Delivery.objects.filter(notice__user=alice, channel="mail", status="sent")
        assert set(sent.values_list("message_id", flat=True)) == {mail["Message-ID"]}

    def test_it_drops_those_that_were_answered(self, alice, bob, game, post_office, clock):
        answered = GameFactory(users=[alice, UserFactory()])
        Notice.objects.filter(event="offer-answered").delete()
        play_turns(answered, 1)
        clock.move_to(NOON + 10 * MINUTE)

        deliver()

        (mail,) = post_office.to("alice")
        assert str(answered.pk) not in text_of(mail)
        dropped = Delivery.objects.get(notice__user=alice, notice__game=answered, channel="mail")
        assert (dropped.status, dropped.why) == ("dropped", "answered")

    def test_it_mentions_games_that_wait_since_long(self, alice, game, post_office, clock):
        clock.move_to(NOON + 10 * MINUTE)
        deliver()
        newer = GameFactory(users=[alice, UserFactory()])
        Notice.objects.filter(event="offer-answered").delete()
        clock.move_to(NOON + 30 * MINUTE)

        deliver()

        mail = post_office.to("alice")[1]
        assert str(newer.pk) in text_of(mail)
        assert "against bob, until 7 May 2026" in text_of(mail)

    def test_it_does_not_mention_games_that_are_not_quiet_yet(
        self, alice, game, post_office, clock
    ):
        clock.move_to(NOON + 9 * MINUTE)
        newer = GameFactory(users=[alice, UserFactory()])
        clock.move_to(NOON + 10 * MINUTE)

        deliver()

        (mail,) = post_office.to("alice")
        assert str(newer.pk) not in text_of(mail)


class TestReasons:
    def why(self, user, event="your-turn"):
        delivery = mail_of(user, event)
        assert delivery.status == "dropped"
        assert delivery.history[-1][1] == delivery.why
        return delivery.why

    @pytest.fixture
    def later(self, post_office, clock):
        """Half an hour later nothing has been sent."""

        def later():
            clock.move_to(NOON + 30 * MINUTE)
            deliver()
            assert post_office.mails == []

        return later

    def test_it_was_seen_on_the_page(self, game, alice, client, later):
        client.force_login(alice)
        client.get(f"/games/{game.pk}/")
        later()

        assert self.why(alice) == "seen"

    def test_it_is_mailed_to_who_has_it_open_in_the_background(
        self, game, alice, client, post_office, clock
    ):
        client.force_login(alice)
        client.get(f"/games/{game.pk}/", headers={"HX-Request": "true"})
        clock.move_to(NOON + 10 * MINUTE)

        deliver()

        assert len(post_office.mails) == 1

    def test_it_is_over_meanwhile(self, game, alice, bob, later):
        endings.resign(game_id=game.pk, user=bob)
        Notice.objects.filter(event="game-over").delete()
        later()

        assert self.why(alice) == "gone"

    def test_it_is_no_longer_wished(self, game, alice, later):
        wishing(alice, "never")
        later()

        assert self.why(alice) == "not-wished"

    def test_it_has_no_confirmed_address(self, game, alice, later):
        alice.emailaddress_set.update(verified=False)
        later()

        assert self.why(alice) == "no-address"

    def test_it_is_for_a_closed_account(self, game, alice, later):
        SanctionFactory(user=alice, kind=sanctions.Kind.CLOSED, reason="Cheating.")
        later()

        assert self.why(alice) == "closed"

    @pytest.mark.parametrize("close", ["withdraw", "expire", "block"])
    def test_it_is_an_offer_that_is_no_longer_open(self, alice, bob, close, later):
        offer = OfferFactory(owner=alice, reach=Offer.Reach.PERSONAL, recipient=bob)
        if close == "withdraw":
            offers.withdraw(offer_id=offer.pk, user=alice)
        elif close == "block":
            blocks.block(owner=bob, blocked=alice)
        else:
            Offer.objects.update(expires_at=NOON)
        later()

        assert self.why(bob, "offer-received") == "gone"

    def test_it_is_a_draw_that_was_answered(self, game, alice, bob, later):
        Notice.objects.all().delete()
        endings.ask_draw(game_id=game.pk, user=alice)
        endings.answer_draw(game_id=game.pk, user=bob, agrees=False)
        later()

        assert self.why(bob, "draw-asked") == "answered"

    def test_it_is_still_mailed_to_who_wants_to_leave(self, game, alice, post_office, clock):
        User.objects.filter(pk=alice.pk).update(leaving_at=NOON + timedelta(days=7))
        clock.move_to(NOON + 10 * MINUTE)

        deliver()

        assert len(post_office.mails) == 1


class TestDigest:
    def test_it_comes_at_their_hour_with_all_news(self, alice, bob, post_office, clock):
        User.objects.filter(pk=alice.pk).update(time_zone="America/New_York")
        alice.refresh_from_db()
        wishing(alice, "daily", digest_at=time(18))
        over = GameFactory(users=[alice, bob], turns=2)
        endings.resign(game_id=over.pk, user=bob)
        GameFactory(users=[alice, bob])
        clock.move_to(datetime(2026, 5, 4, 21, 59, tzinfo=UTC))
        deliver()
        assert post_office.to("alice") == []

        clock.move_to(datetime(2026, 5, 4, 22, tzinfo=UTC))
        deliver()

        (mail,) = post_office.to("alice")
        assert mail["Subject"] == "News from your games"
        assert "You have won your game against bob." in text_of(mail)
        assert "It is your turn against bob." in text_of(mail)

    def test_it_shows_each_board_once(self, alice, bob, post_office, clock):
        wishing(alice, "daily")
        game = GameFactory(users=[alice, bob])
        endings.ask_draw(game_id=game.pk, user=bob)
        clock.move_to(NOON + timedelta(days=1))

        deliver()

        (mail,) = post_office.to("alice")
        pictures = [part for part in mail.walk() if part.get_content_type() == "image/png"]
        assert "asks you for a draw" in text_of(mail)
        assert "It is your turn" in text_of(mail)
        assert len(pictures) == 1

    def test_it_does_not_come_when_all_was_seen(self, alice, game, client, post_office, clock):
        Delivery.objects.filter(channel="mail").update(pace="daily")
        client.force_login(alice)
        client.get("/notices/")
        clock.move_to(NOON + timedelta(days=1))

        deliver()

        assert post_office.to("alice") == []

    def test_it_asks_as_often_for_many_games_as_for_few(self, alice, post_office, clock):
        wishing(alice, "daily")
        counts = []
        for number in (2, 7):
            for _ in range(number):
                GameFactory(users=[alice, UserFactory()])
            Delivery.objects.exclude(notice__user=alice).delete()
            clock.shift(timedelta(days=1))
            (first, *rest) = deliveries.claim()
            with CaptureQueriesContext(connection) as captured:
                deliveries._hand_over([first, *rest])
            counts.append(len(captured) - len(rest))  # each row notes what became of it

        assert counts[0] == counts[1]


class TestTrouble:
    def test_it_tries_again_with_growing_delay(self, game, alice, closed_office, clock):
        clock.move_to(NOON + 10 * MINUTE)
        waits = []
        for _ in range(5):
            deliver()
            delivery = mail_of(alice)
            assert delivery.status == "waiting"
            waits.append((delivery.due_at - datetime.now(UTC)) // MINUTE)
            clock.move_to(delivery.due_at)

        assert waits == [1, 2, 4, 8, 16]

    def test_it_arrives_when_the_server_is_back(self, game, alice, closed_office, clock):
        clock.move_to(NOON + 10 * MINUTE)
        deliver()
        clock.move_to(NOON + 11 * MINUTE)

        with opened(closed_office):
            deliver()

        (mail,) = closed_office.mails
        delivery = mail_of(alice)
        assert (delivery.status, delivery.attempts) == ("sent", 2)
        assert [said for _moment, said in delivery.history] == ["waiting", "waiting", "sent"]
        assert mail["Message-ID"] == delivery.message_id

    def test_it_gives_up_after_a_day_and_says_so(self, game, alice, closed_office, clock):
        clock.move_to(NOON + 10 * MINUTE)
        deliver()
        clock.move_to(NOON + 10 * MINUTE + GIVEN_UP_AFTER)

        deliver()

        delivery = mail_of(alice)
        assert (delivery.status, delivery.why) == ("failed", "unreachable")

    def test_it_stops_asking_a_server_that_does_not_answer(
        self, game, alice, bob, closed_office, clock
    ):
        GameFactory(users=[bob, alice])
        clock.move_to(NOON + 10 * MINUTE)

        deliver()

        assert Delivery.objects.filter(channel="mail", attempts=1).count() == 1

    def test_it_gives_up_at_once_on_an_address_that_is_refused(
        self, game, alice, bob, post_office, clock
    ):
        post_office.refusal = "550 no such mailbox"
        clock.move_to(NOON + 10 * MINUTE)

        deliver()

        delivery = mail_of(alice)
        assert (delivery.status, delivery.why) == ("failed", "refused")

    def test_it_tries_again_where_it_is_refused_for_now(self, game, alice, post_office, clock):
        post_office.refusal = "450 try again later"
        clock.move_to(NOON + 10 * MINUTE)

        deliver()

        assert mail_of(alice).status == "waiting"

    def test_it_lets_people_play_on(self, game, alice, closed_office, clock):
        clock.move_to(NOON + 10 * MINUTE)
        deliver()

        play_turns(game, 3)

        assert Player.objects.filter(game=game, turns__gt=0).exists()


class TestClaims:
    @pytest.fixture
    def due(self, game, post_office, clock):
        clock.move_to(NOON + 10 * MINUTE)

    def test_it_is_left_to_who_claimed_it(self, due, post_office):
        assert deliveries.claim()

        deliver()

        assert post_office.mails == []

    def test_it_is_taken_over_from_the_dead_with_the_same_message_id(
        self, due, alice, post_office, clock
    ):
        (claimed,) = deliveries.claim()
        clock.shift(CLAIM_LASTS)

        deliver()

        (mail,) = post_office.mails
        assert mail["Message-ID"] == claimed.message_id
        assert mail_of(alice).attempts == 2

    def test_it_is_given_up_when_all_who_claim_it_die(self, due, alice, clock):
        for _ in range(deliveries.MOST_ATTEMPTS):
            deliveries.claim()
            clock.shift(CLAIM_LASTS)

        deliver()

        assert (mail_of(alice).status, mail_of(alice).why) == ("failed", "broken")

    def test_it_is_not_changed_by_who_comes_back_from_the_dead(self, due, alice, clock):
        claimed = deliveries.claim()
        clock.shift(CLAIM_LASTS)
        deliver()

        deliveries._settle(claimed, Delivery.Status.WAITING)

        assert mail_of(alice).status == "sent"

    def test_it_keeps_a_mail_as_it_was_when_it_is_tried_again(
        self, due, alice, bob, post_office, clock
    ):
        deliveries.claim()
        GameFactory(users=[alice, bob])
        clock.shift(10 * MINUTE)

        deliver()

        first, second = post_office.to("alice")
        assert first["Message-ID"] != second["Message-ID"]


class TestRate:
    def test_it_hands_over_no_more_than_the_rate_allows(self, post_office, clock, settings):
        settings.MAIL_PER_MINUTE = 3
        for _ in range(5):
            person = UserFactory()
            person.emailaddress_set.create(email=person.email, verified=True, primary=True)
            GameFactory(users=[person, UserFactory()])
        Notice.objects.filter(event="offer-answered").delete()
        clock.move_to(NOON + 10 * MINUTE)

        deliver()
        deliver()
        assert len(post_office.mails) == 3

        clock.shift(MINUTE)
        deliver()
        assert len(post_office.mails) == 5


class TestHtml:
    def test_it_escapes_what_people_are_called(self, game, post_office, clock):
        User.objects.filter(username="bob").update(username="<b>bob")
        clock.move_to(NOON + 10 * MINUTE)

        deliver()

        assert "<b>bob" not in html_of(post_office.mails[0])
