"""Where everything on the board of Botanik lies, in every size of window."""

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browser.players import settle
from tests.chromium import DESKTOP, PHONE

LAPTOP = {"width": 1280, "height": 720}
TABLET = {"width": 820, "height": 1180}
PANELS = [".registry", ".arrival", ".bar", ".plot.mine", ".plot.theirs", ".unseen", ".latest"]
HEAD = [
    ".site .brand",
    ".site nav",
    ".duel .state",
    ".duel .theirs",
    ".duel .mine",
    ".duel .menu.keys > summary",
    ".duel .menu.more > summary",
    ".tools form .tool",
    ".tools .menu > summary",
    "#bell",
    ".who summary",
]
GOALS = ["build", "swap", "two", "word"]


def boxes(page, selectors):
    return {selector: page.locator(selector).first.bounding_box() for selector in selectors}


def overlap(one, other):
    return (
        min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"]) > 1
        and min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
        > 1
    )


def sizes_of_targets(page):
    """Whatever a thumb has to hit on the board, with its smaller side."""
    return page.evaluate(
        """() => [...document.querySelectorAll('.desk :is(.pick[href], .target, .ghost, .turner,'
            + ' .btn, .thumb), .duel :is(a, summary), .why')]
            .filter(element => element.checkVisibility())
            .map(element => [element.className, element.getBoundingClientRect()])
            .map(([name, box]) => [name, Math.min(box.width, box.height)])"""
    )


