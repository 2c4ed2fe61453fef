"""Botanicus on its board: the first and the last turns of games for two, three and four."""

from functools import partial

import pytest
from playwright.sync_api import expect

from tests.browser.players import is_to_move, ply_of, record_of, settle
from tests.browser.sittings import (
    by_keyboard,
    by_links,
    by_notation,
    by_tap,
    by_touch,
    controls,
    play_on,
    sit,
)
from tests.chromium import PHONE


@pytest.fixture
def lay(open_page, site):
    return partial(sit, open_page, site)


class TestLastTurns:
    def test_they_are_played_by_touch_on_phones_by_four(self, lay):
        sitting = lay(seats=4, turn=66, viewport=PHONE, has_touch=True)

        assert play_on(sitting, by_touch) >= 6
        record_of(sitting.pages[0])

    @pytest.mark.parametrize("by", [by_tap, by_keyboard, by_notation])
    def test_they_are_played_by_two(self, lay, by):
        sitting = lay(seats=2, turn=32)

        assert play_on(sitting, by) >= 4
        record_of(sitting.pages[0])

    def test_they_are_played_without_scripts(self, lay):
        sitting = lay(seats=2, turn=33, java_script_enabled=False)

        assert play_on(sitting, by_links, is_live=False) >= 3
        record_of(sitting.pages[0])

    def test_they_are_played_by_three_of_whom_one_has_left(self, lay):
        sitting = lay(seats=3, turn=49, leaver=1)

        assert play_on(sitting, by_tap) >= 3
        assert record_of(sitting.pages[0]).tags["Left"] == "1 resigned"


class TestFirstTurns:
    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_it_is_begun_by_assigning_tasks_and_placing_flowers(self, lay, seats):
        sitting = lay(seats=seats, turn=0)
        ply = ply_of(sitting.pages[0])

        for _ in range(seats + 2):
            mover = next(page for page in sitting.pages if is_to_move(page))
            by_tap(mover, sitting)
            for page in sitting.pages:
                expect(page.locator("#table")).to_have_attribute("data-ply", str(ply_of(mover)))
                settle(page)

        assert ply_of(sitting.pages[0]) > ply + 4 * seats


WIDTHS = [320, 360, 768, 1024, 1440, 1920]
STICKING_OUT = """() => {
  const page = document.scrollingElement;
  const large = [...document.querySelectorAll(".print svg")].filter((drawing) => {
    return drawing.getBoundingClientRect().width > 60;
  });
  return [page.scrollWidth - page.clientWidth, large.length];
}"""


class TestLayout:
    @pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
    def test_it_fits_every_width_in_every_phase(self, lay, locale):
        sitting = lay(seats=2, turn=2, locale=locale)
        seen = set()

        def measured(page, sitting):
            while not page.locator("#confirm").count():
                phase = page.locator("[data-phase]").get_attribute("data-phase")
                for width in WIDTHS if phase not in seen else []:
                    page.set_viewport_size({"width": width, "height": 740})
                    assert page.evaluate(STICKING_OUT) == [0, 0], (phase, width)
                seen.add(phase)
                found = controls(page)
                with page.expect_response(lambda answer: "/games/" in answer.url):
                    found.nth(sitting.rng.randrange(found.count())).dispatch_event("click")
                settle(page)
            by_tap(page, sitting)

        for _ in range(7):
            mover = next(page for page in sitting.pages if is_to_move(page))
            measured(mover, sitting)
            for page in sitting.pages:
                expect(page.locator("#table")).to_have_attribute("data-ply", str(ply_of(mover)))
                settle(page)
        assert {"neutral", "flower", "track"} <= seen

    def test_it_goes_from_a_walk_to_the_flower_on_a_phone(self, lay):
        sitting = lay(seats=2, turn=2, viewport=PHONE, has_touch=True)
        page = next(page for page in sitting.pages if is_to_move(page))
        if page.locator("[data-phase=neutral]").count():
            page.locator("#space-4").tap()
            settle(page)

        page.locator(".print.can").first.tap()
        settle(page)
        expect(page.locator(".plot.mine")).to_be_in_viewport()
        page.locator("[data-next]").tap()
        settle(page)

        expect(page.locator("[data-phase]")).to_have_attribute("data-phase", "flower")
        expect(page.locator("#flowers-title")).to_be_in_viewport()


HEAD = """() => {
  const edges = (node) => node ? node.getBoundingClientRect() : null;
  const pages = [...document.querySelectorAll(".site nav a")].filter((link) => link.offsetWidth);
  const inLine = [
    pages.pop(), document.querySelector(".seats"),
    [...document.querySelectorAll(".duel .clock :is(.brief, .whole)")]
      .find((clock) => clock.offsetWidth > 1),
    document.querySelector(".duel .menu.keys summary"),
  ].map(edges);
  const covered = inLine.slice(1).filter((box, at) => box.left < inLine[at].right - 0.5);
  const outside = [...document.querySelectorAll(".duel .token")].filter(
    (token) => edges(token).right > edges(token.closest(".player")).right + 0.5
  );
  return [covered.length, outside.length];
}"""


class TestHeader:
    @pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
    @pytest.mark.parametrize("seats", [3, 4])
    def test_it_covers_nothing_wherever_it_is_one_line(self, lay, seats, locale):
        page = lay(seats=seats, turn=seats + 2, locale=locale).pages[0]

        for width in (1000, 1080, 1321, 1440, 1600, 1920):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate(HEAD) == [0, 0], width

    def test_it_shows_both_flowers_on_a_phone(self, lay):
        page = lay(seats=2, turn=2, viewport=PHONE).pages[0]

        for flower in page.locator(".duel .token svg").all():
            expect(flower).to_be_in_viewport(ratio=1)
        assert page.locator(".duel .token svg").count() == 2


class TestKeys:
    def test_a_turn_is_made_by_keys_of_its_own(self, lay):
        sitting = lay(seats=2, turn=2)
        page = next(page for page in sitting.pages if is_to_move(page))
        if page.locator("[data-phase=neutral]").count():
            page.keyboard.press("4")
            settle(page)

        page.keyboard.press("w")
        expect(page.locator("[data-phase]")).to_have_attribute("data-phase", "walk")
        settle(page)
        page.keyboard.press("f")
        expect(page.locator("[data-phase]")).to_have_attribute("data-phase", "flower")
        settle(page)
        page.keyboard.press("1")

        expect(page.locator("#confirm")).to_be_enabled()
        page.keyboard.press("Escape")
        expect(page.locator("[data-phase]")).to_have_attribute("data-phase", "flower")
