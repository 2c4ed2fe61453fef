"""Seedlings sits down: three at a table, hidden hands, everybody at once, on a site that knows it.

A game is played once for each way to run the site, by people in browsers of their own whose pages
follow each other live; what was seen and told of it is then looked at test by test.
"""

import json
import random
import re
from dataclasses import dataclass, field
from io import BytesIO
from zipfile import ZipFile

import pytest
from playwright.sync_api import expect

from engine import last_position, read_record
from engine.fairness import verify
from engine.replay import check_tags, replay
from tests.browser.players import is_over, ply_of, settle
from tests.engine.seedlings import SEEDLINGS
from tests.post_office import PostOffice, opened, text_of
from tests.real_services import Missing, wait_until
from tests.sites import SITES, Site
from tests.toys import registered
from tests.watched_page import WatchedPage

SETTINGS = {"DJANGO_SETTINGS_MODULE": "tests.toys.settings"}
TABLE = re.compile(r"/games/[0-9a-f-]{36}/$")
# Everybody is mailed about the end, as soon as may be.
PEOPLE = """
import json
from django.conf import settings
from django.test import Client
from accounts.models import Preferences
from tests.factories import UserFactory
sessions = {}
for name in %r:
    person = UserFactory(username=name, password=None)
    person.emailaddress_set.create(email=person.email, verified=True, primary=True)
    soon = {"game-over": {"page": True, "mail": "soon"}}
    Preferences.objects.update_or_create(user=person, defaults={"notices": soon})
    client = Client()
    client.force_login(person, backend=settings.AUTHENTICATION_BACKENDS[0])
    sessions[name] = client.cookies[settings.SESSION_COOKIE_NAME].value
print(json.dumps([settings.SESSION_COOKIE_NAME, sessions]))
"""
TOLD = """
import json
from games.models import Notice
told = Notice.objects.filter(game=%r) | Notice.objects.filter(offer=%r)
print(json.dumps(sorted(set(told.values_list("event", "user__username")))))
"""
MAIL_NOW = """
from django.utils import timezone
from games.models import Delivery
Delivery.objects.filter(channel="mail", status="waiting").update(due_at=timezone.now())
"""
MAILS_WAIT = """
from games.models import Delivery
print(Delivery.objects.filter(channel="mail", status__in=["waiting", "claimed"]).count())
"""

STANDING = """
import json
from games.models import Game, Player
bots = Player.objects.filter(game=%r, word_since__isnull=False).exclude(user__bot="")
print(json.dumps([bots.exists(), Game.objects.get(pk=%r).ply]))
"""
REBUILD = """
from django.core.management import call_command
call_command("rebuild_positions", "--check")
"""


@dataclass
class Party:
    """A game, who looks at it in which page, and what they saw."""

    site: Site
    office: PostOffice
    pages: dict[str, WatchedPage]
    owner: WatchedPage
    rng: random.Random
    hands: list = field(default_factory=list)
    """By name and ply, the hand that the page showed."""
    kept_draft: bool = False
    who_left: WatchedPage | None = None

    @property
    def id(self):
        return self.owner.url.split("/")[-2]

    @property
    def record(self):
        return read_record(self.owner.request.get(f"/games/{self.id}/record/").text())

    def ask(self, script):
        return self.site.run(script).splitlines()[-1]


@pytest.fixture(scope="module", params=SITES)
def place(request, tmp_path_factory):
    """A site that has the toys among its games, and where its mails go."""
    folder = tmp_path_factory.mktemp(f"toys-{request.param}")
    try:
        with (
            opened(PostOffice()) as office,
            SITES[request.param](folder, **SETTINGS, **office.variables) as site,
        ):
            yield site, office
    except Missing as missing:
        pytest.skip(f"{missing} is not installed")


@pytest.fixture(scope="module")
def open_for(browser, place):
    """Open a page of somebody's, or of a visitor's, in a browser of their own."""
    site, contexts = place[0], []

    def open_(cookies=()):
        context = browser.new_context(base_url=site.url, reduced_motion="reduce")
        context.set_default_timeout(20_000)
        context.add_cookies(cookies)
        contexts.append(context)
        return WatchedPage(context.new_page(), site.url)

    yield open_
    for context in contexts:
        context.close()


