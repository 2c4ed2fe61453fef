"""People who try the site first."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts import blocks
from accounts.guests import KEPT_SILENT, ensure_player
from accounts.models import User
from accounts.selectors import newest_players
from games.services.farewells import remove_silent_guests
from tests.accounts.conftest import PASSWORD, link_in
from tests.factories import GameFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def request_(client):
    """A visitor's request, with a session."""
    request = RequestFactory().get("/")
    request.user, request.session = AnonymousUser(), client.session
    return request


@pytest.fixture
def guest(request_):
    return ensure_player(request_)


class TestEnsurePlayer:
    def test_it_makes_a_guest_who_has_no_way_to_log_in(self, guest):
        assert guest.is_guest
        assert not guest.has_usable_password()
        assert not guest.email

    def test_it_makes_one_guest_for_one_visitor(self, request_, guest):
        assert ensure_player(request_) == guest
        assert User.objects.count() == 1

    def test_it_leaves_somebody_with_an_account_as_they_are(self, request_, alice):
        request_.user = alice

        assert ensure_player(request_) == alice

    def test_it_is_not_shown_among_the_players(self, guest, alice):
        assert newest_players(most=9) == ["alice"]


class TestSigningUp:
    FORM = {"username": "dora", "email": "dora@botanik.example", "password1": PASSWORD}  # noqa: RUF012

    @pytest.fixture
    def client(self, client, request_, guest):
        """The guest's browser."""
        request_.session.save()
        client.cookies["sessionid"] = request_.session.session_key
        return client

    def test_it_fills_the_guests_own_row(self, client, guest, worker):
        assert client.get("/account/signup/").status_code == 200

        client.post("/account/signup/", self.FORM)

        guest.refresh_from_db()
        assert (guest.username, guest.email) == ("dora", "dora@botanik.example")
        assert User.objects.count() == 1

    def test_it_stays_the_guest_until_the_address_is_confirmed(self, client, guest, mails):
        client.post("/account/signup/", self.FORM)
        assert client.get("/play/").context["user"] == guest
        assert client.get("/play/").context["user"].is_guest

        client.post(link_in(mails(1)[0]))

        person = client.get("/play/").context["user"]
        assert (person, person.username, person.is_guest) == (guest, "dora", False)

    def test_it_keeps_the_guest_also_where_the_link_is_followed_elsewhere(
        self, client, guest, mails, log_in
    ):
        client.post("/account/signup/", self.FORM)
        elsewhere = Client()

        elsewhere.post(link_in(mails(1)[0]))

        assert "_auth_user_id" not in elsewhere.session
        log_in(client=elsewhere, login="dora")
        assert elsewhere.get("/play/").context["user"] == guest

    def test_it_can_correct_the_address(self, client, guest, mails):
        client.post("/account/signup/", {**self.FORM, "email": "dorra@botanik.example"})
        page = client.get("/account/signup/").content.decode()
        assert 'name="corrects" value="dorra@botanik.example"' in page

        client.post("/account/signup/", {**self.FORM, "corrects": "dorra@botanik.example"})

        guest.refresh_from_db()
        assert [mail.to for mail in mails(2)] == [["dorra@botanik.example"], [guest.email]]
        assert guest.emailaddress_set.get().email == "dora@botanik.example"

    def test_it_keeps_what_was_claimed_when_the_correction_is_wrong(self, client, guest, mails):
        client.post("/account/signup/", self.FORM)

        wrong = {**self.FORM, "corrects": self.FORM["email"], "password1": "short"}
        client.post("/account/signup/", wrong)

        guest.refresh_from_db()
        assert (guest.username, guest.emailaddress_set.count()) == ("dora", 1)

    def test_it_is_not_lost_by_confirming_for_somebody_else(self, client, guest, mails):
        other = Client()
        other.post("/account/signup/", {**self.FORM, "username": "emil"})
        link = link_in(mails(1)[0])

        client.get(link)
        client.post(link)

        assert client.get("/play/").context["user"] == guest
        assert User.objects.get(username="emil").emailaddress_set.get().verified

    def test_it_signs_nobody_out_by_a_look_at_the_link(self, mails, alice):
        Client().post("/account/signup/", self.FORM)
        other = Client()
        other.force_login(alice)

        other.get(link_in(mails(1)[0]))

        assert other.get("/play/").context["user"] == alice

    def test_it_lets_a_guest_log_in_to_an_account_they_have(self, client, log_in, verified_alice):
        assert b"You are here as a guest" in client.get("/account/login/").content

        log_in(client=client)

        assert client.get("/play/").context["user"] == verified_alice

    def test_it_keeps_everything(self, client, guest, worker, bob, mails, log_in):
        blocks.block(owner=guest, blocked=bob)

        client.post("/account/signup/", self.FORM)
        client.post(link_in(mails(1)[0]))
        log_in(login="dora")

        assert blocks.has_blocked(User.objects.get(username="dora"), bob)

    def test_it_leaves_the_guest_alone_when_the_form_is_wrong(self, client, guest):
        client.post("/account/signup/", {**self.FORM, "password1": "short"})

        guest.refresh_from_db()
        assert guest.is_guest

    def test_it_leaves_the_guest_alone_when_the_address_has_an_account(
        self, client, guest, worker, verified_alice
    ):
        client.post("/account/signup/", {**self.FORM, "email": verified_alice.email})

        guest.refresh_from_db()
        assert guest.is_guest

    def test_it_still_turns_away_who_has_an_account(self, alice):
        client = Client()
        client.force_login(alice)

        assert client.get("/account/signup/").status_code == 302


