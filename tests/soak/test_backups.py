"""Everything is lost and restored: from a backup that was made under load, and from the WAL."""

import psycopg
import pytest

from tests.asking import ask
from tests.backed_up import Crowd, backed_up_under_load, destroy, restore, rows_of, scripts
from tests.point_in_time import Archived
from tests.real_services import (
    Missing,
    environment_of,
    free_port,
    postgresql_server,
    redis_server,
)
from tests.sites import Site, clean_environment, embedded_site, separate_site, web_site

GAMES, LENGTH, TURNS = 60, 30, 400


def assert_restored(crowd, before, rows):
    """Every turn that was answered before is there; of a later one all, or nothing."""
    assert {row for turn in crowd.answered[:before] for row in turn.rows} <= rows
    for turn in crowd.answered[before:]:
        assert turn.rows <= rows or not turn.rows & rows


def say(crowd, before, output):
    print(f"\n{before} turns before it, {len(crowd.answered)} in all\n{output}")


class TestDrill:
    def test_it_has_every_turn_up_to_the_backup_on_sqlite(self, tmp_path):
        with embedded_site(tmp_path / "first") as site:
            crowd = Crowd(site, scripts(site, games=GAMES, turns=LENGTH))
            file, before = backed_up_under_load(site, crowd, turns=TURNS, to=tmp_path / "kept")
            destroy(site)
        (tmp_path / "second").mkdir()
        port = str(free_port())

        done = restore(file, clean_environment(PORT=port, DATA_DIR=str(tmp_path / "second")))

        assert done.returncode == 0, done.stdout + done.stderr
        say(crowd, before, done.stdout)
        with embedded_site(tmp_path / "second") as site:
            assert_restored(crowd, before, set(rows_of(site)))
            assert ask(site, "/").status == 200

    def test_it_has_every_turn_up_to_the_backup_on_postgresql(self, tmp_path):
        try:
            with separate_site(tmp_path / "first") as site:
                crowd = Crowd(site, scripts(site, games=GAMES, turns=LENGTH))
                file, before = backed_up_under_load(site, crowd, turns=TURNS, to=tmp_path / "kept")
                destroy(site)
        except Missing as missing:
            pytest.skip(f"{missing} is not installed")
        (tmp_path / "second").mkdir()
        with postgresql_server() as server, redis_server() as redis:
            own = environment_of(database_url=server.url, redis_url=redis)

            done = restore(file, clean_environment(**own, DATA_DIR=str(tmp_path / "second")))

            assert done.returncode == 0, done.stdout + done.stderr
            print(
                f"\n{before} turns before the backup, {len(crowd.answered)} in all\n{done.stdout}"
            )
            with web_site(tmp_path / "second", **own) as site:
                assert_restored(crowd, before, set(rows_of(site)))
                assert ask(site, "/").status == 200


class TestPointInTime:
    def test_it_has_every_turn_up_to_the_moment_and_nothing_after(self, tmp_path):
        """As docs/operating.md says it: a base backup, all WAL since, and a moment."""
        with Archived() as server, redis_server() as redis:
            own = environment_of(database_url=server.url, redis_url=redis)
            (tmp_path / "site").mkdir()
            with web_site(tmp_path / "site", **own) as site:
                crowd = Crowd(site, scripts(site, games=GAMES, turns=LENGTH))
                stop = crowd.play()
                crowd.wait_for(TURNS // 2)
                server.back_up()
                crowd.wait_for(TURNS)
                before = len(crowd.answered)
                moment = server.now()
                crowd.wait_for(before + TURNS // 4)
                stop()
                with psycopg.connect(server.url, autocommit=True) as link:
                    link.execute("DELETE FROM games_move")  # somebody's accident
                    link.execute("SELECT pg_switch_wal()")
                server.wait_until_archived()
            server.destroy()

            seconds = server.recover(moment)

            environment = clean_environment(**own, PORT="1", DATA_DIR=str(tmp_path / "site"))
            site = Site("", tmp_path / "site", environment)
            try:
                rows, verified = set(rows_of(site)), site.manage("verify")
            finally:
                site.stop_all()
        print(f"\n{before} turns before {moment}; recovered in {seconds:.1f} s\n{verified}")
        assert_restored(crowd, before, rows)
        later = [turn for turn in crowd.answered[before + 3 :] if turn.rows <= rows]
        assert not later  # but for those three that were on their way
        assert "Everything is as it should be." in verified