def gather(place, open_for, *names):
    """Let people come, each in a browser where they are logged in."""
    site, office = place
    cookie, sessions = json.loads(site.run(PEOPLE % (names,)).splitlines()[-1])
    pages = {
        name: open_for([{"name": cookie, "value": sessions[name], "url": site.url}])
        for name in names
    }
    return Party(site, office, pages, pages[names[0]], random.Random(5))


def offer(page, *invited):
    """Offer a game to people by name; who has the link may have a seat that is left."""
    page.goto("/offers/new/?game=seedlings")
    reach = "personal" if len(invited) == 2 else "link"
    page.locator(f"[name=reach][value={reach}]").check()
    for column, name in zip(("opponent", "opponent_2"), invited, strict=False):
        page.locator(f"[name={column}]").fill(name)
    page.locator("#more-terms > summary").click()
    page.locator("[name=seat]").select_option("first")
    page.locator("main form button[type=submit]").last.click()
    expect(page.page).to_have_url(re.compile(r"/offers/[0-9a-f-]{36}/$"))
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    return page.url


def sit_down(page, address):
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    page.locator("form[action$='/accept/'] button").click()


def arrive(party):
    """All are led to the table; from now on no page is loaded anew."""
    for page in party.pages.values():
        expect(page.page).to_have_url(TABLE)
        expect(page.locator("html")).to_have_attribute("data-live", "on")
        settle(page)
        page.evaluate("window.hasArrived = true")


def choices(page, bed=""):
    return page.locator(f"[data-choice$='{bed}']" if bed else "[data-choice]")


def choose(page, rng, bed=""):
    found = choices(page, bed)
    found.nth(rng.randrange(found.count())).click()
    expect(page.locator("#confirm")).to_be_visible()
    settle(page)


def confirm(page):
    before = ply_of(page)
    page.locator("#confirm").click()
    expect(page.locator("#table")).not_to_have_attribute("data-ply", str(before))
    settle(page)


def follow(party):
    """Wait until all pages show the game as it stands.

    Where a bot has the word it is quick, and might take a bed that is just being chosen.
    """
    pages = list(party.pages.values())

    def is_shown():
        bot_thinks, ply = json.loads(party.ask(STANDING % (party.id, party.id)))
        return not bot_thinks and {ply_of(page) for page in pages} == {ply}

    wait_until(is_shown, what="the pages to follow", seconds=60)
    for page in pages:
        settle(page)
    for name, page in party.pages.items():
        hand = page.locator(".hand").inner_text().removeprefix("Your hand:").split()
        party.hands.append((name, ply_of(page), hand))


def play_to_the_end(party):
    while not is_over(party.owner):
        movers = [page for page in party.pages.values() if choices(page).count()]
        mover = party.rng.choice(movers)
        choose(mover, party.rng)
        confirm(mover)
        follow(party)


def act_at_once(party):
    """While alice chooses, charlie plays: what she chose stays on her page, and is played."""
    alice, charlie = party.pages["alice"], party.pages["charlie"]
    choose(alice, party.rng, "a")
    choose(charlie, party.rng, "b")
    confirm(charlie)
    expect(alice.locator("#table")).to_have_attribute("data-ply", str(ply_of(charlie)))
    settle(alice)
    party.kept_draft = alice.locator("#confirm").is_visible()
    confirm(alice)
    follow(party)


def leave(page):
    page.locator("#more > summary").click()
    page.get_by_role("link", name="Leave the game").click()
    page.locator("main form button[type=submit]").click()
    expect(page.page).to_have_url(TABLE)


@pytest.fixture(scope="module")
def three(place, open_for):
    """A whole game of alice, bob and charlie, which bob leaves in the middle; a visitor watches."""
    party = gather(place, open_for, "alice", "bob", "charlie")
    address = offer(party.owner, "bob", "charlie")
    for name in ("bob", "charlie"):
        sit_down(party.pages[name], address)
    arrive(party)
    party.pages["visitor"] = open_for()
    party.pages["visitor"].goto(f"/games/{party.id}/")
    arrive(party)
    follow(party)
    act_at_once(party)
    choose(party.pages["bob"], party.rng)
    confirm(party.pages["bob"])
    follow(party)
    party.who_left = party.pages.pop("bob")
    leave(party.who_left)
    party.who_left.goto("about:blank")
    follow(party)
    play_to_the_end(party)
    return party


@pytest.fixture(scope="module")
def with_bot(place, open_for):
    """A whole game of dora, emil and a bot that takes the seat that is left."""
    party = gather(place, open_for, "dora", "emil")
    sit_down(party.pages["emil"], offer(party.owner, "emil"))
    expect(party.owner.locator("li.taken")).to_have_count(2)
    party.owner.get_by_role("button", name="Fill up and begin").click()
    arrive(party)
    follow(party)
    play_to_the_end(party)
    return party


