"""The site as its users meet it: real processes, on a free port, in either way to run."""

import fcntl
import hashlib
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from filecmp import cmp
from functools import cache
from itertools import count
from pathlib import Path

import psycopg

from tests.inside import ROOT, Inside
from tests.real_services import free_port, postgresql_programs, real_services, wait_until
from tests.variables import VARIABLES

WORKERS = ("worker", "bots", "mail")
APPS = ("accounts", "botanik_site", "engine", "games")


def clean_environment(**own: str) -> dict[str, str]:
    dropped = {*VARIABLES, "DJANGO_SETTINGS_MODULE", "BOTANIK_TEST_SERVICES"}
    inherited = {name: value for name, value in os.environ.items() if name not in dropped}
    return {**inherited, "PYTHONUNBUFFERED": "1", **own}


@dataclass
class Site:
    """Running processes that together are the site."""

    url: str
    folder: Path
    environment: dict[str, str]
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    _inside: Inside | None = None

    def start(self, name: str, *command: str, **variables: str) -> None:
        # By the name PostgreSQL tells whose a connection is.
        environment = {**self.environment, "PGAPPNAME": name, **variables}
        with (self.folder / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                command, env=environment, cwd=ROOT, stdout=log, stderr=log
            )

    def manage(self, *arguments: str) -> str:
        """The output of one of Django's commands, run beside the site."""
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(
            command, env=self.environment, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
        ).stdout

    def run(self, script: str) -> str:
        """What a script prints that runs inside the site's environment."""
        self._inside = self._inside or Inside(self.environment)
        return self._inside.run(script)

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text()

    def readiness(self) -> str:
        """What /readyz answers, or why it does not."""
        for name, process in self.processes.items():
            assert process.poll() is None, f"{name} ended:\n{self.log(name)}"
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=20) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError as refusal:
            return refusal.read().decode()
        except OSError as error:
            return f"no answer: {error}"

    def is_ready(self) -> bool:
        return '"ready": true' in self.readiness()

    def wait_until_ready(self) -> None:
        wait_until(self.is_ready, what="the site to be ready", seconds=90)

    def stop(self, name: str, sign: signal.Signals = signal.SIGTERM) -> int:
        """Ask one process to end; it has 30 seconds, after which the test fails.

        Not by SIGINT, which is ignored by all that was started in the background of a shell.
        """
        self.processes[name].send_signal(sign)
        return self._wait_for_end(name)

    def _wait_for_end(self, name: str) -> int:
        process = self.processes.pop(name)
        try:
            return process.wait(30)
        finally:
            process.kill()
            process.wait()

    def kill(self, name: str) -> None:
        """Kill a worker at once, with the processes that it works in."""
        pids = self.pids(name)
        process = self.processes.pop(name)
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        process.wait(30)

    def pids(self, name: str) -> list[int]:
        """A process, and those that it works in."""
        own = self.processes[name].pid
        children = subprocess.run(
            ["pgrep", "--parent", str(own)], check=False, capture_output=True, text=True
        ).stdout.split()
        return [own, *map(int, children)]

    def stop_all(self) -> None:
        """All of them at once, even if one does not end by itself."""
        with ExitStack() as stopping:
            if self._inside:
                stopping.callback(self._inside.end)
            for name, process in self.processes.items():
                process.send_signal(signal.SIGTERM)
                stopping.callback(self._wait_for_end, name)


def prepare(site: Site) -> None:
    """What `make prepare` does, beginning with what it made for another site.

    To compress static files and to migrate takes longer than all the rest. Whether the files are
    still right is seen by the command itself.
    """
    static, database = site.folder / "static", _database_of(site)
    was_empty = database.is_empty()
    with _kept() as kept:
        if (kept / "static").exists():
            shutil.copytree(kept / "static", static)
        if was_empty and (copy := kept / database.kept_as).exists():
            database.fill(copy)
    site.manage("prepare")
    with _kept() as kept:
        files = kept / "static"
        if not files.exists() or not cmp(files / ".sources", static / ".sources", shallow=False):
            shutil.rmtree(files, ignore_errors=True)
            shutil.copytree(static, files)
        if was_empty and not (copy := kept / database.kept_as).exists():
            for former in kept.glob(f"prepared-*{copy.suffix}"):
                former.unlink()
            database.copy_to(copy)


@contextmanager
def _kept() -> Iterator[Path]:
    """The folder of what is kept, for one process at a time."""
    folder = ROOT / "var" / "tests"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


