"""What the runbook says of a night (docs/operating.md), tried with the real programs."""

import json
import sys
from http import HTTPStatus
from itertools import chain

import pytest

from tests.asking import ask
from tests.backed_up import rows_of, scripts
from tests.bot_game import BotGame
from tests.mail_run import NOW, MailRun
from tests.post_office import PostOffice, opened
from tests.real_services import (
    Missing,
    PostgresqlServer,
    RedisServer,
    environment_of,
    free_port,
    postgresql_server,
    redis_server,
    wait_until,
)
from tests.sites import Site, embedded_site, make_command, separate_site, web_site
from tests.small_disk import small_disk

GAMES, LENGTH = 40, 30


def measure(site, name):
    """What /metrics says of one thing, whatever its labels."""
    lines = ask(site, "/metrics").body.splitlines()
    return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith(name))


def turns_of(site):
    """Turns in an order in which they can be submitted."""
    return chain.from_iterable(scripts(site, games=GAMES, turns=LENGTH))


def play_until_refused(site, turns, answered):
    """Play on while there is no room; the turn that was refused, and how."""
    for turn in turns:
        status = turn.submit(site)
        if status != HTTPStatus.FOUND:
            return turn, status
        answered.append(turn)
    raise AssertionError("there was room for all turns")


class TestDiskFull:
    def test_it_refuses_turns_keeps_what_it_has_and_goes_on_on_sqlite(self):
        with (
            small_disk(megabytes=160) as disk,
            embedded_site(disk.path / "site") as site,
        ):
            turns, answered = turns_of(site), []
            disk.fill()
            refused, status = play_until_refused(site, turns, answered)

            assert status == HTTPStatus.SERVICE_UNAVAILABLE
            # To read, SQLite may need room, too; the process bears it.
            assert ask(site, f"/games/{refused.game}/").status in (200, 503)
            assert ask(site, "/healthz").status == 200
            disk.make_room()
            self.goes_on(site, refused, turns, answered)

    def test_it_refuses_turns_keeps_what_it_has_and_goes_on_on_postgresql(self, tmp_path):
        with small_disk(megabytes=200) as disk, redis_server() as redis:
            settings = "-c min_wal_size=32MB -c max_wal_size=64MB -c checkpoint_timeout=30s"
            server = PostgresqlServer(settings=settings, disk=disk.path)
            server.create()
            services = environment_of(database_url=server.url, redis_url=redis)
            (tmp_path / "site").mkdir()
            with web_site(tmp_path / "site", **services) as site:
                turns, answered = turns_of(site), []
                disk.fill()
                refused, status = play_until_refused(site, turns, answered)

                assert status == HTTPStatus.SERVICE_UNAVAILABLE
                assert ask(site, "/healthz").status == 200
                disk.make_room()
                if not server.answers():  # without room for its WAL it ends
                    server.start_again()
                wait_until(site.is_ready, what="the site", seconds=60)
                self.goes_on(site, refused, turns, answered)
            server.stop()

    def goes_on(self, site, refused, turns, answered):
        assert refused.submit(site) == HTTPStatus.FOUND
        answered.append(refused)
        for turn in list(turns)[:50]:
            assert turn.submit(site) == HTTPStatus.FOUND
            answered.append(turn)
        rows = rows_of(site)
        assert len(rows) == len(set(rows))
        assert set(rows) == {row for turn in answered for row in turn.rows}
        assert "Everything is as it should be." in site.manage("verify")


@pytest.fixture
def database():
    try:
        with postgresql_server() as database:
            yield database
    except Missing as missing:
        pytest.skip(f"{missing} is not installed")


class TestDatabaseGone:
    def test_it_says_so_and_workers_find_it_again(self, database, redis, tmp_path):
        services = environment_of(database_url=database.url, redis_url=redis.url)
        with web_site(tmp_path, **services) as site:
            for name in ("worker", "beat"):
                site.start(name, *make_command(name))
            turns = turns_of(site)
            turn = next(turns)
            wait_until(lambda: swept_at(site) != "[]", what="a sweep", seconds=90)
            database.stop()
            try:
                assert turn.submit(site) == HTTPStatus.SERVICE_UNAVAILABLE
                assert ask(site, "/healthz").status == 200
                assert '"database": "fails' in site.readiness()
                assert measure(site, 'botanik_part_answers{part="database"}') == 0
            finally:
                database.start()
            wait_until(site.is_ready, what="the site", seconds=60)
            before = swept_at(site)

            assert turn.submit(site) == HTTPStatus.FOUND
            wait_until(lambda: swept_at(site) > before, what="the next sweep", seconds=150)


