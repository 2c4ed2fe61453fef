"""What every test can ask for; more, for tests in a browser, is in chromium.py."""

import asyncio
import gc
import signal

import pytest
from django.conf import settings
from django.core.cache import cache, caches
from django.utils import translation

from botanik_site import translations

pytest_plugins = [
    "tests.chromium",
    "tests.noon",
    "tests.post_office",
    "tests.skips",
    "tests.toys.fixtures",
]


def pytest_configure(config):
    """Pages are tested in French too, and on a fresh clone nothing is compiled yet.

    Who is started in the background ignores SIGINT, and so would every process of a test.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for source in translations.outdated():
        translations.compile_translation(source)


# What takes longest, longest first.
LONG = (
    "test_attack", "test_play", "test_seedlings", "test_roll", "test_live", "test_database_away",
    "test_mails", "test_bots",
)  # fmt: skip


def pytest_collection_modifyitems(config, items):
    """Begin with the longest files; on real services, run only what touches one of them."""
    items.sort(key=lambda item: LONG.index(item.path.stem) if item.path.stem in LONG else len(LONG))
    if not settings.REDIS_URL:
        return
    touching = {"db", "transactional_db", "channel_layer", "worker", "django_db_setup"}
    kept = [
        item
        for item in items
        if item.get_closest_marker("django_db") or touching & set(item.fixturenames)
    ]
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = kept


def pytest_collection_finish(session):
    """Look for garbage less often, and never among all that was imported: it stays."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture
def alice(db):
    """At the table."""
    from tests.factories import UserFactory

    return UserFactory(username="alice")


@pytest.fixture
def bob(db):
    """At the table, across from alice."""
    from tests.factories import UserFactory

    return UserFactory(username="bob")


@pytest.fixture
def charlie(db):
    """The stranger."""
    from tests.factories import UserFactory

    return UserFactory(username="charlie")


@pytest.fixture
def confirmed(alice, bob):
    """Alice and bob have confirmed their addresses, and can be mailed."""
    for person in (alice, bob):
        person.emailaddress_set.create(email=person.email, verified=True, primary=True)


@pytest.fixture(autouse=True)
def _empty_cache():
    """Counters and rate limits of one test are not felt by the next."""
    yield
    cache.clear()
    caches["pictures"].clear()


@pytest.fixture(autouse=True)
def _english():
    """A page that was rendered in French leaves its thread speaking French."""
    yield
    translation.deactivate_all()


@pytest.fixture
async def channel_layer():
    """The configured channel layer, fresh, served by the loop of this test."""
    from channels.layers import channel_layers, get_channel_layer

    channel_layers.backends.clear()
    layer = get_channel_layer()
    if hasattr(layer, "bind"):
        layer.bind(asyncio.get_running_loop())
    yield layer
    await _end_what_listens()
    await layer.flush()
    if hasattr(layer, "close_pools"):
        await layer.close_pools()
    channel_layers.backends.clear()


async def _end_what_listens():
    """Cancel what a test has left behind, and again until it ends.

    Once is not enough: a socket that waits for Redis may swallow it, where an answer comes in that
    very moment, and would keep this loop from closing for ever.
    """
    left = asyncio.all_tasks() - {asyncio.current_task()}
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=0.1)


@pytest.fixture(scope="session")
def _running_worker(django_db_setup):
    from celery.contrib.testing.worker import start_worker

    from botanik_site.celery import app

    with start_worker(
        app, pool="threads", perform_ping_check=False, shutdown_timeout=30
    ) as running:
        workers.append(running)
        yield running


workers = []
"""The worker of this process, once a test has asked for it: from then on it runs beside all."""


@pytest.fixture
def worker(transactional_db, _running_worker):
    """A real Celery worker in a thread of this process, on the configured broker."""
    yield _running_worker
    let_worker_rest()


@pytest.fixture(autouse=True)
def _rested_worker(request):
    """A worker that still plays while the tables are emptied deadlocks with that."""
    yield
    marker = request.node.get_closest_marker("django_db")
    if marker and marker.kwargs.get("transaction"):
        let_worker_rest()


def let_worker_rest():
    """Drop what is queued, and wait until the worker has finished what it has begun.

    Two looks, for a task that was just taken from the line is in neither place.
    """
    from celery.worker import state

    from botanik_site.celery import app
    from tests.real_services import wait_until

    looks = 0

    def is_idle():
        nonlocal looks
        app.control.purge()
        looks = 0 if state.reserved_requests else looks + 1
        return looks > 1

    if workers:
        wait_until(is_idle, what="the worker to finish")
