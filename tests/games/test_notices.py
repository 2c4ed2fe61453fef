"""Being told: what is written down for whom, with what caused it, and as they wish."""

from datetime import UTC, datetime, time, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from accounts import blocks
from accounts.models import Preferences, User
from accounts.notices import DEFAULT_WISHES, Event
from games.models import Delivery, Notice, Offer, Player
from games.selectors import tables
from games.selectors.notices import bell_of
from games.services import absences, bots, deliveries, endings, farewells, notices, offers
from tests.factories import GameFactory, OfferFactory, UserFactory, play_turns

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _noon(time_machine):
    time_machine.move_to(NOON, tick=False)


@pytest.fixture
def game(alice, bob):
    """Just begun; the word is alice's."""
    return GameFactory(users=[alice, bob])


def told(user, **about):
    """What somebody was told, as events in their order."""
    found = Notice.objects.filter(user=user, **about).order_by("pk")
    return list(found.values_list("event", flat=True))


def wishing(user, event, **likings):
    """Somebody who wants to be told of `event` in another way."""
    wish = {**DEFAULT_WISHES[event], **likings.pop("wish", {})}
    return Preferences.objects.create(user=user, notices={event: wish}, **likings)


def mail_of(user, **about):
    return Delivery.objects.get(notice__user=user, channel="mail", **about)


class TestCauses:
    def test_it_tells_whoever_gets_the_word(self, game, alice, bob):
        assert told(alice, event="your-turn") == ["your-turn"]
        assert told(bob) == []

        play_turns(game, 1)

        assert told(bob) == ["your-turn"]

    def test_it_names_the_position_that_it_is_about(self, game, alice):
        assert Notice.objects.get(event="your-turn").ply == game.ply

    def test_it_tells_of_an_offer_and_of_its_answer(self, alice, bob):
        offer = OfferFactory(owner=alice, reach=Offer.Reach.PERSONAL, recipient=bob)
        assert told(bob) == ["offer-received"]

        offers.decline(offer_id=offer.pk, user=bob)

        answered = Notice.objects.get(user=alice)
        assert (answered.event, answered.detail) == ("offer-answered", "declined")

    def test_it_tells_of_an_acceptance_with_the_game(self, alice, bob):
        offer = OfferFactory(owner=alice)

        game = offers.accept(offer_id=offer.pk, user=bob)

        accepted = Notice.objects.get(user=alice, event="offer-answered")
        assert (accepted.detail, accepted.game) == ("accepted", game)

    def test_it_tells_both_of_the_end(self, game, alice, bob):
        endings.resign(game_id=game.pk, user=alice)

        assert told(alice)[-1] == told(bob)[-1] == "game-over"

    def test_it_tells_who_is_asked_for_a_draw(self, game, alice, bob):
        endings.ask_draw(game_id=game.pk, user=alice)

        assert told(bob) == ["draw-asked"]
        assert "draw-asked" not in told(alice)

    def test_it_tells_of_an_absence_as_it_begins_and_ends(self, alice, time_machine):
        absences.book(user=alice, starts_at=NOON, ends_at=NOON + timedelta(days=1))
        notices.tell_absences()
        time_machine.move_to(NOON + timedelta(days=1))
        notices.tell_absences()
        notices.tell_absences()

        details = Notice.objects.filter(user=alice).order_by("pk")
        assert list(details.values_list("detail", flat=True)) == ["begins", "ends"]

    def test_it_says_nothing_of_an_absence_that_was_given_up(self, alice, time_machine):
        days = {"starts_at": NOON + timedelta(days=1), "ends_at": NOON + timedelta(days=2)}
        booked = absences.book(user=alice, **days)
        absences.end_early(user=alice, absence_id=booked.pk)
        time_machine.move_to(NOON + timedelta(days=3))

        notices.tell_absences()

        assert told(alice) == []


