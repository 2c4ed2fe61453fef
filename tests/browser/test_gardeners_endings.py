"""The last turns of Gardeners in Chromium: alone, and as a team of two and of four."""

from functools import partial

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


@pytest.fixture
def lay(open_page, site):
    return partial(sit, open_page, site)


class TestTeams:
    def test_they_end_by_touch_on_phones_for_four(self, lay):
        sitting = lay(setting=TEAM, seats=4, turn=21, viewport=PHONE, has_touch=True)

        assert play_on(sitting, by_touch) >= 3
        assert record_of(sitting.pages[0]).tags["Seats"] == "4"

    @pytest.mark.parametrize("by", [by_tap, by_keyboard, by_notation])
    def test_they_end_for_two(self, lay, by):
        sitting = lay(setting=TEAM, seats=2, turn=22)

        assert play_on(sitting, by) >= 2
        assert record_of(sitting.pages[0]).tags["Termination"] == "played"

    def test_they_end_without_scripts(self, lay):
        sitting = lay(setting=TEAM, seats=2, turn=22, java_script_enabled=False)

        assert play_on(sitting, by_links, is_live=False) >= 2
        record_of(sitting.pages[0])

    def test_they_end_for_three_of_whom_one_has_left(self, lay):
        sitting = lay(setting=TEAM, seats=3, turn=21, leaver=1)

        assert play_on(sitting, by_tap) >= 2
        assert record_of(sitting.pages[0]).tags["Left"] == "1 resigned"


class TestAlone:
    @pytest.mark.parametrize("by", [by_tap, by_keyboard, by_notation])
    def test_it_ends(self, lay, by):
        sitting = lay(setting=ALONE, seats=1, turn=196)

        assert play_on(sitting, by) >= 3
        record_of(sitting.pages[0])

    def test_it_ends_by_touch_on_a_phone(self, lay):
        sitting = lay(setting=ALONE, seats=1, turn=196, viewport=PHONE, has_touch=True)

        assert play_on(sitting, by_touch) >= 3
        record_of(sitting.pages[0])

    def test_it_ends_without_scripts(self, lay):
        sitting = lay(setting=ALONE, seats=1, turn=196, java_script_enabled=False)

        assert play_on(sitting, by_links, is_live=False) >= 3
        record_of(sitting.pages[0])
