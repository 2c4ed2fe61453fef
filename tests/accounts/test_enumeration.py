"""Nobody can find out who has an account: the same answer, for the same number of queries."""

import re
from typing import ClassVar

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.usefixtures("worker")


def answer(path, form, client=None):
    """All that whoever sends a form can see, without what they typed, and how many queries ran."""
    client = client or Client()
    with CaptureQueriesContext(connection) as queries:
        response = client.post(path, form)
    number = len(queries)  # the next request begins a new list
    location = response.get("Location", "")
    page = client.get(location) if location else response
    body = re.sub(r'(csrfmiddlewaretoken" value="|X-CSRFToken": ")\w+', "", page.content.decode())
    for typed in sorted(form.values(), key=len, reverse=True):
        body = body.replace(typed, "(typed)")
    return response.status_code, location, body, number


class NotedHasher(MD5PasswordHasher):
    """Notes what is hashed, for that is what takes time."""

    noted: ClassVar[list[str]] = []

    def encode(self, password, salt):
        self.noted.append(password)
        return super().encode(password, salt)


@pytest.fixture
def hashes(settings, verified_alice):
    settings.PASSWORD_HASHERS = [f"{__name__}.NotedHasher"]
    verified_alice.set_password(PASSWORD)
    verified_alice.save()
    NotedHasher.noted.clear()
    return NotedHasher.noted


class TestEnumeration:
    def test_it_is_not_possible_by_a_reset(self, verified_alice):
        page = "/account/password/reset/"

        known = answer(page, {"email": verified_alice.email})

        assert known == answer(page, {"email": "nobody@botanik.example"})
        assert known[0] == 302

    @pytest.mark.parametrize(
        ("known", "unknown"),
        [("alice", "nobody"), ("alice@botanik.example", "nobody@botanik.example")],
    )
    def test_it_is_not_possible_by_a_login(self, verified_alice, known, unknown):
        page = "/account/login/"

        wrong = answer(page, {"login": known, "password": "not the one"})

        assert wrong == answer(page, {"login": unknown, "password": "not the one"})
        assert wrong[0] == 200

    def test_it_is_not_possible_by_a_sign_up(self, verified_alice):
        page = "/account/signup/"
        form = {"password1": PASSWORD, "time_zone": "Europe/Paris"}

        known = answer(page, {"username": "dora", "email": verified_alice.email, **form})

        unknown = {"username": "emil", "email": "emil@botanik.example"}
        assert known == answer(page, {**unknown, **form})
        assert known[0] == 302
        assert not User.objects.filter(username="dora").exists()

    @pytest.mark.parametrize("action", ["action_send", "action_remove", "action_add"])
    def test_it_is_not_possible_by_a_change_of_address(self, verified_alice, bob, action):
        client, page = Client(), "/account/email/"
        client.force_login(bob)
        client.post("/account/reauthenticate/", {"password": PASSWORD})
        client.get(page)

        known = answer(page, {"email": verified_alice.email, action: "1"}, client)
        client.post(page, {"email": verified_alice.email, "action_remove": "1"})
        client.get(page)

        assert known == answer(page, {"email": "nobody@botanik.example", action: "1"}, client)

    @pytest.mark.parametrize("login", ["alice@botanik.example", "alice", "nobody@botanik.example"])
    def test_it_checks_one_password_for_one_try(self, verified_alice, login, hashes):
        answer("/account/login/", {"login": login, "password": "not the one"})

        assert len(hashes) == 1

    @pytest.mark.parametrize("email", ["alice@botanik.example", "dora@botanik.example"])
    def test_it_hashes_one_password_for_one_sign_up(self, verified_alice, email, hashes):
        answer("/account/signup/", {"username": "dora", "email": email, "password1": PASSWORD})

        assert len(hashes) == 1
