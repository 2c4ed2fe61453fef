"""Answers for probes: `/healthz` (the process lives) and `/readyz` (it can do its work)."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse

from botanik_site.backups import restoring
from botanik_site.celery import app
from games.services import wall_clock

PATIENCE = 3  # seconds for each part
_probing = threading.Lock()


class HealthMiddleware:
    """Stands before everything else: a probe sends any Host, over plain HTTP, without a session."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path == "/healthz":
            return HttpResponse("alive\n", content_type="text/plain")
        if request.path == "/readyz":
            return readiness()
        return self.get_response(request)


def readiness() -> JsonResponse:
    """Try each part; 503 and the name of what fails, if anything does."""
    parts: dict[str, str] = {}
    for name, check in CHECKS.items():
        # Each question to a database that is gone would wait anew, longer than any probe does.
        away = name in ASKED_OF_THE_DATABASE and parts["database"] != "ok"
        parts[name] = parts["database"] if away else _try(check)
    ready = all(state == "ok" for state in parts.values())
    return JsonResponse({"ready": ready, "parts": parts}, status=200 if ready else 503)


def _try(check: Callable[[], None]) -> str:
    try:
        check()
    except Exception as error:  # noqa: BLE001 - whatever it is, this part does not work
        # The kind of fault and not its text, which may hold addresses and passwords.
        return f"fails: {type(error).__name__}"
    return "ok"


class NotCollected(Exception):
    """This process was started before static files were collected."""


class NotVerified(Exception):
    """A backup was restored here, and not all of it was found to be good."""


class ClockWrong(Exception):
    """Our clock is not the database's, and deadlines would be judged by it."""


class PendingMigrations(Exception):
    """The code expects a newer schema than the database has."""


def database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def migrations() -> None:
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise PendingMigrations


def restored() -> None:
    if not restoring.is_verified():
        raise NotVerified


def right_time() -> None:
    if not wall_clock.is_right():
        raise ClockWrong


def broker() -> None:
    options: dict[str, Any] = {**settings.CELERY_BROKER_TRANSPORT_OPTIONS}
    if settings.REDIS_URL:
        options["socket_timeout"] = PATIENCE
    with app.connection_for_write(transport_options=options) as link:
        link.ensure_connection(max_retries=1, timeout=PATIENCE)


def channel_layer() -> None:
    # Where pages have threads each probe has a loop of its own, and the layer is read by one.
    with _probing:
        async_to_sync(_round_trip)()


async def _round_trip() -> None:
    layer: Any = get_channel_layer()
    async with asyncio.timeout(PATIENCE):
        # A channel of the same kind as the sockets have: the Redis layer reads one kind at a time
        # in a process, and would not look at another while sockets listen.
        channel = await layer.new_channel()
        await layer.send(channel, {"type": "ready"})
        await layer.receive(channel)


def static_files() -> None:
    """Without the list of hashed names, made by `prepare`, every page would fail."""
    storage: Any = staticfiles_storage
    if hasattr(storage, "hashed_files") and not storage.hashed_files:
        raise NotCollected


CHECKS: dict[str, Callable[[], None]] = {
    "database": database,
    "migrations": migrations,
    "restored": restored,
    "clock": right_time,
    "broker": broker,
    "channel layer": channel_layer,
    "static files": static_files,
}
ASKED_OF_THE_DATABASE = ("migrations", "restored", "clock")
