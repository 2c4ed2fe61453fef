"""What staff change of a person, and who is staff. Whom they may judge says `sanctions`."""

from typing import Any

from allauth.mfa.models import Authenticator
from django.db import transaction
from django.utils.translation import gettext as _

from accounts import audit, roles, sanctions
from accounts.models import User
from accounts.refusals import Forbidden, NotFound
from accounts.roles import Role


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
    judge, row = sanctions.hold_for_judging(judge=by, person=person)
    changed = _write(row, about=about, pronouns=pronouns, languages=languages)
    audit.append("mend", actor=judge, person=row, columns=changed)


@transaction.atomic
def appoint(*, person: User, by: User, role: Role) -> None:
    """Give somebody a role below one's own, or take theirs away."""
    judge, row = sanctions.hold_for_judging(judge=by, person=person)
    roles.demand(judge, roles.APPOINT)
    if role >= roles.role_of(judge):
        raise Forbidden(_("Nobody gives away their own rank or a higher one."))
    _appoint(row, role, by=judge)


@transaction.atomic
def appoint_here(*, person: User, role: Role) -> None:
    """The same from the machine itself, where whoever works there may give any role."""
    row = User.objects.select_for_update(no_key=True).get(pk=person.pk)
    _appoint(row, role, by=None)


@transaction.atomic
def lock_out(*, person: User) -> None:
    """Leave somebody no way in but the mail that resets a password, and no role.

    For an account that was stolen: whoever has it may have added a passkey of their own.
    """
    row = User.objects.select_for_update().get(pk=person.pk)
    roles.assign(row, Role.PLAYER)
    row.set_unusable_password()
    row.session_generation += 1
    row.save(update_fields=["password", "session_generation"])
    Authenticator.objects.filter(user=row).delete()
    audit.append("lock-out", actor=None, person=row)


def _appoint(row: User, role: Role, *, by: User | None) -> None:
    if row.is_guest or row.bot or not row.is_active:
        raise NotFound(_("Nobody here has this name."))
    former = roles.role_of(row)
    roles.assign(row, role)
    audit.append("appoint", actor=by, person=row, former=int(former), role=int(role))


def _write(row: User, **columns: Any) -> list[str]:
    """Write what was said and nothing else: the person may change the rest meanwhile."""
    said = {name: value for name, value in columns.items() if value is not None}
    for name, value in said.items():
        setattr(row, name, value)
    row.save(update_fields=said)
    return sorted(said)
