"""A review: asked for by a button, watched while it is made, and read."""

import re

import pytest
from playwright.sync_api import expect

from tests.chromium import DESKTOP, PHONE
from tests.laid_tables import lay_table

# As short as a game may be for a review: each turn is judged in full.
TURNS = 4
WAIT = 180_000  # it comes after everything else that the machine has to do
OVER = """
from uuid import UUID
from games.models import Player
from games.services import endings
player = Player.objects.get(game="{game}", seat=1)
endings.resign(game_id=UUID("{game}"), user=player.user)
"""


@pytest.fixture
def over(site):
    """A game that bob has given up."""
    table = lay_table(site, turns=TURNS)
    site.run(OVER.format(game=table.path.split("/")[2]))
    return table


def test_it_arrives_live_and_is_read_by_everybody(open_page, site, over, assert_accessible):
    page = open_page("about:blank", reduced_motion="reduce")
    page.context.add_cookies(over.cookies(site, 0))
    page.goto(f"{over.path}replay/")
    expect(page.locator("html")).to_have_attribute("data-live", "on")

    page.get_by_role("button", name="Let Yew review this game").click()

    review = page.locator("#review")
    expect(review).to_contain_text("an estimate by Yew", timeout=WAIT)
    expect(review.get_by_role("heading", name="Turning points")).to_be_visible()
    expect(review.locator("svg.chart a")).to_have_count(TURNS)

    review.get_by_text("The numbers as a table").click()
    review.locator("table a").first.click()
    expect(page.page).to_have_url(re.compile(r"/replay/\d+/"))
    expect(page.locator("#review-turn")).to_contain_text("Turn 1, alice")
    for viewport in (PHONE, DESKTOP):
        page.set_viewport_size(viewport)
        assert_accessible(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]

    page.goto(f"{over.path}replay/1/")
    expect(page.locator("#review-turn")).to_be_hidden()  # tiles were revealed
    for ply in range(2, int(page.locator("#at").get_attribute("max")) + 1):
        page.keyboard.press("ArrowRight")
        expect(page.locator("#table")).to_have_attribute("data-ply", str(ply))
        expect(page.locator(".list [aria-current]")).to_be_in_viewport(ratio=0.99)

    visitor = open_page(f"{over.path}review/", java_script_enabled=False)
    expect(visitor.locator("#review")).to_contain_text("an estimate by Yew")
