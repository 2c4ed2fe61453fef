"""Two people play against each other, each in a browser of their own."""

import random
import re

from playwright.sync_api import expect

from tests.browser.players import (
    elsewhere,
    is_over,
    is_to_move,
    play_to_the_end,
    ply_of,
    record_of,
    settle,
    sit_down,
    take_turn,
)


class TestWholeGame:
    def test_it_is_played_to_the_end_with_live_pages(self, open_page):
        pages = sit_down(open_page, reduced_motion="reduce")

        turns = play_to_the_end(pages)

        record = record_of(pages[0])
        assert turns >= 60
        assert record.tags["Termination"] == "played"
        scores = [page.locator("[data-score]").all_inner_texts() for page in pages]
        assert sorted(scores[0]) == sorted(scores[1]) == sorted(record.tags["Result"].split("-"))

    def test_it_catches_up_with_a_turn_that_came_while_the_connection_was_lost(self, open_page):
        first, second = sit_down(open_page)
        second.expect_console("ERR_INTERNET_DISCONNECTED")
        second.context.set_offline(True)
        expect(second.locator("html")).to_have_attribute("data-live", "off")

        take_turn(first, random.Random(1))
        second.context.set_offline(False)

        expect(second.locator("#table")).to_have_attribute("data-ply", str(ply_of(first)))
        assert is_to_move(second)


class TestEnding:
    def test_it_is_called_off_in_two_steps_and_the_other_sees_it_at_once(self, open_page):
        first, second = sit_down(open_page)

        first.locator("#more > summary").click()
        first.get_by_role("link", name="Call the game off").click()
        assert not is_over(second)
        first.get_by_role("button", name="Yes, call it off").click()

        expect(second.locator("#table")).to_have_attribute("data-over", "aborted")

    def test_it_knows_again_the_bytes_that_this_browser_made(self, open_page):
        first, second = sit_down(open_page)
        first.locator("#more > summary").click()
        first.get_by_role("link", name="Call the game off").click()
        first.get_by_role("button", name="Yes, call it off").click()

        for page in (first, second):
            expect(page.locator("#table")).to_have_attribute("data-over", "aborted")
            page.reload()
            expect(page.locator("html")).to_have_attribute("data-live", "on")
            settle(page)
            page.locator("#more > summary").click()
            page.locator(".fairness summary").click()
            expect(page.get_by_text("These are the bytes that your browser made.")).to_have_count(2)
            visible = page.locator("[data-when=kept]:visible")
            expect(visible).to_have_count(1)

    def test_it_offers_a_rematch_that_waits(self, open_page):
        first, second = sit_down(open_page)
        first.locator("#more > summary").click()
        first.get_by_role("link", name="Call the game off").click()
        first.get_by_role("button", name="Yes, call it off").click()
        first.get_by_role("button", name="Offer a rematch").click()

        second.goto("/play/")
        second.locator("#queue a[href*='/offers/']").first.click()
        second.get_by_role("button", name="Accept and play").click()

        expect(second.page).to_have_url(re.compile("/games/"))
        assert is_to_move(second)


class TestLists:
    def test_it_moves_a_game_to_the_top_when_the_word_comes(self, open_page):
        first, second = sit_down(open_page)
        table = second.url
        second.goto("/play/")
        expect(second.get_by_role("heading", level=1)).to_have_text("Nothing waits for you")
        expect(second.locator("html")).to_have_attribute("data-live", "on")
        settle(second)

        take_turn(first, random.Random(1))

        expect(second.get_by_role("heading", level=1)).to_have_text("1 game waits for you")
        settle(second)
        second.get_by_role("link", name="Play the most urgent").click()
        # What happened is played back there, so a query may follow.
        expect(second.page).to_have_url(re.compile(re.escape(table)))

    def test_it_shows_a_new_offer_in_every_open_lobby(self, open_page):
        watching = open_page("/offers/")
        expect(watching.locator("html")).to_have_attribute("data-live", "on")
        before = watching.locator("#lobby form[action$='/accept/']").count()

        offering = open_page("/offers/new/", **elsewhere())
        offering.locator("main form button[type=submit]").last.click()

        accept = watching.locator("#lobby form[action$='/accept/']")
        expect(accept).to_have_count(before + 1)
        offering.get_by_role("button", name="Withdraw").click()
        expect(accept).to_have_count(before)


class TestWithoutScripts:
    def test_it_can_be_played_all_the_same(self, open_page):
        options = {"java_script_enabled": False}
        first = open_page("/offers/new/", **elsewhere(), **options)
        first.locator("[name=reach][value=link]").check()
        first.locator("#more-terms > summary").click()
        first.locator("[name=seat]").select_option("first")
        first.locator("main form button[type=submit]").last.click()
        second = open_page(first.locator("#link").input_value(), **elsewhere(), **options)
        second.locator("form[action$='/accept/'] button").click()
        first.goto(second.url)
        for page in (first, second):
            page.reload()
            while not page.locator("#confirm").count():
                control = page.locator("[data-move]")
                (control if control.count() else page.locator("[data-pick]")).first.click()
            page.locator("#confirm").click()

        assert ply_of(second) >= 3
