"""A worker whose clock is wrong does nothing by the clock."""

import pytest
from django.db import connection

from botanik_site import health
from games import tasks
from games.models import Heartbeat
from games.services import wall_clock
from tests.real_services import wait_until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def hour_ahead(monkeypatch):
    """As the database would say it."""
    monkeypatch.setattr(wall_clock, "skew", lambda: 3600.0)


class TestWorker:
    def test_it_sweeps_where_the_clock_is_right(self, worker):
        tasks.sweep_clocks.delay()

        wait_until(Heartbeat.objects.exists, what="the sweep")

    def test_it_leaves_the_sweep_to_others_where_it_is_wrong(self, worker, hour_ahead, caplog):
        tasks.sweep_clocks.delay()

        wait_until(lambda: "the clock of this machine is wrong" in caplog.text, what="a word of it")
        assert not Heartbeat.objects.exists()

    def test_it_still_does_what_somebody_asked_for(self, worker, hour_ahead, caplog):
        tasks.answer_live_check.delay("0f0e0d0c-0b0a-4908-8706-050403020100")
        tasks.sweep_clocks.delay()

        wait_until(lambda: "wrong" in caplog.text, what="the second")
        assert "answer_live_check" not in caplog.text


class TestReadiness:
    def test_it_is_not_ready(self, client, hour_ahead):
        response = client.get("/readyz")

        assert response.status_code == 503
        assert response.json()["parts"]["clock"] == "fails: ClockWrong"

    def test_it_asks_the_database_alone(self):
        assert abs(wall_clock.skew()) < 5
        if connection.vendor == "sqlite":
            assert wall_clock.skew() == 0
        assert health._try(health.right_time) == "ok"
