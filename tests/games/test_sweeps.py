"""What was made and never played is swept; what somebody waits for is not."""

from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import guests
from accounts.models import User
from games import tasks
from games.models import Game, Notice, Offer
from games.models.secrets import DeckSecret
from games.services import bots, offers, sweeps
from games.services.sweeps import remove_idle_guests
from tests.at_once import at_once
from tests.factories import GameFactory, OfferFactory, play_turns

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest(db):
    return User.objects.create(username="guest-1", is_guest=True)


def see(user, ago):
    User.objects.filter(pk=user.pk).update(last_seen_at=timezone.now() - ago)


def sweep_a_day_later(user):
    see(user, sweeps.KEPT + timedelta(minutes=1))
    remove_idle_guests()


def is_there(user):
    return User.objects.filter(pk=user.pk).exists()


class TestIdleGuests:
    def test_it_leaves_no_trace_of_them(self, bob):
        bots.make_all()
        # What is there anyway; permissions and the like are of no interest.
        tables = [model for model in apps.get_models() if model._meta.app_label != "auth"]
        before = {model: set(model.objects.values_list("pk", flat=True)) for model in tables}
        client = Client()
        client.post("/bots/pip/")
        (guest,) = User.objects.filter(is_guest=True)
        OfferFactory(owner=guest, reach=Offer.Reach.PERSONAL, recipient=bob)
        offers.withdraw(offer_id=OfferFactory(owner=guest).pk, user=guest)
        assert Game.objects.exists()
        assert Session.objects.exists()
        sweep_a_day_later(guest)

        after = {model: set(model.objects.values_list("pk", flat=True)) for model in tables}
        assert after == before

    def test_it_withdraws_what_they_offered(self, guest, bob):
        OfferFactory(owner=guest)
        OfferFactory(owner=guest, reach=Offer.Reach.PERSONAL, recipient=bob)
        sweep_a_day_later(guest)

        assert not Offer.objects.exists()
        assert not DeckSecret.objects.exists()
        assert not Notice.objects.filter(user=bob, read_at=None).exists()

    def test_it_is_not_for_who_was_there_lately(self, guest):
        see(guest, sweeps.KEPT - timedelta(minutes=1))
        remove_idle_guests()

        assert is_there(guest)

    def test_it_is_not_for_who_has_made_a_move(self, guest):
        game = bots.challenge(slug="pip", user=guest)
        while not game.moves.filter(seat=game.players.get(user=guest).seat).exists():
            play_turns(game, 1)
        sweep_a_day_later(guest)

        assert is_there(guest)

    def test_it_is_not_for_who_plays_a_person(self, guest, bob):
        game = GameFactory(users=[bob, guest])
        sweep_a_day_later(guest)

        game.refresh_from_db()
        assert is_there(guest)
        assert game.is_running

    def test_it_is_not_for_who_was_offered_a_game(self, guest, bob):
        OfferFactory(owner=bob, reach=Offer.Reach.PERSONAL, recipient=guest)
        sweep_a_day_later(guest)

        assert is_there(guest)

    def test_it_waits_for_whoever_has_their_link(self, guest):
        link = OfferFactory(owner=guest, reach=Offer.Reach.LINK)
        sweep_a_day_later(guest)
        assert is_there(guest)

        offers.withdraw(offer_id=link.pk, user=guest)
        remove_idle_guests()

        assert not is_there(guest)

    def test_it_is_not_for_accounts(self, alice):
        sweep_a_day_later(alice)

        assert is_there(alice)

    def test_it_still_tells_of_what_others_offer(self, guest, alice, bob):
        OfferFactory(owner=guest, reach=Offer.Reach.PERSONAL, recipient=bob)
        second = User.objects.create(username="guest-2", is_guest=True)
        OfferFactory(owner=second, reach=Offer.Reach.PERSONAL, recipient=bob)
        sweep_a_day_later(guest)

        client = Client()
        client.force_login(bob)
        assert "Guest offers you a game." in client.get("/notices/").content.decode()

    def test_it_does_so_much_in_one_run(self, db, monkeypatch):
        monkeypatch.setattr(guests, "MOST_A_RUN", 2)
        long_ago = timezone.now() - timedelta(days=3)
        for number in range(3):
            User.objects.create(username=f"guest-{number}", is_guest=True, last_seen_at=long_ago)

        remove_idle_guests()
        assert User.objects.count() == 1
        remove_idle_guests()
        assert User.objects.count() == 0

    def test_it_asks_as_often_for_much_as_for_little(self, db):
        counts = []
        for number in (1, 3):
            guest = User.objects.create(username=f"guest-{number}", is_guest=True)
            for _ in range(number):
                wish = replace(bots.wish_for("pip", ruleset="botanik"), seating={0: 0})
                offers.make(owner=guest, wish=wish)
                OfferFactory(owner=guest)
            see(guest, sweeps.KEPT * 2)
            with CaptureQueriesContext(connection) as captured:
                remove_idle_guests()
            counts.append(len(captured))

        assert counts[0] == counts[1]

    def test_it_is_run_by_the_task(self, guest):
        see(guest, sweeps.KEPT * 2)
        tasks.remove_silent_guests()

        assert not is_there(guest)


@pytest.mark.django_db(transaction=True)
class TestRaces:
    @pytest.mark.parametrize("_round", range(3))
    def test_it_takes_no_game_from_who_accepts_in_the_same_instant(self, guest, alice, _round):
        offer = OfferFactory(owner=guest)
        see(guest, sweeps.KEPT + timedelta(minutes=1))

        accepted, _swept = at_once(
            partial(offers.accept, offer_id=offer.pk, user=alice), remove_idle_guests
        )

        assert Game.objects.exists() == isinstance(accepted, Game) == is_there(guest)
