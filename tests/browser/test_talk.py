"""Talk at a table, in browsers that stay open."""

import random
import re

import pytest
from playwright.sync_api import expect

from tests.browser.players import ply_of, take_turn
from tests.chromium import DESKTOP, PHONE
from tests.laid_tables import lay_table


def sit(open_page, site, table, seat, path="", **options):
    """Open a page of a laid table as alice (0) or bob (1)."""
    page = open_page(None, reduced_motion="reduce", **options)
    page.context.add_cookies(table.cookies(site, seat))
    page.goto(table.path + path)
    if options.get("java_script_enabled", True):
        expect(page.locator("html")).to_have_attribute("data-live", "on")
    return page


def connected(page):
    """A page that is left while it connects says so in the console."""
    expect(page.locator("html")).to_have_attribute("data-live", "on")


def say(page, text):
    page.locator("#say").fill(text)
    page.locator("#say").press("Enter")
    expect(page.locator("#say")).to_have_value("")


def open_panel(page):
    page.get_by_role("button", name=re.compile("^(Talk|Discussion)")).click()
    expect(page.locator("#say")).to_be_focused()


def last_words(page):
    return page.locator(".spoken .words").last


@pytest.fixture
def table(site):
    return lay_table(site, turns=4)


class TestLive:
    def test_it_is_heard_across_the_table_within_the_page(self, open_page, site, table):
        alice, bob = (sit(open_page, site, table, seat) for seat in (0, 1))
        open_panel(alice)
        say(alice, "Hello, are you there?")

        # Who has not opened it sees that there is something new.
        expect(bob.locator("#talk-tool button .new")).to_have_text("1")
        open_panel(bob)
        expect(last_words(bob)).to_have_text("Hello, are you there?")
        expect(bob.locator("#talk-tool button .new")).to_be_hidden()

        say(bob, "I am.")
        expect(last_words(alice)).to_have_text("I am.")
        expect(alice.locator("#heard")).to_contain_text("I am.")
        expect(alice.locator("#talk-tool button .new")).to_be_hidden()
        alice.get_by_role("button", name="Close the talk").click()
        expect(alice.locator("#talk-tool button .new")).to_have_count(0)

    def test_it_is_not_heard_by_who_has_closed_it(self, open_page, site, table):
        alice, bob = (sit(open_page, site, table, seat) for seat in (0, 1))
        open_panel(alice)
        alice.get_by_role("button", name="Close the talk").click()
        expect(alice.locator("#talk")).to_be_hidden()
        open_panel(bob)

        say(bob, "Hello?")

        expect(alice.locator("#talk-tool button .new")).to_have_text("1")
        expect(alice.locator("#bell .new")).to_have_count(1)
        alice.get_by_role("button", name="Talk, 1 new line").click()
        expect(last_words(alice)).to_have_text("Hello?")
        expect(alice.locator("#bell .new")).to_have_count(0)

    def test_it_keeps_what_is_typed_while_a_turn_is_played_and_a_line_comes(
        self, open_page, site, table
    ):
        mover = sit(open_page, site, table, table.seat)
        waiting = sit(open_page, site, table, 1 - table.seat)
        open_panel(waiting)
        open_panel(mover)
        waiting.locator("#say").fill("I was about to")

        say(mover, "Take your time.")
        expect(last_words(waiting)).to_have_text("Take your time.")
        mover.get_by_role("button", name="Close the talk").click()
        take_turn(mover, random.Random(1))

        expect(waiting.locator("#table")).to_have_attribute("data-ply", str(ply_of(mover)))
        expect(waiting.locator("#talk")).to_be_visible()
        expect(waiting.locator("#say")).to_have_value("I was about to")
        expect(waiting.locator("#say")).to_be_focused()

    def test_it_can_be_taken_back(self, open_page, site, table):
        alice, bob = (sit(open_page, site, table, seat, "talk/") for seat in (0, 1))
        say(alice, "That was meant for somebody else.")
        expect(last_words(bob)).to_have_text("That was meant for somebody else.")

        alice.get_by_role("button", name="Take it back").click()

        for page in (alice, bob):
            expect(last_words(page)).to_have_text("taken back")

    def test_it_asks_to_reconsider_and_sends_it_then(self, open_page, site, table):
        alice, bob = (sit(open_page, site, table, seat, "talk/") for seat in (0, 1))
        alice.expect_console("422")
        alice.locator("#say").fill("Shut up!")
        alice.locator("#say").press("Enter")

        expect(alice.get_by_role("alert")).to_contain_text("across a table")
        expect(alice.locator("#say")).to_have_value("Shut up!")
        alice.get_by_role("button", name="Send it as it is").click()

        expect(last_words(bob)).to_have_text("Shut up!")
        expect(alice.get_by_role("alert")).to_have_count(0)

    def test_it_says_a_phrase_to_each_in_their_own_language(self, open_page, site, table):
        alice = sit(open_page, site, table, 0, "talk/")
        bob = sit(open_page, site, table, 1, "talk/", locale="fr-FR")
        alice.locator("#say").fill("half a")
        alice.locator(".phrases summary").click()
        alice.get_by_role("button", name="Well played!").click()

        expect(last_words(alice)).to_have_text("Well played!")
        expect(last_words(bob)).to_have_text("Bien joué !")
        expect(alice.locator("#say")).to_have_value("half a")


