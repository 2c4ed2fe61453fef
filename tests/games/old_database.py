"""Makes old_database.json: what a site had stored before games knew more than two seats.

The rows were written by the services of commit 6758206, whose last migrations are games 0005 and
accounts 0008. They must not be made anew by later code, which is what they are there to try: to
change what is in them, run this file with the code of that commit, in a clone of its own.

    git clone . ../old && cd ../old && git checkout 6758206 && scripts/venv requirements-dev.txt
    here=../<your clone>/tests/games
    .venv/bin/python - < $here/old_database.py > $here/old_database.json

The clock is set, and whatever is drawn by lot comes from one seed: the same rows each time. Beside
them stands what tests ask for by name, and what that commit said of its own games and notices.
"""
# ruff: noqa: E402 - models can be imported once the site is set up

import json
import os
import random
import sys
from datetime import UTC, datetime, time, timedelta

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django
import time_machine
from django.conf import settings

settings.DATABASES["default"]["NAME"] = ":memory:"
settings.SECRET_KEY = "of-no-site-" + "0123456789abcdef" * 4
django.setup()

from allauth.account.models import EmailAddress
from django.apps import apps
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from django.test.utils import setup_test_environment
from django.utils import timezone

from accounts import blocks, farewell, sanctions
from accounts.models import Preferences, User
from accounts.notices import DEFAULT_WISHES, ByMail, Event
from accounts.services import change_username, create_player, save_preferences
from engine import CHANCE
from games import positions
from games.clocks import TimeControl
from games.models import Game, Heartbeat, Notice, Offer
from games.models.secrets import DeckSecret
from games.selectors import notices as told
from games.selectors import records, tables
from games.services import (
    absences,
    bots,
    clocks,
    decks,
    deliveries,
    endings,
    farewells,
    notes,
    notices,
    offers,
    reminders,
)
from tests.factories import play_turns, some_turn

JOINED = datetime(2025, 10, 6, 9, tzinfo=UTC)
LONG_AGO = datetime(2025, 10, 13, 9, tzinfo=UTC)
MONTHS_AGO = datetime(2026, 1, 12, 9, tzinfo=UTC)
SOME_WEEKS_AGO = datetime(2026, 2, 9, 9, tzinfo=UTC)
DAYS_AGO = datetime(2026, 2, 28, 0, tzinfo=UTC)
THAT_MORNING = datetime(2026, 3, 2, 5, tzinfo=UTC)
NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)

SHORT, TURN, LONG = (TimeControl("turn", days=days) for days in (1, 3, 14))
# Whose browser gave bytes: of who offered, of who accepted.
BOTH, OFFERER, ACCEPTOR, NEITHER = (True, True), (True, False), (False, True), (False, False)
PERSONAL, LINK = Offer.Reach.PERSONAL, Offer.Reach.LINK
FIRST, SECOND = Offer.Seat.FIRST, Offer.Seat.SECOND

# Without sessions and the like, for nothing about them changes.
TABLES = (
    "accounts.User", "accounts.Preferences", "accounts.FormerName", "accounts.Absence",
    "accounts.Block", "accounts.Sanction", "account.EmailAddress", "games.Heartbeat", "games.Game",
    "games.Player", "games.Move", "games.Note", "games.Offer", "games.Notice", "games.Delivery",
    "games.DeckSecret",
)  # fmt: skip


