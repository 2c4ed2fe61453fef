"""What one turn, and one look at a page, cost each part of the site: for docs/scaling.md.

On PostgreSQL and Redis with separate processes, in seconds of a processor, which hardly depend on
what else a machine does, in bytes, and in questions.
"""

import http.client
import os
import re
import tempfile
import threading
from collections.abc import Callable, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import redis

from bench.play import garden, play_script
from tests.real_services import (
    PostgresqlServer,
    RedisServer,
    environment_of,
    free_port,
    postgresql_server,
)
from tests.sites import Site, web_site

CLIENTS = 6
GAMES, LENGTH = 36, 40
LOOKS = 300
TICKS = os.sysconf("SC_CLK_TCK")
SIZES = """SELECT relname, pg_total_relation_size(oid) FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"""


def seconds_of(pids: Iterable[int]) -> float:
    """What processes have used of processors."""
    used = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        used += int(fields[11]) + int(fields[12])
    return used / TICKS


def family_of(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *map(int, children)]


class Parts:
    """The site with its services, and what each part has used so far."""

    def __init__(self, site: Site, database: PostgresqlServer, broker: RedisServer) -> None:
        self.site = site
        self._postmaster = int(Path(database._data, "postmaster.pid").read_text().split()[0])
        self._redis_pid = broker._process.pid
        self._link = psycopg.connect(database.url, autocommit=True)
        self._redis = redis.Redis.from_url(broker.url)

    def used(self) -> dict[str, float]:
        pids = {
            "pages": self.site.pids("web"),
            "sockets": self.site.pids("sockets"),
            "PostgreSQL": family_of(self._postmaster),
            "Redis": [self._redis_pid],
        }
        found = {f"ms of {name}": 1000 * seconds_of(of) for name, of in pids.items()}
        wal = self._ask("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn")[0][0]
        commits = self._ask("SELECT xact_commit FROM pg_stat_database WHERE datname = 'botanik'")
        found |= {"bytes of WAL": float(wal), "transactions": float(commits[0][0])}
        return found | {"questions to Redis": float(self._redis.info()["total_commands_processed"])}

    def sizes(self) -> dict[str, int]:
        return dict(self._ask(SIZES))

    def _ask(self, question: str) -> list[Any]:
        return self._link.execute(question).fetchall()

    def report(self, name: str, count: int, act: Callable[[], None]) -> None:
        before, sizes = self.used(), self.sizes()
        act()
        after, grown = self.used(), self.sizes()
        print(f"\none {name} ({count} of them)")
        for part, total in after.items():
            print(f"  {part:20} {(total - before[part]) / count:10.2f}")
        rows = {table: (size - sizes[table]) / count for table, size in grown.items()}
        print(f"  {'bytes that stay':20} {sum(rows.values()):10.0f}")
        for table, size in sorted(rows.items(), key=lambda row: -row[1])[:5]:
            print(f"    {table:18} {size:10.0f}")


def play(site: Site, scripts: list[Any]) -> None:
    """All of them, a few at a time."""
    rest = iter(scripts)
    lock = threading.Lock()

    def client() -> None:
        while True:
            with lock:
                script = next(rest, None)
            if script is None:
                return
            play_script(site, script)

    threads = [threading.Thread(target=client) for _ in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def look(site: Site, path: str, session: str, count: int) -> None:
    for number in range(count):
        connection = http.client.HTTPConnection(urlsplit(site.url).netloc)
        headers = {"Cookie": f"sessionid={session}", "X-Forwarded-For": f"192.0.2.{number % 250}"}
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        answer.read()
        assert re.match("200", str(answer.status)), answer.status
        connection.close()


@contextmanager
def parts() -> Any:
    broker = RedisServer(free_port())
    broker.start()
    try:
        with tempfile.TemporaryDirectory() as folder, postgresql_server() as database:
            services = environment_of(database_url=database.url, redis_url=broker.url)
            with web_site(Path(folder), **{**services, "TRUSTED_PROXIES": "1"}) as site:
                yield Parts(site, database, broker)
    finally:
        broker.stop()


def main() -> None:
    with parts() as measured:
        site = measured.site
        warm = garden(site, "scripts(6, 20)")
        play(site, warm)
        scripts = garden(site, f"scripts({GAMES}, {LENGTH})")
        turns = sum(len(script["turns"]) for script in scripts)
        measured.report("turn", turns, lambda: play(site, scripts))
        session, game = scripts[0]["sessions"][0], scripts[0]["game"]
        for path in ("/play/", f"/games/{game}/"):
            look(site, path, session, 20)
            name = "look at " + ("a table" if game in path else path)
            measured.report(name, LOOKS, lambda path=path: look(site, path, session, LOOKS))


if __name__ == "__main__":
    main()
