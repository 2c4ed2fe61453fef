"""The queue of moderators: what comes first, who may see and handle what, and a case's file.

What comes first is the weight of a case: how grave its kind is, and by how many it was reported,
each of whom counts as much as their earlier reports were right. It is worked out when a report
comes in.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple, Self
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from accounts import roles, traces
from accounts.models import Sanction, User
from accounts.refusals import NotFound
from games.models import Case, CaseNote, Game, Line, Player, Report, Ruling
from games.selectors import reliability, results
from games.selectors.reports import replay_of
from games.selectors.talk import phrase_of

Kind, Outcome = Case.Kind, Case.Outcome

PAGE: Final = 25
MOST_REPORTS: Final = 50
"""So many reports of a case are shown."""
LISTED: Final = 20
"""So much of what is known of somebody is listed, newest first."""
CLAIM_LASTS: Final = timedelta(minutes=30)
GRAVITY: Final = {
    Kind.ABUSE: 500,
    Kind.SPAM: 300,
    Kind.ENGINE: 300,
    Kind.LOSING: 300,
    Kind.ACCOUNTS: 300,
    Kind.NAME: 200,
    Kind.STALLING: 200,
}
TRUSTED: Final = 100
"""What a reporter adds who was always right; half of it who never reported before."""
MOST_BY_NUMBER: Final = 400
"""However many there are: a crowd must not outweigh everything."""
GRAVE: Final = 500
"""From this weight on moderators are told that a case waits."""


# --- What comes first --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Record:
    """How earlier reports of somebody ended; those that remained unclear speak neither way."""

    acted: int = 0
    nothing: int = 0

    @property
    def trust(self) -> float:
        """How likely the next one is right, from 0 to 1: who is new is believed by half."""
        return (self.acted + 1) / (self.acted + self.nothing + 2)


def weigh(case: Case) -> None:
    """Work out the weight of a locked case anew, and how many reports it has."""
    reports = list(case.reports.only("reporter", "matter"))
    records = records_of({report.reporter_id for report in reports})
    gravity = max((GRAVITY[report.kind] for report in reports), default=GRAVITY[Kind(case.kind)])
    trust = sum(TRUSTED * record.trust for record in records.values())
    case.weight = gravity + min(round(trust), MOST_BY_NUMBER)
    case.reports_made = len(reports)
    case.save(update_fields=["weight", "reports_made"])


def records_of(reporters: Iterable[int]) -> dict[int, Record]:
    """The records of several people by their keys: one query."""
    keys = list(reporters)
    closed = Report.objects.filter(reporter__in=keys, case__closed_at__isnull=False)
    counted = closed.order_by().values_list("reporter", "case__outcome").annotate(Count("pk"))
    found: dict[int, dict[str, int]] = {key: {} for key in keys}
    for reporter, outcome, number in counted:
        found[reporter][outcome] = number
    return {
        key: Record(ends.get(Outcome.ACTED, 0), ends.get(Outcome.NOTHING, 0))
        for key, ends in found.items()
    }


# --- Who may see and handle what ---------------------------------------------------------------


def visible(moderator: User, person: str = "person") -> Q:
    """Cases that a moderator may look at: about nobody of their own rank or above.

    So nobody reads who reported them, nor what their peers are accused of. `person` leads from a
    row to whom its case concerns.
    """
    peers = roles.of_rank(roles.role_of(moderator)).filter(pk=OuterRef(person))
    return ~Q(Exists(peers)) & ~Q(**{person: moderator})


def access(case_id: int, moderator: User) -> Case:
    """A case that this moderator may look at, or a NotFound."""
    found = Case.objects.filter(visible(moderator), pk=case_id)
    case = found.select_related("person", "claimed_by", "closed_by").first()
    if case is None:
        raise NotFound(_("There is no such case, or it is not for you to look at."))
    return case


def obstacle(case: Case, moderator: User) -> str:
    """Why somebody who may look at a case must leave it to others; nothing if they need not."""
    reports = case.reports.only("reporter", "game", "context", "case")
    if any(report.reporter_id == moderator.pk for report in reports):
        return _("You have reported this yourself: another moderator looks after it.")
    if Player.objects.filter(game__in=games_in(reports), user=moderator).exists():
        return _("You have played in one of these games: another moderator looks after it.")
    return ""


def games_in(reports: Iterable[Report]) -> set[UUID]:
    """The keys of all games that reports tell of."""
    keys = {report.game_id for report in reports if report.game_id}
    return keys | {UUID(one["game"]) for report in reports for one in _further(report)}


def _further(report: Report) -> list[dict[str, Any]]:
    further: list[dict[str, Any]] = report.context.get("further", [])
    return further


def claim_ends(case: Case) -> datetime | None:
    """Until when somebody has a case for themselves; None where nobody does any more."""
    if case.claimed_by_id is None or case.claimed_at is None:
        return None
    end = case.claimed_at + CLAIM_LASTS
    return end if end > timezone.now() else None


# --- The queue ---------------------------------------------------------------------------------


class Place(NamedTuple):
    """Where a case stands in the queue: heavy ones first, and of the same weight the oldest."""

    weight: int
    opened_at: datetime
    key: int

    def __str__(self) -> str:
        return f"{self.weight}_{self.opened_at.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%f}_{self.key}"

    @classmethod
    def read(cls, text: str) -> Self:
        """What `str` wrote; a ValueError for anything else."""
        weight, opened_at, key = text.split("_")
        moment = datetime.strptime(f"{opened_at}+0000", "%Y-%m-%dT%H:%M:%S.%f%z")
        place = cls(int(weight), moment, int(key))
        if str(place) != text or place.key >= 2**63 or abs(place.weight) >= 2**31:
            raise ValueError(text)
        return place

    @classmethod
    def of(cls, case: Case) -> Self:
        return cls(case.weight, case.opened_at, case.pk)


@dataclass(frozen=True, slots=True)
class Row:
    """A case in the queue."""

    case: Case
    claim_ends: datetime | None


@dataclass(frozen=True, slots=True)
class Sight:
    """A page of the queue, and where the next one begins."""

    rows: Sequence[Row]
    further: Place | None


def queue(moderator: User, *, kind: str = "", after: Place | None = None) -> Sight:
    """Open cases that a moderator may look at, the heaviest first; one query and their rank's."""
    cases = waiting(moderator)
    if kind:
        cases = cases.filter(kind=kind)
    if after is not None:
        later = Q(opened_at__gt=after.opened_at) | Q(opened_at=after.opened_at, pk__gt=after.key)
        lower = Q(weight__lt=after.weight) | (Q(weight=after.weight) & later)
        cases = cases.filter(lower, weight__lte=after.weight)
    related = cases.select_related("person", "claimed_by")
    found = list(related.order_by("-weight", "opened_at", "pk")[: PAGE + 1])
    rows = [Row(case, claim_ends(case)) for case in found[:PAGE]]
    return Sight(rows, Place.of(rows[-1].case) if len(found) > PAGE else None)


