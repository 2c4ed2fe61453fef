"""A passkey's answer is whatever a browser, or somebody who poses as one, sends."""

import json

import pytest

from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db

PARTS = {"clientDataJSON": "e30", "authenticatorData": "AA", "signature": "AA", "userHandle": "AA"}
KEY = {"id": "AA", "rawId": "AA", "type": "public-key", "response": PARTS}
CREDENTIALS = {
    "deep": "[" * 100_000,
    "deep-object": '{"response":' * 10_000,
    "huge-number": "1" * 5_000,
    "no-json": "{",
    "a-number": "1",
    "a-list": "[]",
    "a-word": '"key"',
    "empty": "{}",
    "no-text": '{"id": "\\ud800", "rawId": "\\ud800"}',
    "half": json.dumps({**KEY, "response": {}}),
    "wrong-kinds": json.dumps({name: [1] for name in KEY}),
    "no-base64": json.dumps({**KEY, "rawId": "????"}),
    "whole": json.dumps(KEY),
}


@pytest.mark.parametrize("asked_first", [False, True], ids=["out-of-order", "in-order"])
@pytest.mark.parametrize("credential", CREDENTIALS)
class TestHostile:
    def test_it_is_refused_at_the_login(self, client, credential, asked_first):
        if asked_first:
            client.get("/account/2fa/webauthn/login/", headers={"accept": "application/json"})
        response = client.post(
            "/account/2fa/webauthn/login/", {"credential": CREDENTIALS[credential]}
        )

        assert response.status_code < 500
        assert "_auth_user_id" not in client.session

    def test_it_is_refused_as_a_new_one(
        self, client, log_in, verified_alice, credential, asked_first
    ):
        log_in()
        client.post("/account/reauthenticate/", {"password": PASSWORD})
        if asked_first:
            client.get("/account/2fa/webauthn/add/")
        response = client.post(
            "/account/2fa/webauthn/add/", {"credential": CREDENTIALS[credential], "name": "mine"}
        )

        assert response.status_code == 200
        assert not verified_alice.authenticator_set.exists()

    def test_it_is_refused_in_place_of_a_password(
        self, client, log_in, verified_alice, credential, asked_first
    ):
        log_in()
        if asked_first:
            client.get("/account/2fa/webauthn/reauthenticate/")
        response = client.post(
            "/account/2fa/webauthn/reauthenticate/", {"credential": CREDENTIALS[credential]}
        )

        assert response.status_code < 500