class TestPhone:
    def test_it_is_in_the_menu_which_shows_that_something_is_new(self, open_page, site, table):
        alice = sit(open_page, site, table, 0, viewport=PHONE)
        bob = sit(open_page, site, table, 1, "talk/")
        say(bob, "On the bus?")

        alice.locator("#more > summary").click()
        alice.get_by_role("link", name="Talk, 1 new line").click()

        expect(last_words(alice)).to_have_text("On the bus?")
        expect(last_words(alice)).to_be_in_viewport()
        expect(alice.locator("#say")).to_be_in_viewport()
        say(alice, "Yes.")
        expect(last_words(bob)).to_have_text("Yes.")


class TestWithoutScripts:
    def test_it_is_read_and_written_all_the_same(self, open_page, site, table):
        alice = sit(open_page, site, table, 0, java_script_enabled=False)
        alice.locator("#talk-tool a").click()
        alice.locator("#say").fill("No scripts here.")
        alice.get_by_role("button", name="Send").click()
        expect(last_words(alice)).to_have_text("No scripts here.")

        alice.get_by_role("button", name="Take it back").click()
        expect(last_words(alice)).to_have_text("taken back")

        alice.locator(".phrases summary").click()
        alice.get_by_role("button", name="Hello!").click()
        expect(last_words(alice)).to_have_text("Hello!")


class TestReplay:
    def test_it_is_a_chapter_of_a_game_that_is_over(self, open_page, site):
        table = lay_table(site, turns=300)
        alice = sit(open_page, site, table, 0, "talk/")
        say(alice, "Thank you for the game.")

        alice.goto(table.path + "replay/")
        connected(alice)
        alice.locator("#talk > summary").click()
        expect(last_words(alice)).to_have_text("Thank you for the game.")
        connected(alice)
        alice.locator(".rooms").get_by_role("link", name="Among those who watch").click()
        expect(alice.locator(".spoken")).to_have_count(0)
        connected(alice)
        say(alice, "Thanks for watching.")

        visitor = open_page(table.path + "talk/")
        expect(last_words(visitor)).to_have_text("Thanks for watching.")
        connected(visitor)


class TestLook:
    @pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
    def test_it_is_accessible_and_fits_in_both_sizes_and_themes(
        self, open_page, site, table, assert_accessible, locale
    ):
        page = sit(open_page, site, table, 0, "talk/", locale=locale)
        say(page, "https://garden.example/" + "long" * 60)
        say(page, "w" * 200)
        page.locator(".phrases summary").click()

        for viewport in (PHONE, {"width": 320, "height": 640}, DESKTOP):
            page.set_viewport_size(viewport)
            assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
            assert page.evaluate("lines.scrollWidth <= lines.clientWidth")
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                assert_accessible(page)

    def test_it_is_accessible_beside_the_table(self, open_page, site, table, assert_accessible):
        page = sit(open_page, site, table, 0)
        open_panel(page)
        say(page, "Hello.")

        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            assert_accessible(page)

    @pytest.mark.parametrize("width", [700, 820, 1000, 1100, 1320, 1330, 1440, 1920])
    def test_it_has_a_place_among_the_tools(self, open_page, site, table, width):
        page = sit(open_page, site, table, 0)
        page.set_viewport_size({"width": width, "height": 800})

        overlapping = page.evaluate(
            """() => {
              const own = document.querySelector('#talk-tool button').getBoundingClientRect();
              return [...document.querySelectorAll('header a, header button, header summary')]
                .filter((other) => other.checkVisibility() && !other.closest('#talk-tool'))
                .filter((other) => {
                  const box = other.getBoundingClientRect();
                  return box.width > 1 && box.left < own.right - 1 && box.right > own.left + 1
                    && box.top < own.bottom - 1 && box.bottom > own.top + 1;
                })
                .map((other) => other.outerHTML.slice(0, 80));
            }"""
        )
        assert overlapping == []
