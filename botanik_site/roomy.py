"""Gives each request a stack in one piece: pages call much and often. See `engine.stack`."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from engine.stack import in_one_piece


class RoomyStackMiddleware:
    """To be the first of all."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return in_one_piece(self.get_response, request)
