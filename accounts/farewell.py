"""Leaving for good: asked for, thought over for a week, then done.

What goes is whatever says who somebody was. The row stays, without a name, so that opponents lose
none of their games.
"""

import secrets
from datetime import timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import (
    Absence,
    Block,
    DataExport,
    FormerName,
    Preferences,
    Sanction,
    User,
)

TIME_TO_THINK = timedelta(days=7)

# Every model that points at a person, and what becomes of its rows. A test fails for a model that
# is not decided here, or in games/services/farewells.py.
DELETED = (
    EmailAddress, Authenticator, UserSession, FormerName, Preferences, Absence, Sanction,
    DataExport,
)  # fmt: skip
# What somebody did as staff stays on record, under their row without a name.
KEPT = (LogEntry,)


def ask_to_leave(user: User) -> bool:
    """Note the wish, to be carried out after a week; False for one that was noted before."""
    due = timezone.now() + TIME_TO_THINK
    noted = User.objects.filter(pk=user.pk, leaving_at=None).update(leaving_at=due)
    user.refresh_from_db(fields=["leaving_at"])
    return bool(noted)


def stay(user: User) -> None:
    """Take the wish back, while there is time."""
    User.objects.filter(pk=user.pk).update(leaving_at=None)
    user.refresh_from_db(fields=["leaving_at"])


def due() -> QuerySet[User]:
    """Everybody whose week is over."""
    return User.objects.filter(leaving_at__lte=timezone.now(), is_active=True)


@transaction.atomic
def forget(user_id: int) -> None:
    """Remove all that says who this person was, unless they changed their mind just now."""
    person = User.objects.select_for_update().get(pk=user_id)
    if person.leaving_at is not None and person.leaving_at <= timezone.now():
        erase(person)


def erase(person: User) -> None:
    """Leave of somebody a row without a name."""
    for session in UserSession.objects.filter(user=person):
        session.end()  # with what it holds
    for model in DELETED:
        model.objects.filter(user=person).delete()
    Block.objects.filter(owner=person).delete()
    Block.objects.filter(blocked=person).delete()
    LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(User), object_id=str(person.pk)
    ).update(object_repr="")
    person.username = f"deleted-{secrets.token_hex(6)}"
    person.email = person.about = person.country = person.pronouns = person.languages = ""
    person.time_zone = "UTC"
    person.is_active = person.is_staff = person.is_superuser = False
    person.last_login = None
    person.session_generation += 1
    person.set_unusable_password()
    person.save()
