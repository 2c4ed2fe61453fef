"""The site's routes, and a few that go wrong on purpose."""

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import path
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from accounts import refusals
from accounts.models import Block, User
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


def take_twice(request: HttpRequest) -> HttpResponse:
    """What two do in the same moment, of which the database lets one."""
    with transaction.atomic():
        for _ in range(2):
            User.objects.create(username="dora")
    return HttpResponse("done")


def take_twice_in_another_case(request: HttpRequest) -> HttpResponse:
    with transaction.atomic():
        for name in ("dora", "Dora"):
            User.objects.create(username=name)
    return HttpResponse("done")


def break_a_rule(request: HttpRequest) -> HttpResponse:
    """What only a mistake of ours can do."""
    with transaction.atomic():
        dora = User.objects.create(username="dora")
        Block.objects.create(owner=dora, blocked=dora)
    return HttpResponse("done")


def go_wrong(request: HttpRequest, how: str, secret: str = "") -> HttpResponse:
    raise RAISES[how]


def accept(request: HttpRequest) -> HttpResponse:
    return HttpResponse("done")


urlpatterns = [
    *urlpatterns,
    path("wrong/taken/", take_twice),
    path("wrong/taken-in-another-case/", take_twice_in_another_case),
    path("wrong/against-a-rule/", break_a_rule),
    path("wrong/<slug:how>/", go_wrong),
    path("wrong/<slug:how>/<secret>/", go_wrong),
    path("accept/", accept),
    path("mail/", mailbox),
]
