"""Gardeners at length: whole games in browsers, by every way, in both ways to run the site."""

import pytest

from tests.browser.players import record_of
from tests.browser.sittings import (
    Setting,
    by_keyboard,
    by_links,
    by_notation,
    by_tap,
    by_touch,
    play_on,
    sit,
)
from tests.chromium import PHONE

TEAM = Setting("gardeners", {"mode": "full", "turns": 24})
ALONE = Setting("gardeners", {"mode": "solo", "actions": 200})


class TestTeams:
    @pytest.mark.parametrize("seats", [2, 4])
    def test_they_play_by_touch_on_phones(self, open_page, site, seats):
        options = {"viewport": PHONE, "has_touch": True}
        sitting = sit(open_page, site, setting=TEAM, seats=seats, turn=0, **options)

        assert play_on(sitting, by_touch) >= 24
        record_of(sitting.pages[0])

    @pytest.mark.parametrize("by", [by_tap, by_keyboard, by_notation])
    @pytest.mark.parametrize("seats", [2, 4])
    def test_they_play(self, open_page, site, by, seats):
        sitting = sit(open_page, site, setting=TEAM, seats=seats, turn=0)

        assert play_on(sitting, by) >= 24
        record_of(sitting.pages[0])

    def test_they_play_without_scripts(self, open_page, site):
        sitting = sit(open_page, site, setting=TEAM, seats=2, turn=0, java_script_enabled=False)

        assert play_on(sitting, by_links, is_live=False) >= 24
        record_of(sitting.pages[0])

    def test_they_go_on_when_somebody_leaves_in_the_middle(self, open_page, site):
        sitting = sit(open_page, site, setting=TEAM, seats=4, turn=12, leaver=2)

        assert play_on(sitting, by_tap) >= 11
        assert record_of(sitting.pages[0]).tags["Left"] == "2 resigned"


class TestAlone:
    @pytest.mark.parametrize("by", [by_tap, by_keyboard, by_notation])
    def test_it_is_played(self, open_page, site, by):
        sitting = sit(open_page, site, setting=ALONE, seats=1, turn=0)

        assert play_on(sitting, by) >= 200
        record_of(sitting.pages[0])

    def test_it_is_played_by_touch_on_a_phone(self, open_page, site):
        options = {"viewport": PHONE, "has_touch": True}
        sitting = sit(open_page, site, setting=ALONE, seats=1, turn=0, **options)

        assert play_on(sitting, by_touch) >= 200
        record_of(sitting.pages[0])

    def test_it_is_played_without_scripts(self, open_page, site):
        sitting = sit(open_page, site, setting=ALONE, seats=1, turn=0, java_script_enabled=False)

        assert play_on(sitting, by_links, is_live=False) >= 200
        record_of(sitting.pages[0])
