"""Guests and their games: leaving them, and taking them along into an account."""

import re
from datetime import timedelta

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone

from accounts import selectors
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


class TestBeingReached:
    FORM = {"username": "dora", "password1": PASSWORD}  # noqa: RUF012

    def ask(self, browser, email="dora@botanik.example", **more):
        return browser.post("/account/reach/", {"email": email, "next": "/play/", **more})

    def test_it_is_asked_for_with_one_field_at_the_table(self, browser, guest, bob):
        game = GameFactory(users=[guest, bob], turns=3)

        page = browser.get(f"/games/{game.pk}/").content.decode()

        assert "Tell me by mail when it is my turn" in page

    def test_it_is_not_asked_of_who_has_an_account(self, client, bob, guest):
        game = GameFactory(users=[guest, bob], turns=3)
        client.force_login(bob)

        assert "Tell me by mail" not in client.get(f"/games/{game.pk}/").content.decode()

    def test_it_names_the_address_from_then_on(self, browser, guest, bob, worker):
        game = GameFactory(users=[guest, bob], turns=3)

        self.ask(browser)

        page = browser.get(f"/games/{game.pk}/").content.decode()
        assert "We have written to dora@botanik.example" in page
        assert "Tell me by mail" not in page

    def test_it_begins_an_account_with_the_game(self, browser, guest, bob, link):
        game = GameFactory(users=[guest, bob], turns=3)
        self.ask(browser)
        assert "Your game against bob comes with you." in browser.get(link()).content.decode()

        browser.post(link(), self.FORM)

        person = browser.get(f"/games/{game.pk}/").context["me"].user
        assert (person.pk, person.username, person.is_guest) == (guest.pk, "dora", False)
        assert selectors.confirmed_address(person) == "dora@botanik.example"

    def test_it_signs_in_also_on_another_device(self, browser, guest, link):
        self.ask(browser)
        phone = Client()

        phone.post(link(), self.FORM)

        assert phone.get("/play/").context["user"] == guest

    def test_it_lets_the_guest_play_on_until_then(self, browser, guest, worker):
        self.ask(browser)

        guest.refresh_from_db()
        assert (guest.is_guest, guest.email) == (True, "")
        assert browser.get("/play/").context["user"] == guest

    def test_it_works_once(self, browser, link):
        self.ask(browser)
        browser.post(link(), self.FORM)

        assert Client().get(link()).status_code == 409

    def test_it_refuses_beside_the_field(self, browser, guest, link, alice):
        self.ask(browser)

        page = browser.post(link(), {**self.FORM, "username": "alice"})

        guest.refresh_from_db()
        assert page.status_code == 422
        assert "This name is taken." in page.content.decode()
        assert guest.is_guest

    def test_it_tells_only_the_owner_that_an_address_has_an_account(
        self, browser, alice, confirmed, link, mailoutbox
    ):
        known = self.ask(browser, email=alice.email)

        link()
        assert (known.status_code, known["Location"]) == (302, "/play/")
        assert [mail.to for mail in mailoutbox] == [[alice.email]]
        assert "already has an account" in mailoutbox[0].body

    def test_it_is_refused_what_is_no_address(self, browser):
        assert self.ask(browser, email="dora").status_code == 422

    def test_it_is_refused_after_many(self, browser, worker):
        answers = [self.ask(browser, email=f"dora{n}@botanik.example") for n in range(6)]

        assert [answer.status_code for answer in answers] == [302] * 5 + [429]

    def test_it_does_not_lead_away(self, browser, worker):
        assert self.ask(browser, next="https://elsewhere.example/")["Location"] == "/"

    def test_it_is_how_a_letter_greets_them(self, browser, guest):
        assert guest.greeted == ""

        browser.post("/account/called/", {"called": "Mara", "next": "/play/"})
        guest.refresh_from_db()
        context = {"user": guest}

        assert render_to_string("account/email/base_message.txt", context).startswith("Hello Mara,")

    def test_it_is_their_name_alone_where_there_is_little_room(self, browser, client, guest, bob):
        game = GameFactory(users=[guest, bob])
        browser.post("/account/called/", {"called": "Mara", "next": "/play/"})
        client.force_login(bob)
        page = client.get(f"/games/{game.pk}/").content.decode()

        assert "Mara (guest)" in re.search(r"<title>(.*?)</title>", page, re.S)[1]
        assert "Mara plays as a guest." in page
        board = page.partition('class="desk')[2]
        assert "Mara" in board
        assert "(guest)" not in board

    @pytest.mark.parametrize("path", ["/account/reach/", "/account/called/"])
    def test_it_is_for_guests_alone(self, client, alice, path):
        assert client.post(path, {"email": "a@botanik.example"}).status_code == 404
        client.force_login(alice)
        assert client.post(path, {"email": "a@botanik.example"}).status_code == 404


class TestName:
    CODE = re.compile(r"(?<!/@)guest-[0-9a-f]")

    def test_it_is_guest_and_never_a_code(self, client, browser, guest, bob):
        game, offer = GameFactory(users=[guest, bob], turns=3), OfferFactory(owner=guest)
        client.force_login(bob)

        for path in (
            f"/games/{game.pk}/", f"/games/{game.pk}/moves/", f"/games/{game.pk}/record/",
            f"/offers/{offer.pk}/", "/play/", "/offers/", "/notices/", f"/@{guest.username}/",
        ):  # fmt: skip
            for viewer in (client, browser):
                page = viewer.get(path).content.decode()
                assert not self.CODE.search(page), path
        assert "Guest" in client.get(f"/games/{game.pk}/").content.decode()

    def test_it_is_what_they_want_to_be_called(self, browser, client, guest, bob):
        game = GameFactory(users=[guest, bob])

        browser.post("/account/called/", {"called": " Zoë  d’Arc ", "next": "/play/"})

        client.force_login(bob)
        assert "Zoë d’Arc (guest)" in client.get(f"/games/{game.pk}/").content.decode()

    @pytest.mark.parametrize("name", ["x" * 21, "<b>", "a@b", "fuckyou", "admin"])
    def test_it_is_refused_what_offends_or_is_no_name(self, browser, guest, name):
        answer = browser.post("/account/called/", {"called": name})

        guest.refresh_from_db()
        assert (answer.status_code, guest.called) == (422, "")

    def test_it_can_be_given_when_somebody_sits_down(self, client, alice):
        offer = OfferFactory(owner=alice, reach=Offer.Reach.LINK)

        client.post(f"/offers/{offer.pk}/accept/", {"called": "Marie"})

        assert User.objects.get(is_guest=True).shown_name == "Marie (guest)"
