"""Lessons in the browser: by keyboard, without scripts, on a phone."""

import re

from playwright.sync_api import expect

from tests.browser.players import settle
from tests.chromium import DESKTOP, PHONE

BREAK = "/learn/botanik/break/1/"


def reach(page, selector):
    """Go with Tab and arrows until the focus is there."""
    for _ in range(60):
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the focus never comes to {selector}")


def test_it_is_played_by_keyboard(open_page, assert_accessible):
    page = open_page(BREAK, reduced_motion="reduce")

    for place in ("[data-pick=YI]", "[data-move='YI-1']", "[data-move^='RL@0,1']", "#confirm"):
        reach(page, place)
        page.keyboard.press("Enter")
        settle(page)

    expect(page.locator(".bar .what.reached")).to_be_visible()
    expect(page.locator("#announcements")).to_contain_text("the elbow came free")
    for viewport in (PHONE, DESKTOP):
        page.set_viewport_size(viewport)
        assert_accessible(page)
    page.get_by_role("link", name="Next").press("Enter")
    expect(page.page).to_have_url(re.compile("/break/2/$"))


def test_it_is_played_without_scripts_in_french_and_resumed(open_page):
    page = open_page("/learn/botanik/", java_script_enabled=False, viewport=PHONE, locale="fr-FR")
    page.get_by_role("link", name="Commencer").click()

    page.locator("[data-pick=RL]").click()
    page.locator("[data-move='RL/3']").click()
    page.locator("#confirm").click()
    expect(page.locator(".bar .what.otherwise")).to_be_visible()
    page.locator("[data-solution]").click()
    page.locator("#confirm").click()
    expect(page.locator(".bar .what.reached")).to_be_visible()

    page.goto("/learn/botanik/")
    page.get_by_role("link", name="Continuer").click()
    expect(page.page).to_have_url(re.compile("/link/2/$"))


def test_it_says_on_a_phone_what_a_turn_came_to(open_page):
    page = open_page(BREAK, viewport=PHONE, reduced_motion="reduce")
    for place in ("[data-pick=YI]", "[data-move='YI-1']", "[data-move^='RL@0,1']", "#confirm"):
        page.locator(place).first.click()
        settle(page)

    expect(page.locator(".bar .what.reached")).to_be_in_viewport(ratio=1)
    expect(page.locator(".now .sub")).to_be_in_viewport(ratio=1)
