"""A PostgreSQL and a Redis of one's own, on free ports, gone when they are no longer needed.

    python -m tests.real_services COMMAND ...

runs tests with a fresh pair of them.
"""

import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
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


_DICE = random.SystemRandom()
_GIVEN: set[int] = set()


class Missing(Exception):
    """A program that is not installed here."""


def free_port() -> int:
    """A port for a server that listens later, never the same twice.

    It lies below those that the system gives to whoever connects, which might take it meanwhile.
    """
    while True:
        port = _DICE.randrange(10_000, 32_000)
        if port not in _GIVEN and _is_free(port):
            _GIVEN.add(port)
            return port


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def wait_until(condition: Callable[[], bool], *, what: str, seconds: float = 30) -> None:
    """Return as soon as `condition` holds; a bound, not a measurement."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"waited {seconds:.0f} s for {what}")
        time.sleep(0.02)


@dataclass(frozen=True)
class Place:
    """Where a program runs: the address it has there, and the command that takes it there."""

    address: str = "127.0.0.1"
    command: tuple[str, ...] = ()


HERE = Place()


class RedisServer:
    """A Redis that keeps nothing."""

    def __init__(self, port: int, *, place: Place = HERE) -> None:
        program = shutil.which("redis-server")
        if not program:
            raise Missing("redis-server")
        self.url = f"redis://{place.address}:{port}/0"
        self._port, self._place = port, place
        listen = ["--port", str(port), "--bind", place.address, "--protected-mode", "no"]
        self._command = [*place.command, program, *listen, "--save", ""]

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        wait_until(lambda: listens(self._place.address, self._port), what="Redis")

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(20)

    def kill(self) -> None:
        """At once, with all that it held."""
        self._process.kill()
        self._process.wait(20)

    def hang(self) -> None:
        """From now on it takes connections and questions, and answers nothing."""
        self._process.send_signal(signal.SIGSTOP)

    def recover(self) -> None:
        self._process.send_signal(signal.SIGCONT)


@contextmanager
def redis_server(place: Place = HERE) -> Iterator[str]:
    """A running Redis; yields its address."""
    server = RedisServer(free_port(), place=place)
    server.start()
    try:
        yield server.url
    finally:
        server.stop()


class PostgresqlServer:
    """A PostgreSQL with an empty database, in a folder of its own."""

    def __init__(
        self, place: Place = HERE, *, settings: str = SETTINGS, disk: Path | None = None
    ) -> None:
        self._place = place
        self._programs = postgresql_programs()
        self._settings = settings
        self._folder = Path(tempfile.mkdtemp(prefix="botanik-postgresql-", dir=disk))
        self._port = free_port()
        # PostgreSQL refuses to run as root.
        self._as_owner: list[str] = []
        if os.geteuid() == 0:
            shutil.chown(self._folder, "postgres")
            self._as_owner = ["runuser", "-u", "postgres", "--"]
        self._data = str(self._folder / "data")
        self.url = f"postgres://botanik@{place.address}:{self._port}/botanik"

    def create(self) -> None:
        owner = ("-U", "botanik", "-A", "trust")
        self._run("initdb", "-D", self._data, *owner, "-E", "UTF8", "--no-locale", "-N")
        with (Path(self._data) / "pg_hba.conf").open("a") as rules:
            rules.write(f"host all all {self._place.address}/24 trust\n")
        self.start()
        self._run(
            "createdb", "-h", self._place.address, "-p", str(self._port), "-U", "botanik", "botanik"
        )

    def start(self) -> None:
        options = f"-p {self._port} -k {self._folder} -h {self._place.address} -F {self._settings}"
        log = str(self._folder / "log")
        self._run("pg_ctl", "-D", self._data, "-w", "-o", options, "-l", log, "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", self._data, "-m", "immediate", "stop")

    def kill(self) -> None:
        """At once, in the middle of whatever it does; its other processes end when they see it."""
        os.kill(self._process, signal.SIGKILL)

    def kill_backend(self, rng: random.Random) -> None:
        """One of its processes: it takes away all the others then, and begins anew by itself."""
        parent = ["pgrep", "--parent", str(self._process)]
        found = subprocess.run(parent, check=False, capture_output=True, text=True).stdout
        os.kill(int(rng.choice(found.split())), signal.SIGKILL)

    def answers(self) -> bool:
        where = ["-h", "127.0.0.1", "-p", str(self._port)]
        ready = [str(self._programs / "pg_isready"), "--quiet", *where]
        return subprocess.run(ready, check=False).returncode == 0

    def start_again(self) -> None:
        """After a kill: not before the last of its processes has gone."""
        wait_until(self._has_started, what="PostgreSQL", seconds=60)

    def _has_started(self) -> bool:
        try:
            self.start()
        except subprocess.CalledProcessError:
            time.sleep(0.3)
            return False
        return True

    @property
    def _process(self) -> int:
        return int((Path(self._data) / "postmaster.pid").read_text().splitlines()[0])

    def remove(self) -> None:
        shutil.rmtree(self._folder)
        self._log.unlink()

    @property
    def _log(self) -> Path:
        return self._folder.parent / f"{self._folder.name}.log"

    def _run(self, name: str, *arguments: str) -> None:
        command = [*self._place.command, *self._as_owner, str(self._programs / name), *arguments]
        with self._log.open("a") as log:
            subprocess.run(command, check=True, stdout=log, stderr=log, cwd=self._folder)


@contextmanager
def postgresql_server(
    place: Place = HERE, *, settings: str = SETTINGS
) -> Iterator[PostgresqlServer]:
    """A running PostgreSQL."""
    server = PostgresqlServer(place, settings=settings)
    try:
        server.create()
        yield server
    finally:
        server.stop()
        server.remove()


@contextmanager
def real_services(place: Place = HERE) -> Iterator[dict[str, str]]:
    """Both; yields the environment of a site that uses them."""
    with postgresql_server(place) as database, redis_server(place) as redis_url:
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


def listens(address: str, port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((address, port)) == 0


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
