"""Backups that are whole and yet not good: what `manage.py restore` says of them."""

import hashlib
import json
import sqlite3
import zipfile
from contextlib import closing

import pytest

from tests.backed_up import restore
from tests.inside import Inside
from tests.sites import Site, clean_environment, prepare

PLAY = """
from tests.factories import GameFactory, UserFactory
GameFactory(users=[UserFactory(username="alice"), UserFactory(username="bob")], turns=4)
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """A backup of a small site."""
    folder = tmp_path_factory.mktemp("first")
    site = Site("", folder, clean_environment(PORT="1", DATA_DIR=str(folder)))
    prepare(site)
    site.run(PLAY)
    said = site.manage("backup")
    site.stop_all()
    (file,) = (folder / "backups").glob("*.backup")
    assert str(file) in said
    return file


@pytest.fixture
def environment(tmp_path):
    (tmp_path / "second").mkdir()
    return clean_environment(PORT="1", DATA_DIR=str(tmp_path / "second"))


@pytest.fixture
def change(file, tmp_path):
    """Make one in which somebody has worked, with a checksum that fits."""

    def change(statement="", **manifest):
        with zipfile.ZipFile(file) as archive:
            said = {**json.loads(archive.read("manifest.json")), **manifest}
            (tmp_path / "opened").write_bytes(archive.read("database.sqlite3"))
        with closing(sqlite3.connect(tmp_path / "opened")) as link:
            link.execute(statement)
            link.commit()
        content = (tmp_path / "opened").read_bytes()
        said["sha256"] = hashlib.sha256(content).hexdigest()
        with zipfile.ZipFile(tmp_path / "changed", "w") as archive:
            archive.writestr("database.sqlite3", content)
            archive.writestr("manifest.json", json.dumps(said))
        return tmp_path / "changed"

    return change


def readiness(environment):
    inside = Inside({**environment, "DJANGO_SETTINGS_MODULE": "botanik_site.settings"})
    try:
        return inside.run("from botanik_site import health; print(health.readiness().content)")
    finally:
        inside.end()


class TestRestore:
    def test_it_calls_it_good_where_nothing_was_changed(self, change, environment):
        done = restore(change(), environment)

        assert done.returncode == 0, done.stderr
        assert "The restored site is good" in done.stdout
        assert '"restored": "ok"' in readiness(environment)

    @pytest.mark.parametrize(
        ("statement", "complaint"),
        [
            ("UPDATE games_game SET ply = 1", "the stored position differs from its"),
            ("UPDATE games_move SET notation = 'BL-9' WHERE ply = 3", "cannot be replayed"),
            ("UPDATE games_decksecret SET seed = randomblob(32)", "The commitment is"),
            ("DELETE FROM games_player", "games_player has 0 rows instead of 2"),
        ],
    )
    def test_it_says_what_is_wrong_and_does_not_call_it_good(
        self, change, environment, statement, complaint
    ):
        done = restore(change(statement), environment)

        assert done.returncode == 1
        assert complaint in done.stdout + done.stderr
        assert "is good" not in done.stdout
        assert '"restored": "fails: NotVerified"' in readiness(environment)


class TestRefusal:
    def test_it_takes_no_backup_of_the_other_database(self, change, environment):
        done = restore(change(database="postgresql"), environment)

        assert done.returncode == 1
        assert "It is a backup of postgresql" in done.stderr

    def test_it_takes_none_of_a_newer_release(self, change, environment, file):
        with zipfile.ZipFile(file) as archive:
            facts = json.loads(archive.read("manifest.json"))["facts"]
        facts["migrations"].append("games.9999_later")

        done = restore(change(facts=facts), environment)

        assert done.returncode == 1
        assert "made by a newer release, with games.9999_later" in done.stderr
