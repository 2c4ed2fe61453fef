"""The sweep of reminders looks only at who may be due, and at nobody too late."""

import json
from copy import copy
from datetime import time, timedelta
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts import selectors
from accounts.services import save_preferences
from games.clocks import TimeControl
from games.models import Game, Notice, Player
from games.services import absences
from games.services.reminders import remind
from tests.factories import GameFactory
from tests.noon import NOON

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
SCANS = ("Actual Rows", "Rows Removed by Filter", "Rows Removed by Index Recheck")


@pytest.fixture
def short(alice, bob):
    """The word is alice's until tomorrow at noon."""
    return GameFactory(users=[alice, bob], time=TimeControl("turn", 1))


def steps(user):
    found = Notice.objects.filter(user=user, event="reminder").order_by("pk")
    return [int(step) for step in found.values_list("detail", flat=True)]


def sweep_at(clock, moment):
    clock.move_to(moment)
    remind()


def choose_quiet(user, begin, end, time_zone="UTC"):
    likings = selectors.preferences_of(user)
    likings.quiet_from, likings.quiet_until = time(begin), time(end)
    save_preferences(preferences=likings, time_zone=time_zone, notices=likings.notices)


class TestLooking:
    def test_it_looks_again_after_quiet_hours_were_chosen(self, short, alice, clock):
        sweep_at(clock, NOON + 20 * HOUR)  # from now on it would look at 95 %, at 10:48
        choose_quiet(alice, 10, 14)

        sweep_at(clock, NOON + 20 * HOUR + MINUTE)
        sweep_at(clock, NOON + 21 * HOUR)

        assert steps(alice) == [80, 95]

    def test_it_looks_again_after_somebody_has_moved_house(self, short, alice, clock):
        choose_quiet(alice, 19, 23)
        sweep_at(clock, NOON + 20 * HOUR)
        choose_quiet(alice, 19, 23, time_zone="Asia/Tokyo")  # noon is 21:00 there

        sweep_at(clock, NOON + 20 * HOUR + MINUTE)
        sweep_at(clock, NOON + 21 * HOUR)

        assert steps(alice) == [80, 95]

    def test_it_looks_again_after_an_absence_was_given_up(self, alice, bob, clock):
        GameFactory(users=[alice, bob], time=TimeControl("turn", 10))
        absence = absences.book(user=alice, starts_at=NOON + DAY, ends_at=NOON + 4 * DAY)
        sweep_at(clock, NOON + HOUR)
        absences.end_early(user=alice, absence_id=absence.pk)

        sweep_at(clock, NOON + 5 * DAY)

        assert steps(alice) == [50]

    def test_it_does_not_look_before_the_next_step(self, short, alice, clock):
        sweep_at(clock, NOON + 13 * HOUR)

        assert short.players.get(user=alice).remind_at == NOON + 0.8 * DAY

    def test_it_does_not_look_any_more_after_the_last_step(self, short, alice, clock):
        sweep_at(clock, NOON + 23 * HOUR)

        assert short.players.get(user=alice).remind_at is None


class TestRows:
    def test_it_reads_as_many_with_many_games_as_with_few(self, short, alice, bob, clock):
        far = GameFactory(users=[alice, bob], time=TimeControl("turn", 10))
        clock.move_to(NOON + 13 * HOUR)
        copy_game(far, 3000)
        few = rows_read_by_sweep()

        copy_game(far, 3000)

        assert rows_read_by_sweep() == few <= 10


def copy_game(game, count):
    """Games like this one, by the same people."""
    players = list(game.players.all())
    for _ in range(count // 500):
        games = [copy(game) for _ in range(500)]
        seated = [(one, copy(player)) for one in games for player in players]
        for one in games:
            one.pk = uuid4()
        for one, player in seated:
            player.pk, player.game = None, one
        Game.objects.bulk_create(games)
        Player.objects.bulk_create([player for _, player in seated])


def rows_read_by_sweep():
    """How many rows the search for who is due reads, however few of them it keeps."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        with CaptureQueriesContext(connection) as queries, transaction.atomic():
            remind()
            assert Notice.objects.filter(event="reminder").exists()
            transaction.set_rollback(True)  # so that as many are due the next time
        search = next(q["sql"] for q in queries if "remind_at" in q["sql"])
        return ROWS[connection.vendor](cursor, search)


def _rows_on_postgresql(cursor, search):
    cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {search}")
    ((plan,),) = cursor.fetchall()
    (plan,) = json.loads(plan) if isinstance(plan, str) else plan
    return _rows(plan["Plan"])


def _rows(node):
    own = sum(node.get(kind, 0) for kind in SCANS) * node["Actual Loops"]
    below = sum(_rows(child) for child in node.get("Plans", []))
    return below + (own if "Scan" in node["Node Type"] else 0)


def _rows_on_sqlite(cursor, search):
    """It does not count them, but says of what it reads all."""
    cursor.execute(f"EXPLAIN QUERY PLAN {search}")
    read_whole = [
        step[-1] for step in cursor.fetchall() if step[-1].startswith("SCAN games_player")
    ]
    return len(read_whole) * Player.objects.count()


ROWS = {"postgresql": _rows_on_postgresql, "sqlite": _rows_on_sqlite}
