"""A site that is attacked, and sockets that listen all the while. `make soak` has the long form."""

import socket
from urllib.parse import urlsplit
from uuid import uuid4

import pytest

from tests.attack.outcome import Attacked, Outcome, attack_site
from tests.attack.sockets import QuietSockets
from tests.post_office import PostOffice, opened
from tests.real_services import Missing, free_port, wait_until
from tests.sites import make_command, separate_site

SEED = 1
REQUESTS = 3_000  # so that each field has a turn
QUIET = 20
QUIET_SECONDS = 120


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    try:
        with (
            opened(PostOffice()) as office,
            separate_site(
                tmp_path_factory.mktemp("site"), TRUSTED_PROXIES="1", **office.variables
            ) as site,
        ):
            yield site
    except Missing as missing:
        pytest.skip(f"{missing} is not installed")


@pytest.fixture(scope="module")
def quiet(site):
    """At a second server of sockets, which is asked for nothing; their two minutes begin here."""
    host, port = urlsplit(site.url).hostname, free_port()
    site.start("sockets2", *make_command("sockets"), SOCKETS_PORT=str(port))
    wait_until(lambda: _listens(host, port), what="the second server of sockets", seconds=90)
    with QuietSockets(host, port, f"check.{uuid4().hex}", QUIET) as quiet:
        yield quiet


def _listens(host: str, port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((host, port)) == 0


@pytest.fixture(scope="module")
def attacked(site, quiet) -> Attacked:
    return attack_site(site, seed=SEED, requests=REQUESTS)


class TestAttack(Outcome):
    """Half of the requests go anywhere at random, half through the fields of forms and lists."""


class TestQuietSockets:
    def test_it_keeps_them_for_two_minutes_and_nudges_them_then(self, site, attacked, quiet):
        wait_until(
            lambda: quiet.have_been_open(QUIET_SECONDS),
            what="two minutes to pass",
            seconds=QUIET_SECONDS + 10,
        )
        assert quiet.closed() == []

        script = f"from games import events; events.nudge_on_commit({quiet.topic!r}, 7)"
        site.run(script)

        wait_until(quiet.all_heard, what="every socket to hear a nudge")
