"""What came of a month, in numbers for everybody: reports, what was done, who objected.

A month that is over is counted once and kept (`MonthlyCount`), for what was counted is forgotten
later; the one that runs is counted anew for each reader.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, Final

from django.db.models import Count, Min, TextField
from django.db.models.functions import Cast, Concat
from django.utils.translation import gettext as _

from accounts.models import AuditEntry
from games.models import Appeal, Case, MonthlyCount, Report, Ruling

MONTHS: Final = 12
FEW: Final = 3
"""Smaller numbers are not told exactly: somebody might read themselves, or a neighbour, in them."""

# Of these there is a ruling for each player of a game, made in the same instant.
OF_A_GAME: Final = (Ruling.Kind.VOID, Ruling.Kind.ADJUDICATE, Ruling.Kind.TIME)


# --- Counting ----------------------------------------------------------------------------------


def first_day(moment: datetime) -> date:
    """The month of a moment, in UTC."""
    return moment.astimezone(UTC).date().replace(day=1)


def month_before(month: date, *, months: int = 1) -> date:
    years, at = divmod(12 * month.year + month.month - 1 - months, 12)
    return date(years, at + 1, 1)


def begin_of(month: date) -> datetime:
    return datetime(month.year, month.month, 1, tzinfo=UTC)


def counted(month: date, *, now: datetime) -> MonthlyCount:
    """What a month came to, or has so far; not stored."""
    begin, end = begin_of(month), begin_of(month_before(month, months=-1))
    entries, digest = _end_of_log(end)
    return MonthlyCount(
        month=month, counts=_counts(begin, end), entries=entries, digest=digest, noted_at=now
    )


def _counts(begin: datetime, end: datetime) -> dict[str, Any]:
    reports = Report.objects.filter(made_at__gte=begin, made_at__lt=end).order_by()
    rulings = Ruling.objects.filter(made_at__gte=begin, made_at__lt=end).order_by()
    act = Concat(Cast("game", TextField()), Cast("made_at", TextField()))
    done = rulings.values_list("kind").annotate(all=Count("pk"), acts=Count(act, distinct=True))
    appeals = Appeal.objects.filter(made_at__gte=begin, made_at__lt=end)
    answers = Appeal.objects.filter(answered_at__gte=begin, answered_at__lt=end).order_by()
    ended = dict(answers.values_list("granted").annotate(all=Count("pk")))
    return {
        "reports": dict(reports.values_list("case__kind").annotate(all=Count("pk"))),
        "actions": {kind: once if kind in OF_A_GAME else all_ for kind, all_, once in done},
        "appeals": appeals.count(),
        "granted": ended.get(True, 0),
        "refused": ended.get(False, 0),
    }


def _end_of_log(end: datetime) -> tuple[int, str]:
    """How many entries the audit log had at a moment, and the digest of the last."""
    before = AuditEntry.objects.filter(made_at__lt=end).order_by("-made_at", "-number")
    return before.values_list("number", "digest").first() or (0, "")


def months_to_count(now: datetime) -> list[date]:
    """Months that are over and not counted yet, since anything was noted at all."""
    beginnings = [
        AuditEntry.objects.aggregate(first=Min("made_at"))["first"],
        Report.objects.aggregate(first=Min("made_at"))["first"],
    ]
    known = [moment for moment in beginnings if moment is not None]
    if not known:
        return []
    this, first = first_day(now), first_day(min(known))
    over = [month_before(this, months=back) for back in range(MONTHS - 1, 0, -1)]
    done = set(MonthlyCount.objects.values_list("month", flat=True))
    return [month for month in over if month >= first and month not in done]


# --- Telling -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of something, and how often."""

    name: str
    number: str


@dataclass(frozen=True, slots=True)
class Month:
    """A month as everybody reads it."""

    month: date
    is_running: bool
    reports: str
    actions: str
    appeals: str
    by_kind: Sequence[Row]
    done: Sequence[Row]
    answered: Sequence[Row]
    entries: int
    digest: str
    is_whole: bool
    """Whether the audit log still has that entry: if not, somebody has cut or rewritten it."""


def months(now: datetime) -> list[Month]:
    """The last twelve months, the running one first; as many queries however many there are."""
    this = first_day(now)
    since = month_before(this, months=MONTHS - 1)
    stored = MonthlyCount.objects.filter(month__gte=since, month__lt=this).order_by("-month")
    rows = [counted(this, now=now), *stored]
    entries = [row.entries for row in rows]
    log = dict(AuditEntry.objects.filter(number__in=entries).values_list("number", "digest"))
    return [_month(row, is_running=row.month == this, log=log) for row in rows]


def _month(row: MonthlyCount, *, is_running: bool, log: Mapping[int, str]) -> Month:
    counts = row.counts
    return Month(
        month=row.month,
        is_running=is_running,
        reports=shown(sum(counts["reports"].values())),
        actions=shown(sum(counts["actions"].values())),
        appeals=shown(counts["appeals"]),
        by_kind=_rows(Case.Kind, counts["reports"]),
        done=_rows(Ruling.Kind, counts["actions"]),
        answered=_answered(counts),
        entries=row.entries,
        digest=row.digest,
        is_whole=log.get(row.entries, "") == row.digest,
    )


def _rows(kinds: Any, counts: Mapping[str, int]) -> list[Row]:
    return [
        Row(str(kind.label), shown(counts[kind.value]))
        for kind in kinds
        if counts.get(kind.value, 0)
    ]


def _answered(counts: Mapping[str, int]) -> list[Row]:
    rows = ((_("granted"), counts["granted"]), (_("turned down"), counts["refused"]))
    return [Row(name, shown(number)) for name, number in rows if number]


def shown(number: int) -> str:
    """A number as everybody reads it."""
    if 0 < number < FEW:
        return _("1 or 2")
    return str(number)