def held_by(record):
    """By ply, what each seat holds."""
    return {ply.number: ply.after.hands for ply in replay(record)}


class TestThree:
    def test_it_is_played_to_the_end_with_live_pages(self, three):
        for page in three.pages.values():
            assert page.locator("#table").get_attribute("data-over") == "played"
            assert page.evaluate("window.hasArrived")

    def test_it_meets_nothing_unforeseen(self, three):
        assert [fault for page in three.pages.values() for fault in page.faults] == []

    def test_it_lets_somebody_choose_while_another_plays(self, three):
        assert three.kept_draft

    def test_it_shows_everybody_their_own_hand_and_to_others_none(self, three):
        with registered(SEEDLINGS):
            held = held_by(three.record)
        seats = {"alice": 0, **{three.record.tags[f"Seat{n}"]: n for n in (1, 2)}}
        running = [seen for seen in three.hands if seen[1] < max(held)]

        assert {name for name, _ply, _hand in running} == {"alice", "bob", "charlie", "visitor"}
        for name, ply, hand in running:
            assert hand == ([] if name == "visitor" else list(held[ply][seats[name]]))

    def test_it_leaves_a_record_that_agrees_with_rules_and_deck(self, three):
        record = three.record

        with registered(SEEDLINGS):
            check_tags(record, last_position(record))
            assert verify(record) == sum(move.startswith(">") for move in record.moves)
        assert sum(move.startswith("#") for move in record.moves) == 1

    def test_it_is_verified_by_the_button(self, three):
        page = three.pages["charlie"]
        page.locator("#more > summary").click()
        page.locator("#fairness > summary").click()
        page.get_by_role("button", name="Verify this game").click()

        expect(page.get_by_text("all that was drawn agree")).to_be_visible()
        expect(page.locator("#fairness").get_by_text("They came from the browser")).to_have_count(3)
        expect(page.get_by_text("does not exclude that the site chose it")).to_have_count(0)

    def test_it_tells_the_right_people(self, three):
        told = {}
        for event, name in json.loads(three.ask(TOLD % (three.id, three.id))):
            told.setdefault(event, []).append(name)

        assert told["offer-received"] == ["bob", "charlie"]
        assert told["offer-answered"] == ["alice"]
        assert told["your-turn"] == told["game-over"] == ["alice", "bob", "charlie"]

    def test_it_mails_who_was_not_there_at_the_end(self, three):
        three.site.run(MAIL_NOW)
        wait_until(lambda: three.ask(MAILS_WAIT) == "0", what="the mails", seconds=60)

        mails = [mail for mail in three.office.to("bob") if three.id in text_of(mail)]
        assert "came third of three" in text_of(mails[-1])
        assert not three.office.to("visitor")

    def test_it_is_in_the_data_of_who_left(self, three):
        page = three.who_left
        page.goto("/account/data/")
        page.locator("main form button[type=submit]").click()
        address = page.locator("main a[download]").get_attribute("href")

        with ZipFile(BytesIO(page.request.get(address).body())) as box:
            (name,) = [name for name in box.namelist() if name.startswith("games/")]
            assert read_record(box.read(name).decode()) == three.record

    def test_it_is_reached_again_by_its_moves(self, three):
        assert " 0 positions differed" in three.ask(REBUILD)


class TestTwoAndABot:
    def test_it_is_played_to_the_end_with_live_pages(self, with_bot):
        for page in with_bot.pages.values():
            assert page.locator("#table").get_attribute("data-over") == "played"
            assert page.evaluate("window.hasArrived")
            assert page.faults == []

    def test_it_is_verified_and_says_what_that_does_not_prove(self, with_bot):
        page = with_bot.pages["emil"]
        page.locator("#more > summary").click()
        page.locator("#fairness > summary").click()
        page.get_by_role("button", name="Verify this game").click()

        expect(page.get_by_text("all that was drawn agree")).to_be_visible()
        expect(page.get_by_text("does not exclude that the site chose it")).to_be_visible()

    def test_it_leaves_a_record_that_agrees_with_rules_and_deck(self, with_bot):
        with registered(SEEDLINGS):
            check_tags(with_bot.record, last_position(with_bot.record))
            assert verify(with_bot.record) == 12
