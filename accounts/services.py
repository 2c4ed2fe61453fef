"""Everything that changes what we know of people."""

import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Final

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import selectors
from accounts.locks import lock_people
from accounts.models import FormerName, Preferences, User
from accounts.notices import ByMail, Event, Wish, wishes
from accounts.unique import is_taken
from accounts.usernames import normal, skeleton

TAKEN_NAMES_KEPT: Final = timedelta(days=365)
"""How long nobody may bear a name that was taken from somebody."""
MADE_UP: Final = "player-"
LETTERS: Final = "bdfghkmnprstvwxz"
"""Without vowels, so that they spell nothing."""


def create_player(*, username: str, email: str = "", password: str | None = None) -> User:
    """Make a person who can log in with `password`, or with None one who cannot."""
    user = User(username=normal(username), email=User.objects.normalize_email(email))
    user.set_password(password)
    user.full_clean(exclude=["email"] if not email else None)
    if selectors.is_kept_for_another(username):
        raise ValidationError({"username": _("This name is taken.")})
    user.save()
    return user


@transaction.atomic
def change_username(*, user: User, name: str) -> None:
    """Give `user` another name, or raise a ValidationError that says why not.

    The row lock comes first, so that two tabs cannot change it twice.
    """
    person = User.objects.select_for_update().get(pk=user.pk)
    if (free_from := selectors.next_rename(person)) is not None:
        raise ValidationError(
            _("You can change your name again from %(date)s on."),
            params={"date": free_from.date().isoformat()},
        )
    old, person.username = person.username, normal(name)
    person.full_clean(validate_unique=False)  # the constraint by skeleton says it better
    # After it, for a name that nobody bears any more may have been given up just now.
    if selectors.is_kept_for_another(name, person):
        raise ValidationError(_("This name is taken."))
    now = timezone.now()
    FormerName.objects.create(
        user=person, name=old, skeleton=skeleton(old), kept_until=now + selectors.RENAME_EVERY
    )
    person.renamed_at = now
    with taken_name_refused():
        person.save(update_fields=["username", "renamed_at"])
    user.refresh_from_db()


def take_name(*, person: User, name: str = "") -> str:
    """Take somebody's name from them, whose whole row is locked, and give them another.

    The old one leads nowhere, and nobody may take it for a year. They may choose a new one at
    once. Returned is the name that they were given, made up where none is said.
    """
    old, person.username = person.username, normal(name or made_up_name())
    person.full_clean(validate_unique=False)
    if selectors.is_kept_for_another(person.username, person):
        raise ValidationError({"username": _("This name is taken.")})
    FormerName.objects.create(
        user=person,
        name=old,
        skeleton=skeleton(old),
        kept_until=timezone.now() + TAKEN_NAMES_KEPT,
        leads=False,
    )
    person.renamed_at = None
    with taken_name_refused():
        person.save(update_fields=["username", "renamed_at"])
    return person.username


def give_name_back(*, person: User, name: str, given: str) -> bool:
    """Let somebody, whose whole row is locked, have the name back that was taken from them.

    They bear it again if they still have the one that they were given; else it leads to them, and
    they may take it. Whether they bear it is returned.
    """
    FormerName.objects.filter(user=person, name=name, leads=False).update(leads=True)
    if person.username != given or selectors.is_borne(name):
        return False
    FormerName.objects.filter(user=person, name=name).delete()
    person.username = name
    person.save(update_fields=["username"])
    return True


def made_up_name() -> str:
    """A name that says nothing, and that nobody bears."""
    while True:
        name = MADE_UP + "".join(secrets.choice(LETTERS) for _ in range(6))
        if not selectors.is_borne(name) and not selectors.is_kept_for_another(name):
            return name


@contextmanager
def taken_name_refused() -> Iterator[None]:
    """Whoever comes second with a name hears it in the words of whoever comes later."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        if not is_taken(error):
            raise
        raise ValidationError({"username": _("This name is taken.")}) from error


@transaction.atomic
def save_profile(user: User) -> None:
    """Store what somebody tells about themselves, and nothing else: the rest may have changed."""
    lock_people(user)
    user.save(update_fields=["about", "pronouns", "country", "languages"])


@transaction.atomic
def save_preferences(*, preferences: Preferences, time_zone: str, notices: dict[str, Wish]) -> None:
    """Store what somebody likes, and where they live. Of two at once the last one counts.

    The person's row is locked first: there may be no preferences yet that could be.
    """
    lock_people(preferences.user)
    preferences.notices = notices
    preferences.save()
    User.objects.filter(pk=preferences.user_id).update(time_zone=time_zone)


@transaction.atomic
def stop_mail(*, user: User, events: Iterable[Event]) -> None:
    """Mail somebody no more of these events. Doing it twice is doing it once."""
    lock_people(user)
    preferences, _made = Preferences.objects.get_or_create(user=user)
    chosen = wishes(preferences.notices)
    for event in events:
        chosen[event] = {**chosen[event], "mail": ByMail.NEVER}
    preferences.notices = chosen
    preferences.save(update_fields=["notices"])


def forget_former_names() -> None:
    """Let go of the names that have been kept long enough."""
    FormerName.objects.filter(kept_until__lte=timezone.now()).delete()
