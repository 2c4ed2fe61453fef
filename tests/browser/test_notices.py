"""The bell, the title and the list, in a browser that stays open."""

import random
import re

import pytest
from playwright.sync_api import expect

from tests.browser.players import ply_of, sit_down, take_turn
from tests.chromium import DESKTOP, PHONE

FOCUS = "document.hasFocus = () => !window.isElsewhere"


@pytest.fixture
def pages(open_page):
    """Two guests at a table; the word is the first one's."""
    return sit_down(open_page)


class TestBell:
    def test_it_rings_and_the_title_counts_without_a_reload(self, pages):
        first, second = pages
        second.goto("/rules/")
        expect(second.locator("html")).to_have_attribute("data-live", "on")

        take_turn(first, random.Random(1))

        expect(second.locator("#bell .new")).to_have_text("1")
        expect(second.page).to_have_title(re.compile(r"^\(1\) "))
        expect(second.locator("link[rel=icon]")).to_have_attribute(
            "href", re.compile("^data:image/png")
        )

    def test_it_leads_to_what_happened(self, pages):
        first, second = pages
        table = second.url
        second.goto("/rules/")
        take_turn(first, random.Random(1))
        expect(second.locator("#bell .new")).to_have_text("1")

        second.locator("#bell").click()
        second.locator(".told a").first.click()

        # What happened is played back there, and says so in the address.
        expect(second.page).to_have_url(re.compile(f"^{re.escape(table)}"))
        expect(second.locator("#bell .new")).to_have_count(0)

    def test_it_is_silent_for_who_watches_the_table(self, pages):
        first, second = pages

        take_turn(first, random.Random(1))

        expect(second.locator("#table")).to_have_attribute("data-ply", str(ply_of(first)))
        expect(second.page).to_have_title(re.compile(r"^\(1\) "))
        expect(second.locator("#bell .new")).to_have_count(0)

    def test_it_rings_for_who_looks_elsewhere_until_they_look(self, open_page):
        first, second = sit_down(open_page)
        second.context.add_init_script(FOCUS)
        second.page.reload()
        expect(second.locator("html")).to_have_attribute("data-live", "on")
        second.evaluate("window.isElsewhere = true")

        take_turn(first, random.Random(1))
        expect(second.locator("#table")).to_have_attribute("data-ply", str(ply_of(first)))
        expect(second.locator("#bell .new")).to_have_text("1")

        second.evaluate("window.isElsewhere = false; dispatchEvent(new Event('focus'))")
        expect(second.locator("#bell .new")).to_have_count(0)


class TestPages:
    @pytest.mark.parametrize("path", ["/notices/", "/notices/ledger/"])
    def test_it_is_accessible_and_fits_in_both_sizes_and_themes(
        self, pages, assert_accessible, path
    ):
        page = pages[0]
        page.goto(path)

        for viewport in (PHONE, DESKTOP, {"width": 320, "height": 740}):
            page.set_viewport_size(viewport)
            assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                assert_accessible(page)