class TestGeometry:
    @pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
    @pytest.mark.parametrize("goal", GOALS)
    def test_it_shows_everything_on_a_laptop_without_scrolling(self, tables, look, goal, locale):
        page = look(tables(goal), locale=locale)

        for viewport in (DESKTOP, LAPTOP):
            page.set_viewport_size(viewport)
            size = page.evaluate(
                "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
            )
            assert size == [viewport["width"], viewport["height"]]
            found = boxes(page, PANELS)
            for name, box in found.items():
                assert box["x"] >= 0, name
                assert box["y"] >= 0, name
                assert box["x"] + box["width"] <= viewport["width"], name
                assert box["y"] + box["height"] <= viewport["height"], name

    @pytest.mark.parametrize("viewport", [DESKTOP, LAPTOP, TABLET], ids=["wide", "low", "tablet"])
    @pytest.mark.parametrize("goal", GOALS)
    def test_it_lets_no_panel_cover_another(self, tables, look, goal, viewport):
        page = look(tables(goal), viewport=viewport)

        found = list(boxes(page, PANELS).items())

        for index, (name, box) in enumerate(found):
            for other_name, other in found[index + 1 :]:
                assert not overlap(box, other), f"{name} and {other_name}"

    @pytest.mark.parametrize("seat", [0, 1])
    @pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
    def test_it_has_room_for_the_longest_names_in_its_head(self, tables, look, locale, seat):
        page = look(tables("build"), {}, locale=locale, seat=seat)
        page.evaluate(
            """for (const name of document.querySelectorAll(".player .name, .who .name,"
                + " .duel:has(.theirs.has-word) .state strong"))
                name.textContent = "W".repeat(20)"""
        )

        for width in (1000, LAPTOP["width"], DESKTOP["width"]):
            page.set_viewport_size({"width": width, "height": 800})
            found = list(boxes(page, HEAD).items())
            for index, (name, box) in enumerate(found):
                assert box["y"] >= 0, f"{name} at {width}"
                assert box["y"] + box["height"] <= 61, f"{name} at {width}"
                for other_name, other in found[index + 1 :]:
                    assert not overlap(box, other), f"{name} and {other_name} at {width}"

    @pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
    @pytest.mark.parametrize("goal", GOALS)
    def test_it_fits_a_phone_with_targets_for_a_thumb(self, tables, look, goal, locale):
        page = look(tables(goal), viewport=PHONE, locale=locale, has_touch=True)

        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        targets = sizes_of_targets(page)
        assert len(targets) > 4
        assert [target for target in targets if target[1] < 43.5] == []

    @pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["wide", "phone"])
    @pytest.mark.parametrize("goal", ["build", "over"])
    def test_it_has_no_target_under_24_pixels(self, tables, look, goal, viewport):
        page = look(tables(goal), viewport=viewport)

        small = page.evaluate(
            """() => {
                document.querySelectorAll("#table details").forEach(part => (part.open = true));
                return [...document.querySelectorAll("#table :is(a, button, summary, label)")]
                    .filter(target => target.checkVisibility({visibilityProperty: true}))
                    .map(target => [target.textContent.trim(), target.getBoundingClientRect()])
                    .filter(([, box]) => Math.min(box.width, box.height) < 23.9)
                    .map(([text, box]) => `${text}: ${box.width} x ${box.height}`);
            }"""
        )
        assert small == []

    def test_it_lets_the_number_of_a_group_hide_no_points(self, tables, look):
        page = look(tables("over"))
        page.evaluate(
            """for (const cell of document.querySelectorAll(".plot.mine .cell")) {
                const place = [...cell.classList].filter(name => /^[xy]\\d/.test(name)).join(" ");
                cell.querySelector(".scores, .snip, .starves")?.remove();
                cell.insertAdjacentHTML("beforeend", '<span class="scores">+1</span>');
                cell.insertAdjacentHTML("afterend", `<span class="grouped ${place}">12</span>`);
            }"""
        )

        for viewport in (DESKTOP, PHONE):
            page.set_viewport_size(viewport)
            points = [one.bounding_box() for one in page.locator(".plot.mine .scores").all()]
            groups = [one.bounding_box() for one in page.locator(".plot.mine .grouped").all()]
            assert len(points) == len(groups) > 0
            assert not [1 for one in points for other in groups if overlap(one, other)], viewport

    @pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
    def test_it_keeps_the_labels_of_the_rail_apart_on_the_smallest_phone(
        self, tables, look, locale
    ):
        page = look(tables("word"), viewport={"width": 320, "height": 568}, locale=locale)

        labels = [
            label.bounding_box()
            for label in page.locator(".rails span").all()
            if label.evaluate("label => getComputedStyle(label).visibility") == "visible"
        ]
        labels.sort(key=lambda box: box["y"])
        gaps = [b["y"] - a["y"] - a["height"] for a, b in pairwise(labels)]
        assert len(labels) >= 2
        assert min(gaps) >= 4

    def test_it_cuts_nothing_of_the_menu_of_a_phone(self, tables, look):
        page = look(tables("build"), viewport=PHONE)

        for height in (568, 640, 844):
            page.set_viewport_size({"width": 360, "height": height})
            page.locator("#more > summary").click()
            panel = page.locator("#more > div").bounding_box()
            entry = page.locator("#more .ending a").bounding_box()
            assert panel["y"] + panel["height"] <= height
            assert entry["y"] + entry["height"] <= panel["y"] + panel["height"]
            page.locator("#more > summary").click()

    def test_it_keeps_tiles_large_enough_to_be_read(self, tables, look):
        page = look(tables("two"), viewport=PHONE)

        widths = page.evaluate(
            "[...document.querySelectorAll('.plot .cell')]"
            ".map(cell => cell.getBoundingClientRect().width)"
        )
        assert min(widths) >= 35.5

    def test_it_lets_a_machine_be_zoomed_and_moved(self, tables, look):
        page = look(tables("build"))
        stage = page.locator(".plot.mine .stage")
        cell = page.locator(".plot.mine .cell").first
        before = cell.bounding_box()["width"]

        page.locator(".plot.mine [data-zoom=in]").click()
        page.locator(".plot.mine [data-zoom=in]").click()

        assert cell.bounding_box()["width"] == pytest.approx(2 * before, rel=0.02)
        stage.evaluate("stage => stage.scrollTo(0, 0)")
        box = stage.bounding_box()
        page.mouse.move(box["x"] + 12, box["y"] + box["height"] - 12)
        page.mouse.down()
        page.mouse.move(box["x"] + 12, box["y"] + 40, steps=4)
        page.mouse.up()
        assert stage.evaluate("stage => stage.scrollTop") > 0

    def test_it_has_the_other_machine_one_swipe_away_on_a_phone(self, tables, look):
        page = look(tables("word"), query={}, seat=1 - tables("word").seat, viewport=PHONE)

        plots = page.locator(".plots")
        plots.evaluate("plots => plots.scrollTo({left: 9999, behavior: 'instant'})")

        box = page.locator(".plot.theirs").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"] + 1

    def test_it_shows_the_other_machine_in_small_on_a_phone_and_leads_to_it(self, tables, look):
        page = look(tables("word"), query={}, seat=1 - tables("word").seat, viewport=PHONE)

        page.locator(".plot.mine .thumb").click()

        expect(page.locator("#theirs-title")).to_be_in_viewport()
        expect(page.locator("#mine-title")).not_to_be_in_viewport()
        page.locator(".plot.theirs .thumb").click()
        expect(page.locator("#mine-title")).to_be_in_viewport()

    def test_it_still_works_at_twice_the_size_of_letters(self, tables, look):
        page = look(tables("build"), viewport={"width": 720, "height": 450})

        assert page.evaluate("document.documentElement.scrollWidth") <= 720
        expect(page.locator("#table .ghost").first).to_be_visible()

    def test_it_shifts_nothing_when_a_fragment_comes(self, tables, look):
        page = look(tables("build"), query={})
        places = (".registry", ".arrival", ".plot.mine", ".plot.theirs")
        before = boxes(page, places)
        page.locator("[data-pick]").first.click()
        settle(page)

        after = boxes(page, places)

        for name, box in before.items():
            assert after[name]["x"] == pytest.approx(box["x"], abs=1), name
            assert after[name]["y"] == pytest.approx(box["y"], abs=1), name
