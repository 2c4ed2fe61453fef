"""Whole games on the board, by every way of handling it, and against every bot."""

import random

import pytest

from engine import ROSTER
from tests.browser.hands import (
    by_drag,
    by_keyboard,
    by_links,
    by_notation,
    by_touch,
    play_through,
)
from tests.browser.players import elsewhere, play_bot, record_of, sit_down_with
from tests.chromium import PHONE


class TestWholeGame:
    def test_it_is_played_by_touch_on_a_phone(self, open_page, site):
        assert play_through(open_page, site, by_touch, viewport=PHONE, has_touch=True) >= 30

    @pytest.mark.parametrize("by", [by_drag, by_keyboard, by_notation])
    def test_it_is_played(self, open_page, site, by):
        assert play_through(open_page, site, by) >= 30

    def test_it_is_played_without_scripts(self, open_page, site):
        assert play_through(open_page, site, by_links, java_script_enabled=False) >= 30


class TestBots:
    @pytest.mark.parametrize("name", [opponent.name for opponent in ROSTER])
    def test_it_is_played_to_the_end(self, open_page, name):
        page = open_page("/bots/", reduced_motion="reduce", **elsewhere())
        sit_down_with(page, name)

        play_bot(page, random.Random(5))

        assert record_of(page).tags["Termination"] == "played"
