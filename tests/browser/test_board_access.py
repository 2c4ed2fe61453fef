"""The board of Botanik for eyes, ears and hands of every kind."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.players import settle
from tests.chromium import DESKTOP, PHONE

GOALS = ["build", "swap", "two", "word"]
SIDEWAYS = {"width": 780, "height": 360}


class TestAccess:
    @pytest.mark.parametrize("goal", GOALS)
    def test_it_is_accessible_in_all_sizes_and_both_themes(
        self, tables, look, assert_accessible, goal
    ):
        page = look(tables(goal))

        for viewport in (PHONE, SIDEWAYS, DESKTOP):
            page.set_viewport_size(viewport)
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                assert_accessible(page)

    def test_it_reads_out_the_columns_and_what_each_place_would_cause(self, tables, look):
        table = tables("build")
        page = look(table, query={})
        pick = page.locator("[data-pick]").first
        pick.click()
        settle(page)

        tree = page.locator("#table").aria_snapshot()

        assert len(re.findall(r"Pile \d: \w+ [\w-]+", tree)) == 5
        assert re.search(r'link "[A-Z][\w -]+ on pile \d\. ', tree)
        assert re.search(
            r'img "(red|yellow|green|blue|black) [\w -]+, (\d \w+, )?\d \w+ from the Source', tree
        )
        assert 'heading "Your machine"' in tree

    def test_it_says_what_happened_in_the_live_region(self, tables, look):
        page = look(tables("build"))
        page.locator(".ghost").first.click()

        expect(page.locator("#announcements")).to_contain_text("Built: ")

    def test_it_can_be_told_apart_without_colours(self, tables, look):
        page = look(tables("build"), forced_colors="active")

        style = page.locator(".ghost").first.evaluate(
            "ghost => getComputedStyle(ghost, '::before').borderTopStyle"
        )
        assert style == "dashed"
        expect(page.locator(".tile").first).to_be_visible()

    def test_it_does_not_move_for_who_wants_it_still(self, tables, look):
        page = look(tables("build"))
        page.locator(".ghost").first.click()
        settle(page)

        assert page.evaluate("document.getAnimations().length") == 0


class TestHelp:
    def test_it_tells_the_rules_and_the_keys_at_a_question_mark(self, tables, look):
        page = look(tables("build"))
        address = page.url

        page.keyboard.press("?")

        expect(page.locator("#keys .in-short")).to_contain_text("Pipes must meet.")
        expect(page.locator("#keys dt").filter(has_text="Enter")).to_be_visible()
        assert page.url == address

    def test_it_tells_the_rules_in_the_menu_of_a_phone(self, tables, look):
        page = look(tables("build"), viewport=PHONE)

        page.locator("#more > summary").click()
        page.locator("#in-short > summary").click()

        expect(page.locator("#in-short").get_by_text("Pipes must meet.")).to_be_visible()
        expect(page.locator("#keys")).to_be_hidden()