def waiting(moderator: User) -> QuerySet[Case]:
    """Open cases that a moderator may look at."""
    return Case.objects.filter(visible(moderator), closed_at=None)


def is_grave_one_waiting(moderator: User) -> bool:
    """Whether a grave case that nobody has claimed waits, which this moderator may handle."""
    lately = timezone.now() - CLAIM_LASTS
    free = Q(claimed_by=None) | Q(claimed_at__lte=lately)
    grave = waiting(moderator).filter(free, weight__gte=GRAVE)
    return any(not obstacle(case, moderator) for case in grave.order_by("-weight")[:PAGE])


# --- A case's file -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Said:
    """A line as it was copied when something was reported."""

    user: User | None
    words: str
    ply: int
    said_at: datetime | None
    is_reported: bool


@dataclass(frozen=True, slots=True)
class Played:
    """A game that a report tells of, at a ply."""

    game: Game
    title: str
    ply: int | None
    text: str = ""

    @property
    def address(self) -> str:
        return replay_of(self.game, self.ply)


@dataclass(frozen=True, slots=True)
class Entry:
    """A report as moderators read it."""

    report: Report
    record: Record
    lines: Sequence[Said]
    played: Sequence[Played]


@dataclass(frozen=True, slots=True)
class File:
    """All that is known about a case, on one page."""

    entries: Sequence[Entry]
    lines: Sequence[Line]
    games: Sequence[Game]
    reliability: reliability.Reliability
    others: Sequence[Case]
    """Other cases about the same person; those that are open may be merged."""
    reported: Sequence[Report]
    """What the person reported themselves."""
    done: Sequence["Done"]
    shared: Sequence[traces.Shared]
    notes: Sequence[CaseNote]

    @property
    def lost_on_time(self) -> int:
        return self.reliability.games - self.reliability.kept


