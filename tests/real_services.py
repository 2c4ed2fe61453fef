"""A PostgreSQL and a Redis of one's own, on free ports, gone when they are no longer needed.

    python -m tests.real_services COMMAND ...

runs tests with a fresh pair of them.
"""

import json
import os
import shutil
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


@contextmanager
def redis_server() -> Iterator[str]:
    """A running Redis; yields its address."""
    server = RedisServer(free_port())
    server.start()
    try:
        yield server.url
    finally:
        server.stop()


@contextmanager
def postgresql_server() -> Iterator[str]:
    """A PostgreSQL with an empty database; yields its address."""
    programs = _postgresql_programs()
    folder = Path(tempfile.mkdtemp(prefix="botanik-postgresql-"))
    # PostgreSQL refuses to run as root.
    as_owner = []
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
        as_owner = ["runuser", "-u", "postgres", "--"]
    port = free_port()
    data = str(folder / "data")

    def run(name: str, *arguments: str) -> None:
        command = [*as_owner, str(programs / name), *arguments]
        with (folder.parent / f"{folder.name}.log").open("a") as log:
            subprocess.run(command, check=True, stdout=log, stderr=log, cwd=folder)

    options = f"-p {port} -k {folder} -h 127.0.0.1 -F -c synchronous_commit=off"
    try:
        run("initdb", "-D", data, "-U", "botanik", "-A", "trust", "-E", "UTF8", "--no-locale", "-N")
        run("pg_ctl", "-D", data, "-w", "-o", options, "-l", str(folder / "log"), "start")
        run("createdb", "-h", "127.0.0.1", "-p", str(port), "-U", "botanik", "botanik")
        yield f"postgres://botanik@127.0.0.1:{port}/botanik"
    finally:
        run("pg_ctl", "-D", data, "-m", "immediate", "stop")
        shutil.rmtree(folder)
        (folder.parent / f"{folder.name}.log").unlink()


@contextmanager
def real_services() -> Iterator[dict[str, str]]:
    """Both; yields the environment of a site that uses them."""
    with postgresql_server() as database_url, redis_server() as redis_url:
        yield {
            "DATABASE_URL": database_url,
            "REDIS_URL": redis_url,
            "SECRET_KEY": "only-for-tests-" + "0123456789abcdef" * 4,
            "SITE_URL": "http://localhost:8000",
            "SMTP_HOST": "localhost",
        }


def _postgresql_programs() -> Path:
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
