"""What one client can do to all others, on PostgreSQL and Redis with separate processes.

The 95th percentile of others' pages, alone and while one address (a) asks for the dearest page
there is, (b) plays as many games against Yew as it may, as guests and with accounts, (c) makes
guests, (d) sends bodies of 100 MB; how long a newcomer waits for Pip; the memory of the web
process; and what is left behind.
"""

import contextlib
import http.client
import itertools
import multiprocessing
import os
import random
import re
import signal
import socket
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import django

from bench.play import TOKEN, garden
from engine import last_position, read_record
from tests.sites import SITES, Site

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()  # what plays a bot stands among things that need models

from tests.bot_game import BotGame  # noqa: E402
from tests.factories import some_turn  # noqa: E402

ROUNDS = 4
SECONDS = 4  # of each visit
SETTLING = 2
CONNECTIONS = 8
PLAYERS = 4
GAMES = 49
NEWCOMERS = 3
BODY = 100_000_000
PIECE = 1_000_000
ATTACKER = "203.0.113.66"


class Client:
    """Somebody with one connection, at an address of their own."""

    def __init__(self, site: Site, address: str, session: str = "") -> None:
        self.host = urlsplit(site.url).netloc
        self._address = address
        self.cookie = f"csrftoken={TOKEN}" + (f"; sessionid={session}" if session else "")
        self._connection = http.client.HTTPConnection(self.host, timeout=120)

    def ask(
        self, path: str, form: dict[str, Any] | None = None
    ) -> tuple[http.client.HTTPResponse, bytes]:
        headers = {"Cookie": self.cookie, "X-Forwarded-For": self._address}
        body = None
        if form is not None:
            body = urlencode({**form, "csrfmiddlewaretoken": TOKEN})
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            self._connection.request("POST" if body else "GET", path, body, headers)
            answer = self._connection.getresponse()
            return answer, answer.read()
        except (OSError, http.client.HTTPException):
            self._connection.close()
            raise


def visit(site: Site, crowd: Any) -> list[float]:
    """How long the pages of others take, who ask one after the other and do not hurry."""
    people = [
        (Client(site, f"198.51.100.{number}", person["session"]), person["game"])
        for number, person in enumerate(crowd["people"] * 10)
    ]
    taken: list[float] = []
    end = time.monotonic() + SECONDS
    for client, game in itertools.cycle(people):
        pages = ("/play/", f"/games/{game}/", "/offers/", "/notices/")
        taken += [_time(client, page) for page in pages]
        if time.monotonic() > end:
            return taken
    raise AssertionError


def percentile(taken: list[float]) -> float:
    return statistics.quantiles(taken, n=20)[-1]


def dearest(site: Site, crowd: Any) -> tuple[str, str]:
    """The address that takes longest to answer, and the session to ask for it with."""
    found = []
    for session in ("", crowd["people"][0]["session"]):
        client = Client(site, ATTACKER, session)
        found += [
            (min(_time(client, path) for _ in range(3)), path, session)
            for path in crowd["addresses"]
        ]
    taken, path, session = max(found)
    shown = re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}", "<game>", path)
    print(f"the dearest address is {shown[:60]}, {taken * 1000:.0f} ms")
    return path, session


def _time(client: Client, path: str) -> float:
    begin = time.perf_counter()
    answer, _ = client.ask(path)
    assert answer.status < 429, (path, answer.status)
    return time.perf_counter() - begin


# --- What one client does, each in a thread of a process of its own -----------------------------


def ask_for_the_dearest(site: Site, path: str, session: str) -> None:
    client = Client(site, ATTACKER, session)
    while True:
        with contextlib.suppress(OSError, http.client.HTTPException):
            client.ask(path)


def make_guests(site: Site) -> None:
    client = Client(site, ATTACKER)
    while True:
        with contextlib.suppress(OSError, http.client.HTTPException):
            client.ask("/bots/pip/", {})


def play_yew(site: Site, seed: int, session: str) -> None:
    client, rng = Client(site, ATTACKER, session), random.Random(seed)
    games: list[str] = []
    for _ in range(GAMES):
        answer, _text = client.ask("/bots/yew/", {})
        if found := re.search(r"sessionid=(\w+)", str(answer.headers)):  # a guest by now
            client.cookie = f"csrftoken={TOKEN}; sessionid={found[1]}"
        if answer.status == 302:
            games.append(answer.headers["Location"])
    for game in itertools.cycle(games):
        with contextlib.suppress(OSError, http.client.HTTPException):
            _play_if_possible(client, game, rng)


def _play_if_possible(client: Client, game: str, rng: random.Random) -> None:
    answer, text = client.ask(f"{game}record/")
    if answer.status != 200:
        return
    record = read_record(text.decode())
    mine = 1 if record.tags["First"] == "Yew" else 0
    state = last_position(record)
    if state.to_move == frozenset({mine}):
        _seat, moves = some_turn(state, rng)
        client.ask(game, {"ply": len(record.moves), "moves": " ".join(moves)})


