"""Being away, for somebody who plays: the clocks follow in the same transaction."""

from datetime import datetime

from django.db import transaction

from accounts import absences
from accounts.models import Absence, User
from games.services import challenges, clocks


@transaction.atomic
def book(*, user: User, starts_at: datetime, ends_at: datetime) -> Absence:
    """Book a time away, and move the deadlines that it touches."""
    absence = absences.book(user=user, starts_at=starts_at, ends_at=ends_at)
    clocks.recompute_deadlines(user)
    challenges.recompute_deadlines(user)
    return absence


@transaction.atomic
def end_early(*, user: User, absence_id: int) -> None:
    """Come back, or give up a booking: the clocks run again."""
    absences.end_early(user=user, absence_id=absence_id)
    clocks.recompute_deadlines(user)
    challenges.recompute_deadlines(user)