class TestTransaction:
    def test_it_is_undone_with_what_caused_it(self, game, alice):
        with transaction.atomic():
            endings.resign(game_id=game.pk, user=alice)
            transaction.set_rollback(True)

        assert "game-over" not in told(alice)

    def test_it_is_told_once(self, game, alice):
        table = tables.access(game.pk, alice)
        waiting = [player for player in table.players if player.has_word]

        with pytest.raises(IntegrityError), transaction.atomic():
            notices.tell_word(table, to=waiting)

    def test_it_is_told_once_by_two_sweeps(self, alice):
        news = notices.News(user=alice, event=Event.ABSENCE, about="1", detail="begins")

        notices.tell_once(news)
        notices.tell_once(news)

        assert told(alice) == ["absence"]


class TestWhoIsNotTold:
    def test_it_tells_bots_nothing(self, alice):
        bots.challenge(slug="pip", user=alice)

        assert not Notice.objects.exclude(user=alice).exists()

    def test_it_does_not_tell_that_a_bot_accepts(self, alice):
        bots.challenge(slug="pip", user=alice)

        assert "offer-answered" not in told(alice)

    def test_it_tells_nothing_of_an_offer_by_somebody_who_is_blocked(self, alice, bob):
        blocks.block(owner=bob, blocked=alice)

        OfferFactory(owner=alice, reach=Offer.Reach.PERSONAL, recipient=bob)

        assert told(bob) == []

    def test_it_tells_nothing_to_who_has_left(self, game, alice, bob):
        User.objects.filter(pk=bob.pk).update(is_active=False)

        endings.resign(game_id=game.pk, user=alice)

        assert "game-over" not in told(bob)

    def test_it_keeps_nothing_of_who_leaves(self, game, alice, bob):
        farewells.leave_tables(alice)

        assert told(alice) == []
        assert "game-over" in told(bob)


