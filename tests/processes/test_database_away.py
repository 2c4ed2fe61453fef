"""Pages that say no, while the database is restarted or away."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from django.conf import settings

from tests.asking import ask
from tests.connections import Connections
from tests.laid_tables import lay_table
from tests.real_services import (
    Missing,
    environment_of,
    postgresql_server,
    redis_server,
    wait_until,
)
from tests.sites import web_site

# Each says no in another way: no route, no such person, a sentence of a service, a missing token.
REFUSALS = {"/nothing/": 404, "/@nobody/": 404, "/offers/?before=nonsense": 400, "/theme/": 405}
MOST = settings.POSTGRESQL["pool"]["max_size"]


@pytest.fixture(scope="module")
def database():
    try:
        with postgresql_server() as database:
            yield database
    except Missing as missing:
        pytest.skip(f"{missing} is not installed")


@pytest.fixture(scope="module")
def site(database, tmp_path_factory):
    with redis_server() as redis_url:
        services = environment_of(database_url=database.url, redis_url=redis_url)
        folder = tmp_path_factory.mktemp("site")
        with web_site(folder, TRUSTED_PROXIES="1", **services) as site:
            yield site


@pytest.fixture(scope="module")
def session(site):
    """Of alice: a page for somebody who is signed in asks the database."""
    return lay_table(site).sessions[0]


class TestConnections:
    def test_it_keeps_none_for_pages_that_say_no(self, site, session):
        for _ in range(15):
            for path, status in REFUSALS.items():
                assert ask(site, path, session=session).status == status

        fill_pool(site, session)


def fill_pool(site, session):
    """Let the web process lend all connections that it may have."""
    Connections(site).wait_until_all_can_be_lent(
        [partial(look, site, session, number) for number in range(MOST)]
    )


def look(site, session, number):
    """As one client more: the turnstile lets nobody in more than a few times at once."""
    address = {"X-Forwarded-For": f"192.0.2.{number}"}
    return ask(site, "/play/", session=session, headers=address).status


class TestRestart:
    def test_it_says_so_once_at_most_however_many_connections_died(self, site, session, database):
        fill_pool(site, session)

        database.stop()
        database.start()

        assert ask(site, "/play/", session=session).status in (200, 503)
        assert ask(site, "/play/", session=session).status == 200

    def test_it_answers_as_before_once_the_database_is_back(self, site, session, database):
        for path in REFUSALS:
            ask(site, path, session=session)

        database.stop()
        database.start()
        wait_until(
            lambda: ask(site, "/play/", session=session).status == 200, what="pages", seconds=60
        )

        answers = [ask(site, path, session=session).status for path in REFUSALS for _ in range(15)]
        assert answers == [status for status in REFUSALS.values() for _ in range(15)]


PAGES = ["/play/", "/nothing/", "/notices/", "/account/login/"]


@pytest.fixture(scope="module")
def answers(site, session, database):
    """By page, all asked at once: each waits for a connection as long as the pool does."""
    database.stop()
    try:
        with ThreadPoolExecutor(len(PAGES)) as crowd:
            look = partial(ask, site, session=session)
            return dict(zip(PAGES, crowd.map(look, PAGES), strict=True))
    finally:
        database.start()


class TestAway:
    @pytest.mark.parametrize("path", PAGES)
    def test_it_says_so_with_a_page_that_needs_nothing(self, answers, path):
        answer = answers[path]

        assert answer.status == 503
        assert "A part of the site does not answer" in answer.body
        assert "Internal Server Error" not in answer.body
