"""The links in mails, followed in a browser in which nobody is logged in."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.people import press

NOW = """
from django.utils import timezone
from games.models import Delivery
Delivery.objects.filter(channel="mail", status="waiting").update(due_at=timezone.now())
"""


@pytest.fixture
def mail(member, site, open_page):
    """A page of somebody who reads the mail that tells moss of fern's offer."""
    member.goto("/offers/new/?to=moss")
    member.locator("main form button[type=submit]").last.click()
    expect(member.page).to_have_url(re.compile(r"/offers/[0-9a-f-]{36}/$"))
    site.manage("shell", "-v0", "-c", NOW)
    reader = open_page("/mail/")
    newest = reader.locator(".mail").filter(has_text="moss@").filter(has_text="offers you a game")
    newest = newest.filter(has_text=member.url.split("/")[-2])
    for _ in range(300):
        if newest.count():
            break
        reader.wait_for_timeout(100)
        reader.page.reload()
    reader.mail = newest.first
    return reader


def follow(reader, kind):
    reader.goto(reader.mail.locator(f"a[href*='/{kind}/']").first.get_attribute("href"))


class TestLinks:
    def test_it_accepts_once_with_one_button_and_without_login(
        self, mail, member, assert_accessible
    ):
        accept = mail.mail.locator("a[href*='/by-mail/']").first.get_attribute("href")

        mail.goto(accept)
        assert_accessible(mail)
        press(mail, "Accept and play")

        expect(mail.locator("h1")).to_have_text("The game has begun")
        expect(member.page).to_have_url(re.compile(r"/games/"))  # fern is led to the table
        mail.expect_console("409")
        mail.goto(accept)
        expect(mail.locator("main")).to_contain_text("no longer open")

    def test_it_declines(self, mail):
        decline = mail.mail.locator("a[href*='/by-mail/']").last.get_attribute("href")

        mail.goto(decline)
        press(mail, "Decline")

        expect(mail.locator("h1")).to_have_text("You have declined the offer")

    def test_it_stops_the_mails(self, mail, assert_accessible):
        follow(mail, "stop")
        assert_accessible(mail)
        press(mail, "Mail me no more about this")

        expect(mail.locator("h1")).to_have_text("We will not mail you about this any more")