class TestRemoving:
    def see(self, user, ago):
        User.objects.filter(pk=user.pk).update(last_seen_at=timezone.now() - ago)

    def test_it_forgets_guests_who_were_silent_for_two_weeks(self, guest):
        self.see(guest, KEPT_SILENT + timedelta(minutes=1))

        remove_silent_guests()

        assert not User.objects.exists()

    def test_it_keeps_guests_who_were_there_lately(self, guest):
        self.see(guest, KEPT_SILENT - timedelta(minutes=1))

        remove_silent_guests()

        assert User.objects.count() == 1

    def test_it_keeps_the_row_of_a_guest_who_has_played(self, guest, bob):
        game = GameFactory(users=[guest, bob], turns=3)
        self.see(guest, KEPT_SILENT + timedelta(minutes=1))

        remove_silent_guests()

        game.refresh_from_db()
        guest.refresh_from_db()
        assert (game.ending, guest.is_active) == ("resigned", False)
        remove_silent_guests()  # and does not come across it again

    def test_it_never_touches_accounts(self, verified_alice):
        self.see(verified_alice, timedelta(days=4000))

        remove_silent_guests()

        assert User.objects.count() == 1


class TestNeverConfirmed:
    @pytest.fixture
    def unconfirmed(self, sign_up, worker):
        """Dora, who has signed up and not confirmed her address."""
        sign_up()
        return User.objects.get(username="dora")

    def sweep_after(self, days):
        User.objects.update(last_seen_at=timezone.now() - timedelta(days=days))
        remove_silent_guests()

    def test_it_forgets_an_account_that_nobody_confirmed(self, unconfirmed):
        self.sweep_after(15)

        assert not User.objects.exists()

    def test_it_gives_them_two_weeks(self, unconfirmed):
        self.sweep_after(13)

        assert User.objects.exists()

    def test_it_gives_two_weeks_to_a_guest_who_signs_up(self, client, request_, guest, worker):
        User.objects.update(last_seen_at=timezone.now() - timedelta(days=15))
        request_.session.save()
        client.cookies["sessionid"] = request_.session.session_key
        client.post("/account/signup/", TestSigningUp.FORM)

        remove_silent_guests()

        assert User.objects.filter(username="dora").exists()

    def test_it_keeps_who_confirmed(self, unconfirmed):
        unconfirmed.emailaddress_set.update(verified=True)
        self.sweep_after(400)

        assert User.objects.exists()

    def test_it_keeps_staff(self, unconfirmed):
        User.objects.update(is_staff=True)
        self.sweep_after(400)

        assert User.objects.exists()

    def test_it_keeps_the_row_of_who_played_as_a_guest(self, unconfirmed, bob):
        game = GameFactory(users=[unconfirmed, bob], turns=3)
        self.sweep_after(15)

        game.refresh_from_db()
        unconfirmed.refresh_from_db()
        assert (game.ending, unconfirmed.is_active) == ("resigned", False)
