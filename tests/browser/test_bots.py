"""Playing a bot in the browser; `make soak` plays a whole game against each of them."""

import random

import pytest

from engine import ROSTER
from tests.browser.players import (
    elsewhere,
    is_to_move,
    sit_down_with,
    take_turn,
    wait_for_word,
)


class TestEach:
    @pytest.mark.parametrize("name", [opponent.name for opponent in ROSTER])
    def test_it_answers_by_itself(self, open_page, name):
        page = open_page("/bots/", reduced_motion="reduce", **elsewhere())
        sit_down_with(page, name)

        for _ in range(2):
            take_turn(page, random.Random(5))
            wait_for_word(page)

        assert is_to_move(page)


class TestHome:
    def test_it_is_one_click_from_the_front_page(self, open_page):
        page = open_page("/", **elsewhere())
        page.get_by_role("button", name="Play a bot now").click()
        wait_for_word(page)

        assert is_to_move(page)