class TestStrangers:
    """Of people whom somebody has not played they are told by one notice."""

    @pytest.fixture
    def offer_to_bob(self, bob):
        def offer_to_bob(owner=None, *, is_guest=False):
            owner = owner or UserFactory()
            if is_guest:
                owner.is_guest = True
                owner.save()
            return OfferFactory(owner=owner, reach=Offer.Reach.PERSONAL, recipient=bob)

        return offer_to_bob

    @pytest.fixture
    def page_of(self, bob):
        client = Client()
        client.force_login(bob)
        return lambda path="/notices/": client.get(path).content.decode()

    def test_it_tells_of_one_as_of_anybody(self, offer_to_bob, page_of, charlie):
        offer = offer_to_bob(charlie)

        assert f'<a href="/offers/{offer.pk}/">charlie offers you a game.</a>' in page_of()

    def test_it_tells_of_several_as_one(self, offer_to_bob, page_of, bob):
        for _ in range(4):
            offer_to_bob()

        text = page_of()
        assert told(bob) == ["offer-received"]
        assert '<a href="/play/">People whom you have not played offer you 4 games.</a>' in text

    def test_it_tells_of_each_whom_they_have_played(self, game, offer_to_bob, alice, bob):
        offer_to_bob(alice)
        offer_to_bob(alice)

        assert told(bob) == ["offer-received", "offer-received"]

    def test_it_tells_of_the_rest_when_the_first_is_answered(self, offer_to_bob, page_of, bob):
        first, second = offer_to_bob(), offer_to_bob()

        offers.decline(offer_id=first.pk, user=bob)

        assert bell_of(bob).unread == 1
        sentence = f"{second.owner.username} offers you a game."
        assert f'<a href="/offers/{second.pk}/">{sentence}</a>' in page_of()

    def test_it_tells_of_nothing_when_all_are_answered(self, offer_to_bob, page_of, bob):
        for offer in [offer_to_bob() for _ in range(3)]:
            offers.decline(offer_id=offer.pk, user=bob)

        assert bell_of(bob).unread == 0
        assert "offer you" not in page_of()
        assert "offers you a game." in page_of("/notices/ledger/")

    def test_it_does_not_tell_of_who_is_blocked_since(self, offer_to_bob, page_of, bob):
        first, second = offer_to_bob(), offer_to_bob()
        blocks.block(owner=bob, blocked=first.owner)
        assert f"{second.owner.username} offers you a game." in page_of()

        blocks.block(owner=bob, blocked=second.owner)

        assert "offer" not in page_of().partition("<main")[2].partition("</main>")[0]

    def test_it_is_not_read_by_a_look_at_one_of_several(self, offer_to_bob, page_of, bob):
        first, second = offer_to_bob(), offer_to_bob()
        page_of(f"/offers/{first.pk}/")
        assert bell_of(bob).unread == 1

        offers.withdraw(offer_id=first.pk, user=first.owner)
        page_of(f"/offers/{second.pk}/")

        assert bell_of(bob).unread == 0

    def test_it_tells_anew_once_it_was_read(self, offer_to_bob, page_of, bob):
        offer_to_bob()
        page_of()

        offer_to_bob()

        assert bell_of(bob).unread == 1
        assert "offer you 2 games." in page_of()

    def test_it_tells_anew_when_the_former_ones_were_withdrawn(self, offer_to_bob, bob):
        former = offer_to_bob()
        offers.withdraw(offer_id=former.pk, user=former.owner)

        offer_to_bob()

        assert told(bob) == ["offer-received", "offer-received"]
        assert bell_of(bob).unread == 1

    def test_it_mails_no_offer_of_a_guest(self, offer_to_bob, bob):
        offer_to_bob(is_guest=True)

        assert (mail_of(bob).status, mail_of(bob).why) == ("dropped", "from-guest")

    def test_it_mails_no_offer_of_a_guest_whom_they_have_played(self, game, offer_to_bob, alice):
        offer_to_bob(alice, is_guest=True)

        assert mail_of(User.objects.get(username="bob")).why == "from-guest"

    def test_it_mails_of_an_account_though_a_guest_came_first(self, offer_to_bob, bob):
        offer_to_bob(is_guest=True)
        offer_to_bob()
        offer_to_bob(is_guest=True)

        mails = Delivery.objects.filter(notice__user=bob, channel="mail").order_by("pk")
        assert [mail.status for mail in mails] == ["dropped", "waiting"]
        assert bell_of(bob).unread == 1

    @pytest.mark.parametrize(("hours", "why"), [(23, "mailed-today"), (25, "")])
    def test_it_mails_once_a_day(
        self, offer_to_bob, page_of, confirmed, post_office, time_machine, hours, why
    ):
        offer_to_bob()
        time_machine.move_to(NOON + timedelta(minutes=5))
        deliveries.deliver()
        assert len(post_office.mails) == 1
        page_of()

        time_machine.move_to(NOON + timedelta(hours=hours))
        newest = offer_to_bob()

        assert Delivery.objects.get(notice__offer=newest, channel="mail").why == why