@dataclass(frozen=True, slots=True)
class Done:
    """What was done about somebody: a ruling, or a sanction without one."""

    what: str
    reason: str
    by: User | None
    at: datetime
    until: datetime | None
    is_undone: bool = False


def file_of(case: Case, moderator: User) -> File:
    """The file of a case that this moderator may look at."""
    reports = list(case.reports.select_related("reporter", "offer").order_by("pk")[:MOST_REPORTS])
    games = _games(games_in(reports))
    person = case.person
    reported = Report.objects.filter(visible(moderator, "case__person"), reporter=person)
    return File(
        entries=_entries(reports, games),
        lines=_lines(reports),
        games=[game for game, _title in games.values()],
        reliability=reliability.reliability_of(person),
        others=list(person.cases.exclude(pk=case.pk).order_by("-pk")[:LISTED]),
        reported=list(reported.select_related("case__person").order_by("-pk")[:LISTED]),
        done=_done(person),
        shared=traces.sharing(person),
        notes=list(case.notes.select_related("by").order_by("pk")),
    )


def _done(person: User) -> list[Done]:
    """Newest first; a sanction that a ruling imposed is told by that."""
    rulings = person.rulings.select_related("by", "sanction").order_by("-pk")[:LISTED]
    alone = person.sanctions.filter(ruling=None).select_related("by").order_by("-pk")[:LISTED]
    done = [*map(_by_ruling, rulings), *map(_by_sanction, alone)]
    return sorted(done, key=lambda one: one.at, reverse=True)[:LISTED]


def _by_ruling(ruling: Ruling) -> Done:
    until = ruling.sanction.ends_at if ruling.sanction else None
    what, is_undone = str(ruling.get_kind_display()), ruling.undone_at is not None
    return Done(what, ruling.reason, ruling.by, ruling.made_at, until, is_undone)


def _by_sanction(sanction: Sanction) -> Done:
    what = str(sanction.get_kind_display())
    return Done(what, sanction.reason, sanction.by, sanction.begins_at, sanction.ends_at)


def _lines(reports: Iterable[Report]) -> list[Line]:
    """The reported lines as they are now."""
    keys = {report.line_id for report in reports if report.line_id}
    return list(Line.objects.filter(pk__in=keys).select_related("user", "game").order_by("pk"))


def _games(keys: Iterable[UUID]) -> dict[UUID, tuple[Game, str]]:
    """Games with what they are called, by their keys."""
    players = Player.objects.filter(game__in=list(keys)).select_related("game", "user")
    tables: dict[UUID, list[Player]] = {}
    for player in players.defer("game__position").order_by("game__started_at", "game", "seat"):
        tables.setdefault(player.game_id, []).append(player)
    return {key: (table[0].game, results.title_of(table)) for key, table in tables.items()}


def _entries(reports: Sequence[Report], games: dict[UUID, tuple[Game, str]]) -> list[Entry]:
    records = records_of({report.reporter_id for report in reports})
    speakers = {one["by"] for report in reports for one in report.context.get("lines", [])}
    people = User.objects.in_bulk(speakers) if speakers else {}
    return [
        Entry(
            report,
            records[report.reporter_id],
            [_said(one, report, people) for one in report.context.get("lines", [])],
            list(_played(report, games)),
        )
        for report in reports
    ]


def _said(copied: dict[str, Any], report: Report, people: dict[int, User]) -> Said:
    return Said(
        user=people.get(copied["by"]),
        words=copied["text"] or phrase_of(copied["phrase"]),
        ply=copied["ply"],
        said_at=parse_datetime(copied["said_at"]),
        is_reported=report.matter.endswith(f":line:{copied['line']}"),
    )


def _played(report: Report, games: dict[UUID, tuple[Game, str]]) -> Iterable[Played]:
    if report.game_id in games:
        game, title = games[report.game_id]
        yield Played(game, title, report.ply)
    for one in _further(report):
        if UUID(one["game"]) in games:
            game, title = games[UUID(one["game"])]
            yield Played(game, title, one["ply"], one["text"])
