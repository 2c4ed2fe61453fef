"""Long runs have sites of their own, which they may break."""

import pytest

from tests.real_services import Missing, RedisServer, free_port
from tests.sites import SITES


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
