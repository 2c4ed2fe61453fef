"""The table where there is little room: a phone either way up, and a page at twice its size."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.hands import Opponent
from tests.browser.players import settle
from tests.chromium import PHONE
from tests.laid_tables import lay_table

SMALL = [
    {"width": 360, "height": 640},
    {"width": 390, "height": 844},
    {"width": 780, "height": 360},
    {"width": 640, "height": 400},  # 1280 × 800 at 200 %
    {"width": 720, "height": 450},  # 1440 × 900 at 200 %
]
CONTROLS = (
    ".desk :is([data-pick], [data-move], [data-instead], [data-turn], [data-step], [data-skip]),"
    " .acts :is(a, button:enabled), .rest summary, .duel :is(.back, .more > summary), #bell"
)
# What must be there without scrolling, by phase. Cells of a machine that is larger than a screen
# are scrolled to.
AT_HAND = {
    "choose": "[data-pick]",
    "place": "[data-move], [data-pick]",
    "swap": "[data-move]",
    "build": ".hand .tile",
    "two": ".hand [data-pick]",
    "ready": "#confirm, .cell.chosen",
    "wait": ".acts a",
    "past": "[data-step]",
    "over": ".acts :is(a, button)",
}
NOT_HIT = """([selector, scrolls]) => [...document.querySelectorAll(selector)]
    .filter(control => control.checkVisibility())
    .filter(control => {
        if (scrolls) control.scrollIntoView({block: "nearest", inline: "nearest"});
        const box = control.getBoundingClientRect();
        const middle = [box.left + box.width / 2, box.top + box.height / 2];
        const hit = document.elementFromPoint(...middle);
        // What turns a tile lies on the tile.
        return !control.contains(hit) && !hit?.matches(".turner, .turner *");
    })
    .map(control => control.outerHTML.slice(0, 120))"""


NEW = [(goal, phase) for goal in ("begun", "first") for phase in ("choose", "place", "wait")]
NEW += [("first", "build"), ("first", "ready")]
MARKED = [("begun", "place"), ("first", "build")]


# In each picture, which phase it shows and what is on top.
WATCH = """() => {
    window.pictures = [];
    const look = () => {
        const top = part => document.querySelector(part).getBoundingClientRect().top;
        const { phase } = document.querySelector("[data-phase]").dataset;
        const picture = `${phase} ${top(".registry") < top(".plots") ? "registry" : "machine"}`;
        if (pictures.at(-1) !== picture) pictures.push(picture);
        requestAnimationFrame(look);
    };
    look();
}"""


# How many tiles to choose from have moved by now.
COUNT_MOTIONS = """() => {
    const { animate } = Element.prototype;
    window.moved = 0;
    Element.prototype.animate = function (...motion) {
        if (this.matches("[data-pick]")) moved += 1;
        return animate.apply(this, motion);
    };
}"""


def not_hit(page, selector, *, scrolls=False):
    """The controls of a kind at whose middle something else would be pressed."""
    assert page.locator(selector).count() > 0, f"nothing is {selector}"
    return page.evaluate(NOT_HIT, [selector, scrolls])


def resize(page, viewport):
    """Give the page another size, at its top, and let it draw itself."""
    page.set_viewport_size(viewport)
    page.locator(".sheets").evaluate("sheets => sheets.scrollTo(0, 0)")
    page.evaluate("() => new Promise(draw => requestAnimationFrame(() => setTimeout(draw)))")


def boxes_of(page, *selectors):
    return [page.locator(selector).first.bounding_box() for selector in selectors]


def assert_at_hand(page, phase, viewport):
    """At this size everything can be pressed, what matters now without scrolling."""
    resize(page, viewport)
    assert not_hit(page, AT_HAND[phase]) == [], viewport
    assert not_hit(page, CONTROLS, scrolls=True) == [], viewport
    assert page.evaluate("document.documentElement.scrollWidth") == viewport["width"]
    assert page.evaluate("innerWidth") == viewport["width"]


@pytest.fixture
def see(tables, look):
    """Open a table in one phase, on a phone."""

    def open_(phase, *, goal="build", **options):
        table = tables({"swap": "swap", "two": "two", "over": "over"}.get(phase, goal))
        query = {} if phase in ("choose", "place", "wait", "over") else None
        query = {"at": "3", "since": "2"} if phase == "past" else query
        seat = 1 - table.seat if phase == "wait" else None
        page = look(table, query, seat, viewport=PHONE, has_touch=True, **options)
        if first := {"place": "[data-pick]", "ready": "[data-move]"}.get(phase):
            page.locator(first).first.dispatch_event("click")
        expect(page.locator(f".desk.is-{'build' if phase == 'two' else phase}")).to_have_count(1)
        settle(page)
        return page

    return open_


BUILT = re.compile(r'class="cell [^"]*\blast\b[^"]*" role="img" data-spot="theirs-')


def last_build(page, table):
    """The ply at which the other built something last."""
    plies = range(int(table.query["ply"]), 1, -1)
    return next(
        (p for p in plies if BUILT.search(page.request.get(f"{table.path}?at={p}&since=1").text())),
        None,
    )


class TestSmallScreens:
    @pytest.mark.parametrize("phase", AT_HAND)
    def test_it_covers_no_place_to_press(self, see, phase):
        page = see(phase)

        for viewport in SMALL:
            assert_at_hand(page, phase, viewport)

    # Their tables above are thirty turns old: whatever is said to a newcomer was said by then.
    @pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
    @pytest.mark.parametrize(("goal", "phase"), NEW)
    def test_it_covers_none_in_a_first_game(self, see, goal, phase, locale):
        page = see(phase, goal=goal, locale=locale)

        assert page.locator(".mark").count() or (goal, phase) not in MARKED
        for viewport in [{"width": 360, "height": 780}, *SMALL]:
            assert_at_hand(page, phase, viewport)
            for mark in page.locator(".dock .mark").all():
                expect(mark).to_be_in_viewport(ratio=1)

    def test_it_covers_nothing_while_the_connection_is_lost(self, see):
        page = see("choose")
        page.evaluate("() => (document.documentElement.dataset.live = 'off')")
        expect(page.locator(".live-lost")).to_be_visible()

        for viewport in SMALL:
            resize(page, viewport)
            assert not_hit(page, AT_HAND["choose"]) == [], viewport
            assert not_hit(page, ".acts button, #bell, .duel .back") == [], viewport

    @pytest.mark.parametrize("phase", ["choose", "build", "ready"])
    def test_it_fits_the_machine_between_one_bar_and_the_dock(self, see, phase):
        page = see(phase)

        for viewport in SMALL:
            resize(page, viewport)
            bar, dock, window = boxes_of(page, ".duel", ".dock", ".plot.mine .window")
            assert bar["y"] == 0, viewport
            assert bar["height"] <= 50, viewport
            assert dock["y"] + dock["height"] == viewport["height"]
            assert window["y"] >= bar["height"], viewport
            assert window["y"] + window["height"] <= dock["y"], viewport
            assert window["height"] >= 120, viewport
            assert dock["height"] <= 120, viewport

    def test_it_keeps_the_machine_where_it_is_while_a_tile_is_tried(self, see):
        page = see("build")
        for viewport in SMALL:
            resize(page, viewport)
            before = boxes_of(page, ".plot.mine .window", ".dock")
            page.locator("[data-move]").first.dispatch_event("click")
            expect(page.locator("#confirm")).to_be_visible()
            settle(page)

            assert boxes_of(page, ".plot.mine .window", ".dock") == before, viewport
            page.locator("[data-undo]").click()
            expect(page.locator("#confirm")).to_have_count(0)
            settle(page)

    def test_it_has_one_bar_with_the_way_back_and_the_bell(self, see):
        page = see("wait")

        expect(page.locator(".site > :visible")).to_have_count(1)
        bell, state = boxes_of(page, "#bell", ".duel .state")
        assert bell["x"] >= state["x"] + state["width"]
        page.locator(".duel .back").click()

        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert page.url.endswith("/play/")

    def test_it_says_nothing_of_what_is_for_those_without_scripts(self, see):
        page = see("wait")

        with page.expect_response(lambda answer: "/games/" in answer.url):
            page.evaluate("() => htmx.trigger('#table', 'nudge')")
        settle(page)

        expect(page.locator(".acts noscript a")).to_have_count(1)
        expect(page.locator("#table noscript >> visible=true")).to_have_count(0)
        expect(page.locator(".now .with-scripts")).to_have_count(1)

    def test_it_says_the_rest_behind_its_question_mark(self, see):
        page = see("place")
        rest = page.locator(".now .sub").last
        expect(rest).to_be_hidden()

        page.locator(".rest summary").click()

        expect(rest).to_be_visible()
        expect(page.locator(".more-about")).to_be_visible()
        page.locator("[data-pick]").last.click()
        expect(rest).to_be_hidden()

    def test_it_goes_aside_to_the_other_machine(self, see):
        page = see("choose")
        for link in (".plot.mine .thumb", ".player.mine", ".player.theirs", ".plot.theirs .thumb"):
            page.locator(link).click()
            where = "mine" if link in (".player.mine", ".plot.theirs .thumb") else "theirs"

            expect(page.locator(f".plot.{where} .points")).to_be_in_viewport(ratio=1)
            assert page.locator(".sheets").evaluate("sheets => sheets.scrollTop") == 0

    def test_it_shows_where_to_begin_to_who_confirms_too_early(self, see):
        page = see("choose", goal="begun", reduced_motion="no-preference")
        page.evaluate(COUNT_MOTIONS)
        box = page.locator(".acts button.go").bounding_box()

        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

        assert page.evaluate("moved") == page.locator("[data-pick]").count()

    def test_it_says_what_it_does_in_whole_words(self, see):
        """Titles that were cut: whose turn it is, and what is to be done."""
        # Letters hang a little out of lines that are this close; a line more would be 16 px.
        cut = "it => it.scrollWidth > it.clientWidth || it.scrollHeight > it.clientHeight + 8"
        for phase, title in {"ready": ".now .what", "over": ".state strong"}.items():
            page = see(phase)
            for viewport in [{"width": 360, "height": 780}, *SMALL]:
                resize(page, viewport)
                assert not page.locator(title).evaluate(cut), viewport

    def test_it_folds_away_nothing_of_what_a_choice_causes(self, see):
        page = see("place", goal="begun")
        page.locator(".space.centre[data-move]").first.click()
        expect(page.locator("#confirm")).to_have_count(1)

        for viewport in SMALL:
            resize(page, viewport)
            expect(page.locator(".now .causes")).to_be_in_viewport(ratio=1)
            assert page.locator(".dock").bounding_box()["height"] <= 120

    def test_it_shows_the_machine_in_which_something_was_built(self, tables, look, site):
        table = tables("build")
        page = look(table, {}, viewport=PHONE)
        # In one game of many the other builds nothing.
        while (at := last_build(page, table)) is None:
            table = lay_table(site, goal="build", turns=30)
            page = look(table, {}, viewport=PHONE)

        page.goto(f"{table.path}?at={at}&since=1")

        expect(page.locator(".plot.theirs .cell.last")).to_be_in_viewport()
        expect(page.locator("#mine-title")).not_to_be_in_viewport()

    def test_it_shows_what_the_other_did_before_anything_changes_places(self, open_page, site):
        table = lay_table(site, goal="gives", turns=12)
        page = open_page(None, viewport=PHONE)
        page.context.add_cookies(table.cookies(site, 1 - table.seat))
        page.goto(table.path)
        expect(page.locator("html")).to_have_attribute("data-live", "on")
        page.locator("[data-skip]").or_(page.locator(".desk.is-wait")).first.wait_for()
        page.keyboard.press("Shift")  # ends a playback
        expect(page.locator(".desk.is-wait")).to_have_count(1)
        settle(page)
        page.evaluate(WATCH)
        context = page.context.browser.new_context(base_url=site.url)
        Opponent(context, site, table, seat=table.seat).play(
            table.query["draft"], ply=int(table.query["ply"])
        )

        page.wait_for_function("() => pictures.at(-1) === 'build machine'")

        assert page.evaluate("pictures") == ["wait registry", "build registry", "build machine"]
        context.close()
