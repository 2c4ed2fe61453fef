"""Fairness between clients in one web process: nobody waits long for what another one asks.

All threads of a process share one interpreter, so a page takes as many times longer as there are
others in the making. A client, that is an address, has a few requests at once in the application;
the others of it stand in line. While somebody else is there, too, what a client uses is its debt:
who is deep in debt has one request at a time, and pauses until it is paid off. Nobody who reads
and plays gets that far, nor is anybody slowed who has the site to themselves.

All of this is in memory, for this process alone, and forgotten when a client is gone. The rule is
in Clients. Turnstile keeps it under ASGI, where waiting costs nothing, and ThreadTurnstile under
WSGI, where who waits does so in a thread.
"""

import asyncio
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial

from django.conf import settings

from accounts.http import believed_address, origin
from botanik_site.handlers import (
    AsgiApplication,
    Environ,
    Receive,
    Scope,
    Send,
    StartResponse,
    WsgiApplication,
)

AT_ONCE = 4
LONGEST_LINE = 64
LONGEST_LINE_OF_THREADS = 32
"""A third of the threads that a process has: nobody fills them alone."""
MOST_SOCKETS = 250
SHARE = 0.15
"""What a client may use in the long run while others are there, as a part of the process."""
CREDIT = 6.0
"""Seconds until all is paid off, from which on a client has to wait."""
PRESENCE = 1.0
"""Seconds after its last request in which a client still counts as being there."""
LOOKS_AGAIN = 0.05

PROBES = ("/healthz", "/readyz")
BUSY = b"Too many requests at once from your address. Please try again in a moment.\n"
TOO_MANY_SOCKETS = 4429


@dataclass(slots=True)
class Client:
    """What is known of an address: how many of its requests are where, and what it owes."""

    turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))
    """Of who waits without a thread."""
    here: int = 0
    """Requests in the line or in the application."""
    served: int = 0
    """Those in the application."""
    sockets: int = 0
    seen_at: float = 0.0
    paid_off_at: float = 0.0

    def owes(self, now: float) -> float:
        return self.paid_off_at - now

    def charge(self, seconds: float, now: float) -> None:
        """Note what a request took. Nobody ever pauses for more than their last one."""
        owed = min(max(self.owes(now), 0), CREDIT)
        self.paid_off_at = now + owed + seconds / SHARE

    def is_gone(self, now: float) -> bool:
        used = self.here or self.sockets
        return not used and now > max(self.seen_at + PRESENCE, self.paid_off_at)


