"""A PostgreSQL and a Redis of one's own, on free ports, gone when they are no longer needed.

    python -m tests.real_services COMMAND ...

runs tests with a fresh pair of them.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

PLACES_OF_POSTGRESQL = (
    "usr/lib/postgresql/*/bin",
    "opt/homebrew/opt/postgresql*/bin",
    "usr/local/opt/postgresql*/bin",
)

# What a test writes is taken back at its end. Whoever looks at such tables by the way finds them
# empty, and PostgreSQL plans the next thousand rows for none: one test took six minutes in place
# of twenty seconds. Who tests plans analyses the tables themselves.
SETTINGS = "-c synchronous_commit=off -c autovacuum=off"


class Missing(Exception):
    """A program that is not installed here."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until(condition: Callable[[], bool], *, what: str, seconds: float = 30) -> None:
    """Return as soon as `condition` holds; a bound, not a measurement."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"waited {seconds:.0f} s for {what}")
        time.sleep(0.02)


class RedisServer:
    """A Redis that keeps nothing."""

    def __init__(self, port: int) -> None:
        program = shutil.which("redis-server")
        if not program:
            raise Missing("redis-server")
        self.url = f"redis://127.0.0.1:{port}/0"
        self._port = port
        self._command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", ""]

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        wait_until(lambda: _listens(self._port), what="Redis")

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(20)

    def hang(self) -> None:
        """From now on it takes connections and questions, and answers nothing."""
        self._process.send_signal(signal.SIGSTOP)

    def recover(self) -> None:
        self._process.send_signal(signal.SIGCONT)


@contextmanager
def redis_server() -> Iterator[str]:
    """A running Redis; yields its address."""
    server = RedisServer(free_port())
    server.start()
    try:
        yield server.url
    finally:
        server.stop()


class PostgresqlServer:
    """A PostgreSQL with an empty database, in a folder of its own."""

    def __init__(self) -> None:
        self._programs = postgresql_programs()
        self._folder = Path(tempfile.mkdtemp(prefix="botanik-postgresql-"))
        self._port = free_port()
        # PostgreSQL refuses to run as root.
        self._as_owner: list[str] = []
        if os.geteuid() == 0:
            shutil.chown(self._folder, "postgres")
            self._as_owner = ["runuser", "-u", "postgres", "--"]
        self._data = str(self._folder / "data")
        self.url = f"postgres://botanik@127.0.0.1:{self._port}/botanik"

    def create(self) -> None:
        owner = ("-U", "botanik", "-A", "trust")
        self._run("initdb", "-D", self._data, *owner, "-E", "UTF8", "--no-locale", "-N")
        self.start()
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self._port), "-U", "botanik", "botanik")

    def start(self) -> None:
        options = f"-p {self._port} -k {self._folder} -h 127.0.0.1 -F {SETTINGS}"
        log = str(self._folder / "log")
        self._run("pg_ctl", "-D", self._data, "-w", "-o", options, "-l", log, "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", self._data, "-m", "immediate", "stop")

    def remove(self) -> None:
        shutil.rmtree(self._folder)
        self._log.unlink()

    @property
    def _log(self) -> Path:
        return self._folder.parent / f"{self._folder.name}.log"

    def _run(self, name: str, *arguments: str) -> None:
        command = [*self._as_owner, str(self._programs / name), *arguments]
        with self._log.open("a") as log:
            subprocess.run(command, check=True, stdout=log, stderr=log, cwd=self._folder)


@contextmanager
def postgresql_server() -> Iterator[PostgresqlServer]:
    """A running PostgreSQL."""
    server = PostgresqlServer()
    try:
        server.create()
        yield server
    finally:
        server.stop()
        server.remove()


@contextmanager
def real_services() -> Iterator[dict[str, str]]:
    """Both; yields the environment of a site that uses them."""
    with postgresql_server() as database, redis_server() as redis_url:
        yield environment_of(database_url=database.url, redis_url=redis_url)


def environment_of(*, database_url: str, redis_url: str) -> dict[str, str]:
    """The environment of a site that uses these two."""
    return {
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        "SECRET_KEY": "only-for-tests-" + "0123456789abcdef" * 4,
        "SITE_URL": "http://localhost:8000",
        "SMTP_HOST": "localhost",
    }


def postgresql_programs() -> Path:
    """The folder of those that are installed here."""
    on_path = shutil.which("initdb")
    places = [Path(on_path).resolve().parent] if on_path else []
    places += [found for place in PLACES_OF_POSTGRESQL for found in sorted(Path("/").glob(place))]
    for place in reversed(places):
        if (place / "initdb").exists():
            return place
    raise Missing("postgresql")


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def main(command: list[str]) -> int:
    try:
        with real_services() as environment:
            services = {"BOTANIK_TEST_SERVICES": json.dumps(environment)}
            return subprocess.run(command, env={**os.environ, **services}, check=False).returncode
    except Missing as missing:
        print(f"\n*** SKIPPED: {missing} is not installed, so no real services are tested ***\n")
        return 1 if os.environ.get("CI") == "true" else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