def send_a_body(site: Site, *, chunked: bool) -> None:
    host, port = urlsplit(site.url).netloc.split(":")
    length = "Transfer-Encoding: chunked" if chunked else f"Content-Length: {BODY}"
    head = (
        f"POST /theme/ HTTP/1.1\r\nHost: {host}:{port}\r\nX-Forwarded-For: {ATTACKER}\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\n{length}\r\n\r\n"
    )
    piece = b"%x\r\n%b\r\n" % (PIECE, b"a" * PIECE) if chunked else b"a" * PIECE
    while True:
        with contextlib.suppress(OSError), socket.create_connection((host, int(port))) as link:
            link.sendall(head.encode())
            for _ in range(BODY // PIECE):
                link.sendall(piece)
                time.sleep(0.1)
            link.sendall(b"0\r\n\r\n" if chunked else b"")
            link.recv(1000)


@contextlib.contextmanager
def one_client(jobs: list[Callable[[], None]]) -> Iterator[Callable[[signal.Signals], None]]:
    """A process that does all of that without pause; yields how to send it a signal."""

    def work() -> None:
        os.nice(5)  # it would be on another machine
        threads = [threading.Thread(target=job) for job in jobs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    process = multiprocessing.get_context("fork").Process(target=work, daemon=True)
    process.start()

    def tell(sign: signal.Signals) -> None:
        assert process.pid
        os.kill(process.pid, sign)
        time.sleep(SETTLING)

    try:
        time.sleep(SETTLING)
        yield tell
    finally:
        process.kill()
        process.join()
        time.sleep(SETTLING)


# --- What is seen of it ---------------------------------------------------------------------------


def memory(site: Site) -> tuple[int, int]:
    """What the process that serves pages holds now, and the most it has held, in MB."""
    *_, pid = site.pids("web")
    status = Path(f"/proc/{pid}/status").read_text()
    kept = dict(re.findall(r"(\w+):\s+(\d+) kB", status))
    return int(kept["VmRSS"]) // 1024, int(kept["VmHWM"]) // 1024


def under(site: Site, crowd: Any, name: str, jobs: list[Callable[[], None]]) -> None:
    """Others' pages in turn with and without that client, for machines have moods."""
    alone: list[float] = []
    crowded: list[float] = []
    before = memory(site)
    with one_client(jobs) as tell:
        for _ in range(ROUNDS):
            crowded += visit(site, crowd)
            tell(signal.SIGSTOP)
            alone += visit(site, crowd)
            tell(signal.SIGCONT)
        if name.startswith("(b)"):
            print(f"  a newcomer's Pip took {newcomers_wait(site):.1f} s to answer, at most")
    after = memory(site)
    few, many = percentile(alone), percentile(crowded)
    print(
        f"  {name:28} {few * 1000:6.0f} ms {many * 1000:6.0f} ms {many / few:6.2f};"
        f" memory {before[0]} MB, then {after[0]} MB, at most {after[1]} MB"
    )


def newcomers_wait(site: Site) -> float:
    taken = []
    for seed in range(NEWCOMERS):
        begin = time.perf_counter()
        game = BotGame(site, "pip", seed)
        if game.is_mine():
            game.play()
            begin = time.perf_counter()
        game.wait_for_bot(600)
        taken.append(time.perf_counter() - begin)
    return max(taken)


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        SITES["separate"](Path(folder), TRUSTED_PROXIES="1") as site,
    ):
        crowd = garden(site, "crowd()")
        visit(site, crowd)  # fills caches
        path, session = dearest(site, crowd)
        print("others' pages, 95th percentile: alone, while one client does the following, ratio")
        asking = [partial(ask_for_the_dearest, site, path, session)] * CONNECTIONS
        guests = [partial(make_guests, site)] * CONNECTIONS
        bodies = [partial(send_a_body, site, chunked=n % 2 == 0) for n in range(CONNECTIONS)]
        guests_at_play = [partial(play_yew, site, seed, "") for seed in range(PLAYERS)]
        players = [partial(play_yew, site, n, key) for n, key in enumerate(crowd["rogues"])]
        under(site, crowd, "(a) asks for the dearest", asking)
        under(site, crowd, "(d) sends bodies of 100 MB", bodies)
        under(site, crowd, "(b) plays Yew as guests", guests_at_play)
        under(site, crowd, "(b) plays Yew with accounts", players)
        # Last, for then that address is let make no more.
        rows = garden(site, "count_rows()")
        under(site, crowd, "(c) makes guests", guests)
        left = {name: count - rows[name] for name, count in garden(site, "count_rows()").items()}
        print("  left behind by it:", ", ".join(f"{n} {name}" for name, n in left.items()))


if __name__ == "__main__":
    main()