class Town:
    """Everybody and everything that is made here, by the names that tests use."""

    def __init__(self, clock):
        self.clock = clock
        self.people, self.games, self.offers = {}, {}, {}

    def move_to(self, moment):
        """Let time pass on a site that is up."""
        self.clock.move_to(moment, tick=False)
        Heartbeat.objects.update(beat_at=moment)

    def later(self, **time):
        self.move_to(timezone.now() + timedelta(**time))

    def join(self, name):
        user = create_player(username=name, email=f"{name}@botanik.example")
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        self.people[name] = user

    def guest(self, name, path, address, **form):
        """Let a visitor become a guest by what they send."""
        answer = Client(REMOTE_ADDR=address).post(path, form)
        assert answer.status_code == 302, answer.content.decode()
        self.people[name] = User.objects.filter(is_guest=True).latest("pk")
        self.later(minutes=3)

    def come_by(self, *names):
        for name in names:
            client = Client()
            client.force_login(self.people[name], settings.AUTHENTICATION_BACKENDS[0])
            assert client.get("/notices/bell/").status_code == 200

    def offer(self, label, owner, *, to=None, by_browser=False, address="", **wish):
        person = self.people[to] if to else None
        wish = offers.Wish(**{"recipient": person, **({"reach": PERSONAL} if to else {}), **wish})
        entropy = decks.new_entropy() if by_browser else None
        made = offers.make(owner=self.people[owner], wish=wish, entropy=entropy, address=address)
        self.offers[label] = made.pk
        self.later(minutes=3)
        return made

    def game(self, label, owner, other, *, turns=0, by_browser=NEITHER, **wish):
        """An offer that was accepted, and random turns."""
        offer = self.offer(label, owner, by_browser=by_browser[0], **wish)
        entropy = decks.new_entropy() if by_browser[1] else None
        offers.accept(offer_id=offer.pk, user=self.people[other], entropy=entropy)
        del self.offers[label]
        return self.begun(label, offer.pk, turns=turns)

    def begun(self, label, game_id, *, turns=0):
        self.games[label] = game_id
        game = Game.objects.get(pk=game_id)
        self.play(game, label, turns=turns)
        return game

    def play(self, game, name, *, turns):
        for number in range(turns):
            self.later(minutes=20)
            play_turns(game, 1, seed=f"{name}/{number}")

    def play_until(self, game, name, is_reached):
        while not is_reached(game):
            self.play(game, f"{name}/{game.ply}", turns=1)


def foreseen(game, name):
    """How many turns it takes if they are played under that name, and how it ends."""
    orders = DeckSecret.objects.get(game_id=game.pk).decks
    state, number = positions.load(game), 0
    while (outcome := state.outcome()) is None:
        if state.to_move is CHANCE:
            state = state.after(CHANCE, state.deal(orders))
            continue
        seat, moves = some_turn(state, random.Random(f"{name}/{number}"))
        for move in moves:
            state = state.after(seat, state.parse(move))
        number += 1
    return number, outcome


def play_out(town, game, is_wanted):
    """Play random turns that end as is wanted."""
    for name in map(str, range(100_000)):
        number, outcome = foreseen(game, name)
        if is_wanted(outcome):
            town.play(game, name, turns=number)
            return


def is_decided_by_points(outcome):
    points = {score.total for score in outcome.scores}
    return len(points) == 2 and min(points) > 0


def is_decided_by_tiles(outcome):
    points = {score.total for score in outcome.scores}
    return len(points) == 1 and outcome.placings != (1, 1)


def is_drawn(outcome):
    return outcome.placings == (1, 1)


def is_in_others_turn(game):
    state = positions.load(game)
    return state.turn_of not in state.to_move


def is_for_bot(game):
    return game.players.exclude(user__bot="").filter(word_since__isnull=False).exists()


def is_for_person(game):
    return not is_for_bot(game)


def play_bot(town, game, name, *, turns, until):
    """Random turns of a person, each answered by the bot."""
    for number in range(turns):
        answer(game)
        town.play(game, f"{name}/{number}", turns=1)
    if until is is_for_person:
        answer(game)
    town.play_until(game, name, until)


def answer(game):
    """Let the bot think as long as it has the word."""
    while is_for_bot(game):
        bots.play_turn(game_id=game.pk, ply=game.ply)
        game.refresh_from_db()


def waiting(game):
    """Who does not have the word."""
    return game.players.get(word_since=None).user


def settle(town):
    """People, long ago."""
    for name in ("alice", "bob", "charlie", "dora", "emile", "fred", "gina", "henri"):
        town.join(name)
    people = town.people
    warden = User.objects.create_superuser(username="warden", email="warden@botanik.example")
    town.later(days=1)
    like(people["bob"], "Europe/Paris", language="fr", theme="dark", coordinates=True)
    quiet = {"quiet_from": time(22), "quiet_until": time(7)}
    like(people["dora"], "America/New_York", mail=ByMail.NEVER, sounds=True, **quiet)
    change_username(user=people["emile"], name="emil")
    people["emil"] = people.pop("emile")
    blocks.block(owner=people["alice"], blocked=people["fred"])
    sanctions.impose(
        user=people["fred"], by=warden, kind=sanctions.Kind.NO_RATED_PLAY, reason="Insults."
    )
    for user in people.values():
        user.refresh_from_db()


