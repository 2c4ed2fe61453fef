"""Somebody to look at the pages of an account with, and tables to look at."""

import re
from itertools import count
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from tests.browser.people import PASSWORD, fill, follow_mail, log_in, press
from tests.browser.players import settle
from tests.laid_tables import lay_table

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
    expect(page.page).to_have_url(re.compile("/play/"))
    return page


RESIDENT = """
from allauth.account.models import EmailAddress
from django.conf import settings
from django.test import Client
from accounts.services import create_player
person = create_player(
    username="{name}", email="{name}@botanik.example", password="{password}"
)
EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
client = Client()
client.force_login(person, backend=settings.AUTHENTICATION_BACKENDS[0])
print(settings.SESSION_COOKIE_NAME, client.cookies[settings.SESSION_COOKIE_NAME].value)
"""


@pytest.fixture
def resident(open_page, site):
    """Somebody with a page who is as far as a newcomer, without having been seen on the way."""
    return a_resident(open_page, site)


def a_resident(open_page, site, **options):
    name = f"resident{next(numbers)}"
    said = site.run(RESIDENT.format(name=name, password=PASSWORD))
    cookie, session = said.splitlines()[-1].split()
    page = open_page(None, **options)
    page.name = name
    page.context.add_cookies([{"name": cookie, "value": session, "url": site.url}])
    return page


@pytest.fixture(scope="session")
def _members(running_sites):
    running_sites("embedded").run(MEMBER.format(password=PASSWORD))


@pytest.fixture
def member(open_page, _members):
    """Fern, who has been here for a while, logged in; moss is here, too."""
    page = open_page("/account/login/")
    page.name = "fern"
    log_in(page)
    expect(page.page).to_have_url(re.compile("/play/"))
    return page


TURNS = {"build": 30, "over": 300}  # machines of some size; more than any game has


@pytest.fixture
def tables(running_sites):
    """Laid once for each goal: the tests only look at them."""
    known = running_sites("embedded").__dict__.setdefault("tables", {})

    def get(goal):
        if goal not in known:
            reached = "" if goal in ("over", "begun") else goal
            known[goal] = lay_table(
                running_sites("embedded"), goal=reached, turns=TURNS.get(goal, 0)
            )
        return known[goal]

    return get


@pytest.fixture
def look(open_page, site):
    """Open a laid table as whoever has the word."""

    def open_(table, query=None, seat=None, **options):
        page = open_page(None, only_looks=True, **{"reduced_motion": "reduce", **options})
        page.context.add_cookies(table.cookies(site, table.seat if seat is None else seat))
        page.goto(f"{table.path}?{urlencode(table.query if query is None else query)}")
        if options.get("java_script_enabled", True):
            expect(page.locator("html")).to_have_attribute("data-live", "on")
            settle(page)
        return page

    return open_
