"""A challenge from its button to new rungs, each in a browser of their own."""

import random
import re

import pytest
from playwright.sync_api import expect

from tests.browser.players import is_to_move, ply_of, settle, take_turn
from tests.chromium import DESKTOP, PHONE
from tests.laid_ladders import lay_ladder

PAGE = "/ladder/botanik/"


@pytest.fixture
def enter(open_page, site):
    """Open the ladder as one of the four."""
    cookies = lay_ladder(site)

    def open_(name, path=PAGE, **options):
        page = open_page(None, **options)
        page.context.add_cookies([cookies[name]])
        page.goto(path)
        if options.get("java_script_enabled", True):
            expect(page.locator("html")).to_have_attribute("data-live", "on")
            settle(page)
        return page

    return open_


def rung_of(page, name):
    rung = page.locator(".whole .rung").filter(has_text=f"{name}-climbs")
    return int(rung.locator(".number").inner_text())


def move_both(*pages):
    """One turn each: before that a game is called off, and not given up."""
    rng = random.Random(1)
    for page in pages:
        expect(page.page).to_have_url(re.compile("/games/"))
        expect(page.locator("html")).to_have_attribute("data-live", "on")
        settle(page)
    for _turn in pages:
        mover = next(page for page in pages if is_to_move(page))
        take_turn(mover, rng)
        for page in pages:
            expect(page.locator("#table")).to_have_attribute("data-ply", str(ply_of(mover)))
            settle(page)


def give_up(page):
    page.locator("#more > summary").click()
    page.get_by_role("link", name="Give up").click()
    page.get_by_role("button", name="Yes, give it up").click()


class TestChallenge:
    def test_it_leads_from_the_button_to_new_rungs(self, enter):
        moss, rosa, iris = enter("moss"), enter("rosa"), enter("iris")
        below, above = rung_of(moss, "moss"), rung_of(moss, "rosa")
        assert above < below

        button = moss.locator(".climbing").get_by_role("button", name="Challenge rosa-climbs")
        button.focus()
        moss.keyboard.press("Enter")
        expect(moss.locator(".climbing")).to_contain_text("You challenge rosa-climbs")
        expect(moss.locator(".climbing .why-not").last).to_contain_text("have a challenge")

        # Rosa has the page open, and it follows by itself.
        expect(rosa.locator(".climbing")).to_contain_text("moss-climbs challenges you")
        settle(rosa)
        rosa.get_by_role("button", name="Accept and play").click()
        expect(rosa.page).to_have_url(re.compile("/games/"))
        expect(moss.locator(".climbing")).to_contain_text("The game runs.")
        settle(moss)
        moss.get_by_role("link", name="To the game").click()
        move_both(moss, rosa)
        give_up(rosa)

        # Iris has looked on all the while.
        expect(iris.locator(".happening")).to_contain_text(f"took rung {above}")
        settle(iris)
        assert (rung_of(iris, "moss"), rung_of(iris, "rosa")) == (above, above + 1)

    def test_it_works_without_scripts_and_in_french(self, enter):
        options = {"java_script_enabled": False, "locale": "fr-FR"}
        iris, fern = enter("iris", **options), enter("fern", **options)

        iris.get_by_role("button", name="Défier fern-climbs").first.click()
        fern.goto(PAGE)
        expect(fern.locator(".climbing")).to_contain_text("iris-climbs vous défie")
        fern.get_by_role("link", name="Refuser").click()
        expect(fern.locator("#offer")).to_contain_text("sans frais")
        fern.get_by_role("button", name="Refuser").click()

        iris.goto(PAGE)
        expect(iris.locator(".happening")).to_contain_text("fern-climbs a refusé le défi")


class TestLook:
    def test_it_is_accessible_in_both_sizes_and_themes(self, enter, assert_accessible):
        page = enter("fern", reduced_motion="reduce")

        page.locator("#rules > summary").click()
        for viewport in (PHONE, DESKTOP):
            page.set_viewport_size(viewport)
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                assert_accessible(page)

    @pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
    def test_it_does_not_scroll_sideways_and_can_be_hit(self, enter, locale):
        page = enter("iris", locale=locale)

        for width in (320, 360, 720, 1440):
            page.set_viewport_size({"width": width, "height": 740})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.set_viewport_size(PHONE)
        heights = page.locator("main .btn:visible").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect().height)"
        )
        assert min(heights) >= 43.5

    def test_it_keeps_the_rules_open_while_the_page_follows(self, enter):
        page, other = enter("iris"), enter("moss")
        page.locator("#rules > summary").click()

        other.locator(".leaving > summary").click()
        other.get_by_role("button", name="Yes, leave the ladder").click()

        expect(page.locator(".whole")).not_to_contain_text("moss-climbs")
        expect(page.locator("#rules li").first).to_be_visible()
