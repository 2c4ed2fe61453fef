"""The server of pages: gunicorn with threads. `python -m botanik_site.pages` is `make web`.

A page costs it two to three milliseconds less than the server of sockets, which can serve them,
too. It stands behind a proxy that reads what clients send, however slowly, and holds it against
limits: see deploy/nginx.
"""

import os
import sys
from typing import Any

import django
from django.conf import settings
from gunicorn.app.base import BaseApplication
from gunicorn.glogging import Logger

from botanik_site.handlers import SWITCH_SECONDS

# Many, for who has to wait at the turnstile does so in one of them.
THREADS = 96
# Seconds for what is in the making when the process is asked to end.
FAREWELL = 25


class QuietLogger(Logger):  # type: ignore[misc]
    """Leaves to the site how its lines look, and says no address and nothing of a request.

    gunicorn's own quote both: the proxy has them, and who asked for a page has the answer.
    """

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        self.error_log.handlers.clear()
        self.error_log.propagate = True

    def exception(self, msg: str, *_quoted: Any, **options: Any) -> None:
        super().exception(msg.partition(" %s")[0], **options)

    def warning(self, msg: str, *quoted: Any, **options: Any) -> None:
        if msg.startswith("Invalid request"):
            self.debug("a request that nobody can read was turned away")
        else:
            super().warning(msg, *quoted, **options)


class PageServer(BaseApplication):  # type: ignore[misc]
    """gunicorn, told all that it has to know."""

    def load_config(self) -> None:
        for name, value in options().items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        """In each process of its own: a pool of connections does not survive a fork."""
        from botanik_site.wsgi import application  # noqa: PLC0415 - needs the settings

        return application


def options() -> dict[str, Any]:
    host = f"[{settings.HOST}]" if ":" in settings.HOST else settings.HOST
    return {
        "bind": f"{host}:{settings.PORT}",
        "workers": settings.WEB_PROCESSES,
        "worker_class": "gthread",
        "threads": THREADS,
        "graceful_timeout": FAREWELL,
        # The proxy is next door: a connection for each request costs next to nothing, and no form
        # is ever sent over one that is being closed in the same moment.
        "keepalive": 0,
        # Who asks, and over what, is for the site to believe, see accounts/http.py.
        "forwarded_allow_ips": "",
        "forwarder_headers": "",
        "limit_request_line": 8190,  # a branch of a long game stands in its address
        "logger_class": QuietLogger,
        "loglevel": "warning",
        "control_socket_disable": True,
        "proc_name": "botanik",
    }


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "botanik_site.settings")
    django.setup(set_prefix=False)
    sys.setswitchinterval(SWITCH_SECONDS)
    PageServer().run()


if __name__ == "__main__":
    main()
