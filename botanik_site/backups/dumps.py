"""The database as a stream of bytes: by PostgreSQL's own programs, or by SQLite's own copy.

Both are taken from a site that runs. What is read beside it comes from the same moment.
"""

import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, Any, Final

from django.db import connection, transaction
from psycopg import pq
from psycopg.conninfo import make_conninfo

from botanik_site.backups.contents import LEFT_OUT, Facts, facts_of

PLACES_OF_POSTGRESQL: Final = (
    "usr/lib/postgresql/*/bin",
    "opt/homebrew/opt/libpq/bin",
    "opt/homebrew/opt/postgresql*/bin",
    "usr/local/opt/libpq/bin",
    "usr/local/opt/postgresql*/bin",
)
MEMBERS: Final = {"postgresql": "database.dump", "sqlite": "database.sqlite3"}


class DumpFailed(Exception):
    """A program that is missing, or that said no; the text says it in one line."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A database as it was at one moment."""

    facts: Facts
    write: Callable[[IO[bytes]], None]
    """Writes it to a file that is open."""


@contextmanager
def snapshot() -> Iterator[Snapshot]:
    """The database of this site, held still for as long as it takes. Nobody waits for it."""
    taken = _of_postgresql() if connection.vendor == "postgresql" else _of_sqlite()
    with taken as still:
        yield still


def load(source: IO[bytes], *, mark: str) -> None:
    """Fill the empty database of this site, wholly or not at all.

    The statement `mark` has been carried out before anybody can see a row of it.
    """
    if connection.vendor == "postgresql":
        _into_postgresql(source, mark)
    else:
        _into_sqlite(source, mark)


@contextmanager
def _of_postgresql() -> Iterator[Snapshot]:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        (name,) = cursor.fetchone()
        yield Snapshot(facts_of(cursor), partial(_dump, name))


def _dump(snapshot_name: str, target: IO[bytes]) -> None:
    left_out = [f"--exclude-table-data={table}" for table in LEFT_OUT]
    options = ["--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot_name}"]
    with _running("pg_dump", *options, *left_out, stdout=subprocess.PIPE) as dumping:
        assert dumping.stdout
        shutil.copyfileobj(dumping.stdout, target)


def _into_postgresql(source: IO[bytes], mark: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(mark)
    options = ["--exit-on-error", "--single-transaction", "--no-owner", "--no-privileges"]
    with _running("pg_restore", *options, stdin=subprocess.PIPE) as filling:
        assert filling.stdin
        with filling.stdin as pipe:
            shutil.copyfileobj(source, pipe)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # without it the first thousand questions are planned for nothing


@contextmanager
def _running(name: str, *options: str, **pipes: Any) -> Iterator[subprocess.Popen[bytes]]:
    """One of PostgreSQL's programs, at work on our database; what it complains of is raised."""
    parameters = _parameters()
    # What stands in a command can be read by everybody on the machine.
    environment = {**os.environ, "PGPASSWORD": parameters.pop("password", "")}
    command = [str(_program(name)), *options, f"--dbname={make_conninfo(**parameters)}"]
    with tempfile.TemporaryFile() as complaints:
        process = subprocess.Popen(command, env=environment, stderr=complaints, **pipes)  # noqa: S603
        try:
            with process:
                yield process
        except BrokenPipeError:
            pass  # it has ended, and says why
        if process.returncode:
            complaints.seek(0)
            lines = complaints.read().decode(errors="replace").strip().splitlines()
            raise DumpFailed(f"{name} failed: {lines[0] if lines else process.returncode}")


def _parameters() -> dict[str, str]:
    """How our database is reached, in the words of PostgreSQL's programs."""
    known = {option.keyword.decode() for option in pq.Conninfo.get_defaults()}
    database: Any = connection
    given: Mapping[str, Any] = database.get_connection_params()
    return {name: str(value) for name, value in given.items() if name in known}


def _program(name: str) -> Path:
    found = shutil.which(name)
    places = [Path(found)] if found else []
    for place in PLACES_OF_POSTGRESQL:
        places += sorted(Path("/").glob(f"{place}/{name}"), reverse=True)
    if not places:
        raise DumpFailed(f"{name} is missing: install PostgreSQL's client programs.")
    return places[0]


@contextmanager
def _of_sqlite() -> Iterator[Snapshot]:
    with _scratch() as path, closing(sqlite3.connect(path)) as copy:
        connection.ensure_connection()
        _raw().backup(copy)
        for table in LEFT_OUT:
            copy.execute(f'DELETE FROM "{table}"')  # noqa: S608 - our own names
        copy.commit()
        # What was deleted still stands in free pages until the file is written anew.
        copy.execute("PRAGMA journal_mode=DELETE")
        copy.execute("VACUUM")
        yield Snapshot(facts_of(copy.cursor()), partial(_pour, path))


def _into_sqlite(source: IO[bytes], mark: str) -> None:
    with _scratch() as path:
        with path.open("wb") as copy:
            shutil.copyfileobj(source, copy)
        with closing(sqlite3.connect(path)) as copied:
            copied.execute(mark)
            connection.ensure_connection()
            copied.backup(_raw())
    connection.close()  # with the next one the file is in WAL mode again


def _raw() -> sqlite3.Connection:
    raw: Any = connection.connection
    assert isinstance(raw, sqlite3.Connection)
    return raw


def _pour(path: Path, target: IO[bytes]) -> None:
    with path.open("rb") as copy:
        shutil.copyfileobj(copy, target)


@contextmanager
def _scratch() -> Iterator[Path]:
    """A file beside the database: there is as much room as it needs, or there is none at all."""
    beside = Path(str(connection.settings_dict["NAME"])).parent
    with tempfile.TemporaryDirectory(dir=beside, prefix=".backup-") as folder:
        yield Path(folder) / "database.sqlite3"
