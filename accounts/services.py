"""Everything that changes what we know of people."""

from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import selectors
from accounts.models import FormerName, Preferences, User
from accounts.notices import ByMail, Event, Wish, wishes


def create_player(*, username: str, email: str = "", password: str | None = None) -> User:
    """Make a person who can log in with `password`, or with None one who cannot."""
    user = User(username=username, email=User.objects.normalize_email(email))
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
    if selectors.is_kept_for_another(name, person):
        raise ValidationError(_("This name is taken."))
    old, person.username = person.username, name
    person.full_clean()
    now = timezone.now()
    FormerName.objects.create(user=person, name=old, kept_until=now + selectors.RENAME_EVERY)
    person.renamed_at = now
    person.save(update_fields=["username", "renamed_at"])
    user.refresh_from_db()


@transaction.atomic
def save_preferences(*, preferences: Preferences, time_zone: str, notices: dict[str, Wish]) -> None:
    """Store what somebody likes, and where they live."""
    preferences.notices = notices
    preferences.save()
    User.objects.filter(pk=preferences.user_id).update(time_zone=time_zone)


@transaction.atomic
def stop_mail(*, user: User, events: Iterable[Event]) -> None:
    """Mail somebody no more of these events. Doing it twice is doing it once."""
    Preferences.objects.get_or_create(user=user)
    preferences = Preferences.objects.select_for_update().get(user=user)
    chosen = wishes(preferences.notices)
    for event in events:
        chosen[event] = {**chosen[event], "mail": ByMail.NEVER}
    preferences.notices = chosen
    preferences.save(update_fields=["notices"])


def forget_former_names() -> None:
    """Let go of the names that have been kept long enough."""
    FormerName.objects.filter(kept_until__lte=timezone.now()).delete()
