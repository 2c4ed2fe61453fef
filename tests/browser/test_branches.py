"""What if, in the browser: from a replay to other moves, and on to a game against a bot."""

import random
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.players import elsewhere, settle, type_turn, wait_for_word
from tests.chromium import DESKTOP, PHONE

TABLE = re.compile(r"/games/[0-9a-f-]{36}/$")
PLY = 31  # in the middle, whatever was drawn


@pytest.fixture
def replay(tables):
    """The address of a game that is over, in its middle. The tests leave it as it is."""
    return f"{tables('over').path}replay/{PLY}/"


def choose_turn(page, rng=None):
    """Choose whatever the board offers until the turn is whole."""
    rng = rng or random.Random(1)
    while not page.locator("#confirm").count():
        controls = page.locator("[data-move]")
        controls = controls if controls.count() else page.locator("[data-pick]")
        with page.expect_response(lambda answer: "/try/" in answer.url):
            controls.nth(rng.randrange(controls.count())).dispatch_event("click")
        settle(page)


def moves_in(page):
    return parse_qs(urlsplit(page.url).query).get("moves", [""])[0]


def reach(page, selector):
    """Go with Tab until the focus is there."""
    for _ in range(120):
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the focus never comes to {selector}")


def test_it_leads_from_a_replay_to_a_game_against_a_bot(open_page, assert_accessible, replay):
    page = open_page(replay, reduced_motion="reduce", **elsewhere())
    page.locator("#to-previous").click()
    expect(page.locator("#table")).to_have_attribute("data-ply", str(PLY - 1))
    page.get_by_role("link", name="What if? Try another move here").click()
    expect(page.page).to_have_url(re.compile(f"/replay/{PLY - 1}/try/$"))
    page.goto(f"{replay}try/")
    expect(page.locator("#opinion")).to_contain_text("to win")

    choose_turn(page)
    expect(page.locator("#opinion")).to_contain_text("With this turn")
    for viewport in (PHONE, DESKTOP):
        page.set_viewport_size(viewport)
        assert_accessible(page)
    before = moves_in(page)  # what followed that ply by itself: a reveal, or nothing
    page.locator("#confirm").click()
    expect(page.locator(".tried li").first).to_be_visible()
    branch = moves_in(page)
    assert branch != before
    assert page.locator("#link").input_value().endswith(urlsplit(page.url).query)

    page.page.go_back()
    expect(page.locator("#confirm")).to_be_visible()
    assert moves_in(page) == before
    page.page.go_forward()
    expect(page.locator(".tried li").first).to_be_visible()

    page.get_by_label("Against").select_option("pip")
    page.get_by_role("button", name="Play on").click()
    expect(page.page).to_have_url(TABLE)
    expect(page.locator(".origin a")).to_contain_text(f"move {PLY} of another game")
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    wait_for_word(page)
    type_turn(page, random.Random(1))
    wait_for_word(page)
    give_up_and_verify(page)


def give_up_and_verify(page):
    page.locator("#more > summary").click()
    page.get_by_role("link", name="Give up").click()
    page.get_by_role("button", name="Yes, give it up").click()
    expect(page.locator("#table")).to_have_attribute("data-over", "resigned")
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    settle(page)
    page.locator("#more > summary").click()
    page.locator("#fairness > summary").click()
    page.get_by_role("button", name="Verify this game").click()
    expect(page.get_by_text("all that was drawn agree")).to_be_visible()


def test_it_is_played_by_keyboard_in_french(open_page, replay):
    page = open_page(f"{replay}try/", locale="fr-FR", reduced_motion="reduce", **elsewhere())
    expect(page.locator("#opinion")).to_contain_text("de chances de gagner")

    while not page.locator("#confirm").count():
        reach(page, "[data-move]" if page.locator("[data-move]").count() else "[data-pick]")
        page.keyboard.press("Enter")
        settle(page)
    page.keyboard.press("Control+Enter")
    expect(page.locator(".tried li").first).to_be_visible()
    expect(page.locator("h1")).to_contain_text("Et si ?")

    reach(page, ".play-on button")
    page.keyboard.press("Enter")
    expect(page.page).to_have_url(TABLE)
    expect(page.locator(".origin a")).to_contain_text("d’une autre partie")


def test_it_works_on_a_phone_without_scripts(open_page, replay):
    page = open_page(replay, java_script_enabled=False, viewport=PHONE, **elsewhere())
    page.get_by_role("link", name="What if? Try another move here").click()

    page.get_by_role("link", name="Ask now").click()
    expect(page.locator("#opinion")).to_contain_text("An estimate of Yew")
    page.get_by_role("link", name="Show it on the board").click()
    page.locator("#confirm").click()
    expect(page.locator(".tried li").first).to_be_visible()
    page.get_by_role("button", name="Play on").click()
    expect(page.page).to_have_url(TABLE)


def test_it_fits_on_a_phone(open_page, replay):
    page = open_page(f"{replay}try/", viewport=PHONE, reduced_motion="reduce", **elsewhere())
    expect(page.locator("#opinion")).to_contain_text("to win")

    choose_turn(page)

    expect(page.locator("#confirm")).to_be_in_viewport(ratio=1)
    wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    assert not page.evaluate(wide)
    page.locator("#confirm").click()
    expect(page.locator(".tried li").first).to_be_attached()
