"""Parts that die, and come back."""

import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest

from tests.real_services import wait_until
from tests.sites import make_command, separate_site
from tests.soak.visitor import Visitor


def assert_live(site):
    """A fresh question is answered."""
    visitor, check_id = Visitor(site, address="192.0.2.200"), uuid4()
    assert visitor.ask(check_id) == 302
    wait_until(lambda: visitor.answered(check_id) == 1, what="an answer", seconds=60)


class TestKill:
    def test_it_goes_on_after_the_worker_was_killed_at_work(self, site):
        name = "site" if "site" in site.processes else "worker"
        for _ in range(5):
            visitor = Visitor(site, address="192.0.2.1")
            with ThreadPoolExecutor(3) as asking:
                asked = [asking.submit(visitor.ask, uuid4()) for _ in range(3)]
                asked[0].result()
                site.stop(name, signal.SIGKILL)
            start = [sys.executable, "manage.py", "serve"] if name == "site" else make_command(name)
            site.start(name, *start)
            site.wait_until_ready()

        assert_live(site)


class TestRedis:
    @pytest.fixture
    def site(self, tmp_path, redis):
        """Separate processes on a Redis that the test can stop."""
        with separate_site(tmp_path, TRUSTED_PROXIES="1", REDIS_URL=redis.url) as site:
            yield site

    def test_it_says_what_is_missing_and_heals_by_itself(self, site, redis):
        visitor = Visitor(site, address="192.0.2.1")
        for _ in range(3):
            redis.stop()

            assert visitor.ask(uuid4()) == 503
            assert not site.is_ready()

            redis.start()
            site.wait_until_ready()
            assert_live(site)
