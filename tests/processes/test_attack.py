"""A site that is attacked, and sockets that listen all the while. `make soak` has the long form."""

import time
from dataclasses import dataclass
from urllib.parse import urlsplit
from uuid import uuid4

import pytest

from tests.attack.outcome import Attacked, Outcome, attack_site
from tests.attack.sockets import QuietSocket
from tests.post_office import PostOffice, opened
from tests.real_services import Missing, free_port, wait_until
from tests.sites import Site, make_command, separate_site

SEED = 1
REQUESTS = 300
QUIET = 20
QUIET_SECONDS = 120


@dataclass
class QuietSockets:
    """Sockets at a second web process, which nobody else asks for anything."""

    sockets: list[QuietSocket]
    site: Site
    topic: str
    opened_at: float

    def listen(self) -> None:
        for quiet in self.sockets:
            quiet.listen()

    def have_been_quiet(self) -> bool:
        self.listen()
        return self.closed() != [] or time.monotonic() - self.opened_at > QUIET_SECONDS

    def closed(self) -> list[str]:
        return [quiet.closed for quiet in self.sockets if quiet.closed]

    def nudge(self) -> None:
        script = f"from games import events; events.nudge_on_commit({self.topic!r}, 7)"
        self.site.manage("shell", "-v0", "-c", script)

    def all_heard(self) -> bool:
        self.listen()
        return all(quiet.heard for quiet in self.sockets)


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
    """Opened before the attack begins, so that their two minutes pass meanwhile."""
    port, topic = free_port(), f"check.{uuid4().hex}"
    site.start("web2", *make_command("web"), PORT=str(port))
    host = urlsplit(site.url).hostname
    wait_until(lambda: _listens(host, port), what="the second web process", seconds=90)
    sockets = [QuietSocket(host, port, topic) for _ in range(QUIET)]
    yield QuietSockets(sockets, site, topic, time.monotonic())
    for socket in sockets:
        socket.close()


def _listens(host: str, port: int) -> bool:
    try:
        QuietSocket(host, port, "lobby").close()
    except OSError:
        return False
    return True


@pytest.fixture(scope="module")
def attacked(site, quiet) -> Attacked:
    return attack_site(site, seed=SEED, requests=REQUESTS)


class TestAttack(Outcome):
    """Half of the requests go anywhere at random, half through the fields of forms and lists."""


class TestQuietSockets:
    def test_it_keeps_them_for_two_minutes_and_nudges_them_then(self, attacked, quiet):
        wait_until(quiet.have_been_quiet, what="two minutes to pass", seconds=QUIET_SECONDS + 10)

        assert quiet.closed() == []
        quiet.nudge()
        wait_until(quiet.all_heard, what="every socket to hear a nudge")
