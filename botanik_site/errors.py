"""Every answer that says no: as a page, or as a fragment for htmx."""

import logging
import sys
from collections.abc import Callable
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.db import DataError, InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.debug import sensitive_variables
from kombu.exceptions import OperationalError as BrokerError
from redis.exceptions import RedisError

from accounts.refusals import Refusal
from accounts.unique import is_taken
from games.views import tables

logger = logging.getLogger(__name__)

# What happened, and what to do about it.
SAYINGS = {
    400: (_("That request made no sense to us"), _("Go back, reload the page and try again.")),
    403: (
        _("This is not open to you"),
        _("Perhaps you have been signed out in the meantime. Reload the page and try again."),
    ),
    404: (
        _("Nothing grows here"),
        _("The address may be mistyped, or what was here is gone."),
    ),
    405: (_("That is not how it is done here"), _("Use the buttons on the page.")),
    413: (_("That is too much at once"), _("Send less.")),
    409: (
        _("Things have moved on"),
        _("What you saw is no longer the latest. Reload the page to see how it stands now."),
    ),
    422: (_("That cannot be done"), _("Look at what you entered and change it.")),
    429: (_("A little slower, please"), _("Wait a while, then try again. Nothing is lost.")),
    500: (
        pgettext_lazy("error page", "Something broke on our side"),
        _("It has been written down. Try again in a moment."),
    ),
    503: (
        _("A part of the site does not answer"),
        _("It usually comes back by itself. Try again in a minute."),
    ),
}


# For who came second where only one could be first.
SAME_MOMENT = _(
    "Somebody else, or another tab of yours, did the same in this very moment. Look how it stands"
    " now."
)

# Broker, cache and database, when they do not answer.
OUT_OF_REACH = (BrokerError, RedisError, OperationalError, InterfaceError)
# Where what fills other pages may be the very thing that broke or does not answer.
PLAIN = (500, 503)


class RefusalMiddleware:
    """Turns a Refusal that a view lets through into its answer, a part out of reach into 503."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return answer_to(request, exception)


def answer_to(request: HttpRequest, exception: BaseException | None) -> HttpResponse | None:
    """What an exception means to who asked; None for a fault of ours."""
    if isinstance(exception, Refusal):
        return refuse(request, exception.status, exception.message)
    if isinstance(exception, OUT_OF_REACH):
        logger.error("%s: a part of the site does not answer", type(exception).__name__)
        _let_go_of_dead_connections()
        return refuse(request, 503)
    if is_taken(exception):
        return refuse(request, 409, str(SAME_MOMENT))
    if isinstance(exception, DataError):
        # Too large, too early, too long for any column: nobody who uses our forms sends it.
        logger.warning("a value that the database cannot hold was turned away")
        return refuse(request, 400)
    return None


def _let_go_of_dead_connections() -> None:
    """After a restart of the database a pool finds three of them in five seconds, page by page."""
    if pool := getattr(connection, "pool", None):
        pool.check()


def refuse(request: HttpRequest, status: int, message: str = "") -> HttpResponse:
    """Answer with `status`: a whole page, or for htmx a notice above what is on the page.

    Who is refused something at a table is shown the table as it stands now.
    """
    context = _saying(status, message)
    if (at_table := tables.refused(request, status, context)) is not None:
        return at_table
    if request.headers.get("HX-Request") != "true":
        if status in PLAIN:
            return plain(status)
        page = render_to_string("errors/page.html", context, request)
        return HttpResponse(page, status=status)
    fragment = render_to_string("errors/notice.html", context)
    return HttpResponse(
        fragment, status=status, headers={"HX-Retarget": "#notices", "HX-Reswap": "innerHTML"}
    )


def plain(status: int) -> HttpResponse:
    """The page of an answer that needs nothing, not even a request."""
    return HttpResponse(render_to_string("errors/plain.html", _saying(status)), status=status)


def _saying(status: int, message: str = "") -> dict[str, Any]:
    title, advice = SAYINGS[status]
    return {"status": status, "title": title, "message": message, "advice": advice}


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return refuse(request, 413 if isinstance(exception, RequestDataTooBig) else 400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return refuse(request, 403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return refuse(request, 404)


def nowhere(request: HttpRequest, **_blanks: str) -> HttpResponse:
    """The view of an address that another package brings and that nobody needs here."""
    return refuse(request, 404)


def too_many(request: HttpRequest) -> HttpResponse:
    return refuse(request, 429)


@sensitive_variables()
def server_error(request: HttpRequest) -> HttpResponse:
    """What was raised in a middleware comes here without having passed RefusalMiddleware."""
    return answer_to(request, sys.exc_info()[1]) or refuse(request, 500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return refuse(request, 403)
