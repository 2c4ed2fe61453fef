"""Every game of the house is dealt anew by the browser, once it is over."""

import pytest
from playwright.sync_api import expect

from tests.browser.sittings import BOTANICUS, Setting, sit
from tests.browser.test_verify import AGREES, open_proof

GARDENERS = Setting("gardeners", {"mode": "expert"})
ALONE = Setting("gardeners", {"mode": "solo-expert"})


@pytest.mark.parametrize("setting", [BOTANICUS, GARDENERS], ids=lambda one: one.ruleset)
def test_it_agrees_for_a_table_of_two_that_one_has_left(open_page, site, setting):
    sitting = sit(open_page, site, setting=setting, seats=2, turn=12, leaver=1)
    page = open_proof(sitting.pages[0])

    page.get_by_role("button", name="Verify this game").click()

    expect(page.get_by_text(AGREES)).to_be_visible()


def test_it_agrees_for_who_played_alone(open_page, site):
    sitting = sit(open_page, site, setting=ALONE, seats=1, turn=40, leaver=0)
    page = open_proof(sitting.pages[0])

    page.get_by_role("button", name="Verify this game").click()

    expect(page.get_by_text(AGREES)).to_be_visible()
