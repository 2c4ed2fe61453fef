"""One's own sessions, and ending those elsewhere."""

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts import sanctions
from tests.accounts.conftest import LAPTOP, PHONE
from tests.factories import SanctionFactory, SuperuserFactory

pytestmark = pytest.mark.usefixtures("worker")


class TestSessions:
    @pytest.fixture
    def phone(self, log_in, verified_alice):
        phone = Client(headers={"user-agent": PHONE})
        log_in(client=phone)
        return phone

    def test_it_lists_every_browser(self, client, log_in, phone):
        log_in()

        assert b"iPhone" in client.get("/account/sessions/").content

    def test_it_does_not_list_those_of_others(self, client, log_in, phone, bob):
        client.force_login(bob)

        assert b"iPhone" not in client.get("/account/sessions/").content

    def test_it_does_not_list_what_was_ended_from_elsewhere(
        self, client, log_in, phone, verified_alice
    ):
        SanctionFactory(user=verified_alice, kind=sanctions.Kind.CLOSED, reason="Spam.")
        sanctions.lift(sanction=verified_alice.sanctions.get(), by=SuperuserFactory())
        log_in()

        assert b"iPhone" not in client.get("/account/sessions/").content

    def test_it_does_not_list_what_has_expired(self, client, log_in, phone):
        Session.objects.update(expire_date=timezone.now())
        log_in()

        assert b"iPhone" not in client.get("/account/sessions/").content

    def test_it_is_only_for_people_who_are_signed_in(self, client, db):
        assert client.get("/account/sessions/")["Location"].startswith("/account/login/")

    def test_it_signs_out_there_alone(self, client, log_in, phone, verified_alice):
        laptop = Client(headers={"user-agent": LAPTOP})
        log_in(client=laptop)
        log_in()
        there = UserSession.objects.get(user=verified_alice, user_agent=PHONE)

        client.post(f"/account/sessions/{there.pk}/end/")

        assert phone.get("/account/sessions/").status_code == 302
        assert laptop.get("/account/sessions/").status_code == 200
        assert client.get("/account/sessions/").status_code == 200

    def test_it_leaves_the_sessions_of_others_alone(self, client, phone, bob, verified_alice):
        client.force_login(bob)
        there = UserSession.objects.get(user=verified_alice)

        client.post(f"/account/sessions/{there.pk}/end/")

        assert phone.get("/account/sessions/").status_code == 200

    def test_it_signs_out_elsewhere_and_not_here(self, client, log_in, phone):
        log_in()

        client.post("/account/sessions/")

        assert client.get("/account/sessions/").status_code == 200
        assert phone.get("/account/sessions/").status_code == 302