class TestRedisGone:
    def test_it_plays_on_and_counts_nobody_in(self, database, tmp_path):
        redis = RedisServer(free_port())
        redis.start()
        services = environment_of(database_url=database.url, redis_url=redis.url)
        try:
            with web_site(tmp_path, **services) as site:
                for name in ("worker", "bots", "beat"):
                    site.start(name, *make_command(name))
                game, turns = BotGame(site, "pip"), turns_of(site)
                game.wait_for_bot()
                redis.kill()

                assert [next(turns).submit(site) for _ in range(10)] == [HTTPStatus.FOUND] * 10
                assert ask(site, "/bots/pip/", form={}).status == 503  # guests are counted
                assert measure(site, 'botanik_part_answers{part="broker"}') == 0
                game.play()
                redis.start()
                wait_until(site.is_ready, what="the site", seconds=60)
                game.wait_for_bot(120)  # its thought was lost, and found again
        finally:
            redis.stop()


def swept_at(site):
    script = "from games.models import Heartbeat\nprint([h.beat_at.isoformat() for h in {}])"
    return site.run(script.format("Heartbeat.objects.all()")).strip()


WAITING = """
import json
from games.models import Delivery
mails = Delivery.objects.filter(channel="mail", notice__user__email__gt="")
print(json.dumps(list(mails.values_list("status", "attempts"))))
"""
DUE_NOW = f"""
from django.utils import timezone
from games.models import Delivery
{NOW}
"""


class TestMailRefused:
    def test_it_keeps_mails_while_the_server_wants_none(self, tmp_path):
        try:
            with (
                opened(PostOffice(refusal="451 come back later")) as office,
                separate_site(tmp_path, **office.variables) as site,
            ):
                run = MailRun(site, office)
                run.begin(10)

                def found():
                    return json.loads(site.run(WAITING).splitlines()[-1])

                wait_until(
                    lambda: all(attempts for _status, attempts in found()),
                    what="every mail to be tried",
                    seconds=120,
                )
                assert {status for status, _attempts in found()} <= {"waiting", "claimed"}
                assert not office.mails
                assert next(turns_of(site)).submit(site) == HTTPStatus.FOUND

                office.refusal = ""
                site.run(
                    "from django.utils import timezone\nfrom games.models import Delivery\n" + NOW
                )
                run.wait_until_settled()
                run.assert_nothing_was_lost()
                assert len(office.mails) == 10
        except Missing as missing:
            pytest.skip(f"{missing} is not installed")


AHEAD = """
import sys, time, time_machine
time_machine.travel(time.time() + 24 * 60 * 60, tick=True).start()
sys.argv = sys.argv[1:]
if sys.argv[0] == "web":
    from botanik_site.pages import main
else:
    from celery.__main__ import main
main()
"""
DUE_IN_AN_HOUR = """
from datetime import timedelta
from django.utils import timezone
from games.models import Player
Player.objects.filter(deadline_at__isnull=False).update(
    deadline_at=timezone.now() + timedelta(hours=1)
)
"""
RUNNING = "from games.models import Game; print(Game.objects.filter(status='running').count())"


class TestClockWrong:
    def test_it_ends_no_game_and_is_not_ready_on_a_machine_that_is_a_day_ahead(
        self, database, redis, tmp_path
    ):
        services = environment_of(database_url=database.url, redis_url=redis.url)
        with web_site(tmp_path, **services) as site:
            games = scripts(site, games=4, turns=6)
            for turn in chain.from_iterable(games):
                assert turn.submit(site) == HTTPStatus.FOUND
            site.run(DUE_IN_AN_HOUR)
            ahead = [sys.executable, "-c", AHEAD]
            celery = ["celery", "--app", "botanik_site", "--quiet", "worker", "--queues", "botanik"]
            site.start("ahead", *ahead, *celery, "--loglevel", "WARNING")
            port = str(free_port())
            site.start("web-ahead", *ahead, "web", PORT=port)
            site.start("beat", *make_command("beat"))
            wrong = Site(f"http://localhost:{port}", tmp_path, site.environment)

            wait_until(
                lambda: "it does not games.tasks.sweep_clocks" in site.log("ahead"),
                what="a sweep that is left to others",
                seconds=120,
            )
            wait_until(lambda: "ClockWrong" in wrong.readiness(), what="the page", seconds=90)
            assert abs(measure(wrong, "botanik_clock_skew_seconds") - 24 * 60 * 60) < 30
            assert int(site.run(RUNNING)) == 4
            assert swept_at(site) == "[]"
            assert site.is_ready()

            site.kill("ahead")
            site.start("worker", *make_command("worker"))
            site.stop("beat")
            site.start("beat", *make_command("beat"))
            wait_until(lambda: swept_at(site) != "[]", what="a sweep", seconds=120)
            assert int(site.run(RUNNING)) == 4
