"""Long runs have sites of their own, which they may break."""

import faulthandler

import pytest
from _pytest.faulthandler import fault_handler_stderr_fd_key

from tests.real_services import Missing, RedisServer, free_port
from tests.sites import SITES

HOURS = 2 * 60 * 60


@pytest.fixture(autouse=True)
def _long_breath(request):
    """What runs long has not hung: it may take hours, where other tests have five minutes."""
    stderr = request.config.stash[fault_handler_stderr_fd_key]
    faulthandler.dump_traceback_later(HOURS, exit=True, file=stderr)


@pytest.fixture(params=SITES)
def site(request, tmp_path):
    try:
        with SITES[request.param](tmp_path, TRUSTED_PROXIES="1") as site:
            yield site
    except Missing as missing:
        pytest.skip(f"{missing} is not installed")


@pytest.fixture
def redis():
    """A Redis that may be stopped and started again."""
    redis = RedisServer(free_port())
    redis.start()
    yield redis
    redis.stop()