def like(user, time_zone, *, mail=None, **likings):
    chosen = dict(DEFAULT_WISHES)
    if mail:
        chosen[Event.YOUR_TURN] = {"page": True, "mail": mail}
    preferences = Preferences(user=user, **likings)
    save_preferences(preferences=preferences, time_zone=time_zone, notices=chosen)


def play_to_the_end(town):
    """Games of which so much is told that it is good to do it long ago: notices are forgotten."""
    game = town.game("played", "alice", "bob", is_rated=True, by_browser=BOTH)
    play_out(town, game, is_decided_by_points)
    game = town.game("decided by tiles", "bob", "dora", by_browser=OFFERER, time=TURN)
    play_out(town, game, is_decided_by_tiles)
    game = town.game("drawn", "dora", "alice", to="alice", seat=SECOND, time=LONG)
    play_out(town, game, is_drawn)


def finish_games(town):
    """Games that are over, one for each other way."""
    people = town.people
    game = town.game("resigned", "alice", "dora", by_browser=BOTH, seat=FIRST, turns=6)
    endings.resign(game_id=game.pk, user=people["alice"])
    game = town.game("agreed", "bob", "alice", is_rated=True, by_browser=ACCEPTOR, turns=9)
    endings.ask_draw(game_id=game.pk, user=people["bob"])
    endings.answer_draw(game_id=game.pk, user=people["alice"], agrees=False)
    town.play(game, "agreed at last", turns=1)
    endings.ask_draw(game_id=game.pk, user=people["alice"])
    endings.ask_draw(game_id=game.pk, user=people["bob"])
    game = town.game("aborted", "emil", "bob", by_browser=BOTH, seat=SECOND, turns=1)
    endings.abort(game_id=game.pk, user=people["emil"])
    game = town.game("private and over", "emil", "alice", is_private=True, turns=4)
    endings.resign(game_id=game.pk, user=people["emil"])
    game = bots.challenge(slug="pip", user=people["dora"])
    town.begun("against a bot, and over", game.pk)
    play_bot(town, game, "over", turns=4, until=is_for_person)
    endings.resign(game_id=game.pk, user=people["dora"])
    lose_on_time(town)
    leave(town)


def lose_on_time(town):
    town.game("not started", "dora", "emil", by_browser=BOTH, time=TURN)
    town.game("out of time", "emil", "dora", is_rated=True, by_browser=BOTH, time=TURN, turns=7)
    town.later(days=4)
    clocks.sweep()


def leave(town):
    """Somebody asks to be forgotten, and is."""
    farewell.ask_to_leave(town.people["henri"])
    town.later(days=8)
    note = "A last one?"
    game = town.game("against a leaver", "henri", "bob", to="bob", note=note, turns=5)
    notes.write(game_id=game.pk, user=town.people["henri"], text="To be forgotten.")
    for _again in range(2):
        farewells.carry_out_farewells()
        town.later(hours=1)


def pass_offers(town):
    """Offers that came to nothing, and are still remembered."""
    people = town.people
    town.offer("declined", "alice", to="bob", note="Are you free?", seat=FIRST)
    words = "Not this week, sorry."
    offers.decline(offer_id=town.offers["declined"], user=people["bob"], answer=words)
    town.offer("declined without a word", "gina", to="emil", by_browser=True)
    offers.decline(offer_id=town.offers["declined without a word"], user=people["emil"])
    town.offer("withdrawn", "alice", is_rated=True, seat=SECOND)
    offers.withdraw(offer_id=town.offers["withdrawn"], user=people["alice"])
    town.offer("withdrawn from somebody", "bob", to="dora", note="Or not.")
    offers.withdraw(offer_id=town.offers["withdrawn from somebody"], user=people["bob"])
    # From addresses that nobody has (RFC 5737), here and below.
    town.offer("expired", "bob", by_browser=True, seat=SECOND, address="203.0.113.9")
    town.offer("expired for somebody", "emil", to="gina", time=LONG, seat=FIRST)
    town.offer("expired link", "gina", reach=LINK, is_private=True)
    town.later(days=15)
    offers.expire()


