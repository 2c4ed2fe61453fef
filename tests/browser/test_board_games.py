"""Whole games on the board, each by one way of handling it.

The one who is tested plays in the browser; the opponent answers at once by a plain request.
"""

import random

import pytest
from playwright.sync_api import expect

from engine import last_position, read_record
from tests.chromium import PHONE
from tests.factories import some_turn
from tests.laid_tables import lay_table

LATE = 48
"""Turns that are played beforehand where the last ones say enough."""


class Opponent:
    """Bob, who needs no browser: he reads the record and posts a turn."""

    def __init__(self, context, site, table, seed):
        self.site, self.table, self.rng = site, table, random.Random(seed)
        self.request = context.request
        context.add_cookies(table.cookies(site, 1))
        self.request.get(table.path)
        cookies = {cookie["name"]: cookie["value"] for cookie in context.cookies()}
        self.token = cookies["csrftoken"]

    def state(self):
        return last_position(read_record(self.request.get(f"{self.table.path}record/").text()))

    def answer(self, state):
        """Play until it is alice's word, or over; return the position then."""
        while state.to_move == frozenset({1}):
            _seat, moves = some_turn(state, self.rng)
            page = self.request.get(self.table.path).text()
            ply = page.split('data-ply="')[1].split('"')[0]
            done = self.request.post(
                self.table.path,
                form={"ply": ply, "moves": " ".join(moves)},
                headers={"X-CSRFToken": self.token, "Referer": self.site.url},
            )
            assert done.ok, done.text()[:500]
            state = self.state()
        return state


@pytest.fixture
def play_through(open_page, browser, site):
    """Play a game to its end; `take_turn(page, rng)` drafts and sends one turn of alice's."""

    def play(take_turn, *, turns=0, seed=3, **options):
        table = lay_table(site, turns=turns)
        page = open_page("about:blank", **{"reduced_motion": "reduce", **options})
        page.context.add_cookies(table.cookies(site, 0))
        context = browser.new_context(base_url=site.url)
        opponent, rng = Opponent(context, site, table, seed), random.Random(seed)
        page.goto(table.path)
        state = opponent.answer(opponent.state())
        taken = 0
        while not state.is_over:
            arrive(page, table, live=options.get("java_script_enabled", True))
            take_turn(page, rng)
            taken += 1
            state = opponent.answer(opponent.state())
        page.goto(table.path)
        expect(page.locator("#table[data-over=played]")).to_have_count(1)
        scores = [score.total for score in state.scores()]
        assert page.locator(".verdict tfoot td").all_inner_texts() == list(map(str, scores))
        context.close()
        return page, taken

    return play


def arrive(page, table, *, live):
    """See the position as it stands now: by itself where the page is live."""
    if not live:
        page.goto(table.path)
    expect(page.locator("[data-pick], [data-move]").first).to_be_attached()
    settle(page)


def settle(page):
    expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0)


def is_complete(page):
    return page.locator("#confirm").count() > 0


def some_control(page, rng):
    controls = page.locator("[data-move]")
    controls = controls if controls.count() else page.locator("[data-pick]")
    return controls.nth(rng.randrange(controls.count()))


def sent(page, ply):
    expect(page.locator("#table")).not_to_have_attribute("data-ply", ply)
    settle(page)


def ply_of(page):
    return page.locator("#table").get_attribute("data-ply")


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


class TestWholeGame:
    def test_it_is_played_by_touch_on_a_phone(self, play_through):
        _page, taken = play_through(by_touch, viewport=PHONE, has_touch=True)

        assert taken >= 30

    def test_it_is_played_by_drag_on_a_desk(self, play_through):
        _page, taken = play_through(by_drag)

        assert taken >= 30

    def test_it_is_played_by_notation_alone(self, play_through):
        _page, taken = play_through(by_notation)

        assert taken >= 30


class TestLastTurns:
    def test_they_are_played_by_keyboard_alone(self, play_through):
        play_through(by_keyboard, turns=LATE)

    def test_they_are_played_without_scripts(self, play_through):
        play_through(by_links, turns=LATE, java_script_enabled=False)


class TestPlayback:
    def test_it_plays_back_what_happened_and_can_be_skipped(self, open_page, browser, site):
        table = lay_table(site, turns=4)
        opponent_seat = table.seat
        context = browser.new_context(base_url=site.url)
        context.add_cookies(table.cookies(site, 1 - opponent_seat))
        context.request.get(table.path)  # has seen all of it
        waiting = open_page("about:blank", reduced_motion="no-preference")
        waiting.context.add_cookies(table.cookies(site, opponent_seat))
        waiting.goto(table.path)
        by_hand = random.Random(5)
        while not is_complete(waiting):
            address = waiting.url
            some_control(waiting, by_hand).click()
            waiting.wait_for_function("address => location.href !== address", arg=address)
            settle(waiting)
        waiting.locator("#confirm").click()
        expect(waiting.locator("#confirm")).to_have_count(0)

        page = open_page("about:blank", reduced_motion="no-preference")
        page.context.add_cookies(table.cookies(site, 1 - opponent_seat))
        page.goto(table.path)

        expect(page.locator("[data-skip]")).to_be_visible()
        expect(page.locator(".says .sub")).not_to_be_empty()
        page.locator("[data-skip]").click()
        expect(page.locator("[data-skip]")).to_have_count(0)
        context.close()
