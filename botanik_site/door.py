"""The door: what no page of ours can mean is turned away once, before anything is looked up."""

from collections.abc import Callable, Iterator
from itertools import chain
from urllib.parse import urlsplit

from django.contrib.auth import REDIRECT_FIELD_NAME
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse


class DoorMiddleware:
    """Answers 400 to what no database can hold, and to forms that cannot be read.

    PostgreSQL has no letter NUL and refuses every question that has one, while SQLite takes it:
    without this, each field, cookie and part of an address would need a check of its own.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if (request.encoding or "utf-8").lower() not in ("utf-8", "utf8"):
            request.encoding = "utf-8"  # or the answer itself could not read the address
            raise BadRequest("another encoding than UTF-8")
        if any("\0" in text for text in _texts(request)):
            raise BadRequest("the letter NUL")
        if not all(_is_address(way) for way in _ways_on(request)):
            raise BadRequest("a way on that is no address")
        return self.get_response(request)


def _texts(request: HttpRequest) -> Iterator[str]:
    """Everything of a request that pages read as text."""
    yield request.path
    yield from chain.from_iterable(request.COOKIES.items())
    for form in (request.GET, request.POST):
        for name, values in form.lists():
            yield name
            yield from map(str, values)
    for name, files in request.FILES.lists():
        yield name
        yield from (file.name or "" for file in files)


def _ways_on(request: HttpRequest) -> list[str]:
    """Where a request wishes to be led afterwards; whether it may, the pages judge."""
    return request.GET.getlist(REDIRECT_FIELD_NAME) + request.POST.getlist(REDIRECT_FIELD_NAME)


def _is_address(text: str) -> bool:
    """Whether it can be taken apart: Python raises at `http://[::1`, wherever it is looked at."""
    try:
        urlsplit(text)
    except ValueError:
        return False
    return True
