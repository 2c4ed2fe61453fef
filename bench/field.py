"""A site full of people with ratings, and one among them who has played for years.

Runs inside the site's own environment: `manage.py shell -c "from bench import field; ..."`.
"""

import json
import logging
import random
import time

from django.db import connection
from django.test import Client

from accounts.models import User
from accounts.services import create_player
from bench import garden
from games.models import Game, Leaderboard, Offer, Place, Player, RatingChange, Rung, Tally
from games.selectors import pairing
from games.selectors.pairing import Search
from games.services import endings, ladder, offers, standings

PLAYED = 20
LOOKS = 40
VETERAN, RIVAL = "veteran", "neighbour"


def plant() -> None:
    """Play the originals."""
    rng = random.Random(1)
    people = [create_player(username=name, email=f"{name}@x.example") for name in (VETERAN, RIVAL)]
    create_player(username="walker", password=None)
    for person in people:
        person.emailaddress_set.create(email=person.email, verified=True, primary=True)
    for _ in range(PLAYED):
        wish = offers.Wish(ruleset="botanik", seating={0: 0}, is_rated=True)
        offer = offers.make(owner=people[0], wish=wish)
        game = offers.accept(offer_id=offer.pk, user=people[1])
        garden.play(game, people, 12, rng)
        endings.resign(game_id=game.pk, user=rng.choice(people))
    for person in reversed(people):
        ladder.join(user=person, ruleset="botanik")
    offers.make(owner=people[1], wish=offers.Wish(ruleset="botanik"))
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE originals AS SELECT id FROM games_game")
        cursor.execute("CREATE TABLE waiting AS SELECT id FROM games_offer WHERE status = 'open'")


def add_people(first: int, last: int) -> None:
    """Add people who have a rating, a rung, one game of this month, and their standings."""
    span = {"first": first, "last": last}
    name = "'walker-' || copy"
    person = f"{garden.SHIFT} + copy"
    garden.copy_rows(
        User, "username = 'walker'", span, id=person, username=name, skeleton=name, email="''"
    )
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO games_rating (user_id, ruleset, mu, sigma, games, rated_at)"
            f" SELECT {person}, 'botanik', 25 + 8 * (random() + random() + random() - 1.5), 3, 20,"
            " now() - random() * interval '40 days'"
            " FROM generate_series(%(first)s::int, %(last)s::int) AS copy",
            span,
        )
    one = "(SELECT min(id::text)::uuid FROM originals)"
    game = "md5('month' || copy)::uuid"
    pairs = {"first": first // 2, "last": last // 2 - 1}
    garden.copy_rows(Game, f"id = {one}", pairs, id=game)
    sits = f"{garden.SHIFT} + 2 * copy + seat"
    garden.copy_rows(Player, f"game_id = {one}", pairs, game_id=game, user_id=sits)
    highest = "number = 1"
    garden.copy_rows(Rung, highest, span, user_id=person, number="copy + 1", climbed="mod(copy, 7)")
    # One in ten waits for an opponent.
    some = {"first": first // 10, "last": last // 10 - 1}
    who, offer = f"{garden.SHIFT} + 10 * copy + 10", "md5('offer' || copy)::uuid"
    earlier = "made_at - copy * interval '1 second'"
    open_one = "(SELECT id FROM waiting)"
    garden.copy_rows(Offer, f"id = {open_one}", some, id=offer, owner_id=who, made_at=earlier)
    sitting = f"CASE WHEN number = 0 THEN {who} END"
    garden.copy_rows(Place, f"offer_id = {open_one}", some, offer_id=offer, user_id=sitting)
    _settle()


def add_games(first: int, last: int) -> None:
    """Add so many copies of the original games, older than these, with what they changed.

    And as many opponents, whom the veteran has met once.
    """
    copy_games(first, last)
    named = "(SELECT id FROM accounts_user WHERE username = '{}')"
    met = f"user_id = {named.format(VETERAN)} AND rival_id = {named.format(RIVAL)}"
    games = {"first": first * PLAYED, "last": (last + 1) * PLAYED - 1}
    garden.copy_rows(Tally, met, games, rival_id=f"{garden.SHIFT} + copy", played="1")
    _settle()


def copy_games(first: int, last: int) -> None:
    """Add so many copies of the original games, older than these, with what they changed."""
    span = {"first": first, "last": last}
    game, earlier = garden.hashed("game_id"), "- copy * interval '1 hour'"
    originals = "game_id IN (SELECT id FROM originals)"
    ended = f"ended_at {earlier}"
    garden.copy_rows(
        Game, "id IN (SELECT id FROM originals)", span, id=garden.hashed("id"), ended_at=ended
    )
    garden.copy_rows(Player, originals, span, game_id=game, ended_at=ended)
    made = f"made_at {earlier}"
    garden.copy_rows(RatingChange, originals, span, game_id=game, made_at=made)
    _settle()


def _settle() -> None:
    standings.refresh()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def look_at(*paths: str, name: str = VETERAN) -> None:
    """Print how many milliseconds each page takes somebody (who plays for years), at the least.

    In this process and not through the server, and the least of many: whatever else the machine
    does meanwhile makes a page slower, and nothing makes it faster.
    """
    client = Client(SERVER_NAME="localhost")
    client.force_login(User.objects.get(username=name))
    taken: dict[str, list[float]] = {path: [] for path in paths}
    logging.disable()
    for _ in range(LOOKS):
        for path, found in taken.items():
            begin = time.perf_counter()
            answer = client.get(path, secure=True)
            found.append(1000 * (time.perf_counter() - begin))
            assert answer.status_code == 200, (path, answer.status_code)
    print(json.dumps({path: min(found) for path, found in taken.items()}))


def time_search() -> None:
    """Print how many milliseconds it takes to look for an opponent among all who wait, at least."""
    veteran = User.objects.get(username=VETERAN)
    search = Search(ruleset="botanik", is_rated=False, time=offers.DEFAULT_TIME)
    taken = []
    for _ in range(LOOKS):
        begin = time.perf_counter()
        assert pairing.waiting(search, veteran)
        taken.append(1000 * (time.perf_counter() - begin))
    print(json.dumps(min(taken)))


def time_writing() -> None:
    """Print how long it takes to write all leaderboards anew, in seconds."""
    Leaderboard.objects.update(source="")
    begin = time.perf_counter()
    standings.refresh()
    print(json.dumps(time.perf_counter() - begin))
