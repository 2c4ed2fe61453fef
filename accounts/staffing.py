"""What staff change of a person, and who is staff. Whom they may judge says `sanctions`."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import sanctions
from accounts.models import User
from accounts.refusals import Forbidden


@transaction.atomic
def mend(
    *,
    person: User,
    by: User,
    about: str | None = None,
    pronouns: str | None = None,
    languages: str | None = None,
) -> None:
    """Mend what somebody tells about themselves. None leaves it as it is."""
    _judge, row = sanctions.hold_for_judging(judge=by, person=person)
    _write(row, about=about, pronouns=pronouns, languages=languages)


@transaction.atomic
def empower(
    *, person: User, by: User, is_staff: bool | None = None, is_superuser: bool | None = None
) -> None:
    """Say whether somebody is staff, or a superuser. None leaves it as it is.

    For another superuser to say: nobody raises their own rights, and who could drop them might be
    the last one who can hand them out.
    """
    judge, row = sanctions.hold_for_judging(judge=by, person=person)
    if not judge.is_superuser or judge == row:
        raise Forbidden(_("Only another superuser says who is staff."))
    _write(row, is_staff=is_staff, is_superuser=is_superuser)


def _write(row: User, **columns: Any) -> None:
    """Write what was said and nothing else: the person may change the rest meanwhile."""
    said = {name: value for name, value in columns.items() if value is not None}
    for name, value in said.items():
        setattr(row, name, value)
    row.save(update_fields=said)
