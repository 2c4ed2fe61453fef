"""Games on the board, each by one way of handling it; `make soak` plays all of them whole."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.hands import (
    Opponent,
    by_drag,
    by_keyboard,
    by_links,
    by_notation,
    by_touch,
    play_through,
)
from tests.browser.players import come_alive
from tests.chromium import PHONE
from tests.laid_tables import lay_table

LATE = 54
"""Turns that are played beforehand where the last ones say enough."""


class TestLastTurns:
    def test_they_are_played_by_touch_on_a_phone(self, open_page, site):
        phone = {"viewport": PHONE, "has_touch": True}
        taken = play_through(open_page, site, by_touch, turns=LATE, **phone)

        assert taken >= 2

    @pytest.mark.parametrize("by", [by_drag, by_keyboard, by_notation])
    def test_they_are_played(self, open_page, site, by):
        taken = play_through(open_page, site, by, turns=LATE)

        assert taken >= 2

    def test_they_are_played_without_scripts(self, open_page, site):
        taken = play_through(open_page, site, by_links, turns=LATE, java_script_enabled=False)

        assert taken >= 2


class TestPlayback:
    """What the opponent did since one's last visit."""

    @pytest.fixture
    def visit(self, open_page, browser, site):
        """Come back to a table where bob has played a turn since alice last looked."""

        def open_(**options):
            table = lay_table(site, turns=4)
            away, here = (browser.new_context(base_url=site.url) for _ in range(2))
            away.add_cookies(table.cookies(site, 1 - table.seat))
            away.request.get(table.path)  # has seen all of it
            away.close()
            Opponent(here, site, table, seat=table.seat).answer()
            here.close()
            page = open_page("about:blank", **options)
            page.context.add_cookies(table.cookies(site, 1 - table.seat))
            page.requested = []
            page.page.on("request", lambda request: page.requested.append(request.url))
            page.goto(table.path)
            return page

        return open_

    def test_it_plays_by_itself_and_comes_to_the_present(self, visit):
        page = visit(reduced_motion="no-preference")

        expect(page.page).to_have_url(re.compile(r"\?since=\d+$"))
        expect(page.locator("[data-step]")).to_have_count(0)
        assert any("at=" in address for address in page.requested)

    def test_it_waits_to_be_asked_by_who_wants_it_still(self, visit):
        page = visit(reduced_motion="reduce")
        come_alive(page)
        assert not any("at=" in address for address in page.requested)

        page.locator("[data-show]").click()
        expect(page.locator(".says .now .sub")).not_to_be_empty()
        page.locator("[data-skip]").click()

        expect(page.locator("[data-skip]")).to_have_count(0)
