"""Connections to the database, as the database sees them."""

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http import HTTPStatus
from typing import Any

import psycopg

from tests.real_services import wait_until
from tests.sites import Site

COUNT = "SELECT application_name, state FROM pg_stat_activity WHERE datname = current_database()"
WAITING = (
    "SELECT count(*) FROM pg_stat_activity WHERE application_name = %s AND wait_event_type = 'Lock'"
)
OWN = "tests"
LONGEST_HELD = 3  # seconds: who waits for a connection longer than 5 is told that there is none


class Connections:
    """A look at the database of a site from outside."""

    def __init__(self, site: Site) -> None:
        self._url = site.environment["DATABASE_URL"]

    def _connect(self) -> psycopg.Connection[Any]:
        return psycopg.connect(self._url, application_name=OWN, autocommit=True)

    def by_process(self) -> Counter[str]:
        """How many each process of the site has."""
        with self._connect() as link:
            return Counter(name for name, _state in link.execute(COUNT) if name != OWN)

    def busy(self) -> list[tuple[str, str]]:
        """Those that do something, or have begun a transaction and left it open."""
        with self._connect() as link:
            states = link.execute(COUNT).fetchall()
        return [(name, state) for name, state in states if name != OWN and state != "idle"]

    def wait_until_idle(self) -> None:
        wait_until(lambda: not self.busy(), what=f"idle connections, not {self.busy()}", seconds=60)

    def wait_until_all_can_be_lent(self, looks: Sequence[Callable[[], int]]) -> None:
        """Wait until the web process's pool lends as many connections at once as it may have.

        For each there is a look at a page, which gives its status, and all of them are held up by
        a lock: as many as wait for it have a connection. One that was never given back would be
        missing for ever. To count the connections is not enough: a pool may grow at any time.
        """
        what = f"{len(looks)} connections of the web process to be lent at once"
        wait_until(lambda: self._lent(looks) == len(looks), what=what, seconds=20)

    def _lent(self, looks: Sequence[Callable[[], int]]) -> int:
        with ThreadPoolExecutor(len(looks)) as crowd, self._connect() as link:
            with link.transaction():
                link.execute("LOCK TABLE accounts_user IN ACCESS EXCLUSIVE MODE")
                asked = [crowd.submit(look) for look in looks]
                lent = self._wait_for(len(looks))
            assert {answer.result() for answer in asked} == {HTTPStatus.OK}
        return lent

    def _wait_for(self, wanted: int) -> int:
        """How many wait for the lock, at the latest when it has to be given up."""
        found = 0

        def all_wait() -> bool:
            nonlocal found
            with self._connect() as link:
                (found,) = link.execute(WAITING, ["web"]).fetchone() or (0,)
            return found >= wanted

        with suppress(TimeoutError):
            wait_until(all_wait, what="requests", seconds=LONGEST_HELD)
        return found
