"""A team with companions: they sit down at once, answer by themselves, and the page follows."""

import random
import re

from playwright.sync_api import expect

from engine import COMPANIONS
from tests.browser.players import come_alive, elsewhere, settle, take_turn
from tests.chromium import PHONE

MOST_ACTS = 9  # a turn has eight at most, and is sent in parts where a tile comes to light
AT_A_TABLE = re.compile(r"/games/[0-9a-f-]{36}/$")


def sit_down(page, *companions):
    """Lay a table with these companions and wait for the word."""
    for chair, companion in enumerate(companions, start=1):
        page.locator(f"#chair-{chair}").select_option(companion)
    page.locator("form.chairs button[type=submit]").click()
    expect(page.page).to_have_url(AT_A_TABLE)
    come_alive(page)
    wait_for_word(page)


def wait_for_word(page):
    """Until the others have played; cards can be looked into meanwhile, so controls say nothing."""
    expect(page.locator(".player.mine.has-word")).to_be_attached()
    settle(page)


def laid(page):
    """How many tiles lie in the garden."""
    return page.locator(".cell[data-tile]").count()


class TestCompany:
    def test_three_take_their_turns_by_themselves(self, open_page):
        page = open_page("/bots/gardeners/", reduced_motion="reduce", **elsewhere())
        sit_down(page, "fern", "pea", "thyme")
        expect(page.locator(".seats .letter")).to_have_count(4)

        for turn in range(MOST_ACTS):
            take_turn(page, random.Random(turn))
            wait_for_word(page)

        assert laid(page) >= 8
        page.goto(f"{page.url}moves/")
        for companion in COMPANIONS:
            expect(page.locator("main li").filter(has_text=companion.name).first).to_be_visible()

    def test_one_keeps_a_guest_company_on_a_phone(self, open_page, assert_accessible):
        page = open_page("/bots/gardeners/", viewport=PHONE, reduced_motion="reduce", **elsewhere())
        assert_accessible(page)
        sit_down(page, "thyme")

        take_turn(page, random.Random(1))
        wait_for_word(page)

        assert_accessible(page)
