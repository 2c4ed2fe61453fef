"""A site full of games: a few hundred are played, the others copied from them in SQL.

Runs inside the site's own environment: `manage.py shell -c "from bench import garden; ..."`.
"""

import json
import random
from importlib import import_module
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import AutoField, Model, Sum
from django.urls import reverse

from accounts.models import User
from accounts.services import create_player
from engine import CHANCE, ROSTER
from games import positions
from games.models import Delivery, Game, Move, Notice, Offer, Player, Review
from games.models.secrets import DeckSecret
from games.services import bots, offers, turns

PEOPLE = 20
PLAYED = 200
TO_THE_END = 40

SHIFT = 1_000_000  # between the keys of a copy and those of the next


def plant() -> None:
    """Play the originals; print the session of one player, and addresses of theirs."""
    rng = random.Random(1)
    people = [create_player(username=f"gardener{number}") for number in range(PEOPLE)]
    for number in range(PLAYED):
        pair = rng.sample(people, 2)
        game = new_game(*pair)
        play(game, pair, 999 if number < TO_THE_END else rng.randrange(20), rng)
    for owner in people[:10]:
        offers.make(owner=owner, wish=offers.Wish(ruleset="botanik"))
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE planted AS SELECT DISTINCT game_id AS id FROM games_player"
            " WHERE user_id = ANY(%s)",
            [[person.pk for person in people]],
        )
    mine = Game.objects.filter(players__user=people[0], status="running").order_by("-ply").first()
    assert mine is not None
    print(json.dumps({"session": session_of(people[0]), "game": str(mine.pk)}))


def copy(first: int, last: int) -> None:
    """Add so many copies of everything that was planted, to the last notice.

    Every copy has people of its own, so that each has as many games as in the original.
    """
    span = {"first": first, "last": last}
    person, game, notice = _shifted("user_id"), hashed("game_id"), _shifted("notice_id")
    planted = "game_id IN (SELECT id FROM planted)"
    copy_rows(
        User,
        f"username LIKE 'gardener%%' AND id < {SHIFT}",
        span,
        id=_shifted("id"),
        username="username || '-' || copy",
        skeleton="skeleton || '-' || copy",
        email="''",
    )
    copy_rows(Game, "id IN (SELECT id FROM planted)", span, id=hashed("id"))
    copy_rows(Player, planted, span, game_id=game, user_id=person)
    copy_rows(Move, planted, span, game_id=game)
    copy_rows(
        Offer,
        f"status = 'open' AND owner_id < {SHIFT}",
        span,
        id=hashed("id"),
        owner_id=_shifted("owner_id"),
        made_at="made_at - copy * interval '1 second'",
    )
    copy_rows(
        Notice, planted, span, id=_shifted("id"), user_id=person, game_id=game, offer_id="NULL"
    )
    told = f"notice_id IN (SELECT id FROM games_notice WHERE {planted})"
    copy_rows(Delivery, told, span, notice_id=notice)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def copy_rows(model: type[Model], where: str, span: dict[str, int], **changed: str) -> None:
    """Copy rows in SQL, for each number of the span once, with some columns changed."""
    table, fields = model._meta.db_table, model._meta.local_concrete_fields
    columns = [f.column for f in fields if f.column in changed or not isinstance(f, AutoField)]
    names = [connection.ops.quote_name(column) for column in columns]
    values = [changed.get(column, name) for column, name in zip(columns, names, strict=True)]
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({', '.join(names)})"
            f" SELECT {', '.join(values)} FROM {table},"
            f" generate_series(%(first)s::int, %(last)s::int) AS copy WHERE {where}",
            span,
        )


def _shifted(column: str) -> str:
    return f"{column} + {SHIFT} * copy"


def hashed(column: str) -> str:
    return f"md5({column}::text || copy)::uuid"


def scripts(count: int, length: int) -> None:
    """Print new games with the turns that will be submitted in them."""
    found = []
    for number in range(count):
        pair = [create_player(username=f"client{count}x{number}{side}") for side in "ab"]
        game = new_game(*pair)
        found.append(
            {
                "game": str(game.pk),
                "sessions": [session_of(person) for person in pair],
                "turns": script(game, length, random.Random(number)),
            }
        )
    print(json.dumps(found))


