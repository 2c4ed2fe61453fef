"""Somebody to look at the pages of an account with."""

import re
from itertools import count

import pytest
from playwright.sync_api import expect

from tests.browser.people import PASSWORD, fill, follow_mail, log_in, press

numbers = count()
MEMBER = """
from allauth.account.models import EmailAddress
from accounts.services import create_player
for name in ("fern", "moss"):
    person = create_player(username=name, email=f"{{name}}@botanik.example", password="{password}")
    EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
"""


@pytest.fixture
def newcomer(open_page):
    """Somebody new with a page: signed up, address confirmed, logged in."""
    name = f"newcomer{next(numbers)}"
    page = open_page("/account/signup/", timezone_id="Europe/Paris")
    page.name = name
    fill(page, username=name, email=f"{name}@botanik.example", password1=PASSWORD)
    press(page, "Sign up")
    expect(page.page).to_have_url(re.compile("confirm-email"))
    follow_mail(page, name)
    press(page, "Yes, confirm it")
    log_in(page)
    return page


@pytest.fixture(scope="session")
def _members(running_sites):
    running_sites("embedded").manage("shell", "-c", MEMBER.format(password=PASSWORD))


@pytest.fixture
def member(open_page, _members):
    """Fern, who has been here for a while, logged in; moss is here, too."""
    page = open_page("/account/login/")
    page.name = "fern"
    log_in(page)
    expect(page.page).to_have_url(re.compile("/play/"))
    return page
