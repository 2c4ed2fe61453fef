"""What somebody may not do. The rest of the site asks here, and nowhere else."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Sanction, User
from accounts.prepared import Prepared
from accounts.refusals import Forbidden, NotFound

Kind = Sanction.Kind

# What each sanction forbids, the stricter ones more.
FORBIDS = {
    Kind.CLOSED: {"enter", "play", "rated play", "chat"},
    Kind.NO_PLAY: {"play", "rated play"},
    Kind.NO_RATED_PLAY: {"rated play"},
    Kind.NO_CHAT: {"chat"},
}

NOT_YOURS = gettext_lazy("Players are judged by staff, and staff by another superuser only.")


def may_judge(judge: User, person: User) -> bool:
    """Whether somebody may sanction this person, and lift what holds for them.

    Staff are a matter for superusers, and nobody is judged by themselves.
    """
    if person.is_staff or person.is_superuser:
        return judge.is_superuser and judge.pk != person.pk
    return judge.is_staff


def hold_for_judging(*, judge: User, person: User) -> tuple[User, User]:
    """Both rows, locked and read anew, if one may judge the other; else a Forbidden.

    The judge's too: of two superusers who dismiss each other in the same instant one comes too
    late, so that one is always left.
    """
    both = User.objects.select_for_update(no_key=True).filter(pk__in=[judge.pk, person.pk])
    rows = {row.pk: row for row in both.order_by("pk")}
    if not {judge.pk, person.pk} <= rows.keys():
        raise NotFound(_("Nobody here has this name."))
    if not may_judge(rows[judge.pk], rows[person.pk]):
        raise Forbidden(str(NOT_YOURS))
    return rows[judge.pk], rows[person.pk]


@transaction.atomic
def impose(
    *, user: User, by: User, kind: Kind, reason: str, lasts: timedelta | None = None
) -> Sanction:
    """Sanction somebody, for some time or until it is lifted.

    Who is shut out is signed out everywhere, and told why when they try to come back.
    """
    _judge, person = hold_for_judging(judge=by, person=user)
    ends_at = timezone.now() + lasts if lasts is not None else None
    if "enter" in FORBIDS[kind]:
        person.session_generation += 1
        person.save(update_fields=["session_generation"])
    return Sanction.objects.create(user=person, kind=kind, reason=reason, ends_at=ends_at)


@transaction.atomic
def lift(*, sanction: Sanction, by: User) -> None:
    """End a sanction now, unless it is over already. It stays on record."""
    hold_for_judging(judge=by, person=sanction.user)
    now = timezone.now()
    running = Q(ends_at=None) | Q(ends_at__gt=now)
    Sanction.objects.filter(running, pk=sanction.pk).update(ends_at=now)
    sanction.refresh_from_db(fields=["ends_at"])


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