def crowd() -> None:
    """Print a few people with their sessions and games, and every address that one can ask for."""
    from tests.games.test_leaks import CHANGING, ROUTES, STAFF  # noqa: PLC0415 - imports pytest

    rng = random.Random(1)
    people = [create_player(username=f"visitor{number}") for number in range(4)]
    running = [new_game(people[n], people[n - 1]) for n in range(4)]
    for number, game in enumerate(running):
        play(game, [people[number], people[number - 1]], 20, rng)
    over = new_game(people[0], people[1])
    play(over, people[:2], 999, rng)
    over.refresh_from_db()
    blanks = {"game_id": over.pk, "name": "visitor0", "slug": "pip"}
    addresses = [
        reverse(name, kwargs={blank: blanks[blank] for blank in wanted})
        for name, wanted in ROUTES.items()
        if name not in CHANGING and not name.startswith(STAFF) and set(wanted) <= set(blanks)
    ]
    table = reverse("games:table", args=[over.pk])
    addresses += [f"{table}?at={over.ply}", f"{table}?at={over.ply // 2}"]
    games = [
        {"session": session_of(person), "game": str(game.pk)}
        for person, game in zip(people, running, strict=True)
    ]
    rogues = [session_of(create_player(username=f"rogue{number}")) for number in range(4)]
    found = {"people": games, "rogues": rogues, "addresses": [*addresses, *_drafts(running[0])]}
    print(json.dumps(found))


def _drafts(game: Game) -> list[str]:
    """The table with each first move that could be drafted."""
    game.refresh_from_db()
    state, table = positions.load(game), reverse("games:table", args=[game.pk])
    assert isinstance(state.to_move, frozenset)
    moves = [move.notation for seat in state.to_move for move in state.legal_moves(seat)]
    return [f"{table}?{urlencode({'ply': game.ply, 'draft': move})}" for move in moves[:20]]


def count_rows() -> None:
    """Print how many rows there are of what an anonymous client can leave behind."""
    counted = {"guests": User.objects.filter(is_guest=True), "games": Game.objects.all()}
    counts = {name: rows.count() for name, rows in counted.items()}
    print(json.dumps({**counts, "sessions": Session.objects.count()}))


def let_bots_play(count: int) -> None:
    """Begin games between the two strongest; they go on by themselves."""
    hazel, yew = (bots.bot_user(opponent.slug) for opponent in ROSTER[-2:])
    for _ in range(count):
        offers.make(
            owner=hazel,
            wish=offers.Wish(ruleset="botanik", reach=Offer.Reach.PERSONAL, invited=[yew]),
        )


def count_busy_bots() -> None:
    """Print in how many games a bot has moved."""
    print(Game.objects.filter(players__user__bot=ROSTER[-1].slug, ply__gt=2).count())


def count_bot_turns() -> None:
    print(Player.objects.exclude(user__bot="").aggregate(Sum("turns"))["turns__sum"])


def keep_bots_busy(count: int) -> None:
    """Begin as many games between bots as are missing to have so many running."""
    running = Game.objects.filter(status=Game.Status.RUNNING)
    missing = count - running.exclude(players__user__bot="").distinct().count()
    let_bots_play(max(missing, 0))
    print(missing)


def play_a_game() -> None:
    """Play one to its end, and print its id and a session of who played it."""
    pair = [create_player(username=f"reviewed{side}") for side in "ab"]
    game = new_game(*pair)
    play(game, pair, 999, random.Random(1))
    print(json.dumps([str(game.pk), session_of(pair[0])]))


def forget_reviews() -> None:
    """Also one that is being made: it is not gone on with."""
    Review.objects.all().delete()
    print(0)


def show_review() -> None:
    """Print how far the only review is, of how many turns, its nodes, and how long it took."""
    review = Review.objects.get()
    seconds = (review.finished_at - review.asked_at).total_seconds() if review.finished_at else 0
    print(json.dumps([review.done, review.total, review.nodes, seconds]))


def session_of(user: User) -> str:
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.create()
    return str(store.session_key)


def new_game(first: User, second: User) -> Game:
    offer = offers.make(owner=first, wish=offers.Wish(ruleset="botanik", seating={0: 0}))
    return offers.accept(offer_id=offer.pk, user=second)


def play(game: Game, pair: list[User], most: int, rng: random.Random) -> None:
    for seat, moves, ply in script(game, most, rng):
        turns.submit(game_id=game.pk, user=pair[seat], moves=moves, ply=ply)


def script(game: Game, most: int, rng: random.Random) -> list[tuple[int, list[str], int]]:
    """Random turns as they can be submitted: whoever fills the garden may know the deck."""
    deck = DeckSecret.objects.get(game_id=game.pk).decks
    state, ply, found = positions.load(game), game.ply, []
    while not state.is_over and len(found) < most:
        assert isinstance(state.to_move, frozenset)
        (seat,) = state.to_move
        begin, moves = ply, []
        while state.to_move == frozenset({seat}):
            move = rng.choice(state.legal_moves(seat))
            state, ply = state.after(seat, move), ply + 1
            moves.append(move.notation)
        found.append((seat, moves, begin))
        while state.to_move is CHANCE:
            state, ply = state.after(CHANCE, state.deal(deck)), ply + 1
    return found
