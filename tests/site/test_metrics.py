"""`/metrics`: what is counted, what is looked up, and who may look."""

import multiprocessing
import time
from datetime import timedelta

import pytest
from django.utils import timezone
from kombu import Queue
from prometheus_client.parser import text_string_to_metric_families

from botanik_site import queues
from botanik_site.celery import app
from botanik_site.metrics import happened, kept, standing
from games import events, measures, tasks
from games.models import Delivery, Heartbeat, Player
from games.services import bots, deliveries
from tests.factories import GameFactory, play_turns
from tests.real_services import wait_until

pytestmark = pytest.mark.django_db


def read(client, **headers):
    """Every sample by its name and labels."""
    text = client.get("/metrics", headers=headers).content.decode()
    return {
        (sample.name, *sorted(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


class TestWhoMayLook:
    def test_it_is_open_to_this_machine_and_whatever_host_it_names(self, client):
        assert client.get("/metrics", headers={"host": "10.0.0.7"}).status_code == 200

    @pytest.mark.parametrize(
        ("proxies", "peer", "forwarded", "status"),
        [
            (0, "127.0.0.1", None, 200),
            (0, "::1", None, 200),
            (0, "192.0.2.1", None, 404),
            (0, "", None, 404),  # a socket in the file system says nothing
            (0, "127.0.0.1", "127.0.0.1", 404),  # a proxy that nobody told us of
            (1, "127.0.0.1", None, 200),  # past the proxy
            (1, "127.0.0.1", "127.0.0.1", 200),  # by way of the proxy, from here
            (1, "127.0.0.1", "192.0.2.1", 404),
            (1, "127.0.0.1", "127.0.0.1, 192.0.2.1", 404),  # the first is the client's own word
            (1, "192.0.2.9", None, 404),
            (1, "127.0.0.1", "nonsense", 200),  # the proxy is broken, and stands here
            (2, "127.0.0.1", "192.0.2.1", 404),  # past one of the two
            (2, "127.0.0.1", "127.0.0.1", 404),
            (2, "127.0.0.1", "192.0.2.1, 127.0.0.1", 404),
        ],
    )
    def test_it_decides_by_the_client_and_not_by_the_proxy(
        self, client, settings, proxies, peer, forwarded, status
    ):
        settings.TRUSTED_PROXIES = proxies
        headers = {"x-forwarded-for": forwarded} if forwarded else {}

        response = client.get("/metrics", headers=headers, REMOTE_ADDR=peer)

        assert response.status_code == status

    def test_it_is_open_to_who_has_the_token_and_to_nobody_else(self, client, settings):
        settings.METRICS_TOKEN = "t" * 20

        def ask(**headers):
            return client.get("/metrics", headers=headers, REMOTE_ADDR="192.0.2.1").status_code

        assert ask(authorization=f"Bearer {'t' * 20}") == 200
        assert ask(authorization=f"Bearer {'t' * 19}") == 404
        assert ask() == 404
        assert client.get("/metrics").status_code == 404


class TestRequests:
    def test_it_counts_by_route_and_status_and_never_by_path(self, client):
        key = ("botanik_requests_total", "/rules/<slug:slug>/", "404")
        before = read(client).get(key, 0)
        client.get("/rules/hunter2/")

        text = client.get("/metrics").content.decode()

        assert "hunter2" not in text
        found = read(client)
        routes = [name for name in found if name[0] == "botanik_requests_total"]
        assert sum(found[name] for name in routes) > before
        assert [name for name in routes if "404" in name]

    def test_it_times_answers(self, client):
        name = ("botanik_request_seconds_count", "/")
        before = read(client).get(name, 0)

        client.get("/")

        assert read(client)[name] == before + 1


class TestPlaying:
    def test_it_times_turns_and_thoughts(self, client, alice, bob):
        before = read(client)
        game = GameFactory(users=[alice, bob])
        play_turns(game, 2)
        against = bots.challenge(slug="pip", user=alice)
        while not Player.objects.get(game=against, user=alice).has_word:
            bot = against.players.get(user__bot="pip")
            bots.play_turn(game_id=against.pk, ply=bot.word_ply, seat=bot.seat)
        play_turns(against, 1)
        bot = against.players.get(user__bot="pip")
        bots.play_turn(game_id=against.pk, ply=bot.word_ply, seat=bot.seat)

        after = read(client)
        for name in (
            ("botanik_turn_seconds_count",),
            ("botanik_bot_thinking_seconds_count", "pip"),
        ):
            assert after[name] > before.get(name, 0)

    def test_it_knows_how_many_games_run(self, client, alice, bob):
        GameFactory(users=[alice, bob])
        bots.challenge(slug="pip", user=alice)

        found = read(client)

        assert found["botanik_games_running", "no"] == 1
        assert found["botanik_games_running", "yes"] == 1

    def test_it_counts_nudges_that_are_given_up(self, client, monkeypatch):
        async def away(numbers):
            raise OSError

        monkeypatch.setattr(events, "_tell", away)
        monkeypatch.setattr(events, "TRIES_AGAIN", (0.01,))
        before = read(client)

        with pytest.raises(OSError):  # noqa: PT011 - our own, above
            events._send({"lobby": 0})

        def is_counted(name):
            return read(client).get((name,), 0) == before.get((name,), 0) + 1

        wait_until(lambda: is_counted("botanik_nudges_dropped_total"), what="the nudge")
        assert is_counted("botanik_nudges_late_total")


class TestSweeps:
    def test_it_knows_how_late_the_sweep_is(self, client, alice, bob):
        GameFactory(users=[alice, bob], turns=3)
        now = timezone.now()
        Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": now - timedelta(hours=1)})
        Player.objects.filter(deadline_at__isnull=False).update(
            deadline_at=now - timedelta(hours=2)
        )

        found = read(client)

        assert 3600 <= found["botanik_sweep_age_seconds",] < 3700
        assert 7200 <= found["botanik_sweep_lag_seconds",] < 7300

    def test_it_knows_of_bots_that_are_waited_for(self, client, alice):
        game = bots.challenge(slug="pip", user=alice)
        long_ago = timezone.now() - timedelta(minutes=5)
        Player.objects.filter(game=game).update(word_since=long_ago, deadline_at=timezone.now())
        Player.objects.filter(game=game, user__bot="").update(word_since=None, deadline_at=None)

        found = read(client)

        assert found["botanik_bots_waited_for",] == 1
        assert 300 <= found["botanik_bots_waited_for_seconds",] < 400

    def test_it_says_by_how_much_the_clock_is_wrong(self, client):
        assert abs(read(client)["botanik_clock_skew_seconds",]) < 5


class TestDeliveries:
    def test_it_counts_what_is_due_and_what_was_given_up(self, client, confirmed, alice, bob):
        GameFactory(users=[alice, bob], turns=1)
        hour_ago = timezone.now() - timedelta(hours=1)
        mails = Delivery.objects.filter(channel="mail")
        mails.update(status="waiting", why="", due_at=hour_ago)
        assert mails.exists()

        found = read(client)

        assert found["botanik_deliveries_due", "mail"] == mails.count()
        assert 3600 <= found["botanik_deliveries_oldest_seconds", "mail"] < 3700
        for claimed in deliveries.claim():
            deliveries._settle([claimed], Delivery.Status.FAILED, Delivery.Why.REFUSED)
        assert read(client)["botanik_deliveries_failed", "mail", "refused"] >= 1


class TestQueues:
    def test_it_knows_how_long_they_are_and_since_when_the_first_waits(self):
        nobody = Queue("nobody", routing_key="nobody")  # a worker of another test takes from others
        for priority in (0, 5):
            tasks.play_bot_turn.apply_async(("x", 1, 0), priority=priority, queue=nobody)
        time.sleep(0.02)

        [line] = queues.lines("nobody")
        with app.connection_for_write() as link:
            nobody.bind(link).purge()

        assert line.length == 2
        assert 0.02 <= line.oldest < 60
        assert queues.lines("nobody")[0].length == 0

    def test_it_tells_of_every_queue(self, client, settings):
        found = read(client)

        for queue in settings.CELERY_TASK_QUEUES:
            assert found["botanik_queue_length", queue.name] >= 0
            assert found["botanik_queue_oldest_seconds", queue.name] >= 0

    def test_it_says_which_part_cannot_be_asked_and_tells_the_rest(self, client, monkeypatch):
        def away():
            raise ConnectionRefusedError("hunter2")

        monkeypatch.setitem(standing.PARTS, "broker", away)

        found = read(client)

        assert found["botanik_part_answers", "broker"] == 0
        assert found["botanik_part_answers", "database"] == 1
        assert ("botanik_games_running", "no") in found


@pytest.mark.django_db(transaction=True)
class TestTasks:
    def test_it_counts_and_times_what_workers_do(self, client, worker):
        before = read(client).get(("botanik_tasks_total", "SUCCESS", "expire_offers"), 0)
        began = time.time()

        tasks.expire_offers.delay()

        def is_counted():
            return read(client).get(("botanik_tasks_total", "SUCCESS", "expire_offers"), 0) > before

        wait_until(is_counted, what="the task to be counted")
        found = read(client)
        assert found["botanik_task_seconds_count", "expire_offers"] >= 1
        assert found["botanik_task_wait_seconds_count", "expire_offers"] >= 1
        assert found["botanik_task_done_timestamp_seconds", "expire_offers"] >= began - 1


class TestProcesses:
    def test_it_adds_up_what_all_processes_counted_also_those_that_ended(self, client):
        name = ("botanik_requests_total", "/elsewhere/", "200")
        for number in (1, 2):
            beside = multiprocessing.get_context("fork").Process(target=_count_elsewhere)
            beside.start()
            beside.join()

            assert read(client)[name] == number
            assert read(client)[name] == number  # each is buried once
        assert not kept.settings.METRICS_DIR.joinpath(f"counter_{beside.pid}.db").exists()

    def test_it_forgets_the_sockets_of_a_process_that_was_killed(self, client):
        beside = multiprocessing.get_context("fork").Process(target=_listen_elsewhere)
        before = read(client).get(("botanik_live_sockets",), 0)
        beside.start()
        wait_until(
            lambda: read(client).get(("botanik_live_sockets",)) == before + 7, what="sockets"
        )
        beside.kill()
        beside.join()

        assert read(client)["botanik_live_sockets",] == before


def _count_elsewhere():
    happened.REQUESTS.labels("/elsewhere/", "200").inc()


def _listen_elsewhere():
    measures.SOCKETS.set(7)
    time.sleep(60)
