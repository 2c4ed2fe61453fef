"""From a button to a rating: two people who look for a game, and what comes of it."""

import random
import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import a_resident
from tests.browser.people import press
from tests.browser.players import settle, take_turn
from tests.chromium import DESKTOP, PHONE


@pytest.fixture
def pair(open_page, site):
    """Two people with confirmed addresses, one at a desk and one with a phone."""
    return [a_resident(open_page, site, viewport=size) for size in (DESKTOP, PHONE)]


class TestFindMeAGame:
    def test_it_leads_two_to_one_table_and_to_ratings_on_both_profiles(self, pair):
        first, second = pair
        first.goto("/play/")
        first.locator("main").get_by_role("link", name="Find me a game").first.click()
        press(first, "Find me a game")
        expect(first.page).to_have_url(re.compile("/offers/"))
        expect(first.locator("html")).to_have_attribute("data-live", "on")
        second.goto("/find/botanik/")
        press(second, "Find me a game")
        expect(second.page).to_have_url(re.compile("/games/"))
        expect(first.page).to_have_url(second.url)  # led there by the offer's page
        for page in pair:
            expect(page.locator("html")).to_have_attribute("data-live", "on")
            settle(page)

        rng = random.Random(1)
        for _turn in range(2):
            mover = next(page for page in pair if page.locator("[data-pick], [data-move]").count())
            take_turn(mover, rng)
            other = pair[1 - pair.index(mover)]
            expect(other.locator("[data-pick], [data-move]").first).to_be_attached()
            settle(other)
        give_up(first)

        for page in pair:
            expect(page.locator("#table[data-over=resigned]")).to_be_attached()
            expect(page.locator(".changed")).to_contain_text("1500")
        expect(first.locator(".changed")).to_contain_text("1421, −79")
        expect(second.locator(".changed")).to_contain_text("1579, +79")
        for page, points in ((first, "1421"), (second, "1579")):
            page.goto(f"/@{page.name}/")
            expect(page.locator("main")).to_contain_text(points)

    @pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
    def test_it_is_accessible_and_fits_in_both_sizes_and_themes(
        self, open_page, assert_accessible, locale
    ):
        page = open_page("/find/botanik/", locale=locale)

        for size in (PHONE, DESKTOP, {"width": 320, "height": 740}):
            page.set_viewport_size(size)
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                assert_accessible(page)

    def test_it_works_by_keyboard_and_without_scripts(self, open_page):
        page = open_page("/find/botanik/", java_script_enabled=False)

        page.locator("main button[type=submit]").focus()
        page.keyboard.press("Enter")

        expect(page.page).to_have_url(re.compile("/(offers|games)/"))


def give_up(page):
    page.goto(f"{page.url.split('?')[0]}resign/")
    page.locator("main form button[type=submit]").last.click()
