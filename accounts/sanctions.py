"""What somebody may not do. The rest of the site asks here, and nowhere else."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import audit, roles
from accounts.models import Sanction, User
from accounts.prepared import Prepared
from accounts.refusals import Forbidden, NotFound

Kind = Sanction.Kind

# What each sanction forbids, the stricter ones more.
FORBIDS: dict[Kind, set[str]] = {
    Kind.WARNING: set(),
    Kind.CLOSED: {"enter", "play", "rated play", "chat"},
    Kind.NO_PLAY: {"play", "rated play"},
    Kind.NO_RATED_PLAY: {"rated play"},
    Kind.NO_CHAT: {"chat"},
}

# What a role must allow for it.
NEEDS = {
    Kind.WARNING: roles.MODERATE,
    Kind.CLOSED: roles.RULE,
    Kind.NO_PLAY: roles.RULE,
    Kind.NO_RATED_PLAY: roles.MODERATE,
    Kind.NO_CHAT: roles.MODERATE,
}

NOT_YOURS = gettext_lazy(
    "Nobody acts on themselves, nor on somebody of their own rank or a higher one."
)


def hold_for_judging(*, judge: User, person: User) -> tuple[User, User]:
    """Both rows, locked and read anew, if one may judge the other; else a Forbidden.

    The judge's too: who is dismissed in the same instant comes too late.
    """
    row, (other,) = hold_all_for_judging(judge=judge, people=[person.pk])
    return row, other


def hold_all_for_judging(*, judge: User, people: Collection[int]) -> tuple[User, list[User]]:
    """The same of several people, by their keys: one may judge all of them, or none."""
    wanted = {judge.pk, *people}
    locked = User.objects.select_for_update(no_key=True).filter(pk__in=wanted)
    rows = {row.pk: row for row in locked.order_by("pk")}
    if not wanted <= rows.keys():
        raise NotFound(_("Nobody here has this name."))
    if not all(roles.may_judge(rows[judge.pk], rows[person]) for person in people):
        raise Forbidden(str(NOT_YOURS))
    return rows[judge.pk], [rows[person] for person in people]


@transaction.atomic
def impose(
    *, user: User, by: User, kind: Kind, reason: str, lasts: timedelta | None = None
) -> Sanction:
    """Sanction somebody, for some time or until it is lifted.

    Who is shut out is signed out everywhere, and told why when they try to come back.
    """
    judge, person = hold_for_judging(judge=by, person=user)
    roles.demand(judge, NEEDS[kind])
    ends_at = timezone.now() + lasts if lasts is not None else None
    if "enter" in FORBIDS[kind]:
        person.session_generation += 1
        person.save(update_fields=["session_generation"])
    sanction = Sanction.objects.create(
        user=person, kind=kind, reason=reason, ends_at=ends_at, by=judge
    )
    _note(sanction, "impose", judge)
    return sanction


@transaction.atomic
def lift(*, sanction: Sanction, by: User) -> None:
    """End a sanction now, unless it is over already. It stays on record."""
    judge, _person = hold_for_judging(judge=by, person=sanction.user)
    roles.demand(judge, NEEDS[Kind(sanction.kind)])
    now = timezone.now()
    running = Q(ends_at=None) | Q(ends_at__gt=now)
    if Sanction.objects.filter(running, pk=sanction.pk).update(ends_at=now):
        _note(sanction, "lift", judge)
    sanction.refresh_from_db(fields=["ends_at"])


def _note(sanction: Sanction, done: str, judge: User) -> None:
    """Write into the audit log what became of a sanction."""
    audit.append(
        f"{done}:{sanction.kind}",
        actor=judge,
        person=sanction.user,
        thing=f"sanction:{sanction.pk}",
        until=sanction.ends_at.isoformat() if sanction.ends_at and done == "impose" else None,
    )


def in_force(user: User, *, at: datetime | None = None) -> list[Sanction]:
    """The sanctions that hold now, those that end last first."""
    return _holding.all(user_id=user.pk, now=at or timezone.now())


@Prepared
def _holding(*, user_id: int, now: datetime) -> QuerySet[Sanction]:
    running = Q(ends_at=None) | Q(ends_at__gt=now)
    # Databases disagree on where "until it is lifted" belongs in an order.
    last_first = F("ends_at").desc(nulls_first=True)
    holding = Sanction.objects.filter(running, user=user_id, begins_at__lte=now)
    return holding.order_by(last_first, "-pk")


def forbidding(user: User, action: str) -> Sanction | None:
    """The sanction that forbids an action ("enter", "play", "rated play", "chat"), if any."""
    return next((one for one in in_force(user) if action in FORBIDS[Kind(one.kind)]), None)


def demand(user: User, action: str) -> None:
    """Raise a Forbidden that says why and until when, unless the action is allowed."""
    sanction = forbidding(user, action)
    if sanction is not None:
        raise Forbidden(explain(sanction))


def explain(sanction: Sanction) -> str:
    """The sentence for whom it concerns."""
    words = {"what": str(sanction.get_kind_display()).capitalize(), "why": sanction.reason}
    if sanction.ends_at is None:
        return _("%(what)s. The reason: %(why)s") % words
    words["when"] = f"{sanction.ends_at:%Y-%m-%d %H:%M} UTC"
    return _("%(what)s until %(when)s. The reason: %(why)s") % words
