"""How requests enter the site, whichever server took them."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import IO, Any

from asgiref.sync import sync_to_async
from django.core.exceptions import SuspiciousOperation
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.http import HttpRequest
from django.http.response import HttpResponseBase

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Scope]]
Send = Callable[[Scope], Awaitable[None]]
AsgiApplication = Callable[[Scope, Receive, Send], Awaitable[None]]
Environ = dict[str, Any]
StartResponse = Callable[..., Any]
WsgiApplication = Callable[[Environ, StartResponse], Iterable[bytes]]

# All threads of a process share one interpreter, and who wants it waits so long for who has it.
# A page asks the database twenty times and wants it back after each: at the usual 5 ms, one busy
# thread beside it would cost it 100 ms.
SWITCH_SECONDS = 0.0005

# What Django may raise while it makes a request, before any middleware.
UNREADABLE = (LookupError, SuspiciousOperation, UnicodeError)


class OneThreadHandler(ASGIHandler):
    """Handles a request in one thread, from the first middleware to the last.

    Django's own answers 400, 403 and 404 in a thread that it shares between requests and never
    tidies up after: each kept a database connection, and after a restart of the database such
    pages failed until the process was restarted, too. No view of ours is a coroutine.
    """

    def load_middleware(self, is_async: bool = False) -> None:  # noqa: FBT001, FBT002 - Django's
        super().load_middleware(is_async=False)

    def create_request(
        self, scope: Mapping[str, Any], body_file: IO[bytes]
    ) -> tuple[ASGIRequest, None] | tuple[None, HttpResponseBase]:
        """Django reads some of a request while it makes it, and may stumble before any middleware:
        over too many questions, if they come in an encoding of their own.
        """
        try:
            return super().create_request(scope, body_file)
        except UNREADABLE:
            from botanik_site import errors  # noqa: PLC0415 - needs the apps

            return None, errors.plain(400)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        respond = sync_to_async(self.get_response, thread_sensitive=True)
        response: HttpResponseBase = await respond(request)
        return response


def at_root(application: AsgiApplication) -> AsgiApplication:
    """The site stands at the root of its host: no header of a client moves its addresses.

    daphne believes `Daphne-Root-Path`, whoever sent it, and Django puts the root path before every
    address that it makes: `https://evil.example` in a mail that resets a password.
    """

    async def enter(scope: Scope, receive: Receive, send: Send) -> None:
        await application({**scope, "root_path": ""}, receive, send)

    return enter


def at_root_of_wsgi(application: WsgiApplication) -> WsgiApplication:
    """The same, for a WSGI server, which may believe a header `Script-Name`."""

    def enter(environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        own = {**environ, "SCRIPT_NAME": ""}
        for name in ("SCRIPT_URL", "REDIRECT_URL"):
            own.pop(name, None)
        return application(own, start_response)

    return enter


def refusing_the_unreadable(application: WsgiApplication) -> WsgiApplication:
    """What OneThreadHandler does with a request that cannot even be made, for a WSGI server."""

    def enter(environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        try:
            return application(environ, start_response)
        except UNREADABLE:
            from botanik_site import errors  # noqa: PLC0415 - needs the apps

            refusal = errors.plain(400)
            start_response("400 Bad Request", list(refusal.items()))
            return [refusal.content]

    return enter
