"""Web server, worker and beat together in one process.

All three are the real ones; only what lies between them, broker and channel layer, is memory
instead of Redis. The order of stopping matters: beat, then worker, then server, because a task
may be waiting for the server's loop to pass on its nudge.
"""

import logging
import os
import socket
import sys
import threading
from typing import Any, cast

from celery.beat import EmbeddedService
from celery.worker import WorkController
from celery.worker import state as worker_state
from channels.layers import get_channel_layer
from daphne.server import twisted_loop
from django.conf import settings
from twisted.internet import reactor, threads

from botanik_site.beat import PromptScheduler
from botanik_site.celery import app
from botanik_site.layers import InProcessChannelLayer
from botanik_site.server import Server
from games import thinking

logger = logging.getLogger(__name__)

WORKER_THREADS = 5  # some may be waiting: for a bot, for a mail server, for a review
THINKING_PROCESSES = 1
WORKER_PATIENCE = 6  # seconds a task that is running at the stop has to come to its end


class CannotListen(Exception):
    """The address cannot be served on; the text says why in one line."""


class EmbeddedSite:
    """Listens at once, so that a port in use is known before anything is started."""

    def __init__(self) -> None:
        self._socket = _listen(settings.HOST, settings.PORT)
        self._worker = _worker()
        self._worker_thread = threading.Thread(
            target=self._run_worker, name="celery-worker", daemon=True
        )
        self._stopping = False
        self._beat = cast("Any", EmbeddedService(app, thread=True, scheduler_cls=PromptScheduler))
        self._beat.daemon = True

    @property
    def address(self) -> str:
        return str(settings.SITE_URL)

    def run(self) -> None:
        """Serve until the process is asked to stop."""
        # Loading all of the site takes a second: a port in use has been told before.
        from botanik_site.asgi import application  # noqa: PLC0415

        twisted: Any = reactor
        twisted.callWhenRunning(self._start_background)
        twisted.addSystemEventTrigger(
            "before", "shutdown", lambda: threads.deferToThread(self._stop_background)
        )
        Server(
            application=application,
            endpoints=[f"fd:fileno={self._socket.fileno()}"],
            application_close_timeout=2,
        ).run()
        if not self._stopping:
            logger.critical("the worker or beat has ended by itself, and so the site ends too")
            os._exit(1)
        if self._worker_thread.is_alive():
            logger.warning("a task was still running; it will be found again at the next start")
            sys.stdout.flush()
            os._exit(0)  # a thread cannot be interrupted

    def _run_worker(self) -> None:
        try:
            self._worker.start()
        finally:
            self._end_unless_stopping()

    def _end_unless_stopping(self) -> None:
        """A site whose tasks no longer run must not look alive."""
        if not self._stopping:
            cast("Any", reactor).callFromThread(cast("Any", reactor).crash)

    def _watch_beat(self) -> None:
        if not self._beat.is_alive():
            self._end_unless_stopping()
        else:
            cast("Any", reactor).callLater(5, self._watch_beat)

    def _start_background(self) -> None:
        thinking.think_elsewhere(THINKING_PROCESSES)
        layer = get_channel_layer()
        if isinstance(layer, InProcessChannelLayer):
            layer.bind(twisted_loop)
        self._worker_thread.start()
        self._beat.start()
        self._watch_beat()

    def _stop_background(self) -> None:
        # Runs in a thread while the loop still serves, see above.
        self._stopping = True
        self._beat.service.stop(wait=False)
        setattr(worker_state, "should_stop", 0)  # noqa: B010 - typed as None
        thinking.stop_thinking()
        self._worker_thread.join(WORKER_PATIENCE)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise CannotListen(
            f"Cannot listen on {host} port {port} ({error.strerror}): "
            "choose another with PORT=... or HOST=..."
        ) from error
    listener.setblocking(False)  # noqa: FBT003
    return listener


def _worker() -> Any:
    app.finalize()
    app.set_default()
    return WorkController(
        app=app,
        pool="threads",
        concurrency=WORKER_THREADS,
        hostname="embedded@localhost",
        without_heartbeat=True,
        without_mingle=True,
        without_gossip=True,
    )
