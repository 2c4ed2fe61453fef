"""A site of which everything is killed at random, and people who play on it regardless."""

import http.client
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from itertools import islice
from pathlib import Path

from tests.asking import ask
from tests.backed_up import Turn, rows_of, scripts
from tests.connections import Connections
from tests.real_services import (
    PostgresqlServer,
    RedisServer,
    environment_of,
    free_port,
    postgresql_server,
    wait_until,
)
from tests.sites import Site, make_command, web_site
from tests.soak.test_crashes import assert_live

LENGTH = 40  # turns of a game, at most
WEBS = ("web", "web2")
BESIDE = ("worker", "beat")
# What a proxy, a restart or a dead connection answers: nobody knows whether the turn was played.
UNKNOWN = (HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.TOO_MANY_REQUESTS)

# Of a game that runs somebody has the word and a clock; of one that is over, nobody.
STUCK = """
import json
from games.models import Delivery, Game, Player
running = Game.objects.filter(status="running")
moving = Player.objects.filter(deadline_at__isnull=False)
print(json.dumps([
    running.exclude(pk__in=moving.values("game")).count(),
    moving.exclude(game__in=running).count(),
    Delivery.objects.filter(status="claimed").count(),
]))
"""
LINES = """
import json
from botanik_site import queues
print(json.dumps({line.name: line.length for line in queues.lines()}))
"""


@dataclass
class Town:
    """Two web processes, a worker, beat, and the two servers behind them."""

    site: Site
    database: PostgresqlServer
    redis: RedisServer
    doors: dict[str, Site] = field(default_factory=dict)

    def open(self) -> None:
        """Start what the site does not have yet."""
        second = {**self.site.environment, "PORT": str(free_port())}
        url = f"http://localhost:{second['PORT']}"
        self.doors = {"web": self.site, "web2": Site(url, self.site.folder, second)}
        for name in ("web2", *BESIDE):
            self.start(name)
        wait_until(self.doors["web2"].is_ready, what="the second web process", seconds=90)

    def start(self, name: str) -> None:
        like = "web" if name in WEBS else name
        port = self.doors[name].environment["PORT"] if name in WEBS else "0"
        variables = {"PORT": port} if name in WEBS else {}
        self.site.start(name, *make_command(like), **variables)

    def start_what_has_ended(self) -> list[str]:
        """As a supervisor does, where something could not bear what was done to others."""
        ended = [name for name, one in self.site.processes.items() if one.poll() is not None]
        for name in ended:
            self.site.processes.pop(name)
            self.start(name)
        return ended


@dataclass
class Players:
    """Each plays one game after the other, and asks again until a turn is answered."""

    town: Town
    games: list[list[Turn]]
    seed: int
    answered: list[Turn] = field(default_factory=list)
    unanswered: Counter[str] = field(default_factory=Counter)
    """How often nobody knew what became of a turn, and why."""

    def play(self, clients: int) -> Callable[[], None]:
        """Begin; what is returned waits until all is played, and raises what went wrong."""
        pool = ThreadPoolExecutor(clients)
        playing = [pool.submit(self._play, number) for number in range(len(self.games))]

        def end() -> None:
            pool.shutdown(cancel_futures=True)
            for one in playing:
                one.result()

        self.is_done = lambda: all(one.done() for one in playing)
        return end

    def _play(self, number: int) -> None:
        rng = random.Random(f"{self.seed}/{number}")
        for turn in self.games[number]:
            while not self._is_answered(turn, self.town.doors[rng.choice(WEBS)]):
                time.sleep(rng.uniform(0.1, 0.5))
            self.answered.append(turn)

    def _is_answered(self, turn: Turn, door: Site) -> bool:
        form = {"ply": str(turn.ply), "moves": " ".join(turn.moves)}
        try:
            answer = ask(door, f"/games/{turn.game}/", form=form, session=turn.session, seconds=30)
        except (OSError, http.client.HTTPException) as error:
            self.unanswered[type(error).__name__] += 1
            return False
        if answer.status in UNKNOWN:
            self.unanswered[str(answer.status)] += 1
            return False
        assert answer.status == HTTPStatus.FOUND, (answer.status, turn, answer.body[-2000:])
        return True


