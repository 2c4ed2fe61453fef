"""What is the same for everybody: pages that are framed elsewhere, and pictures of games."""

import re
from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse

# By the address, for it must be known before anything reads a cookie, and so before any route.
FOR_EVERYBODY: Final = re.compile(r"/embed/|/games/[^/]+/(?:picture\.png|film\.webp)$")


class CookielessMiddleware:
    """Takes the cookies from a request that has no use for them, and from its answer.

    Whoever looks there is nobody: no session is read, no token is given, and the answer to one is
    the answer to all, whatever happened on the way to it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not FOR_EVERYBODY.match(request.path_info):
            return self.get_response(request)
        request.META.pop("HTTP_COOKIE", None)
        response = self.get_response(request)
        response.cookies.clear()
        _forget_cookies_in_vary(response)
        return response


def _forget_cookies_in_vary(response: HttpResponse) -> None:
    named = [name.strip() for name in response.headers.get("Vary", "").split(",")]
    kept = [name for name in named if name and name.lower() != "cookie"]
    if kept:
        response.headers["Vary"] = ", ".join(kept)
    else:
        response.headers.pop("Vary", None)
