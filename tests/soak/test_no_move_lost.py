"""Ten thousand turns while everything is killed with -9: docs/reliability.md has the numbers."""

import random
import time
from itertools import islice

import pytest

from tests.backed_up import rows_of, scripts
from tests.connections import Connections
from tests.havoc import Killer, Players, Town, lines_of, stuck_in
from tests.real_services import (
    Missing,
    environment_of,
    postgresql_server,
    wait_until,
)
from tests.sites import web_site
from tests.soak.test_crashes import assert_live

TURNS, LENGTH, CLIENTS, SEED = 10_000, 40, 8, 1


@pytest.fixture
def town(tmp_path, redis):
    try:
        # Nothing that was answered may be lost, so a commit waits for the WAL here.
        with postgresql_server(settings="-c synchronous_commit=on") as database:
            services = environment_of(database_url=database.url, redis_url=redis.url)
            with web_site(tmp_path, **services) as site:
                town = Town(site, database, redis)
                town.open()
                yield town
    except Missing as missing:
        pytest.skip(f"{missing} is not installed")


def games_of(site):
    """As many games as have so many turns together."""
    left, found = TURNS, []
    for game in scripts(site, games=TURNS // LENGTH + 60, turns=LENGTH):
        found.append(list(islice(game, left)))
        left -= len(found[-1])
    assert left == 0
    return [game for game in found if game]


class TestHavoc:
    def test_it_has_every_answered_turn_once_and_nothing_is_stuck(self, town):
        players = Players(town, games_of(town.site), SEED)
        killer = Killer(town, players, random.Random(SEED))
        began = time.monotonic()
        end = players.play(CLIENTS)
        try:
            killer.go_on_until(players.is_done)
        finally:
            end()
        seconds = time.monotonic() - began
        town.start_what_has_ended()
        for door in town.doors.values():
            wait_until(door.is_ready, what="the site to be ready", seconds=120)
        wait_until(lambda: lines_of(town.site)["botanik"] == 0, what="tasks", seconds=180)

        rows = rows_of(town.site)
        verified = town.site.manage("verify")
        print(
            f"\n{len(players.answered)} turns of {len(players.games)} games by {CLIENTS} clients"
            f" in {seconds:.0f} s;\nkilled {killer.killed.total()} times: {dict(killer.killed)};"
            f"\nended by themselves: {dict(killer.ended)};"
            f"\nasked again {players.unanswered.total()} times: {dict(players.unanswered)}"
            f"\n{len(rows)} moves\n{verified}"
        )
        assert len(players.answered) == TURNS
        assert len(rows) == len(set(rows))
        assert set(rows) == {row for turn in players.answered for row in turn.rows}
        assert "0 positions differed" in verified
        assert stuck_in(town.site) == [0, 0, 0]
        Connections(town.site).wait_until_idle()
        assert_live(town.site)
