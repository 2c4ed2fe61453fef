"""What tests about people need: a mailbox that the worker fills, and somebody at the door."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.real_services import wait_until

PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15"
    " (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1"
)
LAPTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0"
PASSWORD = "a quiet corner of the glasshouse"


@pytest.fixture
def mails(worker, mailoutbox):
    """Wait for the mails that were sent; `mails(1)` are the first one's subject, address, body."""

    def wait(count):
        wait_until(lambda: len(mailoutbox) >= count, what=f"{count} mails")
        return mailoutbox

    return wait


def link_in(mail):
    """The path of the link that a mail asks to follow."""
    return re.search(r"https?://[^/\s]+(/\S*)", mail.body)[1]


@pytest.fixture
def sign_up(client):
    def sign_up(username="dora", email="dora@botanik.example", password=PASSWORD):
        form = {"username": username, "email": email, "password1": password}
        return client.post("/account/signup/", form)

    return sign_up


@pytest.fixture
def log_in(client):
    def log_in(login="alice", password=PASSWORD, client=client, **more):
        return client.post("/account/login/", {"login": login, "password": password}, **more)

    return log_in


@pytest.fixture
def verified_alice(alice):
    """Alice, whose address is verified, and who has signed in before."""
    alice.last_login = timezone.now() - timedelta(days=30)
    alice.save(update_fields=["last_login"])
    alice.emailaddress_set.create(email=alice.email, verified=True, primary=True)
    return alice
