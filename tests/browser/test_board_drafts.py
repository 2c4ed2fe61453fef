"""A turn that is not sent yet, and what each step of it costs."""

import re

from playwright.sync_api import expect

from tests.browser.players import settle
from tests.laid_tables import lay_table


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

    def test_it_looks_unready_under_the_pointer_too(self, tables, look):
        page = look(tables("build"))
        unready = page.locator(".acts button:disabled")
        colour = "button => getComputedStyle(button).backgroundColor"
        before = unready.evaluate(colour)

        unready.hover(force=True)

        assert unready.evaluate("button => button.matches(':hover')")
        assert unready.evaluate(colour) == before

    def test_it_goes_on_where_a_board_lacks_what_others_have(self, tables, look):
        """`look` fails on uncaught exceptions."""
        page = look(tables("build"))
        page.evaluate(
            "document.querySelectorAll('.why, .points, .zoom, .stage > svg, #keys, .tile')"
            ".forEach((part) => part.remove())"
        )
        page.evaluate("document.querySelectorAll('.stage').forEach((s) => s.className = '')")
        page.keyboard.press("?")

        page.locator("[data-move]").first.evaluate("link => link.click()")

        expect(page.locator("#confirm")).to_be_visible()
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