class Clients:
    """Who is there, and who has to wait."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.known: OrderedDict[str, Client] = OrderedDict()
        """In the order in which they were seen last."""
        self.clock = clock
        self._forgets_at = 0.0

    def meet(self, address: str) -> Client:
        self._forget()
        client = self.known.setdefault(address, Client())
        self.see(address, client)
        return client

    def see(self, address: str, client: Client) -> None:
        """Note that somebody is there, unless they owe much themselves.

        So two schools that have the site to themselves do not slow each other down.
        """
        now = self.clock()
        if client.owes(now) < CREDIT / 2:
            client.seen_at = now
            self.known.move_to_end(address)

    def must_wait(self, address: str, client: Client) -> bool:
        now = self.clock()
        owed = client.owes(now)
        too_much = owed > CREDIT or (owed > CREDIT / 2 and client.served > 0)
        return too_much and self._others_are_there(address, now)

    def enter(self, client: Client) -> float:
        """Let a request pass; returns when."""
        client.served += 1
        return self.clock()

    def leave(self, address: str, client: Client, begin: float) -> None:
        """Note that a request is done, and what it took while others were there."""
        client.served -= 1
        now = self.clock()
        if self._others_are_there(address, now):
            client.charge(now - begin, now)

    def _others_are_there(self, address: str, now: float) -> bool:
        """Whether somebody else has asked lately."""
        others = (client for other, client in reversed(self.known.items()) if other != address)
        latest = next(others, None)
        return latest is not None and now - latest.seen_at < PRESENCE

    def _forget(self) -> None:
        """Now and then, forget who is gone."""
        now = self.clock()
        if now < self._forgets_at:
            return
        self._forgets_at = now + CREDIT
        for address in [a for a, client in self.known.items() if client.is_gone(now)]:
            del self.known[address]


class Turnstile:
    """An ASGI application around another one, through which clients pass in turn."""

    def __init__(
        self, application: AsgiApplication, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.application = application
        self._clients = Clients(clock)
        self.clients = self._clients.known

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] not in PROBES:
            await self._serve(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._serve_socket(scope, receive, send)
        else:
            await self.application(scope, receive, send)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = client_of(scope)
        client = self._clients.meet(address)
        if client.here >= LONGEST_LINE:
            await _refuse(send)
            return
        client.here += 1
        try:
            async with client.turns:
                while self._clients.must_wait(address, client):
                    await asyncio.sleep(LOOKS_AGAIN)
                await self._pass(address, client, scope, receive, send)
        finally:
            client.here -= 1
            self._clients.see(address, client)

    async def _pass(
        self, address: str, client: Client, scope: Scope, receive: Receive, send: Send
    ) -> None:
        begin = self._clients.enter(client)
        try:
            await self.application(scope, receive, send)
        finally:
            self._clients.leave(address, client, begin)

    async def _serve_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = self._clients.meet(client_of(scope))
        if client.sockets >= MOST_SOCKETS:
            await send({"type": "websocket.close", "code": TOO_MANY_SOCKETS})
            return
        client.sockets += 1
        try:
            await self.application(scope, receive, send)
        finally:
            client.sockets -= 1


class ThreadTurnstile:
    """The same around a WSGI application, of whose threads each has one request.

    There are more threads than requests may be in the application, of which each finds a connection
    to the database; in the others, who has to wait.
    """

    def __init__(
        self, application: WsgiApplication, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.application = application
        self._clients = Clients(clock)
        self.clients = self._clients.known
        self._served = 0
        self._changed = threading.Condition()

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        if environ["PATH_INFO"] in PROBES:
            return self.application(environ, start_response)
        address = client_of_environ(environ)
        client = self._line_up(address)
        if client is None:
            start_response("429 Too Many Requests", [(n.decode(), v.decode()) for n, v in HEADERS])
            return [BUSY]
        done = partial(self._leave, address, client, self._enter(address, client))
        try:
            return Answer(self.application(environ, start_response), done)
        except BaseException:
            done()
            raise

    def _line_up(self, address: str) -> Client | None:
        """Stand in line, unless it is too long."""
        with self._changed:
            client = self._clients.meet(address)
            if client.here >= LONGEST_LINE_OF_THREADS:
                return None
            client.here += 1
            return client

    def _enter(self, address: str, client: Client) -> float:
        with self._changed:
            while self._must_wait(address, client):
                self._changed.wait(LOOKS_AGAIN)
            self._served += 1
            return self._clients.enter(client)

    def _must_wait(self, address: str, client: Client) -> bool:
        is_full = client.served >= AT_ONCE or self._served >= settings.DATABASE_CONNECTIONS
        return is_full or self._clients.must_wait(address, client)

    def _leave(self, address: str, client: Client, begin: float) -> None:
        with self._changed:
            self._clients.leave(address, client, begin)
            self._served -= 1
            client.here -= 1
            self._clients.see(address, client)
            self._changed.notify_all()


class Answer:
    """What a WSGI application sends, and what is to be done once that is over."""

    def __init__(self, pieces: Iterable[bytes], done: Callable[[], None]) -> None:
        self._pieces = pieces
        self._done = done

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._pieces)

    def close(self) -> None:
        """The server calls it once, however the answer ended."""
        try:
            if close := getattr(self._pieces, "close", None):
                close()
        finally:
            self._done()


HEADERS = [
    (b"content-type", b"text/plain; charset=utf-8"),
    (b"content-length", b"%d" % len(BUSY)),
    (b"retry-after", b"5"),
]


def client_of(scope: Scope) -> str:
    """Who asks, as the rest of the site counts it."""
    forwarded = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    peer = (scope.get("client") or ("",))[0]
    return origin(believed_address(forwarded=b",".join(forwarded).decode("latin-1"), peer=peer))


def client_of_environ(environ: Environ) -> str:
    forwarded = environ.get("HTTP_X_FORWARDED_FOR", "")
    return origin(believed_address(forwarded=forwarded, peer=environ.get("REMOTE_ADDR", "")))


async def _refuse(send: Send) -> None:
    await send({"type": "http.response.start", "status": 429, "headers": HEADERS})
    await send({"type": "http.response.body", "body": BUSY})
