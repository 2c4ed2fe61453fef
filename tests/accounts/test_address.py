"""One's mail address, and changing it."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from tests.accounts.conftest import PASSWORD, link_in

pytestmark = pytest.mark.usefixtures("worker")
PAGE = "/account/email/"
NEW = "new@botanik.example"


@pytest.fixture
def client(client, verified_alice):
    """Alice's browser, in which she has just typed her password."""
    client.force_login(verified_alice)
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    return client


class TestPage:
    def test_it_is_only_for_people_who_are_signed_in(self):
        assert Client().get(PAGE)["Location"].startswith("/account/login/")

    def test_it_asks_for_the_password_again_before_a_change(self, verified_alice):
        client = Client()
        client.force_login(verified_alice)

        response = client.post(PAGE, {"email": NEW, "action_add": "1"})

        assert "/account/reauthenticate/" in response["Location"]

    def test_it_shows_ones_own_address_and_no_other(self, client, verified_alice, bob):
        content = client.get(PAGE).content.decode()

        assert verified_alice.email in content
        assert bob.email not in content

    @pytest.mark.parametrize("email", ["nonsense", "alice@botanik.example"])
    def test_it_refuses_beside_the_field_and_keeps_what_was_typed(self, client, email):
        content = client.post(PAGE, {"email": email, "action_add": "1"}).content.decode()

        assert 'aria-describedby="id_email_error' in content
        assert f'value="{email}"' in content


class TestChange:
    @pytest.fixture
    def link(self, client, mails):
        """The link in the mail to the new address."""
        client.post(PAGE, {"email": NEW, "action_add": "1"})
        return link_in(mails(1)[0])

    def test_it_keeps_the_old_address_until_the_new_one_is_confirmed(self, link, verified_alice):
        assert EmailAddress.objects.get_primary_email(verified_alice) == "alice@botanik.example"

    def test_it_gives_up_the_old_address_then(self, client, link, verified_alice):
        client.post(link)

        [address] = EmailAddress.objects.filter(user=verified_alice)
        assert (address.email, address.verified, address.primary) == (NEW, True, True)

    def test_it_tells_the_old_address(self, client, link, mails):
        client.post(link)

        assert mails(2)[1].to == ["alice@botanik.example"]


class TestSendingAgain:
    def test_it_says_so_when_it_was_sent_just_now(self, client, mails):
        client.post(PAGE, {"email": NEW, "action_add": "1"})
        mails(1)
        client.get(PAGE)

        page = client.post(PAGE, {"email": NEW, "action_send": "1"}, follow=True)

        assert b"We wrote to you just now" in page.content
        assert len(mails(1)) == 1

    def test_it_sends_another_link_after_some_minutes(self, client, mails, time_machine):
        client.post(PAGE, {"email": NEW, "action_add": "1"})
        mails(1)
        time_machine.move_to(timezone.now() + timedelta(minutes=4))

        page = client.post(PAGE, {"email": NEW, "action_send": "1"}, follow=True)

        assert b"We wrote to you just now" not in page.content
        assert mails(2)[1].to == [NEW]

    def test_it_says_nothing_about_an_address_of_somebody_else(self, client, bob):
        page = client.post(PAGE, {"email": bob.email, "action_send": "1"}, follow=True)

        assert b"We wrote to you just now" not in page.content
