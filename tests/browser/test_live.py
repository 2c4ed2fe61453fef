"""From a click over queue, worker and socket back to the tab, in both ways to run."""

import random

import pytest
from playwright.sync_api import expect

from games.services.live_checks import MOST_A_MINUTE
from tests.browser.players import (
    come_alive,
    elsewhere,
    is_to_move,
    ply_of,
    settle,
    sit_down,
    sit_down_with,
    take_turn,
    type_turn,
    wait_for_word,
)
from tests.sites import SITES

both_ways = pytest.mark.parametrize("site", SITES, indirect=True)


def ask(page):
    page.locator("main form button").click()


@pytest.fixture
def check(open_page):
    page = open_page("/live/")
    come_alive(page)
    return page


def hold(page, address):
    """Hold back what a page asks for from now on; a list of what was held."""
    held = []

    def keep(route):
        held.append(route)

    page.route(address, keep)
    return held


class TestNudge:
    @both_ways
    def test_it_reaches_the_open_tab(self, check):
        ask(check)

        expect(check.locator("#live-check")).to_contain_text("Answered 1 of 1")

    @both_ways
    def test_it_reaches_another_tab_on_the_same_page(self, check, open_page):
        other = open_page(check.url)
        expect(other.locator("html")).to_have_attribute("data-live", "on")

        ask(check)

        expect(other.locator("#live-check")).to_contain_text("Answered 1 of 1")

    @both_ways
    def test_it_leaves_the_site_ready_while_tabs_listen(self, check, site):
        assert '"ready": true' in site.readiness()

    def test_it_reaches_a_page_whose_scripts_are_still_on_their_way(self, check, open_page):
        other = open_page(check.url)
        late = hold(other, "**/bell*.js")
        other.reload(wait_until="commit")
        expect(other.locator("#live-check")).to_be_visible()

        ask(check)
        expect(check.locator("#live-check")).to_contain_text("Answered 1 of 1")
        late[0].continue_()

        expect(other.locator("#live-check")).to_contain_text("Answered 1 of 1")

    def test_it_reaches_a_tab_whose_clock_stands_still(self, check, open_page):
        other = open_page(None)
        other.add_init_script("performance.now = () => 1000")
        other.goto(check.url)
        expect(other.locator("html")).to_have_attribute("data-live", "on")
        settle(other)

        ask(check)

        expect(other.locator("#live-check")).to_contain_text("Answered 1 of 1")

    @pytest.mark.parametrize("status", [429, 503])
    def test_it_is_followed_later_if_the_site_does_not_answer_at_once(
        self, check, open_page, status
    ):
        other = open_page(None)
        other.expect_console(str(status))
        other.expect_console("htmx:afterRequest")
        other.clock.install()
        other.goto(check.url)
        expect(other.locator("html")).to_have_attribute("data-live", "on")
        settle(other)
        other.route("**/live/**", lambda route: route.fulfill(status=status, body="Not now."))
        with other.expect_response(lambda response: response.status == status):
            ask(check)
        other.unroute("**/live/**")
        settle(other)

        other.clock.fast_forward("00:30")

        expect(other.locator("#live-check")).to_contain_text("Answered 1 of 1")

    def test_it_is_announced(self, check):
        ask(check)

        expect(check.locator("#announcements")).to_contain_text("live updates work")

    def test_it_catches_up_after_the_connection_was_lost(self, check, open_page):
        check.expect_console("ERR_INTERNET_DISCONNECTED")
        check.context.set_offline(True)
        expect(check.locator("html")).to_have_attribute("data-live", "off")
        other = open_page(check.url)
        ask(other)
        expect(other.locator("#live-check")).to_contain_text("Answered 1 of 1")

        check.context.set_offline(False)

        expect(check.locator("#live-check")).to_contain_text("Answered 1 of 1")
        expect(check.locator("html")).to_have_attribute("data-live", "on")


