"""The links in mails that a real mail server received, followed where nobody is logged in."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.people import press
from tests.post_office import PostOffice, opened, text_of
from tests.real_services import wait_until
from tests.sites import embedded_site

NAMES = ("moss", "clover", "ivy")
# Fern offers each a game, and enough time has passed for a mail to follow.
OFFERS = f"""
from django.utils import timezone
from games.models import Delivery, Offer
from tests.factories import OfferFactory, UserFactory
fern = UserFactory(username="fern", password=None)
for name in {NAMES}:
    person = UserFactory(username=name, password=None)
    person.emailaddress_set.create(email=person.email, verified=True, primary=True)
    OfferFactory(owner=fern, recipient=person, reach=Offer.Reach.PERSONAL)
Delivery.objects.filter(
    channel="mail", status="waiting", notice__event="offer-received"
).update(due_at=timezone.now())
"""


@pytest.fixture(scope="module")
def office():
    with opened(PostOffice()) as office:
        yield office


@pytest.fixture(scope="module")
def site(tmp_path_factory, office):
    """In one process, with a mail server."""
    with embedded_site(tmp_path_factory.mktemp("mails"), **office.variables) as site:
        yield site


@pytest.fixture(scope="module")
def mails(site, office):
    """One for each: mails leave every few seconds, so all of them are waited for at once."""
    site.run(OFFERS)
    wait_until(lambda: all(map(office.to, NAMES)), what="the mails", seconds=60)
    return iter([text_of(office.to(name)[-1]) for name in NAMES])


@pytest.fixture
def mail(mails):
    """What somebody gets, who has done nothing with it yet."""
    return next(mails)


def link_in(mail, words):
    return re.search(rf"{words}: (\S+)", mail)[1]


class TestLinks:
    def test_it_accepts_once_with_one_button(self, mail, open_page, assert_accessible):
        page = open_page(link_in(mail, "Accept and play"))
        assert_accessible(page)
        press(page, "Accept and play")

        expect(page.locator("h1")).to_have_text("The game has begun")
        page.expect_console("409")
        page.goto(link_in(mail, "Accept and play"))
        expect(page.locator("main")).to_contain_text("no longer open")

    def test_it_declines(self, mail, open_page):
        page = open_page(link_in(mail, "Decline"))
        press(page, "Decline")

        expect(page.locator("h1")).to_have_text("You have declined the offer")

    def test_it_stops_the_mails(self, mail, open_page, assert_accessible):
        page = open_page(link_in(mail, "Mail me no more about this"))
        assert_accessible(page)
        press(page, "Mail me no more about this")

        expect(page.locator("h1")).to_have_text("We will not mail you about this any more")
