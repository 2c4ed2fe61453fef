"""Botanicus at length: whole games in browsers, and what holds in thousands of games."""

import random
import re

import pytest
from playwright.sync_api import expect

from tests.browser.players import (
    come_alive,
    elsewhere,
    is_over,
    record_of,
    take_turn,
    wait_for_word,
)
from tests.browser.sittings import (
    by_keyboard,
    by_links,
    by_notation,
    by_tap,
    by_touch,
    play_on,
    sit,
)
from tests.chromium import PHONE
from tests.engine.botanicus_games import INVARIANTS, game
from tests.engine.test_botanicus_reference import assert_agrees

GAMES_A_TEST = 50


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("first", range(1000, 2000, GAMES_A_TEST))
class TestManyGames:
    def test_it_keeps_what_holds_in_every_game(self, seats, first):  # 15.2
        for seed in range(first, first + GAMES_A_TEST):
            for invariant in INVARIANTS:
                invariant(game(seats, seed))

    def test_it_agrees_with_the_slow_reference(self, seats, first):
        for seed in range(first, first + GAMES_A_TEST // 10):
            assert_agrees(game(seats, seed))


class TestWholeGames:
    """In both ways to run the site, by people with a browser each."""

    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_they_are_played_by_touch_on_phones(self, open_page, site, seats):
        sitting = sit(open_page, site, seats=seats, turn=0, viewport=PHONE, has_touch=True)

        assert play_on(sitting, by_touch) >= 17 * seats
        record_of(sitting.pages[0])

    @pytest.mark.parametrize("by", [by_tap, by_keyboard, by_notation])
    def test_they_are_played(self, open_page, site, by):
        sitting = sit(open_page, site, seats=3, turn=0)

        assert play_on(sitting, by) >= 17 * 3
        record_of(sitting.pages[0])

    def test_they_are_played_without_scripts(self, open_page, site):
        sitting = sit(open_page, site, seats=2, turn=0, java_script_enabled=False)

        assert play_on(sitting, by_links, is_live=False) >= 17 * 2
        record_of(sitting.pages[0])

    def test_they_go_on_when_somebody_leaves_in_the_middle(self, open_page, site):
        sitting = sit(open_page, site, seats=4, turn=30, leaver=2)

        assert play_on(sitting, by_tap) >= 30
        assert record_of(sitting.pages[0]).tags["Left"] == "2 resigned"

    def test_they_are_played_against_three_bots(self, open_page):
        page = open_page("/bots/botanicus/", reduced_motion="reduce", **elsewhere())
        for chair, bot in enumerate(["pip", "hazel", "yew"]):
            page.locator("select[name=bot]").nth(chair).select_option(bot)
        page.locator("form:has(select[name=bot]) button[type=submit]").click()
        expect(page.page).to_have_url(re.compile(r"/games/[0-9a-f-]{36}/$"))
        come_alive(page)
        wait_for_word(page)

        rng = random.Random(5)
        while not is_over(page):
            take_turn(page, rng)
            wait_for_word(page)

        record = record_of(page)
        assert record.tags["Termination"] == "played"
        assert record.tags["Seats"] == "4"
