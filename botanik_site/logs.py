"""One line for each event, with the id of the request it belongs to.

What a line says of a request is its route (`/@<name>`), never its path or query: those carry
tokens and names. As a second fence, anything that looks like a mail address is masked.
"""

import json
import logging
import re
import secrets
import time
import traceback
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from django.core.exceptions import RequestAborted
from django.http import HttpRequest, HttpResponse

logger = logging.getLogger("botanik.request")
request_id: ContextVar[str] = ContextVar("request_id", default="")

MAIL_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
FIELDS = ("method", "route", "status", "ms")


class RequestLogMiddleware:
    """Give each request an id, answer it in `X-Request-ID`, and log one line when it is done."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        token = request_id.set(secrets.token_hex(8))
        begin = time.monotonic()
        try:
            response = self.get_response(request)
            response["X-Request-ID"] = request_id.get()
            logger.log(
                logging.ERROR if response.status_code >= 500 else logging.INFO,
                "request",
                extra={
                    "method": request.method,
                    "route": route_of(request),
                    "status": response.status_code,
                    "ms": round((time.monotonic() - begin) * 1000),
                },
            )
            return response
        finally:
            request_id.reset(token)


def route_of(request: HttpRequest) -> str:
    """The pattern that matched, such as `/@<name>`; a path that matched none is not told."""
    match = request.resolver_match
    return f"/{match.route}" if match else "(no route)"


class News(logging.Filter):
    """Lets pass what says more than the request's own line: Django's short ones do not.

    That somebody goes away before the answer is no error, but asyncio calls it one where Django
    no longer waits for it.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name == "asyncio" and record.exc_info:
            return not isinstance(record.exc_info[1], RequestAborted)
        return record.name != "django.request" or bool(record.exc_info)


def fields_of(record: logging.LogRecord) -> dict[str, Any]:
    """What may be told of something that was logged, to anybody."""
    message = record.getMessage()
    request = getattr(record, "request", None)
    if isinstance(request, HttpRequest):
        # Django's own lines about a request quote its path.
        message = (
            f"{type(record.exc_info[1]).__name__ if record.exc_info else 'error'} at a request"
        )
    fields: dict[str, Any] = {
        "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
        "level": record.levelname,
        "logger": record.name,
        "message": MAIL_ADDRESS.sub("[mail]", message),
    }
    if request_id.get():
        fields["request_id"] = request_id.get()
    fields.update({name: getattr(record, name) for name in FIELDS if hasattr(record, name)})
    return fields


def _traceback(record: logging.LogRecord) -> str:
    """Where it went wrong and by which kind of fault, but not its text: that may quote anything."""
    assert record.exc_info
    kind, _error, place = record.exc_info
    frames = "".join(traceback.format_tb(place))
    return f"{frames}{kind.__name__ if kind else 'error'}"


class JsonFormatter(logging.Formatter):
    """One JSON object a line, for machines."""

    def format(self, record: logging.LogRecord) -> str:
        fields = fields_of(record)
        if record.exc_info:
            fields["traceback"] = _traceback(record)
        return json.dumps(fields, ensure_ascii=False)


class TextFormatter(logging.Formatter):
    """The same fields for a person at a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        fields = fields_of(record)
        head = f"{fields.pop('time')[11:19]} {fields.pop('level'):<7} {fields.pop('message')}"
        fields.pop("logger")
        line = " ".join([head, *(f"{name}={value}" for name, value in fields.items())])
        if record.exc_info:
            line += "\n" + _traceback(record)
        return line
