"""Two things about people in the same instant, as pages are asked for them.

They mean most on PostgreSQL: SQLite lets nobody race.
"""

from datetime import timedelta
from functools import partial

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.test import Client
from django.utils import timezone

from accounts import blocks, services
from accounts.models import Block, FormerName, Preferences, User
from accounts.notices import Event
from games.services import farewells
from tests.accounts.conftest import PASSWORD
from tests.accounts.test_preferences import form as preferences
from tests.at_once import at_once
from tests.factories import GameFactory, UserFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("worker")]

ROUNDS = range(2)
SIGN_UP = "/account/signup/"


def browser(number=0, **cookies):
    """One that shows a 500, at an address of its own: sign-ups from one are limited."""
    client = Client(raise_request_exception=False, REMOTE_ADDR=f"192.0.2.{number + 1}")
    client.cookies.load(cookies)
    return client


def sign_up_form(name, **more):
    return {
        "username": name,
        "email": f"{name.lower()}@botanik.example",
        "password1": PASSWORD,
        **more,
    }


def statuses(answers):
    return sorted(answer.status_code for answer in answers)


class TestSigningUp:
    @pytest.mark.parametrize("_round", ROUNDS)
    @pytest.mark.parametrize("names", [["dora"] * 12, ["dora", "Dora", "DORA"] * 4])
    def test_it_gives_a_name_to_one_and_tells_the_others_beside_the_field(self, names, _round):
        forms = [
            sign_up_form(name, email=f"{number}@botanik.example")
            for number, name in enumerate(names)
        ]

        answers = at_once(
            *[partial(browser(number).post, SIGN_UP, form) for number, form in enumerate(forms)]
        )

        assert statuses(answers) == [200] * 11 + [302]
        assert User.objects.filter(username__iexact="dora").count() == 1
        for form, answer in zip(forms, answers, strict=True):
            if answer.status_code == 200:
                page = answer.content.decode()
                assert "This name is taken." in page
                assert f'value="{form["email"]}"' in page


class TestGuestWhoSignsUp:
    @pytest.fixture
    def guest(self):
        """The browser of a guest."""
        client = browser()
        client.force_login(User.objects.create(username="guest-0a", is_guest=True))
        return client

    def several(self, guest, forms):
        """The same browser several times over."""
        session = guest.cookies["sessionid"].value
        return [
            partial(browser(number, sessionid=session).post, SIGN_UP, form)
            for number, form in enumerate(forms)
        ]

    @pytest.mark.parametrize("_round", ROUNDS)
    def test_it_is_answered_alike_however_often_it_is_sent(self, guest, mails, _round):
        answers = at_once(*self.several(guest, [sign_up_form("dora")] * 5))

        places = [(answer.status_code, answer.get("Location")) for answer in answers]
        assert places == [(302, "/account/confirm-email/")] * 5
        assert [(user.username, user.is_guest) for user in User.objects.all()] == [("dora", True)]
        assert EmailAddress.objects.count() == 1
        assert len(mails(1)) == 1

    @pytest.mark.parametrize("_round", ROUNDS)
    def test_it_is_the_first_when_the_forms_differ_and_the_others_are_told(self, guest, _round):
        forms = [sign_up_form(f"dora{letter}") for letter in "abcde"]

        answers = at_once(*self.several(guest, forms))

        assert statuses(answers) == [302, 409, 409, 409, 409]
        (person,) = User.objects.all()
        first = next(
            form for form, answer in zip(forms, answers, strict=True) if answer.status_code == 302
        )
        assert (person.username, person.email) == (first["username"], first["email"])
        assert EmailAddress.objects.get().email == person.email
        told = [answer.content.decode() for answer in answers if answer.status_code == 409]
        assert all(f"signed up as {person.username}" in page for page in told)


