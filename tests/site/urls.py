"""The site's routes, and a few that go wrong on purpose."""

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.urls import path
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from accounts import refusals
from botanik_site.mailbox import mailbox
from botanik_site.urls import handler400, handler403, handler404, handler500, urlpatterns

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]

RAISES = {
    "suspicious": SuspiciousOperation("token=hunter2"),
    "denied": PermissionDenied("token=hunter2"),
    "broken": RuntimeError("mail for alice@botanik.example failed"),
    "forbidden": refusals.Forbidden("You do not sit at this table."),
    "missing": refusals.NotFound("There is no such game."),
    "conflict": refusals.Conflict("Bob has moved."),
    "unprocessable": refusals.Unprocessable("<b>RI</b> is not allowed there."),
    "too-many": refusals.TooMany("That was a lot."),
    "no-broker": OperationalError("redis://:hunter2@redis:6379"),
    "no-cache": RedisError("redis://:hunter2@redis:6379"),
}


def go_wrong(request: HttpRequest, how: str, secret: str = "") -> HttpResponse:
    raise RAISES[how]


def accept(request: HttpRequest) -> HttpResponse:
    return HttpResponse("done")


urlpatterns = [
    *urlpatterns,
    path("wrong/<slug:how>/", go_wrong),
    path("wrong/<slug:how>/<secret>/", go_wrong),
    path("accept/", accept),
    path("mail/", mailbox),
]
