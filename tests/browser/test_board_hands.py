"""Changing one's mind, by hand and by key: what is drafted is never sent or undone by accident."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.hands import drop, lift
from tests.browser.players import ply_of, settle
from tests.chromium import DESKTOP, PHONE
from tests.laid_tables import lay_table

LAPTOP = {"width": 1280, "height": 720}
LOW = {"width": 1280, "height": 640}
TABLET = {"width": 820, "height": 1180}
SIDEWAYS = {"width": 780, "height": 360}
MOVES = "#turn [name=moves]"
RING = """element => {
    const { outlineColor, outlineWidth, outlineOffset } = getComputedStyle(element);
    return [outlineColor, outlineWidth, outlineOffset];
}"""


def focused(page, selector):
    return page.evaluate("selector => document.activeElement.matches(selector)", selector)


def drafted(page):
    """Wait for a turn that could be sent."""
    expect(page.locator("#confirm")).to_be_visible()
    settle(page)
    return page.locator(MOVES).input_value()


class TestAnotherChoice:
    def test_it_changes_the_draft_when_another_place_or_tile_is_pressed(self, tables, look):
        page = look(tables("build"), query={})
        page.locator("[data-pick]").first.click()
        page.locator(".target.mine, .target.centre").first.click()
        expect(page.locator("[data-instead]").first).to_be_visible()
        settle(page)
        another = page.locator(".target.instead").first
        notation = another.get_attribute("data-instead")

        another.click()

        expect(page.page).to_have_url(re.compile(re.escape(notation.replace("/", "%2F"))))
        settle(page)
        tile = page.locator("[data-anew]").last
        code = tile.get_attribute("data-anew")
        tile.click()
        expect(page.locator(f".picked[data-pick='{code}']")).to_be_visible()
        expect(page.locator(".desk.is-place")).to_have_count(1)

    def test_it_drags_a_placed_tile_elsewhere(self, tables, look):
        page = look(tables("build"), query={})
        page.locator("[data-pick]").first.click()
        page.locator(".target").first.click()
        expect(page.locator(".space.drafted")).to_be_visible()
        settle(page)
        notation = page.locator(".target.instead").last.get_attribute("data-instead")

        lift(page, page.locator(".space.drafted"))
        drop(page, page.locator(".target.instead").last)

        expect(page.page).to_have_url(re.compile(re.escape(notation.replace("/", "%2F"))))
        settle(page)

    def test_it_drags_a_built_tile_to_another_cell(self, look, site):
        page = look(lay_table(site, goal="build", turns=4))  # young machines have many cells
        page.locator("[data-move]").first.click()
        drafted(page)
        notation = page.locator(".ghost").last.get_attribute("data-instead")

        lift(page, page.locator(".chosen"))
        drop(page, page.locator(".ghost").last)

        expect(page.locator(MOVES)).to_have_value(re.compile(re.escape(notation) + "$"))
        settle(page)

    def test_it_does_not_turn_a_tile_that_is_dragged_and_put_back(self, tables, look):
        page = look(tables("build"))
        page.locator("[data-move]").first.click()
        before = drafted(page)

        lift(page, page.locator(".chosen"))
        drop(page, page.locator(".chosen"))
        page.locator("[data-zoom=in]").first.click()  # whatever was on its way has come

        settle(page)
        assert page.locator(MOVES).input_value() == before


class TestKeys:
    def test_it_undoes_nothing_when_enter_is_pressed_twice(self, tables, look):
        page = look(tables("build"), query={})
        page.locator("[data-pick]").first.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".desk.is-place")).to_have_count(1)
        settle(page)
        assert focused(page, "[data-move]")
        while not page.locator("#confirm").count():
            assert focused(page, "[data-move]")
            address = page.url
            page.keyboard.press("Enter")
            page.wait_for_function("address => location.href !== address", arg=address)
            settle(page)
        before = drafted(page)

        assert focused(page, ".now")
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowDown")
        assert focused(page, ".acts :is(a, button)")
        assert page.locator(MOVES).input_value() == before

    def test_it_sends_a_turn_by_two_keys_at_once_and_by_none_of_them_alone(self, look, site):
        table = lay_table(site, goal="build", turns=6)
        page = look(table)
        page.locator("[data-move]").first.click()
        drafted(page)
        ply = ply_of(page)
        for key in ("Enter", "Control"):
            page.keyboard.press(key)
        settle(page)
        assert ply_of(page) == ply

        page.keyboard.press("Control+Enter")

        expect(page.locator("#table")).not_to_have_attribute("data-ply", str(ply))
        settle(page)

    def test_it_rings_what_has_the_focus_otherwise_than_what_is_chosen(self, tables, look):
        page = look(tables("build"), query={})
        page.locator("[data-pick]").first.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".picked")).to_be_visible()
        settle(page)
        chosen, focus = (
            page.locator(".picked").evaluate(RING),
            page.locator(":focus").evaluate(RING),
        )

        assert focused(page, ".target:focus-visible")
        assert chosen[0] != focus[0]
        assert chosen[2] != focus[2]


class TestStillness:
    @pytest.mark.parametrize(
        "viewport", [DESKTOP, LAPTOP, TABLET, PHONE, SIDEWAYS],
        ids=["wide", "low", "tablet", "phone", "sideways"],
    )  # fmt: skip
    def test_it_keeps_confirm_as_large_as_it_was(self, tables, look, viewport):
        page = look(tables("build"), viewport=viewport)
        unready = page.locator(".acts button.go").bounding_box()

        page.locator("[data-move]").first.dispatch_event("click")
        drafted(page)

        assert page.locator("#confirm").bounding_box() == pytest.approx(unready, abs=1)

    @pytest.mark.parametrize("viewport", [DESKTOP, LAPTOP, TABLET], ids=["wide", "low", "tablet"])
    def test_it_moves_nothing_for_a_saying_of_three_lines(self, tables, look, viewport):
        page = look(tables("build"), viewport=viewport)
        beneath = page.locator(".papers")
        before = beneath.bounding_box()

        page.locator(".now .sub").last.evaluate("said => said.textContent = 'word '.repeat(30)")

        assert beneath.bounding_box() == before

    @pytest.mark.parametrize("viewport", [DESKTOP, LAPTOP, LOW], ids=["wide", "low", "lower"])
    def test_it_cuts_nothing_of_what_is_read(self, tables, look, viewport):
        page = look(tables("build"), viewport=viewport)

        whole = "card => card.scrollHeight <= card.clientHeight && card.clientHeight > 100"
        assert page.locator(".unseen").evaluate(whole)
        card = page.locator(".latest").bounding_box()
        typed = page.locator("#typed .btn").bounding_box()
        assert typed["x"] + typed["width"] <= card["x"] + card["width"]
        assert typed["y"] + typed["height"] <= card["y"] + card["height"]


class TestTyping:
    def test_it_keeps_the_field_in_hand_and_says_there_what_is_wrong(
        self, tables, look, assert_accessible
    ):
        page = look(tables("build"), query={})
        page.expect_console("status of 4")
        page.expect_console("Response Status Error Code 4")
        page.locator("#notation").fill("nonsense")
        page.keyboard.press("Enter")

        expect(page.locator("#mistyped")).to_contain_text("For example:")
        settle(page)
        assert focused(page, "#notation[aria-describedby=mistyped]")
        expect(page.locator("#notation")).to_have_value("nonsense")
        expect(page.locator("#notices .notice")).to_have_count(0)
        assert_accessible(page)
