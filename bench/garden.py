"""A site full of games: a few hundred are played, the others copied from them in SQL.

Runs inside the site's own environment: `manage.py shell -c "from bench import garden; ..."`.
"""

import json
import random
from importlib import import_module

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import connection
from django.db.models import Sum

from accounts.models import User
from accounts.services import create_player
from engine import CHANCE, ROSTER
from games import positions
from games.models import Game, Offer, Player
from games.models.secrets import DeckSecret
from games.services import bots, offers, turns

PEOPLE = 20
PLAYED = 200
TO_THE_END = 40

# Every copy has people of its own, so that each has as many games as in the original.
COPY = """
INSERT INTO accounts_user (id, username, email, password, is_superuser, is_staff, is_active,
    date_joined, is_guest, last_seen_at, time_zone, session_generation, about, country, pronouns,
    languages)
SELECT id + %(shift)s * copy, username || '-' || copy, '', '', false, false, true, date_joined,
    false, last_seen_at, time_zone, 0, '', '', '', ''
FROM accounts_user, generate_series(%(first)s, %(last)s) AS copy
WHERE username LIKE 'gardener%%' AND position('-' in username) = 0;

INSERT INTO games_game (id, ruleset, rules_version, is_rated, is_private, absences_count, time_kind,
    time_days, time_increment, time_cap, status, ending, ply, position, started_at, moved_at,
    ended_at, draw_asked_by, commitment, seat_of_offerer, offerer_bytes_from_browser,
    acceptor_bytes_from_browser)
SELECT md5(id::text || copy)::uuid, ruleset, rules_version, is_rated, is_private, absences_count,
    time_kind, time_days, time_increment, time_cap, status, ending, ply, position, started_at,
    moved_at, ended_at, draw_asked_by, commitment, seat_of_offerer, offerer_bytes_from_browser,
    acceptor_bytes_from_browser
FROM planted, generate_series(%(first)s, %(last)s) AS copy;

INSERT INTO games_player (game_id, user_id, seat, is_playing, turns, allowance, granted, word_since,
    deadline_at, draw_asked_ply, seen_ply, score, placing)
SELECT md5(game_id::text || copy)::uuid, user_id + %(shift)s * copy, seat, is_playing, turns,
    allowance, granted, word_since, deadline_at, draw_asked_ply, seen_ply, score, placing
FROM games_player, generate_series(%(first)s, %(last)s) AS copy
WHERE game_id IN (SELECT id FROM planted);

INSERT INTO games_move (game_id, ply, seat, notation, made_at)
SELECT md5(game_id::text || copy)::uuid, ply, seat, notation, made_at
FROM games_move, generate_series(%(first)s, %(last)s) AS copy
WHERE game_id IN (SELECT id FROM planted);

INSERT INTO games_offer (id, ruleset, rules_version, is_rated, is_private, absences_count,
    time_kind, time_days, time_increment, time_cap, owner_id, reach, seat, note, status, made_at,
    expires_at, answer, commitment, bytes_from_browser)
SELECT md5(id::text || copy)::uuid, ruleset, rules_version, is_rated, is_private, absences_count,
    time_kind, time_days, time_increment, time_cap, owner_id + %(shift)s * copy, reach, seat, note,
    status, made_at - copy * interval '1 second', expires_at, answer, commitment, bytes_from_browser
FROM games_offer, generate_series(%(first)s, %(last)s) AS copy
WHERE status = 'open' AND owner_id <= %(shift)s;

ANALYZE;
"""
SHIFT = 1_000_000


def plant() -> None:
    """Play the originals; print the session of one player, and addresses of theirs."""
    rng = random.Random(1)
    people = [create_player(username=f"gardener{number}") for number in range(PEOPLE)]
    for number in range(PLAYED):
        pair = rng.sample(people, 2)
        game = _new_game(*pair)
        _play(game, pair, 999 if number < TO_THE_END else rng.randrange(20), rng)
    for owner in people[:10]:
        offers.make(owner=owner, wish=offers.Wish())
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE planted AS SELECT * FROM games_game")
    mine = Game.objects.filter(players__user=people[0], status="running").order_by("-ply").first()
    assert mine is not None
    print(json.dumps({"session": session_of(people[0]), "game": str(mine.pk)}))


def copy(first: int, last: int) -> None:
    """Add so many copies of everything that was planted."""
    with connection.cursor() as cursor:
        cursor.execute(COPY, {"shift": SHIFT, "first": first, "last": last})


def scripts(count: int, length: int) -> None:
    """Print new games with the turns that will be submitted in them."""
    found = []
    for number in range(count):
        pair = [create_player(username=f"client{count}x{number}{side}") for side in "ab"]
        game = _new_game(*pair)
        script = _script(game, length, random.Random(number))
        found.append(
            {"game": str(game.pk), "sessions": [session_of(p) for p in pair], "turns": script}
        )
    print(json.dumps(found))


def let_bots_play(count: int) -> None:
    """Begin games between the two strongest; they go on by themselves."""
    hazel, yew = (bots.bot_user(opponent.slug) for opponent in ROSTER[-2:])
    for _ in range(count):
        offers.make(owner=hazel, wish=offers.Wish(reach=Offer.Reach.PERSONAL, recipient=yew))


def count_busy_bots() -> None:
    """Print in how many games a bot has moved."""
    print(Game.objects.filter(players__user__bot=ROSTER[-1].slug, ply__gt=2).count())


def count_bot_turns() -> None:
    print(Player.objects.exclude(user__bot="").aggregate(Sum("turns"))["turns__sum"])


def session_of(user: User) -> str:
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.create()
    return str(store.session_key)


def _new_game(first: User, second: User) -> Game:
    offer = offers.make(owner=first, wish=offers.Wish(seat=Offer.Seat.FIRST))
    return offers.accept(offer_id=offer.pk, user=second)


def _play(game: Game, pair: list[User], most: int, rng: random.Random) -> None:
    for seat, moves, ply in _script(game, most, rng):
        turns.submit(game_id=game.pk, user=pair[seat], moves=moves, ply=ply)


def _script(game: Game, most: int, rng: random.Random) -> list[tuple[int, list[str], int]]:
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
