"""Playing a game in the browser by one way of handling the board.

The one who is tested plays in the browser; the opponent answers at once by a plain request.
"""

import random

from playwright.sync_api import expect

from engine import last_position, read_record
from tests.browser.players import ply_of, settle
from tests.factories import some_turn
from tests.laid_tables import lay_table


class Opponent:
    """Somebody who needs no browser: they read the record and post a turn."""

    def __init__(self, context, site, table, *, seat=1, seed=3):
        self.site, self.table, self.seat, self.rng = site, table, seat, random.Random(seed)
        self.request = context.request
        context.add_cookies(table.cookies(site, seat))
        self.request.get("/rules/")
        cookies = {cookie["name"]: cookie["value"] for cookie in context.cookies()}
        self.token = cookies["csrftoken"]

    def answer(self):
        """Play while the word is theirs; return the position then."""
        while True:
            record = read_record(self.request.get(f"{self.table.path}record/").text())
            state = last_position(record)
            if state.to_move != frozenset({self.seat}):
                return state
            _seat, moves = some_turn(state, self.rng)
            self.play(" ".join(moves), ply=len(record.moves))

    def play(self, moves, *, ply):
        done = self.request.post(
            self.table.path,
            form={"ply": str(ply), "moves": moves},
            headers={"X-CSRFToken": self.token, "Referer": self.site.url},
            max_redirects=0,
        )
        assert done.status == 302, done.text()[:500]


def play_through(open_page, site, take_turn, *, turns=0, seed=3, **options):
    """Play to the end; `take_turn(page, rng)` drafts and sends one turn of alice's.

    The first `turns` turns are played beforehand. Return how many alice took here.
    """
    table = lay_table(site, turns=turns)
    page = open_page("about:blank", **{"reduced_motion": "reduce", **options})
    page.context.add_cookies(table.cookies(site, 0))
    context = page.context.browser.new_context(base_url=site.url)
    opponent, rng = Opponent(context, site, table, seed=seed), random.Random(seed)
    state, taken = opponent.answer(), 0
    page.goto(table.path)
    while not state.is_over:
        arrive(page, table, live=options.get("java_script_enabled", True))
        take_turn(page, rng)
        taken += 1
        state = opponent.answer()
    page.goto(table.path)
    expect(page.locator("#table[data-over=played]")).to_have_count(1)
    mine, theirs = (str(score.total) for score in state.scores())
    expect(page.locator(".verdict tfoot td")).to_have_text([theirs, mine])  # as the machines stand
    context.close()
    return taken


def arrive(page, table, *, live):
    """See the position as it stands now: by itself where the page is live."""
    if live:
        # With its connection a page fetches the table once more, from under a finger.
        expect(page.locator("html")).to_have_attribute("data-live", "on")
    else:
        page.goto(table.path)
    expect(page.locator("[data-pick], [data-move]").first).to_be_attached()
    settle(page)


def is_complete(page):
    return page.locator("#confirm").count() > 0


def some_control(page, rng):
    controls = page.locator("[data-move]")
    controls = controls if controls.count() else page.locator("[data-pick]")
    return controls.nth(rng.randrange(controls.count()))


def sent(page, ply):
    expect(page.locator("#table")).not_to_have_attribute("data-ply", str(ply))
    settle(page)


def by_touch(page, rng):
    ply = ply_of(page)
    while not is_complete(page):
        address = page.url
        some_control(page, rng).tap()
        page.wait_for_function("address => location.href !== address", arg=address)
        settle(page)
    page.locator("#confirm").tap()
    sent(page, ply)


def by_drag(page, rng):
    """Carry tiles: from the arrival to a place, from the hand to a cell."""
    ply = ply_of(page)
    while not is_complete(page):
        address = page.url
        hand = page.locator(".hand[data-spot], .hand .pick")
        tiles = hand if hand.count() else page.locator(".tray .pick:has(.tile)")
        lift(page, tiles.nth(rng.randrange(tiles.count())))
        expect(page.locator("[data-move]").first).to_be_visible()
        settle(page)
        places = page.locator("[data-move]")
        drop(page, places.nth(rng.randrange(places.count())))
        page.wait_for_function(
            "address => location.href !== address && !location.search.includes('pick=')",
            arg=address,
        )
        settle(page)
    page.locator("#confirm").click()
    sent(page, ply)


def lift(page, tile):
    box = tile.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y - 12, steps=2)


def drop(page, place):
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
    page.mouse.up()


def by_keyboard(page, rng):
    """Arrows, Enter and r alone, from wherever the focus is."""
    ply = ply_of(page)
    while not is_complete(page):
        reach(page, "[data-move], [data-pick]:not(.picked)")
        for _ in range(rng.randrange(3)):
            page.keyboard.press(rng.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
        reach(page, "[data-move], [data-pick]:not(.picked)")
        address = page.url
        page.keyboard.press("Enter")
        page.wait_for_function("address => location.href !== address", arg=address)
        settle(page)
    page.keyboard.press("r")
    settle(page)
    reach(page, "#confirm")
    page.keyboard.press("Enter")
    sent(page, ply)


def reach(page, selector):
    """Press arrows until something of this kind has the focus; Tab where arrows end."""
    is_there = "selector => document.activeElement.matches(selector)"
    for key in ["", *["ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"] * 3, *["Tab"] * 60]:
        if key:
            page.keyboard.press(key)
        if page.evaluate(is_there, selector):
            return
    raise AssertionError(f"the keyboard does not reach {selector}")


def by_notation(page, rng):
    ply = ply_of(page)
    text = page.request.get(f"{page.url.split('?')[0]}record/").text()
    _seat, moves = some_turn(last_position(read_record(text)), rng)
    page.locator("#notation").fill(" ".join(moves).lower())
    page.keyboard.press("Enter")
    sent(page, ply)


def by_links(page, rng):
    while not is_complete(page):
        some_control(page, rng).click()
    page.locator("#confirm").click()