def tables_fetched_by(page):
    """What a page has asked for of its table from now on, other than by sending a turn."""
    fetched = []

    def hear(request):
        if request.method == "GET" and "hx-request" in request.headers and "/games/" in request.url:
            fetched.append(request.url)

    page.on("request", hear)
    return fetched


@both_ways
class TestTable:
    def test_it_shows_a_turn_to_the_other_at_once(self, open_page):
        first, second = sit_down(open_page)

        take_turn(first, random.Random(1))

        expect(second.locator("#table")).to_have_attribute("data-ply", str(ply_of(first)))

    def test_it_is_fetched_once_for_a_turn_and_not_by_who_made_it(self, open_page):
        pages = first, second = sit_down(open_page)
        tables = [tables_fetched_by(page) for page in pages]

        type_turn(first, random.Random(1))
        expect(second.locator("#table")).to_have_attribute("data-ply", str(ply_of(first)))
        settle(second)
        type_turn(second, random.Random(1))
        expect(first.locator("#table")).to_have_attribute("data-ply", str(ply_of(second)))

        assert [len(fetched) for fetched in tables] == [1, 1]

    def test_it_keeps_what_is_being_typed_when_something_happens(self, open_page):
        first, second = sit_down(open_page)
        field = first.locator("#notation")
        field.fill("b1 b2")
        field.press("ArrowLeft")

        second.locator("form[action$='/day/'] button").dispatch_event("click")
        expect(first.locator("#table time")).to_contain_text("4 days")
        settle(first)
        first.keyboard.type("9")

        expect(field).to_have_value("b1 b92")


@both_ways
class TestBot:
    def test_it_answers_by_itself(self, open_page):
        page = open_page("/bots/", **elsewhere())
        sit_down_with(page, "Hazel")

        take_turn(page, random.Random(1))
        wait_for_word(page)

        assert is_to_move(page)


class TestPage:
    def test_it_works_without_scripts(self, open_page):
        page = open_page("/live/", java_script_enabled=False)

        ask(page)
        expect(page.locator("#live-check")).to_contain_text("of 1")
        while page.get_by_role("link", name="Look again").count():
            page.get_by_role("link", name="Look again").click()

        expect(page.locator("#live-check")).to_contain_text("Answered 1 of 1")

    @pytest.mark.parametrize("what", ["a click", "a nudge"])
    def test_it_survives_the_error_page_of_a_proxy(self, check, what):
        check.expect_console("502")
        check.expect_console("htmx:afterRequest")
        check.route(
            "**/live/**", lambda route: route.fulfill(status=502, body="<h1>Bad Gateway</h1>")
        )

        with check.expect_response(lambda response: response.status == 502):
            if what == "a click":
                ask(check)
            else:
                check.evaluate("htmx.trigger('#live-check', 'nudge')")
        check.unroute("**/live/**")
        ask(check)

        expect(check.locator("#live-check")).to_contain_text("Answered 1 of 1")
        expect(check.locator("#unreachable")).to_be_hidden()

    def test_it_says_so_when_the_site_cannot_be_reached(self, check):
        check.expect_console("ERR_FAILED")
        check.expect_console("htmx:sendError")
        check.expect_console("htmx:afterRequest")
        check.route("**/ask/", lambda route: route.abort())

        ask(check)

        expect(check.locator("#unreachable")).to_be_visible()


class TestRefusal:
    """Comes last: whoever asks from this machine in the same minute is refused too."""

    def test_it_shows_a_refusal_above_what_is_there(self, check):
        check.expect_console("429")
        # A minute may end in between, and then counting begins anew.
        for _ in range(3 * MOST_A_MINUTE):
            if check.locator("#notices [role=alert]").count():
                break
            with check.expect_response(lambda response: response.url.endswith("/ask/")):
                ask(check)

        expect(check.locator("#notices")).to_contain_text("A little slower, please")
        expect(check.locator("#live-check")).to_be_visible()
