"""What somebody has said in their preferences about boards."""

import random

import pytest
from playwright.sync_api import expect

from tests.browser.hands import Opponent
from tests.browser.players import settle, take_turn
from tests.laid_tables import lay_table
from tests.real_services import wait_until

# Counts what a board does, and lets it do so.
COUNTING = """
    window.moved = 0; window.played = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) { moved++; return animate.apply(this, how); };
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) { played++; start.apply(this, when); };
"""


@pytest.fixture
def play(open_page, browser, site):
    """A turn of alice's and its answer, seen by her with some wishes about boards."""

    def see(*wishes):
        table = lay_table(site, turns=6)
        page = open_page("about:blank", reduced_motion="no-preference")
        page.context.add_init_script(COUNTING)
        page.context.add_cookies(table.cookies(site, table.seat))
        page.goto("/account/preferences/")
        for name in ("sounds", "animations", "coordinates"):
            page.locator(f"#id_{name}").set_checked(name in wishes)
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_text("Your preferences are saved.")).to_be_visible()
        page.request.get(table.path)  # has seen what happened: nothing is played back
        page.goto(table.path)
        expect(page.locator("html")).to_have_attribute("data-live", "on")
        settle(page)
        take_turn(page, random.Random(2))
        context = browser.new_context(base_url=site.url)
        Opponent(context, site, table, seat=1 - table.seat).answer()
        context.close()
        expect(page.locator("[data-pick], [data-move]").first).to_be_attached()
        settle(page)
        return page

    return see


def test_it_moves_tiles_and_is_quiet_and_plain_unless_told(play):
    page = play("animations")

    assert page.evaluate("moved") > 0
    assert page.evaluate("played") == 0
    expect(page.locator(".ruler")).to_have_count(0)


def test_it_is_still_heard_and_numbered_for_who_wants_that(play):
    page = play("sounds", "coordinates")

    # The browser lets sounds begin when it likes. Asked from here: in the page, waiting would need
    # the eval that our policy forbids.
    wait_until(lambda: page.evaluate("played") > 0, what="a sound")
    assert page.evaluate("moved") == 0
    expect(page.locator(".plot.mine .ruler.along").first).to_be_visible()
