"""The garden of the day in Chromium: a guest plays it, and nobody looks at it before it is over."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.players import elsewhere, ply_of, settle
from tests.chromium import PHONE

AT_A_TABLE = re.compile(r"/games/[0-9a-f-]{36}/$")
DAILY = "/daily/gardeners/"


def begin(open_page, **options):
    """A visitor comes by the front page and begins today's game."""
    page = open_page("/", reduced_motion="reduce", **elsewhere(), **options)
    page.get_by_role("link", name="The garden of the day").click()
    page.get_by_role("button", name="Play today’s").click()
    expect(page.page).to_have_url(AT_A_TABLE)
    return page


def lay_and_stop(page):
    """Lay a tile by its notation, and give the game up."""
    table = page.url
    tile = page.locator(".tray [data-pick]").first.get_attribute("data-pick")
    page.goto(f"{table}?ply={ply_of(page)}&draft={tile}@0,0^0")
    page.locator("#confirm").click()
    expect(page.locator("#confirm")).to_have_count(0)
    page.goto(f"{table}resign/")
    page.locator("main form button[type=submit]").click()
    expect(page.page).to_have_url(AT_A_TABLE)


class TestGuest:
    @pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
    def test_it_is_played_once_and_stands_in_the_list(self, open_page, scripts):
        page = begin(open_page, java_script_enabled=scripts, viewport=PHONE)
        table = page.url
        lay_and_stop(page)

        page.get_by_role("link", name="The list of the day").click()

        expect(page.locator("#my-title")).to_contain_text("Your place")
        expect(page.locator("tr.mine")).to_have_count(2)  # of the day, and of the week
        assert page.get_by_role("button", name="Play today’s").count() == 0
        assert page.locator("a[href*='/replay/']").count() == 1
        page.goto(table)
        assert page.get_by_text("others still play the same").count() == 1

    def test_it_leads_both_tabs_to_one_game(self, open_page):
        page = begin(open_page)
        second = page.context.new_page()
        second.goto(DAILY)
        second.get_by_role("link", name="Continue your game").click()

        expect(second).to_have_url(page.url)


class TestOthers:
    def test_they_cannot_look_before(self, open_page, resident):
        page = begin(open_page)
        lay_and_stop(page)
        settle(page)

        for way in ("", "replay/", "record/", "json/", "moves/"):
            resident.expect_console("404")
            resident.goto(f"{page.url}{way}")
            assert resident.get_by_text("There is no such game, or it is private.").count() == 1
        resident.goto(DAILY)
        expect(resident.locator("#my-title")).to_have_text("You have one try")
        expect(
            resident.locator("section[aria-labelledby=day-title] tbody tr").first
        ).to_be_visible()
        assert resident.locator("a[href*='/games/'][href*='replay']").count() == 0


class TestLook:
    @pytest.mark.parametrize("path", [DAILY, "/best/gardeners/", "/best/gardeners/?with=bots"])
    def test_it_is_accessible(self, open_page, assert_accessible, path):
        page = open_page(path, reduced_motion="reduce")

        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            assert_accessible(page)
