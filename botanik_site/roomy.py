"""Gives each request a stack in one piece.

CPython (3.11 and later) keeps the frames of Python functions in chunks of 16 KiB, and lets go of
a chunk as soon as the last frame in it returns. Where a template or a query happens to run just at
the end of a chunk, every small call begins another one: memory is asked of the system and given
back thousands of times a page, which then takes up to twice as long. By how much depends on how
deep the stack is by chance: another middleware or another server moves it.

A frame that does not fit into a chunk gets a larger one, and what it calls lies in the same. So the
outermost middleware is such a frame. docs/performance.md has what it brings.
"""

from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest, HttpResponse

SLOTS: Final = 7_200
"""Local variables of the frame, eight bytes each: with what CPython adds, just over 64 KiB, so that
the chunk has 128 KiB, and more than half of it is left."""


def _make_caller() -> Callable[..., Any]:
    names = " = ".join(f"_{number}" for number in range(SLOTS))
    source = f"def call(function, argument):\n if 0: {names} = None\n return function(argument)"
    found: dict[str, Any] = {}
    exec(source, found)  # noqa: S102 - nobody could read it written out
    call: Callable[..., Any] = found["call"]
    return call


_call_in_a_large_frame = _make_caller()


class RoomyStackMiddleware:
    """To be the first of all."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response: HttpResponse = _call_in_a_large_frame(self.get_response, request)
        return response
