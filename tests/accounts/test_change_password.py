"""Another password."""

import pytest
from django.test import Client

from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.usefixtures("worker")
PAGE = "/account/password/change/"
NEW = "another corner of it"
FORM = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}


@pytest.fixture
def client(client, verified_alice):
    client.force_login(verified_alice)
    return client


class TestPage:
    def test_it_is_only_for_people_who_are_signed_in(self):
        assert Client().post(PAGE, FORM)["Location"].startswith("/account/login/")

    def test_it_changes_the_password_and_tells_the_owner(self, client, verified_alice, mails):
        client.post(PAGE, FORM)

        verified_alice.refresh_from_db()
        assert verified_alice.check_password(NEW)
        assert mails(1)[0].to == [verified_alice.email]

    def test_it_leaves_everybody_else_as_they_are(self, client, bob):
        client.post(PAGE, FORM)

        bob.refresh_from_db()
        assert bob.check_password(PASSWORD)

    def test_it_keeps_the_session_in_which_it_was_changed(self, client):
        client.post(PAGE, FORM)

        assert client.get("/account/profile/").status_code == 200

    @pytest.mark.parametrize(
        ("wrong", "field"),
        [
            ({"oldpassword": "not the one"}, "oldpassword"),
            ({"password1": "short", "password2": "short"}, "password1"),
            ({"password1": "alice123", "password2": "alice123"}, "password1"),
            ({"password2": "something else"}, "password2"),
        ],
    )
    def test_it_refuses_beside_the_field(self, client, verified_alice, wrong, field):
        content = client.post(PAGE, {**FORM, **wrong}).content.decode()

        assert f'aria-describedby="id_{field}_error' in content
        verified_alice.refresh_from_db()
        assert verified_alice.check_password(PASSWORD)

    def test_it_is_slowed_down_after_many_tries(self, client):
        statuses = [client.post(PAGE, {**FORM, "oldpassword": "x"}).status_code for _ in range(6)]

        assert statuses[-1] == 429
