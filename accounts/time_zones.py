"""Time zones by their names in the IANA database."""

from collections.abc import Callable
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

NAMES = tuple(sorted(name for name in available_timezones() if "/" in name or name == "UTC"))


def is_time_zone(name: str) -> None:
    """Refuse what is no time zone."""
    if name not in NAMES:
        raise ValidationError(_("There is no such time zone."), code="time_zone")


def zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)


class TimeZoneMiddleware:
    """Shows days and hours as they are where the reader lives."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            timezone.activate(zone(request.user.time_zone))
        else:
            timezone.deactivate()
        return self.get_response(request)
