"""Leaving for good: asked for, thought over for a week, then done.

What goes is whatever says who somebody was. The row stays, without a name, so that opponents lose
none of their games.

First nothing more can begin in somebody's name, then all is removed, and some time later it is
removed once more: a request that had begun before may have written in between. `leaving_at` stays
until that is done, so whatever breaks off halfway is found again.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.locks import lock_people
from accounts.models import (
    Absence,
    Block,
    DataExport,
    FormerName,
    Preferences,
    Sanction,
    Trace,
    User,
)

TIME_TO_THINK = timedelta(days=7)
# Longer than any request or task that was on its way when somebody left.
STRAGGLERS_COME_FOR = timedelta(minutes=30)

# Every model that points at a person, and what becomes of its rows. A test fails for a model that
# is not decided here, or in games/services/farewells.py.
DELETED = (
    EmailAddress, Authenticator, UserSession, FormerName, Preferences, Absence, Sanction,
    DataExport, Trace,
)  # fmt: skip
# What somebody did as staff stays on record, under their row without a name.
KEPT = (LogEntry,)


def ask_to_leave(user: User) -> bool:
    """Note the wish, to be carried out after a week; False for one that was noted before."""
    due = timezone.now() + TIME_TO_THINK
    asking = User.objects.filter(pk=user.pk, leaving_at=None, is_active=True)
    noted = asking.update(leaving_at=due)
    user.refresh_from_db(fields=["leaving_at"])
    return bool(noted)


@transaction.atomic
def stay(user: User) -> None:
    """Take the wish back, while there is time."""
    lock_people(user)
    User.objects.filter(pk=user.pk).update(leaving_at=None)
    user.refresh_from_db(fields=["leaving_at"])


def due() -> QuerySet[User]:
    """Everybody whose week is over, and who is not forgotten for good yet."""
    return User.objects.filter(leaving_at__lte=timezone.now()).order_by("pk")


@transaction.atomic
def shut_out(person: User, *, still: Callable[[], QuerySet[User]]) -> User | None:
    """Let nothing more begin in somebody's name, and return them as they are then.

    None for who is no longer among those who are to go: they changed their mind, or came back. The
    look comes after the lock, under which everything about a person is written.
    """
    found = User.objects.select_for_update(no_key=True).filter(pk=person.pk).first()
    if found is None or not still().filter(pk=person.pk).exists():
        return None
    if found.is_active:
        found.is_active = False
        found.session_generation += 1
        found.leaving_at = timezone.now()
        found.save(update_fields=["is_active", "session_generation", "leaving_at"])
    return found


@transaction.atomic
def erase(person_id: int) -> None:
    """Leave of somebody who is shut out a row without a name. Doing it twice is doing it once."""
    person = User.objects.select_for_update().get(pk=person_id)
    for session in UserSession.objects.filter(user=person):
        session.end()  # with what it holds
    for model in DELETED:
        model.objects.filter(user=person).delete()
    Block.objects.filter(owner=person).delete()
    Block.objects.filter(blocked=person).delete()
    LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(User), object_id=str(person.pk)
    ).update(object_repr="")
    person.username = _name_of_nobody(person)
    person.email = person.called = ""
    person.about = person.country = person.pronouns = person.languages = ""
    person.time_zone = "UTC"
    person.is_active = person.is_staff = person.is_superuser = False
    person.last_login = None
    person.session_generation += 1
    person.set_unusable_password()
    if person.leaving_at is not None:
        person.leaving_at = _once_more(person.leaving_at)
    person.save()
    person.groups.clear()


def _name_of_nobody(person: User) -> str:
    """The same each time, and nobody can take it before."""
    return f"deleted-{salted_hmac('accounts.farewell', str(person.pk)).hexdigest()[:12]}"


def _once_more(left_at: datetime) -> datetime | None:
    """Since when somebody is to be erased again; None once nothing can follow any more."""
    return None if left_at + STRAGGLERS_COME_FOR <= timezone.now() else left_at
