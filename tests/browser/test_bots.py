"""Playing a bot in the browser."""

import random
import re

import pytest
from playwright.sync_api import expect

from engine import ROSTER
from tests.browser.players import is_over, is_to_move, record_of, take_turn, type_turn


def sit_down_with(page, name):
    page.get_by_role("button", name=f"Play {name}").click()
    expect(page.page).to_have_url(re.compile(r"/games/[0-9a-f-]{36}/$"))
    expect(page.locator("html")).to_have_attribute("data-live", "on")


class TestWholeGame:
    def test_it_is_played_to_the_end(self, open_page):
        page = open_page("/bots/", reduced_motion="reduce")
        sit_down_with(page, "Pip")
        rng = random.Random(5)

        while not is_over(page):
            if is_to_move(page):
                type_turn(page, rng)
            # The bot answers by itself, and the page follows.
            expect(
                page.locator("[data-move], [data-pick], #table[data-over]").first
            ).to_be_attached()

        assert record_of(page).tags["Termination"] == "played"


class TestEach:
    @pytest.mark.parametrize("name", [opponent.name for opponent in ROSTER])
    def test_it_answers_by_itself(self, open_page, name):
        page = open_page("/bots/", reduced_motion="reduce")
        sit_down_with(page, name)

        for _ in range(3):
            expect(page.locator("[data-move], [data-pick]").first).to_be_attached()
            take_turn(page, random.Random(5))

        expect(page.locator("[data-move], [data-pick]").first).to_be_attached()


class TestHome:
    def test_it_is_two_clicks_from_the_front_page(self, open_page):
        page = open_page("/")
        page.get_by_role("link", name="Play a bot now").click()
        sit_down_with(page, "Pip")


@pytest.mark.parametrize("site", ["separate"], indirect=True)
class TestSeparateProcesses:
    def test_it_answers_from_a_worker_of_its_own(self, open_page):
        page = open_page("/bots/")
        sit_down_with(page, "Hazel")
        expect(page.locator("[data-move], [data-pick]").first).to_be_attached()

        take_turn(page, random.Random(1))

        expect(page.locator("[data-move], [data-pick]").first).to_be_attached()
