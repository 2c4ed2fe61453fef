"""Turns and pages while Redis hangs: it takes connections and does not answer."""

import json
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.asking import ask
from tests.attack.sockets import QuietSockets
from tests.laid_tables import lay_table
from tests.real_services import (
    Missing,
    RedisServer,
    environment_of,
    free_port,
    postgresql_server,
    wait_until,
)
from tests.sites import web_site

TURNS = 50
CROWD = 16
GAMES, LENGTH = 12, 10  # enough for both ways to hang
# A bound, and no measurement: it once took fifteen seconds.
SECONDS = 2.5


@pytest.fixture(scope="module")
def port():
    return free_port()


@pytest.fixture(scope="module")
def redis(port):
    try:
        server = RedisServer(port)
    except Missing as missing:
        pytest.skip(f"{missing} is not installed")
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def site(redis, tmp_path_factory):
    try:
        with postgresql_server() as database:
            services = environment_of(database_url=database.url, redis_url=redis.url)
            with web_site(tmp_path_factory.mktemp("site"), **services) as site:
                yield site
    except Missing as missing:
        pytest.skip(f"{missing} is not installed")


@contextmanager
def stopped(redis, port):
    """It was there all the time: connections are open."""
    redis.hang()
    try:
        yield
    finally:
        redis.recover()


@contextmanager
def deaf(redis, port):
    """Something else listens at its address."""
    redis.stop()
    try:
        with socket.create_server(("127.0.0.1", port)):
            yield
    finally:
        redis.start()


@pytest.fixture(params=[stopped, deaf], ids=["stopped", "deaf"])
def hang(request, redis, port, site):
    """Let Redis hang; afterwards, wait until the site has found it again."""

    @contextmanager
    def hang():
        with request.param(redis, port):
            yield
        wait_until(site.is_ready, what="Redis to be found again", seconds=60)

    return hang


@pytest.fixture(scope="module")
def turns(site):
    """Turns that can be submitted in this order, as many as tests ask for."""
    call = f"from bench import garden; garden.scripts({GAMES}, {LENGTH})"
    scripts = json.loads(site.manage("shell", "--no-imports", "-c", call))
    return ((script, turn) for script in scripts for turn in script["turns"])


@pytest.fixture(scope="module")
def session(site):
    """Of alice."""
    return lay_table(site).sessions[0]


def submit(site, turns, count):
    """Submit so many of the turns, and return the answers."""
    return [
        ask(
            site,
            f"/games/{script['game']}/",
            form={"ply": str(ply), "moves": " ".join(moves)},
            session=script["sessions"][seat],
            seconds=SECONDS,
        ).status
        for script, (seat, moves, ply) in islice(turns, count)
    ]


def warm_up(site):
    """Let the threads begin that wait for requests, and stay: one that is busy asks for another."""
    with ThreadPoolExecutor(CROWD) as crowd:
        list(crowd.map(lambda _: ask(site, "/", seconds=30), range(4 * CROWD)))


def count_threads(site):
    """Of what serves pages and sockets."""
    pids = [*site.pids("web"), *site.pids("sockets")]
    return sum(len(list(Path(f"/proc/{pid}/task").iterdir())) for pid in pids)


class TestHangingRedis:
    def test_it_holds_up_no_turn_and_leaves_no_thread_behind(self, site, turns, hang):
        warm_up(site)
        submit(site, turns, 5)
        before = count_threads(site)

        with hang():
            answers = submit(site, turns, TURNS)
            wait_until(lambda: count_threads(site) <= before, what="threads to end")

        assert answers == [302] * TURNS

    def test_it_nudges_tabs_once_redis_answers_again(self, site, turns, redis):
        script, turn = next(turns)
        address = urlsplit(site.url)
        topic = f"game.{script['game'].replace('-', '')}"
        with QuietSockets(address.hostname, address.port, topic, 3) as tabs:
            redis.hang()
            try:
                assert submit(site, iter([(script, turn)]), 1) == [302]
            finally:
                redis.recover()

            wait_until(tabs.all_heard, what="every tab to hear of the turn")
            assert tabs.closed() == []

    @pytest.mark.parametrize("path", ["/play/", "/", "/offers/", "/notices/"])
    def test_it_holds_up_no_page(self, site, session, hang, path):
        # The first look at a page reads its templates, which is not what is tried here.
        assert ask(site, path, session=session).status == 200
        with hang():
            assert ask(site, path, session=session, seconds=SECONDS).status == 200
