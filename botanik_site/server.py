"""The server of sockets: daphne, with bounds on what a client may send, and for how long.

`python -m botanik_site.server` is `make sockets`. It can serve pages, too: the embedded site starts
the same server and has no other. In production pages have one of their own, botanik_site/pages.py.
"""

import os
import sys
from collections import Counter
from typing import Any, ClassVar

from daphne.endpoints import build_endpoint_description_strings
from daphne.http_protocol import WebRequest
from daphne.server import Server as Daphne
from django.conf import settings
from twisted.web import http

from botanik_site.handlers import SWITCH_SECONDS

# ruff: noqa: N802 - Twisted's names
HTTPChannel: Any = http.HTTPChannel  # what Twisted says of types is not what it does
PATIENCE = 30  # seconds for a whole request, and as long until the next one on a connection
MOST_CONNECTIONS = 256


class Request(WebRequest):  # type: ignore[misc]
    """A request as the site reads it: nothing in it is for the server itself to believe or parse.

    Twisted parses forms for its own pages, and hangs up at some that it cannot read; daphne takes
    the place where the site stands from a header of the client.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, parsePOSTFormSubmission=False, **options)

    def process(self) -> Any:
        self.requestHeaders.removeHeader(b"daphne-root-path")
        if not self.method.isascii():
            self.basic_error(400, b"Bad Request", "Invalid method")
            return None
        return super().process()


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection that has to send each request whole, soon, and no longer than we would read.

    Twisted by itself takes bodies of any length, parses them while everybody waits, and is patient
    with whoever sends a byte now and then.
    """

    counts: ClassVar[Counter[str]] = Counter()

    def __init__(self) -> None:
        super().__init__()
        self._has_begun = False
        self._received = 0
        self._peer = ""

    def connectionMade(self) -> None:
        super().connectionMade()
        self.requestFactory = Request
        if settings.TRUSTED_PROXIES:
            return  # all connections are the proxy's own
        self._peer = str(self.transport.getPeer().host)
        self.counts[self._peer] += 1
        if self.counts[self._peer] > MOST_CONNECTIONS:
            self.transport.abortConnection()

    def connectionLost(self, reason: Any) -> None:
        self._leave()
        super().connectionLost(reason)

    def _leave(self) -> None:
        self.counts[self._peer] -= 1
        if self.counts[self._peer] <= 0:
            del self.counts[self._peer]
        self._peer = ""

    def dataReceived(self, data: bytes) -> None:
        if not self._has_begun:
            self._has_begun = True
            self.setTimeout(self.timeOut)
        super().dataReceived(data)

    def resetTimeout(self) -> None:
        """Do nothing where Twisted would wait longer because something came."""

    def requestDone(self, request: Any) -> None:
        self._has_begun = False
        super().requestDone(request)

    def timeoutConnection(self) -> None:
        if self._has_begun:
            self._refuse(b"408 Request Timeout")
        super().timeoutConnection()

    def allHeadersReceived(self) -> None:
        self._received = 0
        if self.length is not None and self.length > _longest_body():
            self._refuse(b"413 Content Too Large")
        else:
            super().allHeadersReceived()

    def rawDataReceived(self, data: bytes) -> None:
        # In chunks, a body does not say how long it is.
        self._received += len(data)
        if self._received > _longest_body() and not self._handlingRequest:
            self._refuse(b"413 Content Too Large")
        else:
            super().rawDataReceived(data)

    def allContentReceived(self) -> None:
        super().allContentReceived()
        if self.transport.protocol is not self:
            self._leave()  # to a WebSocket, which is counted elsewhere

    def _refuse(self, status: bytes) -> None:
        self.transport.write(
            b"HTTP/1.1 %b\r\nConnection: close\r\nContent-Length: 0\r\n\r\n" % status
        )
        self.loseConnection()


def _longest_body() -> int:
    """What is a little longer than Django reads is answered by a page; beyond this, by nobody."""
    return 4 * int(settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0)


class Server(Daphne):  # type: ignore[misc]
    """Daphne that listens as above, and does not say what it is."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            ready_callable=self._guard_the_door, verbosity=0, server_name="", **options
        )

    def _guard_the_door(self) -> None:
        """Before the first connection, and after daphne has made its factory."""
        self.http_factory.protocol = Channel
        self.http_factory.timeOut = PATIENCE

    def run(self) -> None:
        sys.setswitchinterval(SWITCH_SECONDS)
        super().run()


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "botanik_site.settings")
    from botanik_site.asgi import application  # noqa: PLC0415 - needs the settings

    endpoints = build_endpoint_description_strings(host=settings.HOST, port=settings.SOCKETS_PORT)
    server = Server(application=application, endpoints=endpoints, websocket_connect_timeout=5)
    server.run()
    if server.abort_start:
        sys.exit(1)


if __name__ == "__main__":
    main()
