"""Two people with a browser each, who find each other and play."""

import random
import re
from ipaddress import ip_network

from playwright.sync_api import expect

from engine import check_tags, last_position, read_record
from engine.fairness import verify
from tests.factories import some_turn

addresses = ip_network("198.18.0.0/15").hosts()  # kept for tests


def elsewhere():
    """Options for a page that comes from an address of its own: guests are counted by it.

    Without them it comes from this machine, and may see its mails.
    """
    return {"extra_http_headers": {"X-Forwarded-For": str(next(addresses))}}


def sit_down(open_page, **options):
    """Two visitors at one table: one sends a link, the other follows it. Both become guests."""
    first = open_page("/offers/new/", **elsewhere(), **options)
    first.locator("[name=reach][value=link]").check()
    first.locator("#more-terms > summary").click()
    first.locator("[name=seat]").select_option("first")
    first.locator("main form button[type=submit]").last.click()
    expect(first.page).to_have_url(re.compile(r"/offers/[0-9a-f-]{36}/$"))
    come_alive(first)
    second = open_page(first.locator("#link").input_value(), **elsewhere(), **options)
    second.locator("form[action$='/accept/'] button").click()
    expect(second.page).to_have_url(re.compile(r"/games/[0-9a-f-]{36}/$"))
    # The one who offered is led to the table by the offer's own page.
    expect(first.page).to_have_url(second.url)
    for page in (first, second):
        come_alive(page)
    return first, second


def sit_down_with(page, name):
    """Play a bot, from the page that shows them."""
    page.get_by_role("button", name=f"Play {name}").click()
    expect(page.page).to_have_url(re.compile(r"/games/[0-9a-f-]{36}/$"))
    come_alive(page)
    wait_for_word(page)


def come_alive(page):
    """Wait until a page is nudged, and has looked once more, as every page does then."""
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    settle(page)


def wait_for_word(page):
    """The bot answers by itself, and the page follows."""
    expect(page.locator("[data-move], [data-pick], #table[data-over]").first).to_be_attached()
    settle(page)


def play_bot(page, rng):
    """Play against a bot to the end."""
    while not is_over(page):
        type_turn(page, rng)
        wait_for_word(page)


def ply_of(page):
    return int(page.locator("#table").get_attribute("data-ply"))


def is_to_move(page):
    return page.locator("[data-move], [data-pick]").count() > 0


def is_over(page):
    return page.locator("#table[data-over]").count() > 0


def settle(page):
    """Wait until nothing is on its way."""
    expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0)


def take_turn(page, rng):
    """Choose whatever the page offers until the turn can be confirmed, and confirm it."""
    before = ply_of(page)
    while not page.locator("#confirm").count():
        controls = page.locator("[data-move]")
        controls = controls if controls.count() else page.locator("[data-pick]")
        chosen = controls.nth(rng.randrange(controls.count()))
        with page.expect_response(lambda answer: "/games/" in answer.url):
            chosen.dispatch_event("click")
        settle(page)
    page.locator("#confirm").click()
    expect(page.locator("#table")).not_to_have_attribute("data-ply", str(before))
    settle(page)


def type_turn(page, rng):
    """Type a turn in its notation and send it: much quicker than choosing it on the board."""
    before = ply_of(page)
    record = read_record(page.request.get(f"{page.url.split('?')[0]}record/").text())
    _seat, moves = some_turn(last_position(record), rng)
    page.locator("#notation").fill(" ".join(moves))
    page.locator("#notation").press("Enter")
    expect(page.locator("#table")).not_to_have_attribute("data-ply", str(before))
    settle(page)


def play_to_the_end(pages, seed=7, after_turn=lambda turn: None):
    """Play on, each in their own browser, trusting that the pages follow each other live."""
    rng, turn = random.Random(seed), 0
    while not is_over(pages[0]):
        mover = next(page for page in pages if is_to_move(page))
        turn += 1
        (take_turn if turn < 8 or turn % 10 == 0 else type_turn)(mover, rng)
        ply = str(ply_of(mover))
        after_turn(turn)
        for page in pages:
            expect(page.locator("#table")).to_have_attribute("data-ply", ply)
    return turn


def record_of(page):
    """The game as a record, held against the rules and the deck's proof."""
    address = page.url.split("?")[0]
    record = read_record(page.request.get(f"{address}record/").text())
    check_tags(record, last_position(record))
    assert verify(record) == sum(move.startswith(">") for move in record.moves)
    return record
