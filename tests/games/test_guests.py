"""Guests and their games: leaving them, and taking them along into an account."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Game, Offer
from games.services import sweeps
from tests.accounts.conftest import PASSWORD, link_in
from tests.factories import GameFactory, OfferFactory
from tests.real_services import wait_until

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest():
    guest = User(username="guest-0123456789ab", is_guest=True)
    guest.set_unusable_password()
    guest.save()
    return guest


@pytest.fixture
def browser(guest):
    """The guest's browser."""
    client = Client()
    client.force_login(guest)
    return client


@pytest.fixture
def link(worker, mailoutbox):
    """Wait for the mail that asks to confirm an address: `link()` is the path in it."""

    def wait():
        wait_until(lambda: mailoutbox, what="a mail")
        return link_in(mailoutbox[-1])

    return wait


class TestForgetting:
    def test_it_stands_in_the_menu_instead_of_signing_out(self, browser):
        page = browser.get("/play/").content.decode()

        assert "Forget this guest and its games" in page
        assert "Sign out" not in page

    @pytest.mark.parametrize("method", ["get", "post"])
    def test_it_is_what_signing_out_leads_a_guest_to(self, browser, method):
        answer = getattr(browser, method)("/account/logout/")

        assert answer["Location"] == "/account/forget/"
        assert browser.get("/play/").context["user"].is_guest

    def test_it_names_the_games_that_would_be_given_up(self, browser, guest, bob):
        GameFactory(users=[guest, bob])

        assert "<li>bob</li>" in browser.get("/account/forget/").content.decode()

    def test_it_does_nothing_when_asked_once(self, browser, guest, bob):
        game = GameFactory(users=[guest, bob], turns=3)

        page = browser.post("/account/forget/").content.decode()

        game.refresh_from_db()
        assert "Really forget everything?" in page
        assert game.is_running
        assert browser.get("/play/").context["user"] == guest

    def test_it_ends_the_games_when_asked_twice(self, browser, guest, bob):
        game, offer = GameFactory(users=[guest, bob], turns=3), OfferFactory(owner=guest)

        browser.post("/account/forget/", {"sure": "yes"})

        game.refresh_from_db()
        guest.refresh_from_db()
        assert (game.ending, guest.is_active) == (Game.Ending.RESIGNED, False)
        assert Offer.objects.get(pk=offer.pk).status == Offer.Status.WITHDRAWN
        assert not browser.get("/play/").context["user"].is_authenticated

    def test_it_leaves_nothing_of_who_never_played(self, browser):
        browser.post("/account/forget/", {"sure": "yes"})

        assert not User.objects.exists()

    def test_it_is_not_for_who_has_an_account(self, client, alice):
        client.force_login(alice)

        client.post("/account/forget/", {"sure": "yes"})

        alice.refresh_from_db()
        assert alice.is_active

    def test_it_leaves_signing_out_to_who_has_an_account(self, client, alice):
        client.force_login(alice)

        client.post("/account/logout/")

        assert "_auth_user_id" not in client.session


class TestSigningUp:
    FORM = {"username": "dora", "email": "dora@botanik.example", "password1": PASSWORD}  # noqa: RUF012
    WORDS = "Your game against bob comes with you."

    def test_it_says_before_and_after_that_the_game_comes_along(self, browser, guest, bob, link):
        game = GameFactory(users=[guest, bob], turns=3)
        assert self.WORDS in browser.get("/account/signup/").content.decode()

        sent = browser.post("/account/signup/", self.FORM, follow=True).content.decode()
        assert self.WORDS in sent
        assert f'href="/games/{game.pk}/"' in sent

        after = browser.post(link(), follow=True)
        assert self.WORDS in after.content.decode()
        assert f"/games/{game.pk}/" in after.content.decode()

    def test_it_counts_several_games(self, browser, guest, bob, charlie):
        for other in (bob, charlie):
            GameFactory(users=[guest, other])

        assert "Your 2 games come with you." in browser.get("/account/signup/").content.decode()

    def test_it_says_nothing_to_who_has_played_nothing(self, browser):
        assert "with you" not in browser.get("/account/signup/").content.decode()

    def test_it_lets_the_guest_play_on_meanwhile(self, browser, guest, bob, worker):
        game = GameFactory(users=[guest, bob], turns=3)

        browser.post("/account/signup/", self.FORM)

        assert browser.get(f"/games/{game.pk}/").context["me"].user_id == guest.pk

    def test_it_gives_who_never_played_two_weeks_to_confirm(self, browser, guest, worker):
        browser.post("/account/signup/", self.FORM)
        User.objects.update(last_seen_at=timezone.now() - timedelta(days=13))

        sweeps.remove_idle_guests()

        assert User.objects.filter(pk=guest.pk).exists()
