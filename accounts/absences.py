"""Being away: booked ahead or begun now, paid from the allowance."""

from datetime import date, datetime, time, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.allowance import Allowance, Booking
from accounts.locks import lock_people
from accounts.models import Absence, User
from accounts.prepared import Prepared
from accounts.refusals import Unprocessable
from accounts.time_zones import zone

FURTHEST_AHEAD = timedelta(days=366)
TOLD_AHEAD = timedelta(days=14)
"""So long before it begins opponents see that somebody will be away."""


def allowance_of(user: User) -> Allowance:
    """The account of days of this person."""
    booked = user.absences.order_by("starts_at").values_list("starts_at", "ends_at")
    bookings = tuple(Booking(starts_at, ends_at) for starts_at, ends_at in booked)
    return Allowance(user.date_joined, zone(user.time_zone), bookings)


def start_of_day(day: date, user: User) -> datetime:
    """When a day begins where this person lives."""
    return datetime.combine(day, time.min, tzinfo=zone(user.time_zone))


@transaction.atomic
def book(*, user: User, starts_at: datetime, ends_at: datetime) -> Absence:
    """Book a time away, or raise a refusal that says why not.

    The person's row is locked first, so that two bookings at once cannot spend the same days.
    """
    person = lock_people(user)
    now = timezone.now()
    booking = Booking(max(starts_at, now), ends_at)
    allowance = allowance_of(person)
    if booking.ends_at <= booking.starts_at:
        raise Unprocessable(_("The day you are back must come after the day you leave."))
    if booking.starts_at - now > FURTHEST_AHEAD:
        raise Unprocessable(_("You can book a year ahead, and not further."))
    if any(booking.overlaps(other) for other in allowance.bookings):
        raise Unprocessable(_("You have already booked some of these days."))
    if not allowance.affords(booking):
        raise Unprocessable(_("You do not have so many days left."))
    return Absence.objects.create(user=person, starts_at=booking.starts_at, ends_at=booking.ends_at)


@transaction.atomic
def end_early(*, user: User, absence_id: int) -> None:
    """Come back now, or give up a booking that has not begun. The days not used come back too."""
    lock_people(user)
    now = timezone.now()
    absence = user.absences.filter(pk=absence_id, ends_at__gt=now).first()
    if absence is None:
        raise Unprocessable(_("This absence is over already."))
    if absence.starts_at >= now:
        absence.delete()
        return
    absence.ends_at = now
    absence.save(update_fields=["ends_at"])


def away_until(user: User, *, at: datetime | None = None) -> datetime | None:
    """When somebody who is away is back; None for somebody who is here."""
    current = _absence.first(user_id=user.pk, now=at or timezone.now())
    return current.ends_at if current else None


@Prepared
def _absence(*, user_id: int, now: datetime) -> QuerySet[Absence]:
    return Absence.objects.filter(user=user_id, starts_at__lte=now, ends_at__gt=now)[:1]


def coming(user: User) -> Absence | None:
    """The absence that runs or the next one, if it begins soon enough to matter to opponents."""
    now = timezone.now()
    return _coming.first(user_id=user.pk, now=now, soon=now + TOLD_AHEAD)


@Prepared
def _coming(*, user_id: int, now: datetime, soon: datetime) -> QuerySet[Absence]:
    ahead = Absence.objects.filter(user=user_id, ends_at__gt=now, starts_at__lte=soon)
    return ahead.order_by("starts_at")[:1]


def upcoming(user: User) -> list[Absence]:
    """The absence that runs, and those that are booked, in their order."""
    return list(user.absences.filter(ends_at__gt=timezone.now()).order_by("starts_at"))