@dataclass(frozen=True)
class SqliteFile:
    """The database of a site that has no other."""

    path: Path

    @property
    def kept_as(self) -> str:
        return f"prepared-{_fingerprint()}.sqlite3"

    def is_empty(self) -> bool:
        return not self.path.exists()

    def fill(self, copy: Path) -> None:
        shutil.copy(copy, self.path)

    def copy_to(self, copy: Path) -> None:
        # By SQLite itself: the newest rows may still be in a file beside.
        with closing(sqlite3.connect(self.path)) as own, closing(sqlite3.connect(copy)) as other:
            own.backup(other)


@dataclass(frozen=True)
class PostgresqlDatabase:
    """A database in a server, empty at first."""

    url: str

    @property
    def kept_as(self) -> str:
        return f"prepared-{_fingerprint()}.sql"

    def is_empty(self) -> bool:
        """Whether it has no table of Django's yet: one may have been restored into it."""
        question = "SELECT to_regclass('django_migrations') IS NULL"
        with psycopg.connect(self.url) as link:
            return bool(link.execute(question).fetchone()[0])

    def fill(self, copy: Path) -> None:
        self._run("psql", "--quiet", "--set=ON_ERROR_STOP=1", f"--file={copy}", self.url)

    def copy_to(self, copy: Path) -> None:
        self._run("pg_dump", f"--file={copy}", self.url)

    def _run(self, name: str, *arguments: str) -> None:
        command = [str(postgresql_programs() / name), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def _database_of(site: Site) -> SqliteFile | PostgresqlDatabase:
    url = site.environment.get("DATABASE_URL")
    return PostgresqlDatabase(url) if url else SqliteFile(site.folder / "db.sqlite3")


@cache
def _fingerprint() -> str:
    """Another one after every change of what a database is prepared by."""
    own = (path for app in APPS for path in (ROOT / app).rglob("*.py"))
    digest = hashlib.sha256()
    for path in sorted([*own, ROOT / "requirements.txt"]):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@contextmanager
def embedded_site(folder: Path, **variables: str) -> Iterator[Site]:
    """One process, as `make run` starts it."""
    port = free_port()
    environment = clean_environment(PORT=str(port), DATA_DIR=str(folder), **variables)
    site = Site(f"http://localhost:{port}", folder, environment)
    prepare(site)
    site.start("site", sys.executable, "manage.py", "serve")
    try:
        site.wait_until_ready()
        yield site
    finally:
        site.stop_all()


@contextmanager
def separate_site(folder: Path, **variables: str) -> Iterator[Site]:
    """Pages, sockets, workers and beat as `make` starts each of them."""
    with real_services() as services, web_site(folder, **{**services, **variables}) as site:
        for name in (*WORKERS, "beat"):
            site.start(name, *make_command(name))
        patience = count(1)
        wait_until(lambda: workers_answer(site, next(patience)), what="the workers", seconds=90)
        yield site


@contextmanager
def web_site(folder: Path, *, site_url: str = "", **variables: str) -> Iterator[Site]:
    """What people meet, pages and sockets, on the services that the variables name.

    They may meet it at `site_url`, where something else stands in front of it.
    """
    port, pages, sockets = (str(free_port()) for _ in range(3))
    url = f"http://localhost:{port}"
    ports = {"PORT": pages, "SOCKETS_PORT": sockets, "WEB_PROCESSES": "1"}
    own = {**ports, **variables, "DATA_DIR": str(folder)}
    site = Site(url, folder, clean_environment(**{**own, "SITE_URL": site_url or url}))
    prepare(site)
    site.start("web", *make_command("web"))
    site.start("sockets", *make_command("sockets"))
    site.start("front", sys.executable, "-m", "tests.front", port, pages, sockets)
    try:
        site.wait_until_ready()
        wait_until(lambda: _answers(sockets), what="the server of sockets", seconds=90)
        yield site
    finally:
        site.stop_all()


def _answers(port: str) -> bool:
    try:
        with urllib.request.urlopen(f"http://localhost:{port}/healthz", timeout=20) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def workers_answer(site: Site, seconds: int) -> bool:
    """Whether all of them do; asked again, for a question that comes too early is lost.

    And with more patience each time: on a busy machine none may ever answer within a second.
    """
    question = f"app.control.ping(timeout={seconds}, limit={len(WORKERS)})"
    answers = site.run(f"from botanik_site.celery import app; print(len({question}))")
    return int(answers) == len(WORKERS)


def make_command(target: str) -> list[str]:
    """The command that the Makefile runs for `target`, without make around it.

    Signals must reach the process itself, and a test should not install packages.
    """
    dry_run = subprocess.run(
        ["make", "--dry-run", "--silent", target],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
        env=clean_environment(REDIS_URL="redis://localhost"),
    )
    command = dry_run.stdout.replace("\\\n", " ").strip().splitlines()[-1]
    return ["sh", "-c", command]


SITES = {"embedded": embedded_site, "separate": separate_site}