def run_games(town):
    """Games that go on."""
    people = town.people
    game = town.game("mid-game", "bob", "dora", is_rated=True, by_browser=BOTH, turns=20)
    notes.write(game_id=game.pk, user=people["bob"], text="Keep the orange ones.")
    game = town.game("nearly over", "dora", "bob", by_browser=BOTH, time=LONG, seat=SECOND)
    number, _outcome = foreseen(game, "nearly over")
    town.play(game, "nearly over", turns=number - 3)
    secluded = {"is_private": True, "time": TURN, "by_browser": ACCEPTOR}
    town.game("private", "emil", "bob", to="bob", turns=5, **secluded)
    game = town.game("word in the other's turn", "alice", "dora", by_browser=OFFERER, turns=4)
    town.play_until(game, "word", is_in_others_turn)
    go_away(town)
    game = town.game("a day given", "alice", "bob", to="bob", time=TURN, seat=FIRST, turns=8)
    clocks.give_day(game_id=game.pk, user=waiting(game))
    offer = town.offer("with a guest", "bob", reach=LINK, seat=FIRST)
    town.guest("guest", f"/offers/{offer.pk}/accept/", "198.51.100.7")
    town.begun("with a guest", town.offers.pop("with a guest"), turns=4)
    offers.rematch(game_id=town.games["resigned"], user=people["dora"])
    town.later(hours=2)
    game = offers.rematch(game_id=town.games["resigned"], user=people["alice"])
    town.begun("rematch", game.pk, turns=2)
    game = bots.challenge(slug="pip", user=people["alice"], entropy=decks.new_entropy())
    town.begun("against a bot", game.pk)
    play_bot(town, game, "running", turns=3, until=is_for_person)
    game = bots.challenge(slug="pip", user=people["dora"])
    town.begun("a bot to move", game.pk)
    play_bot(town, game, "thinking", turns=3, until=is_for_bot)
    town.game("reminded", "dora", "gina", time=SHORT, by_browser=BOTH, turns=2)


def go_away(town):
    """Emil has the word in two games, and is away: in one of them that does not count."""
    game = town.game("away", "emil", "alice", is_rated=True, by_browser=BOTH, seat=FIRST)
    town.play_until(game, "away", lambda game: game.ply > 6 and waiting(game).username == "alice")
    game = town.game("away in vain", "emil", "dora", absences_count=False, time=LONG)
    town.play_until(game, "in vain", lambda game: game.ply > 6 and waiting(game).username == "dora")
    now = timezone.now()
    absences.book(user=town.people["emil"], starts_at=now, ends_at=now + timedelta(days=6))
    notices.tell_absences()


def be_down(town):
    """For an hour nobody could reach the site."""
    town.clock.move_to(timezone.now() + timedelta(hours=1), tick=False)
    clocks.sweep()


def leave_open(town):
    """What waits on the last day."""
    town.come_by("alice", "bob", "dora", "emil")
    game = town.game("draw asked", "bob", "alice", turns=12)
    endings.ask_draw(game_id=game.pk, user=town.people["alice"])
    town.game("just begun", "alice", "bob", by_browser=BOTH)
    made = offers.rematch(game_id=town.games["agreed"], user=town.people["bob"])
    town.offers["rematch"] = made.pk
    town.offer("open, owner first", "emil", seat=FIRST, address="203.0.113.7", note="Welcome.")
    town.offer("open, by the deck", "dora", is_rated=True, by_browser=True, address="203.0.113.8")
    town.offer("open, owner second", "alice", seat=SECOND, time=TURN)
    town.offer("to bob", "alice", to="bob", seat=SECOND, note="Another one?", is_rated=True)
    town.offer("to dora", "bob", to="dora", by_browser=True, absences_count=False, time=LONG)
    town.offer("from a stranger", "gina", to="alice", by_browser=True, seat=FIRST, note="Hello!")
    town.offer("from who is blocked", "fred", to="alice", note="Please.")
    town.offer("by link", "bob", reach=LINK, is_private=True, by_browser=True)
    form = {"kind": "friendly", "time": "3", "seat": "deck",
            "bank_days": "3", "bank_increment": "1", "bank_cap": "5"}  # fmt: skip
    to_alice = {"reach": "personal", "opponent": "alice", "note": "May I?", **form}
    town.guest("asking guest", "/offers/new/", "198.51.100.8", **to_alice)
    town.offers["from a guest"] = town.people["asking guest"].offers_made.get().pk
    town.guest("idle guest", "/offers/new/", "198.51.100.9", reach="open", **form)
    town.offers["open, by a guest"] = town.people["idle guest"].offers_made.get().pk


