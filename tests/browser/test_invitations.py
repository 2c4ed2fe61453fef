"""Sending the link to a friend from a browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.players import come_alive, elsewhere, sit_down

# The sheet of the system, which no test can see.
SHEET = "navigator.share = async (what) => { window.shared = what; }"


@pytest.fixture
def sender(open_page):
    page = open_page(
        None, permissions=["clipboard-read", "clipboard-write"], reduced_motion="reduce",
        **elsewhere(),
    )  # fmt: skip
    page.add_init_script(SHEET)
    page.goto("/offers/new/?reach=link")
    page.locator("[name=called]").fill("Marie")
    page.get_by_role("button", name="Offer it").click()
    expect(page.page).to_have_url(re.compile(r"/offers/[0-9a-f-]{36}/$"))
    come_alive(page)
    return page


class TestSending:
    def test_it_copies_and_shares_and_shows_the_guest_by_name(
        self, sender, open_page, assert_accessible
    ):
        link = sender.locator("#link").input_value()

        sender.get_by_role("button", name="Copy").click()
        expect(sender.get_by_text("Copied.")).to_be_visible()
        assert sender.evaluate("navigator.clipboard.readText()") == link

        sender.get_by_role("button", name="Share").click()
        assert sender.evaluate("window.shared") == {"text": "Shall we play Botanik?", "url": link}
        assert_accessible(sender)

        friend = open_page(link, reduced_motion="reduce", viewport={"width": 360, "height": 780})
        expect(friend.get_by_role("heading", level=1)).to_have_text(
            re.compile("Marie \\(guest\\) invites you")
        )
        assert friend.evaluate("document.documentElement.scrollWidth") <= 360
        assert_accessible(friend)


class TestBeingReached:
    def test_it_is_asked_of_who_waits_and_not_of_who_has_to_play(
        self, open_page, assert_accessible
    ):
        mover, waiter = sit_down(open_page, reduced_motion="reduce")

        expect(mover.locator("#reach-email")).to_be_hidden()
        expect(waiter.locator("#reach-email")).to_be_visible()
        assert_accessible(waiter)
        waiter.locator("#reach-email").fill("waiter@botanik.example")
        waiter.get_by_role("button", name="Tell me").click()

        expect(waiter.locator(".reachable")).to_contain_text(
            "We have written to waiter@botanik.example"
        )
        for width in (360, 1440):
            waiter.set_viewport_size({"width": width, "height": 780})
            assert waiter.evaluate("document.documentElement.scrollWidth") <= width
