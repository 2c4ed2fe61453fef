"""Time zones by their names in the IANA database."""

from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

NAMES = tuple(sorted(name for name in available_timezones() if "/" in name or name == "UTC"))


def is_time_zone(name: str) -> None:
    """Refuse what is no time zone."""
    if name not in NAMES:
        raise ValidationError(_("There is no such time zone."), code="time_zone")


def zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)