@dataclass
class Killer:
    """Kills one thing after another, each once somebody has played since the last came back."""

    town: Town
    players: Players
    rng: random.Random
    killed: Counter[str] = field(default_factory=Counter)
    ended: Counter[str] = field(default_factory=Counter)
    """What ended by itself, and was started again."""

    def go_on_until(self, is_done: Callable[[], bool]) -> None:
        while not is_done():
            self._kill(self.rng.choice([*WEBS, *BESIDE, "redis", "postgresql", "backend"]))
            seen = len(self.players.answered)
            wait_until(
                lambda: is_done() or self._supervise(seen + 20),  # noqa: B023
                what="turns to be answered again",
                seconds=120,
            )
            time.sleep(self.rng.uniform(0, 4))

    def _supervise(self, turns: int) -> bool:
        self.ended.update(self.town.start_what_has_ended())
        time.sleep(0.1)
        return len(self.players.answered) >= turns

    def _kill(self, victim: str) -> None:
        self.killed[victim] += 1
        match victim:
            case "redis":
                self.town.redis.kill()
                self._pause()
                self.town.redis.start()
            case "postgresql":
                self.town.database.kill()
                self._pause()
                self.town.database.start_again()
            case "backend":
                self.town.database.kill_backend(self.rng)
            case _:
                if victim in self.town.site.processes:
                    self.town.site.kill(victim)
                    self._pause()
                    self.town.start(victim)

    def _pause(self) -> None:
        time.sleep(self.rng.uniform(0, 3))


def stuck_in(site: Site) -> list[int]:
    """Games without a mover, movers without a game, deliveries that nobody will finish."""
    return list(json.loads(site.run(STUCK).splitlines()[-1]))


def lines_of(site: Site) -> dict[str, int]:
    return dict(json.loads(site.run(LINES).splitlines()[-1]))


@contextmanager
def town_in(folder: Path) -> Iterator[Town]:
    """A town with servers of its own. Nothing that was answered may be lost, so a commit waits."""
    redis = RedisServer(free_port())
    redis.start()
    try:
        with postgresql_server(settings="-c synchronous_commit=on") as database:
            services = environment_of(database_url=database.url, redis_url=redis.url)
            with web_site(folder, **services) as site:
                found = Town(site, database, redis)
                found.open()
                yield found
    finally:
        redis.stop()


def games_of(site: Site, turns: int) -> list[list[Turn]]:
    """As many games as have so many turns together, and some to spare: many are shorter."""
    left, found = turns, []
    for game in scripts(site, games=turns // LENGTH * 5 // 4 + 2, turns=LENGTH):
        found.append(list(islice(game, left)))
        left -= len(found[-1])
    assert left == 0
    return [game for game in found if game]


def assert_nothing_is_lost(town: Town, *, turns: int, clients: int, seed: int) -> None:
    """Play while all is killed; then every answered turn is there once, and nothing is stuck."""
    players = Players(town, games_of(town.site, turns), seed)
    killer = Killer(town, players, random.Random(seed))
    began = time.monotonic()
    end = players.play(clients)
    try:
        killer.go_on_until(players.is_done)
    finally:
        end()
    seconds = time.monotonic() - began
    wait_until_calm(town)

    rows = rows_of(town.site)
    verified = town.site.manage("verify")
    print(
        f"\n{len(players.answered)} turns of {len(players.games)} games by {clients} clients"
        f" in {seconds:.0f} s;\nkilled {killer.killed.total()} times: {dict(killer.killed)};"
        f"\nended by themselves: {dict(killer.ended)};"
        f"\nasked again {players.unanswered.total()} times: {dict(players.unanswered)}"
        f"\n{len(rows)} moves\n{verified}"
    )
    assert killer.killed
    assert len(players.answered) == turns
    assert len(rows) == len(set(rows))
    assert set(rows) == {row for turn in players.answered for row in turn.rows}
    assert "0 positions differed" in verified
    assert stuck_in(town.site) == [0, 0, 0]
    Connections(town.site).wait_until_idle()
    assert_live(town.site)


def wait_until_calm(town: Town) -> None:
    town.start_what_has_ended()
    for door in town.doors.values():
        wait_until(door.is_ready, what="the site to be ready", seconds=120)
    wait_until(lambda: lines_of(town.site)["botanik"] == 0, what="tasks", seconds=180)
