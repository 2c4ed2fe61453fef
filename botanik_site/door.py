"""The door: what no page of ours can mean is turned away once, before anything is looked up."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any
from urllib.parse import urlsplit

from django.contrib.auth import REDIRECT_FIELD_NAME
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, QueryDict


class DoorMiddleware:
    """Answers 400 to what no database can hold, and to what cannot be read.

    PostgreSQL has no letter NUL and refuses every question that has one, while SQLite takes it:
    without this, each field, cookie and part of an address would need a check of its own.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if (request.encoding or "utf-8").lower() not in ("utf-8", "utf8"):
            request.encoding = "utf-8"  # or the answer itself could not read the address
            raise BadRequest("another encoding than UTF-8")
        _demand_letters([request.path, *chain.from_iterable(request.COOKIES.items())])
        _look_through(request.GET)
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *view: Any) -> None:
        # A form only here, where it is known for which page it is: a table that refuses something
        # shows itself with it.
        _look_through(request.POST)
        for name, files in request.FILES.lists():
            _demand_letters([name, *(file.name or "" for file in files)])


def _look_through(form: QueryDict) -> None:
    _demand_letters(_texts(form))
    for way_on in form.getlist(REDIRECT_FIELD_NAME):
        _demand_address(way_on)


def _texts(form: QueryDict) -> Iterator[str]:
    for name, values in form.lists():
        yield name
        yield from map(str, values)


def _demand_letters(texts: Iterable[str]) -> None:
    if any("\0" in text for text in texts):
        raise BadRequest("the letter NUL")


def _demand_address(text: str) -> None:
    """Whether somebody may be led there, the pages judge. Python raises at `http://[::1`."""
    try:
        urlsplit(text)
    except ValueError as error:
        raise BadRequest("a way on that is no address") from error