class TestMatrix:
    def test_it_mails_after_the_page_had_its_time(self, game, alice):
        assert mail_of(alice, notice__event="your-turn").due_at == NOON + timedelta(minutes=10)

    def test_it_says_on_which_channels_it_is_not_wished(self, alice, bob):
        wishing(alice, "your-turn", wish={"page": False, "mail": "never"})

        GameFactory(users=[alice, bob])

        found = Delivery.objects.filter(notice__user=alice, notice__event="your-turn")
        assert list(found.values_list("channel", "status", "why").order_by("channel")) == [
            ("mail", "dropped", "not-wished"),
            ("page", "dropped", "not-wished"),
        ]

    def test_it_waits_for_the_hour_of_the_digest_where_they_live(self, alice, bob):
        User.objects.filter(pk=alice.pk).update(time_zone="Asia/Tokyo")
        alice.refresh_from_db()
        wishing(alice, "your-turn", wish={"mail": "daily"}, digest_at=time(7))

        GameFactory(users=[alice, bob])

        mail = mail_of(alice, notice__event="your-turn")
        assert mail.due_at == datetime(2026, 5, 4, 22, tzinfo=UTC)

    def test_it_waits_for_the_end_of_quiet_hours(self, alice, bob):
        wishing(alice, "your-turn", quiet_from=time(11), quiet_until=time(15))

        GameFactory(users=[alice, bob])

        mail = mail_of(alice, notice__event="your-turn")
        assert mail.due_at == NOON + timedelta(hours=3)

    def test_it_has_no_address_of_a_guest(self, bob):
        guest = User.objects.create(username="guest-1", is_guest=True)

        GameFactory(users=[guest, bob])

        found = Delivery.objects.filter(notice__user=guest, notice__event="your-turn")
        assert set(found.values_list("channel", "status", "why")) == {
            ("mail", "dropped", "no-address"),
            ("page", "sent", ""),
        }

    def test_it_keeps_a_history(self, game, alice):
        assert mail_of(alice, notice__event="your-turn").history == [
            ["2026-05-04T12:00:00+00:00", "waiting"]
        ]


class TestLooking:
    def test_it_has_been_read_when_somebody_opens_the_table(self, client, game, alice):
        client.force_login(alice)

        client.get(f"/games/{game.pk}/")

        assert not Notice.objects.filter(user=alice, game=game, read_at=None).exists()
        assert Player.objects.get(game=game, user=alice).seen_ply == game.ply

    @pytest.mark.parametrize(("headers", "seen"), [({}, False), ({"X-Attention": "1"}, True)])
    def test_it_has_been_read_in_a_tab_only_with_focus(self, client, game, alice, headers, seen):
        client.force_login(alice)

        client.get(f"/games/{game.pk}/", headers={"HX-Request": "true", **headers})

        assert Notice.objects.filter(user=alice, game=game, read_at=None).exists() != seen
        assert (Player.objects.get(game=game, user=alice).seen_ply == game.ply) == seen

    def test_it_has_not_been_read_if_it_came_after_the_page(self, game, alice, bob):
        table = tables.access(game.pk, bob)
        play_turns(game, 1)
        endings.resign(game_id=game.pk, user=alice)

        notices.see_table(table)

        assert not Notice.objects.filter(user=bob).exclude(read_at=None).exists()

    def test_it_has_been_read_by_who_answers(self, game, alice):
        play_turns(game, 1)

        assert Notice.objects.get(user=alice, event="your-turn").read_at == NOON

    def test_it_is_not_read_by_a_stranger(self, client, game, charlie):
        client.force_login(charlie)

        client.get(f"/games/{game.pk}/")

        assert not Notice.objects.exclude(read_at=None).exists()

    @pytest.mark.parametrize("way", ["withdrawn", "expired"])
    def test_it_waits_for_nobody_once_an_offer_is_closed(self, alice, bob, time_machine, way):
        offer = OfferFactory(owner=alice, reach=Offer.Reach.PERSONAL, recipient=bob)

        if way == "withdrawn":
            offers.withdraw(offer_id=offer.pk, user=alice)
        else:
            time_machine.move_to(offer.expires_at)
            offers.expire()

        assert Notice.objects.get(user=bob).read_at


class TestForgetting:
    def test_it_lets_go_of_what_is_old(self, game, time_machine):
        time_machine.move_to(NOON + notices.KEPT)

        notices.forget()

        assert not Notice.objects.exists()


class TestCost:
    def test_it_costs_a_turn_few_queries(self, game, alice, bob, django_assert_max_num_queries):
        table = tables.access(game.pk, bob)
        Notice.objects.all().delete()

        with django_assert_max_num_queries(3):  # preferences, notices, deliveries
            notices.tell_word(table, to=table.players)
