"""A backup of a site that is played on, and a site that is made of it. `make soak` goes further."""

import sqlite3
import stat
import zipfile
from contextlib import closing
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

import psycopg
import pytest

from tests.backed_up import (
    Crowd,
    Turn,
    backed_up_under_load,
    destroy,
    restore,
    rows_of,
    scripts,
)
from tests.real_services import (
    Missing,
    environment_of,
    free_port,
    postgresql_server,
    redis_server,
)
from tests.sites import clean_environment, embedded_site, web_site

GAMES, LENGTH, TURNS = 6, 12, 12


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def kind(request):
    return request.param


@pytest.fixture(scope="module")
def folder(kind, tmp_path_factory):
    return tmp_path_factory.mktemp(kind)


@pytest.fixture(scope="module")
def services(kind):
    """The environment of a site on this kind of database, and of one on a second, empty one."""
    if kind == "sqlite":
        yield {}, {}
        return
    try:
        with postgresql_server() as one, postgresql_server() as other, redis_server() as redis:
            yield tuple(
                environment_of(database_url=server.url, redis_url=redis) for server in (one, other)
            )
    except Missing as missing:
        pytest.skip(f"{missing} is not installed")


def served(folder, variables):
    folder.mkdir(exist_ok=True)
    return web_site(folder, **variables) if variables else embedded_site(folder)


@dataclass(frozen=True)
class Kept:
    """What is left of a site, and what it had answered before the backup was begun, and after."""

    file: Path
    before: list[Turn]
    after: list[Turn]


@pytest.fixture(scope="module")
def backup(services, folder):
    with served(folder / "first", services[0]) as site:
        crowd = Crowd(site, scripts(site, games=GAMES, turns=LENGTH))
        file, before = backed_up_under_load(site, crowd, turns=TURNS, to=folder / "kept")
        destroy(site)
    return Kept(file, crowd.answered[:before], crowd.answered[before:])


@pytest.fixture(scope="module")
def second(services, folder):
    """The environment of the site that is made of it."""
    (folder / "second").mkdir()
    own = {"PORT": str(free_port()), "DATA_DIR": str(folder / "second")}
    return clean_environment(**services[1], **own)


@pytest.fixture(scope="module")
def restored(backup, second):
    return restore(backup.file, second)


class TestDrill:
    def test_it_says_that_the_restored_site_is_good(self, restored):
        assert restored.returncode == 0, restored.stderr
        assert f"{GAMES} games replayed, 0 positions differed" in restored.stdout
        assert f"{GAMES} games held against their decks" in restored.stdout
        assert "The restored site is good" in restored.stdout

    def test_it_has_every_turn_up_to_the_backup_and_plays_on(
        self, backup, restored, services, folder
    ):
        with served(folder / "second", services[1]) as site:
            rows = set(rows_of(site))
            lost = [turn for turn in backup.after if not turn.rows <= rows]
            again = [turn.submit(site) for turn in lost]

            assert {row for turn in backup.before for row in turn.rows} <= rows
            assert backup.before
            assert backup.after
            # What came later is not there by half, and can be played once more.
            assert not any(turn.rows & rows for turn in lost)
            assert set(again) <= {HTTPStatus.OK, HTTPStatus.FOUND}

    def test_it_holds_no_session(self, kind, backup, restored, services, folder):
        assert count(kind, "games_game", folder / "second", services[1]) == GAMES
        sessions = {turn.session for turn in [*backup.before, *backup.after]}
        found = names(kind, folder / "second", services[1])
        assert not sessions & found
        if kind == "sqlite":  # nor among what was deleted
            with zipfile.ZipFile(backup.file) as archive:
                content = archive.read("database.sqlite3")
            assert not any(session.encode() in content for session in sessions)

    def test_it_is_for_its_owners_eyes(self, backup):
        assert stat.S_IMODE(backup.file.stat().st_mode) == 0o600


class TestRefusal:
    def test_it_takes_no_full_database(self, backup, restored, second):
        again = restore(backup.file, second)

        assert again.returncode == 1
        assert "The database is not empty" in again.stderr

    @pytest.mark.parametrize("fault", ["changed", "cut", "empty"])
    def test_it_takes_no_damaged_file(self, backup, second, folder, fault):
        content = bytearray(backup.file.read_bytes())
        content[len(content) // 3] ^= 1
        faults = {"changed": content, "cut": content[:-100], "empty": b""}
        (folder / fault).write_bytes(faults[fault])

        assert "is no whole backup" in restore(folder / fault, second).stderr

    def test_it_names_a_file_that_is_not_there(self, second, folder):
        assert "cannot be read" in restore(folder / "nothing", second).stderr


def names(kind, folder, variables):
    """The keys of all sessions that a database has."""
    return {
        key for (key,) in asked(kind, "SELECT session_key FROM django_session", folder, variables)
    }


def count(kind, table, folder, variables):
    return asked(kind, f"SELECT count(*) FROM {table}", folder, variables)[0][0]


def asked(kind, question, folder, variables):
    if kind == "sqlite":
        with closing(sqlite3.connect(folder / "db.sqlite3")) as link:
            return link.execute(question).fetchall()
    with psycopg.connect(variables["DATABASE_URL"]) as link:
        return link.execute(question).fetchall()
