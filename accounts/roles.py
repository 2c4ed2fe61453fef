"""Who may do more than play. Roles are Django's groups, and each allows what those below it do.

Whom somebody may judge follows from their rank: nobody themselves, nor who has their own rank or a
higher one. Above administrators stands who works on the machine (`manage.py make_moderator`).
"""

from typing import Final

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group, Permission
from django.db import models
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Sanction, User
from accounts.refusals import Forbidden


class Role(models.IntegerChoices):
    """In the order of their ranks."""

    PLAYER = 0, gettext_lazy("player")
    MODERATOR = 1, gettext_lazy("moderator")
    SENIOR = 2, gettext_lazy("senior moderator")
    ADMINISTRATOR = 3, gettext_lazy("administrator")


MODERATE: Final = "accounts.moderate"
RULE: Final = "accounts.rule"
APPOINT: Final = "accounts.appoint"

GROUPS: Final = {
    Role.MODERATOR: "moderators",
    Role.SENIOR: "senior moderators",
    Role.ADMINISTRATOR: "administrators",
}
ALLOWED: Final = {
    Role.MODERATOR: (MODERATE,),
    Role.SENIOR: (MODERATE, RULE),
    Role.ADMINISTRATOR: (MODERATE, RULE, APPOINT),
}


def role_of(person: User) -> Role:
    """Somebody's role. Who is staff without a group was made so before there were any."""
    if not person.is_active or person.is_guest:
        return Role.PLAYER
    if person.is_superuser:
        return Role.ADMINISTRATOR
    if not person.is_staff:
        return Role.PLAYER
    names = set(person.groups.values_list("name", flat=True))
    return max(
        (role for role, name in GROUPS.items() if name in names),
        default=Role.MODERATOR,
    )


def of_rank(role: Role) -> QuerySet[User]:
    """Everybody who has this role or a higher one, as `role_of` says it of one of them."""
    names = [name for other, name in GROUPS.items() if other >= role]
    in_group = Q(
        is_staff=True,
        pk__in=User.groups.through.objects.filter(group__name__in=names).values("user"),
    )
    found = Q(is_superuser=True) | (Q(is_staff=True) if role <= Role.MODERATOR else in_group)
    here = User.objects.filter(is_active=True, is_guest=False)
    return here.filter(found) if role > Role.PLAYER else here


def may(person: User, permission: str) -> bool:
    """Whether somebody's role allows something (MODERATE, RULE, APPOINT)."""
    return permission in ALLOWED.get(role_of(person), ())


def may_judge(judge: User, person: User) -> bool:
    """Whether somebody may act on this person at all; what exactly, `may` says."""
    if judge.pk == person.pk:
        return False
    return role_of(judge) > role_of(person)


def demand(person: User, permission: str) -> None:
    """Raise a Forbidden unless somebody's role allows this."""
    if not may(person, permission):
        raise Forbidden(_("Your role does not allow this."))


def has_second_factor(person: User) -> bool:
    """Whether they prove who they are by more than a password: no page for staff opens without."""
    proofs = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
    return bool(Authenticator.objects.filter(user=person, type__in=proofs).exists())


def assign(person: User, role: Role) -> None:
    """Put a locked person into the group of a role, and out of all others.

    The groups are made when they are first needed, with what they allow.
    """
    groups = [_group(role)] if role in GROUPS else []
    person.groups.set(groups)
    person.is_staff = role > Role.PLAYER
    person.is_superuser = person.is_superuser and role == Role.ADMINISTRATOR
    person.save(update_fields=["is_staff", "is_superuser"])


def _group(role: Role) -> Group:
    group, _made = Group.objects.get_or_create(name=GROUPS[role])
    codenames = [permission.partition(".")[2] for permission in ALLOWED[role]]
    kind = Sanction._meta  # noqa: SLF001 - Django's own name for what describes a model
    group.permissions.set(
        Permission.objects.filter(
            content_type__app_label=kind.app_label,
            content_type__model=kind.model_name,
            codename__in=codenames,
        )
    )
    return group
