"""One client without cookies, that asks for a new guest with every request."""

from collections import Counter
from datetime import timedelta
from functools import partial

import pytest
from django.test import Client

from accounts import guests
from accounts.models import User
from accounts.refusals import Refusal
from games.models import Game, Notice, Offer
from games.selectors import offers as selectors
from games.services import deliveries, offers
from tests.at_once import at_once
from tests.factories import OfferFactory, UserFactory, a_wish

pytestmark = pytest.mark.django_db

FORM = {
    "reach": "open", "kind": "friendly", "time": "3", "bank_days": 3, "bank_increment": 1,
    "bank_cap": 5, "seat": "deck",
}  # fmt: skip
TO_BOB = {**FORM, "reach": "personal", "opponent": "bob"}
NEW, PIP = "/offers/new/", "/bots/pip/"
ATTACK = ((NEW, FORM), (NEW, TO_BOB), (PIP, {}))


def guests_here():
    return User.objects.filter(is_guest=True)


def ask(path, form, address="192.0.2.1"):
    return Client(REMOTE_ADDR=address).post(path, form)


@pytest.mark.usefixtures("clock", "confirmed")
class TestAttack:
    def test_it_leaves_little_behind(self, bob, post_office, clock):
        """246 requests in one minute, of three kinds."""
        answers = Counter(ask(*ATTACK[number % 3]).status_code for number in range(246))
        clock.shift(timedelta(hours=1))
        deliveries.deliver()

        assert answers == {302: 10, 429: 236}
        assert guests_here().count() == 10
        assert Offer.objects.filter(status="open").count() == 7
        assert Game.objects.count() == 3
        assert Notice.objects.filter(user=bob).count() == 1
        assert post_office.to("bob") == []
        assert len(selectors.lobby(bob)) == selectors.MOST_SHOWN_OF_ORIGIN

    def test_it_mails_a_person_once_about_many_strangers(self, bob, post_office, clock):
        for _ in range(97):
            OfferFactory(owner=UserFactory(), reach=Offer.Reach.PERSONAL, recipient=bob)
        clock.shift(timedelta(hours=1))
        deliveries.deliver()

        assert Notice.objects.filter(user=bob).count() == 1
        assert len(post_office.to("bob")) == 1


class TestMakingGuests:
    @pytest.fixture
    def crowded(self, db):
        """An address from which as many guests have come as may in ten minutes."""
        for _ in range(guests.SOON.most):
            assert ask(PIP, {}).status_code == 302

    @pytest.mark.parametrize(("path", "form"), ATTACK)
    def test_it_is_refused_with_a_way_out(self, crowded, bob, path, form):
        answer = ask(path, form)

        assert answer.status_code == 429
        assert b"or sign up" in answer.content
        assert guests_here().count() == guests.SOON.most

    def test_it_is_refused_for_an_offer_that_is_to_be_accepted(self, crowded, alice):
        offer = OfferFactory(owner=alice)

        assert ask(f"/offers/{offer.pk}/accept/", {}).status_code == 429
        assert guests_here().count() == guests.SOON.most

    def test_it_is_open_from_elsewhere(self, crowded):
        assert ask(PIP, {}, address="192.0.2.2").status_code == 302

    def test_it_counts_a_network_of_ipv6_as_one(self, db):
        answers = [ask(PIP, {}, address=f"2001:db8::{end}").status_code for end in range(1, 13)]

        assert answers == [302] * 10 + [429] * 2

    def test_it_lets_those_play_on_who_are_guests_already(self, db):
        guest = Client(REMOTE_ADDR="192.0.2.1")
        guest.post(PIP)
        for _ in range(guests.SOON.most):
            ask(PIP, {})

        assert guest.post(PIP).status_code == 302


class TestNoGuestInVain:
    """A visitor becomes no guest for what would be refused to one."""

    def refused(self, path, form=None):
        status = ask(path, form or {}).status_code
        assert not guests_here().exists()
        return status

    def test_it_is_refused_with_bytes_that_are_none(self, db):
        assert self.refused(NEW, {**FORM, "entropy": "xyz"}) == 422
        assert self.refused(PIP, {"entropy": "xyz"}) == 400

    def test_it_is_refused_rated(self, db):
        assert self.refused(NEW, {**FORM, "kind": "rated"}) == 422

    def test_it_is_refused_an_offer_that_is_gone(self, alice):
        offer = OfferFactory(owner=alice)
        offers.withdraw(offer_id=offer.pk, user=alice)

        assert self.refused(f"/offers/{offer.pk}/accept/") == 409

    def test_it_is_refused_an_offer_that_somebody_else_got(self, alice, bob):
        offer = OfferFactory(owner=alice)
        offers.accept(offer_id=offer.pk, user=bob)

        assert self.refused(f"/offers/{offer.pk}/accept/") == 409

    def test_it_is_refused_an_offer_whose_owner_plays_enough(self, alice, monkeypatch):
        offer = OfferFactory(owner=alice)
        monkeypatch.setattr(selectors, "MOST_RUNNING_GAMES", 0)

        assert self.refused(f"/offers/{offer.pk}/accept/") == 403


class TestOffersToPeople:
    def test_it_ends_after_so_many_a_day_from_one_address(self, db):
        most = offers.BY_GUESTS_TO_PEOPLE.most
        for number in range(most + 1):
            person, guest = UserFactory(), User(username=f"guest-{number}", is_guest=True)
            guest.save()
            client = Client(REMOTE_ADDR="192.0.2.1")
            client.force_login(guest)
            answer = client.post(NEW, {**TO_BOB, "opponent": person.username})
            assert answer.status_code == (302 if number < most else 429)

        assert Offer.objects.count() == most
        assert client.post(PIP).status_code == 302

    def test_it_makes_no_guest_after_that(self, bob, monkeypatch):
        monkeypatch.setattr(offers, "BY_GUESTS_TO_PEOPLE", offers.Limit("few", 0, 60))

        assert ask(NEW, TO_BOB).status_code == 429
        assert not guests_here().exists()

    def test_it_bounds_the_games_that_guests_begin_and_give_up(self, alice, monkeypatch):
        monkeypatch.setattr(offers, "BY_GUESTS", offers.Limit("few", 2, 60))
        client = Client()
        for status in (302, 302, 429):
            answer = client.post(PIP)
            assert answer.status_code == status
            if status == 302:
                client.post(f"{answer['Location']}abort/")
        account = Client()
        account.force_login(alice)

        assert account.post(PIP).status_code == 302


@pytest.mark.django_db(transaction=True)
class TestRaces:
    """They mean most on PostgreSQL and Redis."""

    def test_it_makes_no_guest_too_many(self):
        answers = at_once(*[partial(ask, PIP, {}) for _ in range(14)])

        assert Counter(answer.status_code for answer in answers) == {302: 10, 429: 4}
        assert guests_here().count() == 10

    @pytest.mark.parametrize("_round", range(3))
    def test_it_tells_of_strangers_as_one(self, bob, _round):
        strangers = UserFactory.create_batch(4)
        wish = a_wish(reach=Offer.Reach.PERSONAL, invited=[bob])

        answers = at_once(*[partial(offers.make, owner=one, wish=wish) for one in strangers])

        assert not [answer for answer in answers if isinstance(answer, Refusal)]
        assert Notice.objects.filter(user=bob).count() == 1

    def test_it_gives_a_guest_no_offer_too_many(self):
        guest = User.objects.create(username="guest-1", is_guest=True)

        at_once(*[partial(offers.make, owner=guest, wish=a_wish()) for _ in range(6)])

        assert Offer.objects.count() == selectors.MOST_OFFERS_OF_GUEST
