"""The second factor: an authenticator app, and recovery codes."""

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import (
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.test import Client

from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.usefixtures("worker")


def code_for(secret):
    counter = next(iter(yield_hotp_counters_from_time()))
    return format_hotp_value(hotp_value(secret, counter))


@pytest.fixture
def secret(client, log_in, verified_alice):
    """The secret that alice's app shares with the site, once she has switched it on."""
    log_in()
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    client.get("/account/2fa/totp/activate/")
    secret = client.session["mfa.totp.secret"]
    response = client.post("/account/2fa/totp/activate/", {"code": code_for(secret)})
    assert response.status_code == 302
    return secret


class TestActivating:
    def test_it_asks_for_the_password_again(self, client, log_in, verified_alice):
        log_in()

        response = client.get("/account/2fa/totp/activate/")

        assert "/account/reauthenticate/" in response["Location"]

    def test_it_tells_the_owner(self, secret, verified_alice, mails):
        assert {mail.to[0] for mail in mails(2)} == {verified_alice.email}

    def test_it_gives_recovery_codes(self, client, secret, verified_alice):
        kinds = Authenticator.objects.filter(user=verified_alice).values_list("type", flat=True)

        assert set(kinds) == {"totp", "recovery_codes"}


class TestLogin:
    @pytest.fixture
    def other(self, secret, log_in):
        """Another browser, after the right password."""
        client = Client()
        response = log_in(client=client, password=PASSWORD)
        assert response["Location"].startswith("/account/2fa/authenticate/")
        return client

    def test_it_is_not_done_with_the_password_alone(self, other):
        assert "_auth_user_id" not in other.session

    def test_it_is_refused_with_a_wrong_code(self, other):
        other.post("/account/2fa/authenticate/", {"code": "000000"})

        assert "_auth_user_id" not in other.session

    def test_it_says_beside_the_field_what_is_wrong_with_a_code(self, other):
        response = other.post("/account/2fa/authenticate/", {"code": "000000"})

        assert b"That code does not fit" in response.content
        assert b"aria-invalid" in response.content

    def test_it_is_refused_after_too_many_wrong_codes(self, other, secret):
        for _ in range(5):
            other.post("/account/2fa/authenticate/", {"code": "000000"})

        other.post("/account/2fa/authenticate/", {"code": code_for(secret)})

        assert "_auth_user_id" not in other.session

    def test_it_is_done_with_a_recovery_code_which_works_once(self, other, verified_alice, log_in):
        codes = Authenticator.objects.get(user=verified_alice, type="recovery_codes").wrap()
        code = codes.get_unused_codes()[0]

        other.post("/account/2fa/authenticate/", {"code": code})

        assert "_auth_user_id" in other.session
        third = Client()
        log_in(client=third)
        third.post("/account/2fa/authenticate/", {"code": code})
        assert "_auth_user_id" not in third.session
