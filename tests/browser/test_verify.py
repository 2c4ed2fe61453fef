"""Verifying a game in one's own browser, when it is over."""

import pytest
from playwright.sync_api import expect

from tests.browser.players import come_alive, sit_down

AGREES = "all that was drawn agree"
DIFFERS = "This does not agree"


def open_proof(page):
    page.locator("#more > summary").click()
    page.locator("#fairness > summary").click()
    return page


@pytest.fixture
def called_off(open_page):
    """The page of a game that was called off, with the proof of its deck open."""
    page, _other = sit_down(open_page)
    page.locator("#more > summary").click()
    page.get_by_role("link", name="Call the game off").click()
    page.get_by_role("button", name="Yes, call it off").click()
    expect(page.locator("#table")).to_have_attribute("data-over", "aborted")
    come_alive(page)
    return open_proof(page)


@pytest.fixture
def over(tables, look):
    """The same of a game that was played to its end. What a test changes of its answers is undone
    after it, for others look at the same page.
    """
    page = open_proof(look(tables("over"), reduced_motion="no-preference"))
    yield page
    page.unroute_all()


def change_record(page, before):
    """Let the site answer with a record that has another sign right after `before`."""

    def answer(route):
        text = route.fetch().text()
        at = text.index(before) + len(before)
        route.fulfill(body=text[:at] + ("1" if text[at] == "0" else "0") + text[at + 1 :])

    page.route("**/record/", answer)


@pytest.mark.parametrize("game", ["called_off", "over"])
def test_it_agrees_with_the_commitment_and_every_tile(request, game):
    page = request.getfixturevalue(game)

    page.get_by_role("button", name="Verify this game").click()

    expect(page.get_by_text(AGREES)).to_be_visible()


@pytest.mark.parametrize("what", ["\n>", '[Seed "', '[Entropy1 "', '[Commitment "'])
def test_it_says_so_when_anything_was_changed(over, what):
    change_record(over, what)

    over.get_by_role("button", name="Verify this game").click()

    expect(over.get_by_text(DIFFERS)).to_be_visible()


def test_it_says_it_again_when_the_page_is_fetched_anew(over):
    over.get_by_role("button", name="Verify this game").click()
    expect(over.get_by_text(AGREES)).to_be_visible()

    over.evaluate("document.querySelector('#table').classList.add('former')")
    over.evaluate("htmx.trigger('#table', 'nudge')")
    expect(over.locator("#table.former")).to_have_count(0)

    expect(over.get_by_text(AGREES)).to_be_visible()


def test_it_says_so_when_the_record_cannot_be_fetched(over):
    over.expect_console("503")
    over.route("**/record/", lambda route: route.fulfill(status=503))

    over.get_by_role("button", name="Verify this game").click()

    expect(over.get_by_text("could not be fetched")).to_be_visible()


def test_it_says_so_when_another_source_is_named(over):
    def answer(route):
        said = route.fetch().json()
        said["reveals"][0]["sources"].reverse()
        route.fulfill(json=said)

    over.route("**/draws/", answer)

    over.get_by_role("button", name="Verify this game").click()

    expect(over.get_by_text(DIFFERS)).to_be_visible()