class TestGuestWhoComesBack:
    @pytest.mark.parametrize("_round", ROUNDS)
    def test_it_finds_all_or_nothing(self, bob, _round):
        """While the sweep removes guests who were silent for long."""
        guest = User.objects.create(username="guest-0a", is_guest=True)
        game = GameFactory(users=[guest, bob], turns=3)
        client = browser()
        client.force_login(guest)
        User.objects.filter(pk=guest.pk).update(last_seen_at=timezone.now() - timedelta(days=20))

        page, _swept = at_once(partial(client.get, "/play/"), farewells.remove_silent_guests)

        guest.refresh_from_db()
        game.refresh_from_db()
        assert page.status_code == 200
        assert game.is_running == guest.is_active
        assert UserSession.objects.filter(user=guest).exists() == guest.is_active

    @pytest.mark.parametrize("_round", ROUNDS)
    def test_it_is_a_page_also_for_who_never_played(self, _round):
        guest = User.objects.create(username="guest-0a", is_guest=True)
        client = browser()
        client.force_login(guest)
        User.objects.filter(pk=guest.pk).update(last_seen_at=timezone.now() - timedelta(days=20))

        page, _swept = at_once(partial(client.get, "/play/"), farewells.remove_silent_guests)

        assert page.status_code == 200


class TestRenaming:
    @pytest.mark.parametrize("_round", ROUNDS)
    def test_it_gives_a_name_to_one_and_tells_the_others_beside_the_field(self, _round):
        people = UserFactory.create_batch(12)
        calls = []
        for person, name in zip(people, ["dora", "Dora", "DORA"] * 4, strict=True):
            client = browser()
            client.force_login(person)
            calls.append(partial(client.post, "/account/username/", {"username": name}))

        answers = at_once(*calls)

        assert statuses(answers) == [302] + [422] * 11
        assert User.objects.filter(username__iexact="dora").count() == 1
        assert FormerName.objects.count() == 1
        for answer in answers:
            assert answer.status_code == 302 or b"This name is taken." in answer.content


class TestPreferences:
    @pytest.mark.parametrize("_round", ROUNDS)
    def test_it_is_answered_well_when_first_saved_many_times_at_once(self, alice, _round):
        clients = [browser() for _ in range(12)]
        for client in clients:
            client.force_login(alice)

        answers = at_once(
            *[
                partial(client.post, "/account/preferences/", preferences(theme=theme))
                for client, theme in zip(clients, ["dark", "light"] * 6, strict=True)
            ]
        )

        assert statuses(answers) == [302] * 12
        assert Preferences.objects.get(user=alice).theme in ("dark", "light")

    def test_it_keeps_every_event_that_is_stopped_at_once(self, alice):
        at_once(*[partial(services.stop_mail, user=alice, events=[event]) for event in Event] * 3)

        notices = Preferences.objects.get(user=alice).notices
        assert {wish["mail"] for wish in notices.values()} == {"never"}


class TestProfile:
    @pytest.mark.parametrize("_round", ROUNDS)
    def test_it_changes_nothing_else_about_somebody(self, alice, _round):
        client = browser()
        client.force_login(alice)

        at_once(
            partial(services.change_username, user=alice, name="alix"),
            *[partial(client.post, "/account/profile/", {"about": "Ferns."})] * 3,
        )

        alice.refresh_from_db()
        assert (alice.username, alice.about) == ("alix", "Ferns.")


class TestBlocks:
    @pytest.mark.parametrize("_round", ROUNDS)
    def test_it_is_made_once(self, alice, bob, _round):
        at_once(*[partial(blocks.block, owner=alice, blocked=bob)] * 30)

        assert Block.objects.count() == 1

    @pytest.mark.parametrize("_round", ROUNDS)
    def test_it_has_one_outcome_when_it_is_made_and_taken_back(self, alice, bob, _round):
        pages = []
        for wish in ["yes", "no"] * 7:
            client = browser()
            client.force_login(alice)
            pages.append(partial(client.post, "/@bob/block/", {"block": wish}))

        assert statuses(at_once(*pages)) == [302] * 14
        assert Block.objects.count() <= 1
