"""Every page of an account: who sees it, and that it costs the same however much there is."""

import json
import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.usersessions.models import UserSession
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, get_resolver, reverse
from django.utils import timezone

from accounts import blocks, sanctions
from accounts.models import Absence, DataExport, FormerName
from tests.accounts.conftest import LAPTOP, PASSWORD
from tests.factories import SanctionFactory, UserFactory

pytestmark = pytest.mark.django_db

# For somebody who is logged in, about themselves.
OWN = (
    "account_change_password", "account_email", "account_logout", "account_reauthenticate",
    "accounts:address", "accounts:blocks", "accounts:change_username",
    "accounts:edit_profile", "accounts:leave", "accounts:preferences", "games:absences",
    "games:data_exports", "games:rulings", "games:sign_out",
    "accounts:sessions", "mfa_deactivate_totp", "mfa_download_recovery_codes",
    "mfa_generate_recovery_codes", "mfa_index", "mfa_list_webauthn", "mfa_reauthenticate",
    "mfa_view_recovery_codes", "usersessions_list",
)  # fmt: skip
# For whoever is at the door.
OPEN = (
    "account_email_verification_sent", "account_inactive", "account_login",
    "account_reset_password", "account_reset_password_done",
    "account_reset_password_from_key_done", "account_signup", "accounts:login", "games:sent",
    "games:sign_up",
)  # fmt: skip
# Forms without a page, and pages in the middle of a way, with the tests that walk it.
ELSEWHERE = {
    "account_confirm_email": "test_signup",
    "account_confirm_login_code": "switched off: nobody logs in by a code",
    "account_reset_password_from_key": "test_login",
    "account_set_password": "everybody has a password: leads to where it is changed",
    "games:end_absence": "test_absences_page",
    "accounts:end_session": "test_sessions",
    "accounts:theme": "test_theme",
    "games:begin": "games/test_guests",
    "games:called": "games/test_guests",
    "games:confirm": "test_signup",
    "games:data_export": "test_data_exports",
    "games:forget_guest": "games/test_guests",
    "games:reach": "games/test_guests",
    "games:ruling": "games/test_ruling_pages",
    "games:ruling_by_mail": "games/test_ruling_pages",
    "mfa_activate_totp": "test_two_factor; leads away once there is an app",
    "mfa_add_webauthn": "browser/test_accounts; it reads real keys",
    "mfa_authenticate": "test_two_factor",
    "mfa_edit_webauthn": "browser/test_accounts",
    "mfa_login_webauthn": "browser/test_accounts",
    "mfa_reauthenticate_webauthn": "browser/test_accounts",
    "mfa_remove_webauthn": "browser/test_accounts",
}


def named(patterns, prefix="", space=""):
    """The names of all routes that begin with account/, and of all others in accounts."""
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if not isinstance(pattern, URLPattern):
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from named(pattern.url_patterns, route, inner)
        elif pattern.name and (route.startswith("account/") or space == "accounts:"):
            yield space + pattern.name


def grow(person):
    """More of everything that somebody can have."""
    others, now = UserFactory.create_batch(7), timezone.now()
    for number, other in enumerate(others):
        blocks.block(owner=person, blocked=other)
        blocks.block(owner=other, blocked=person)
        begin = now + timedelta(days=other.pk * 9)
        Absence.objects.create(user=person, starts_at=begin, ends_at=begin + timedelta(days=1))
        FormerName.objects.create(user=person, name=f"formerly{other.pk}", kept_until=begin)
        SanctionFactory(user=person, kind=sanctions.Kind.NO_CHAT, reason="Insults.")
        DataExport.objects.create(user=person, finished_at=now, archive=b"zip", size=3)
        session = SessionStore()
        session[HASH_SESSION_KEY] = person.get_session_auth_hash()
        session.create()
        UserSession.objects.create(
            user=person, session_key=session.session_key, ip="192.0.2.1", user_agent=LAPTOP
        )
        Authenticator.objects.create(
            user=person, type="webauthn", data={"name": f"key {number}", "credential": {}}
        )


@pytest.fixture
def client(alice):
    """Alice's browser, in which she has just typed her password. She has a second factor, too."""
    EmailAddress.objects.create(user=alice, email=alice.email, verified=True, primary=True)
    client = Client()
    client.force_login(alice)
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    TOTP.activate(alice, generate_totp_secret())
    RecoveryCodes.activate(alice)
    return client


def queries(client, path):
    with CaptureQueriesContext(connection) as asked:
        response = client.get(path)
    assert response.status_code == 200, response
    return [query["sql"].split(" WHERE ")[0] for query in asked.captured_queries]


class TestTable:
    def test_it_has_decided_about_every_route(self):
        assert set(named(get_resolver().url_patterns)) == {*OWN, *OPEN, *ELSEWHERE}


class TestOwnPages:
    @pytest.mark.parametrize("name", OWN)
    def test_it_asks_the_same_however_much_there_is(self, client, alice, name):
        path = reverse(name)
        grow(alice)
        client.get(path)
        few = queries(client, path)
        grow(alice)

        assert json.dumps(queries(client, path), indent=1) == json.dumps(few, indent=1)

    @pytest.mark.parametrize("name", OWN)
    def test_it_is_not_shown_to_visitors(self, db, name):
        response = Client().get(reverse(name))

        assert response.status_code == 302
        assert response["Location"].partition("?")[0] in ("/account/login/", "/play/", "/")

    @pytest.mark.parametrize("name", OWN)
    def test_it_shows_a_stranger_nothing_of_hers(self, client, alice, charlie, name):
        grow(alice)
        stranger = Client()
        stranger.force_login(charlie)
        stranger.post("/account/reauthenticate/", {"password": PASSWORD})

        content = stranger.get(reverse(name), follow=True).content

        assert b"alice" not in content
        assert b"formerly" not in content


class TestWays:
    def test_it_shows_them_in_groups_with_names(self, client):
        page = client.get("/account/email/").content.decode()

        groups = re.findall(r'class="group-name">([^<]*)</span>\s*<ul aria-labelledby', page)
        assert groups == ["Playing", "You", "Signing in", "Data and leaving"]


class TestOpenPages:
    @pytest.mark.parametrize("name", OPEN)
    def test_it_asks_the_database_nothing(self, db, name, django_assert_num_queries):
        with django_assert_num_queries(0):
            response = Client().get(reverse(name))

        assert response.status_code == 200
