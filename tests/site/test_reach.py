"""Whether Redis is within reach: who waited in vain spares the others."""

import pytest
from redis.exceptions import ResponseError
from redis.exceptions import TimeoutError as Unanswered

from botanik_site.celery import PromptCelery
from botanik_site.layers import PromptChannelLayer
from botanik_site.reach import Reach, RedisAway, reach

LONG = 10_000_000


@pytest.fixture
def near():
    """The reach of a process that serves pages."""
    near = Reach()
    near.hurry()
    return near


def ask(reach, failure=None):
    with reach.attempt():
        if failure is not None:
            raise failure


def ask_in_vain(reach, failure=None):
    failure = failure or Unanswered()
    with pytest.raises(type(failure)):
        ask(reach, failure)


class TestAttempt:
    def test_it_is_not_made_after_somebody_has_waited_in_vain(self, near):
        ask_in_vain(near)

        with pytest.raises(RedisAway):
            ask(near)

    def test_it_knows_the_silence_that_the_broker_wraps(self, near):
        wrapped = OSError()
        wrapped.__cause__ = Unanswered()
        ask_in_vain(near, wrapped)

        with pytest.raises(RedisAway):
            ask(near)

    def test_it_is_made_again_after_an_answer_that_says_no(self, near):
        ask_in_vain(near, ResponseError())

        ask(near)

    def test_it_is_made_again_when_the_pause_is_over(self, near):
        ask_in_vain(near)
        near.away_until -= near.pause

        ask(near)
        ask(near)

    def test_it_lets_one_look_while_the_others_do_not_wait(self, near):
        ask_in_vain(near)
        near.away_until -= near.pause

        with near.attempt(), pytest.raises(RedisAway):
            ask(near)

    def test_it_is_always_made_where_nobody_waits(self):
        patient = Reach()
        ask_in_vain(patient)

        ask(patient)


class TestPatience:
    @pytest.fixture(autouse=True)
    def _patient(self):
        """As in a worker; other tests may have made this a process that serves pages."""
        before, patient = (reach.patience, reach.pause), Reach()
        reach.patience, reach.pause = patient.patience, patient.pause
        yield
        reach.patience, reach.pause = before

    @pytest.fixture
    def _hurried(self, _patient):
        reach.hurry()

    @pytest.fixture
    def app(self):
        app = PromptCelery("trial", broker="redis://redis.example", set_as_current=False)
        app.conf.broker_transport_options = {"socket_timeout": LONG}
        return app

    @pytest.mark.usefixtures("_hurried")
    def test_it_is_half_a_second_at_most_for_all_that_a_page_sends(self, app):
        layer = PromptChannelLayer(hosts=[{"address": "redis://redis.example"}], prefix="trial")

        publishing = app.connection_for_write().transport_options
        sending = layer._sender.hosts[0]

        assert publishing["socket_timeout"] == sending["socket_timeout"] == reach.patience <= 0.5
        assert publishing["max_retries"] == 0

    @pytest.mark.usefixtures("_hurried")
    def test_it_stays_long_for_who_waits_for_the_next_task_or_nudge(self, app):
        host = {"address": "redis://redis.example", "socket_timeout": LONG}
        layer = PromptChannelLayer(hosts=[host], prefix="trial")

        assert app.connection_for_read().transport_options["socket_timeout"] == LONG
        assert layer.hosts == [host]

    def test_it_stays_long_for_what_workers_and_beat_send(self, app):
        assert app.connection_for_write().transport_options == {"socket_timeout": LONG}
