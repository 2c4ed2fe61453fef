"""The board of Botanik: its geometry, its words, and what it costs."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from tests.chromium import DESKTOP, PHONE
from tests.laid_tables import lay_table

LAPTOP = {"width": 1280, "height": 720}
TABLET = {"width": 820, "height": 1180}
PANELS = [".registry", ".arrival", ".bar", ".plot.mine", ".plot.theirs", ".unseen", ".latest"]
GOALS = ["build", "swap", "two", "word"]
TURNS = {"build": 30}  # machines of some size


@pytest.fixture
def tables(running_sites):
    """Laid once for each goal: the tests only look at them."""
    known = running_sites("embedded").__dict__.setdefault("tables", {})

    def get(goal):
        if goal not in known:
            known[goal] = lay_table(running_sites("embedded"), goal=goal, turns=TURNS.get(goal, 0))
        return known[goal]

    return get


@pytest.fixture
def look(open_page, site):
    """Open a laid table as whoever has the word."""

    def open_(table, query=None, seat=None, **options):
        page = open_page("about:blank", **{"reduced_motion": "reduce", **options})
        page.context.add_cookies(table.cookies(site, table.seat if seat is None else seat))
        page.goto(f"{table.path}?{urlencode(table.query if query is None else query)}")
        if options.get("java_script_enabled", True):
            expect(page.locator("html")).to_have_attribute("data-live", "on")
            settle(page)
        return page

    return open_


def settle(page):
    expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0)


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
            + ' .btn), .duel :is(a, summary), .why')]
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

    @pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
    @pytest.mark.parametrize("goal", GOALS)
    def test_it_fits_a_phone_with_targets_for_a_thumb(self, tables, look, goal, locale):
        page = look(tables(goal), viewport=PHONE, locale=locale, has_touch=True)

        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        targets = sizes_of_targets(page)
        assert len(targets) > 4
        assert [target for target in targets if target[1] < 43.5] == []

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

    def test_it_still_works_at_twice_the_size_of_letters(self, tables, look):
        page = look(tables("build"), viewport={"width": 720, "height": 450})

        assert page.evaluate("document.documentElement.scrollWidth") <= 720
        expect(page.locator("#table .ghost").first).to_be_visible()


class TestAccess:
    @pytest.mark.parametrize("goal", GOALS)
    def test_it_is_accessible_in_both_sizes_and_themes(self, tables, look, assert_accessible, goal):
        page = look(tables(goal))

        for viewport in (PHONE, DESKTOP):
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

        assert len(re.findall(r"Column \d: centre \w+ [\w-]+", tree)) == 5
        assert re.search(r'link "[A-Z][\w -]+ on pile \d\. ', tree)
        assert re.search(r'img "(red|yellow|green|blue|black) [\w -]+, -?\d+ -?\d+', tree)
        assert 'heading "Your machine"' in tree

    def test_it_says_what_happened_in_the_live_region(self, tables, look):
        page = look(tables("build"))
        page.locator(".ghost").first.click()

        expect(page.locator("#announcements")).to_contain_text("Built at")

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


class TestDraft:
    def test_it_survives_a_reload(self, tables, look):
        page = look(tables("build"))
        page.locator(".ghost").first.click()
        expect(page.locator("#confirm")).to_be_visible()
        chosen = page.locator("#turn [name=moves]").input_value()

        page.reload()

        assert page.locator("#turn [name=moves]").input_value() == chosen
        assert page.locator(".chosen").count() == 1

    def test_it_is_dropped_with_a_word_when_the_game_has_moved_on(self, tables, look):
        table = tables("build")
        stale = {**table.query, "ply": "1"}
        page = look(table, query=stale)

        expect(page.locator("#table [role=alert]")).to_contain_text("put aside")
        assert page.locator("#confirm").count() == 0

    def test_it_turns_only_through_turns_that_fit_and_comes_around(self, tables, look):
        page = look(tables("build"))
        page.locator(".ghost").first.click()
        settle(page)
        first = page.locator("#turn [name=moves]").input_value()
        seen = [first]
        while page.locator(".acts [data-turn]").count():
            page.keyboard.press("r")
            expect(page.locator("#turn [name=moves]")).not_to_have_value(seen[-1])
            settle(page)
            now = page.locator("#turn [name=moves]").input_value()
            if now == first:
                break
            seen.append(now)
        assert len(seen) <= 4
        assert len(set(seen)) == len(seen)

    def test_it_is_taken_back_step_by_step(self, tables, look):
        page = look(tables("build"))
        page.locator(".ghost").first.click()
        expect(page.locator("#confirm")).to_be_visible()

        for phase in ("is-build", "is-place", "is-choose"):
            page.keyboard.press("Escape")
            expect(page.locator(".desk")).to_have_class(re.compile(phase))
            settle(page)


class TestCost:
    def test_it_sends_little_style_and_script(self, open_page, site):
        sizes = {}

        def weigh(answer):
            if re.search(r"\.(css|js)$", answer.url.split("?")[0]):
                sizes[answer.url] = answer

        page = open_page("about:blank")
        page.page.on("response", weigh)
        table = lay_table(site)
        page.context.add_cookies(table.cookies(site, table.seat))
        page.goto(table.path)
        page.wait_for_load_state("networkidle")

        total = sum(answer.request.sizes()["responseBodySize"] for answer in sizes.values())
        assert 10_000 < total < 100_000

    def test_it_answers_a_tap_with_a_small_fragment(self, tables, look):
        page = look(tables("build"))

        with page.expect_response(lambda answer: "/games/" in answer.url) as answer:
            page.locator(".ghost").first.click()
        settle(page)

        assert answer.value.request.sizes()["responseBodySize"] < 48_000  # not compressed
        assert page.evaluate("document.querySelectorAll('#table *').length") < 1600

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
