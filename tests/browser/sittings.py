"""People with a browser each at a table of any game, who choose at random, in every way."""

import json
import random
from dataclasses import dataclass, field

from playwright.sync_api import expect

from tests.browser.players import come_alive, is_over, is_to_move, ply_of, settle

LAY = """
import json
from django.conf import settings
from django.test import Client
from games import positions
from games.services import endings
from tests.factories import TableFactory, UserFactory, play_turns
users = [UserFactory(password=None) for _ in range({seats})]
game = TableFactory(users=users, ruleset={ruleset!r}, options={options})
while positions.load(game).turn < {turn}:
    play_turns(game, 1, seed=game.ply)
if {leaver} is not None:
    endings.resign(game_id=game.pk, user=users[{leaver}])
sessions = []
for user in users:
    client = Client()
    client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
    sessions.append(client.cookies[settings.SESSION_COOKIE_NAME].value)
print(json.dumps([str(game.pk), settings.SESSION_COOKIE_NAME, sessions]))
"""
TURN = """
import json, random
from games import positions
from games.models import Game
from tests.factories import some_turn
state = positions.load(Game.objects.get(pk={game!r}))
print(json.dumps(some_turn(state, random.Random({seed}))))
"""


@dataclass
class Sitting:
    """A game near its end, and the pages of those who play it on."""

    site: object
    id: str
    pages: list
    rng: random.Random

    def some_turn(self):
        said = self.site.run(TURN.format(game=self.id, seed=self.rng.randrange(10**6)))
        return json.loads(said.splitlines()[-1])[1]


@dataclass(frozen=True)
class Setting:
    """What is played: a game, and its own options."""

    ruleset: str
    options: dict = field(default_factory=dict)


BOTANICUS = Setting("botanicus")


def sit(open_page, site, *, seats, turn, setting=BOTANICUS, leaver=None, **options):
    """Lay a table that is so many turns old, and let everybody come who has not left.

    Who plays alone may leave, too: that ends the game, and they look at it.
    """
    said = site.run(LAY.format(seats=seats, turn=turn, leaver=leaver, **vars(setting)))
    game, cookie, sessions = json.loads(said.splitlines()[-1])
    pages = []
    for seat, session in enumerate(sessions):
        page = open_page(None, reduced_motion="reduce", **options)
        page.context.add_cookies([{"name": cookie, "value": session, "url": site.url}])
        if seat != leaver or seats == 1:
            page.goto(f"/games/{game}/")
            pages.append(page)
    if options.get("java_script_enabled", True):
        for page in pages:
            come_alive(page)
    return Sitting(site, game, pages, random.Random(3))


def controls(page):
    """What may be chosen now: a move, else something to be picked up."""
    found = page.locator("[data-move]")
    return found if found.count() else page.locator("[data-pick]")


def by_tap(page, sitting):
    choose(page, sitting.rng, lambda control: control.dispatch_event("click"))


def by_touch(page, sitting):
    def touch(control):
        control.scroll_into_view_if_needed()
        control.tap()

    choose(page, sitting.rng, touch)


def by_keyboard(page, sitting):
    choose(page, sitting.rng, lambda control: control.press("Enter"))


def choose(page, rng, press):
    """Choose whatever the page offers until the turn can be confirmed, and confirm it."""
    before = ply_of(page)
    while not page.locator("#confirm").count():
        found = controls(page)
        with page.expect_response(lambda answer: "/games/" in answer.url):
            press(found.nth(rng.randrange(found.count())))
        settle(page)
    page.locator("#confirm").click()
    expect(page.locator("#table")).not_to_have_attribute("data-ply", str(before))
    settle(page)


def by_notation(page, sitting):
    before = ply_of(page)
    page.locator("#notation").fill(" ".join(sitting.some_turn()))
    page.locator("#notation").press("Enter")
    expect(page.locator("#table")).not_to_have_attribute("data-ply", str(before))
    settle(page)


def by_links(page, sitting):
    """Without scripts: each choice is a link, and the last step a form."""
    while not page.locator("#confirm").count():
        found = controls(page)
        page.goto(found.nth(sitting.rng.randrange(found.count())).get_attribute("href"))
    page.locator("#confirm").click()


def play_on(sitting, by, *, is_live=True):
    """Play to the end, each in their own browser; return how many turns were sent."""
    sent = 0
    while not is_over(sitting.pages[0]):
        mover = next(page for page in sitting.pages if is_to_move(page))
        by(mover, sitting)
        sent += 1
        for page in sitting.pages:
            if not is_live:
                page.goto(f"/games/{sitting.id}/")
            expect(page.locator("#table")).to_have_attribute("data-ply", str(ply_of(mover)))
            if is_live:
                settle(page)
    return sent