def build(town):
    """All of it, day by day. What mails are due goes out at the end of each."""
    for moment, happens in (
        (JOINED, settle),
        (LONG_AGO, play_to_the_end),
        (MONTHS_AGO, finish_games),
        (SOME_WEEKS_AGO, pass_offers),
        (DAYS_AGO, run_games),
        (THAT_MORNING, be_down),
        (THAT_MORNING + timedelta(hours=2), leave_open),
    ):
        assert moment >= timezone.now(), (moment, timezone.now())
        town.move_to(moment)
        happens(town)
        reminders.remind()
        deliveries.deliver()
    assert timezone.now() < NOW
    town.move_to(NOW)
    notices.forget()
    for label, name in (("mid-game", "dora"), ("agreed", "bob"), ("just begun", "bob")):
        notices.see_table(tables.access(town.games[label], town.people[name]))


def written(town):
    """All that is kept, ready for JSON."""
    return {
        "made_at": NOW.isoformat(),
        "people": {name: _name(user) for name, user in town.people.items()},
        "games": {label: _game(game_id) for label, game_id in town.games.items()},
        "offers": {label: str(offer_id) for label, offer_id in town.offers.items()},
        "notices": dict(_notices()),
        "rows": {name: _rows(apps.get_model(name)) for name in TABLES},
    }


def _name(user):
    return User.objects.get(pk=user.pk).username


def _game(game_id):
    """What was said of a game: by seats, and its record once it is over."""
    table = tables.find(game_id)
    deadlines = [player.deadline_at and player.deadline_at.isoformat() for player in table.players]
    said = {
        "id": str(game_id),
        "players": [player.user.username for player in table.players],
        "turns": [player.turns for player in table.players],
        "scores": [player.score for player in table.players],
    }
    if table.game.is_running:
        return {**said, "deadlines": deadlines}
    record = records.write(table, decks.show_proof(table.game))
    return {**said, "ending": table.game.ending, "record": record.splitlines()}


def _notices():
    """Of each notice that is kept: for whom it is, and who else is named in it."""
    for notice in told.with_parties(Notice.objects.order_by("pk")):
        yield notice.pk, [notice.user.username, told.other_of(notice)]


def _rows(model):
    fields = model._meta.concrete_fields
    rows = [[_plain(field, row) for field in fields] for row in model.objects.order_by("pk")]
    return {"columns": [field.attname for field in fields], "rows": rows}


def _plain(field, row):
    value = field.value_from_object(row)
    known = value is None or isinstance(value, bool | int | str | list | dict)
    return value if known else field.value_to_string(row)


def dump(value, depth=0):
    """JSON with a line for each row, so that a difference can be read."""
    if not isinstance(value, dict) or depth == 3:
        lists = isinstance(value, list) and value and isinstance(value[0], list)
        if not lists:
            return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        return "[\n" + ",\n".join(dump(row, depth=3) for row in value) + "\n]"
    parts = [f"{json.dumps(str(key))}: {dump(part, depth + 1)}" for key, part in value.items()]
    return "{\n" + ",\n".join(parts) + "\n}"


def main():
    """Build everything, write it down, and store nothing: so nobody is nudged either."""
    lots = random.Random("old database")
    os.urandom = random._urandom = lots.randbytes
    setup_test_environment()
    call_command("migrate", verbosity=0)
    with time_machine.travel(JOINED, tick=False) as clock, transaction.atomic():
        town = Town(clock)
        build(town)
        sys.stdout.write(dump(written(town)) + "\n")
        transaction.set_rollback(True)


if __name__ == "__main__":
    main()
