"""Games of a day: which there is, who has played it, and how well.

A day is from midnight to midnight, UTC, for everybody at the same time. Who begins before midnight
has until `CLOSES_AFTER` later to finish: so long nobody sees another's game, and the deck stays
secret, whoever has finished. That nobody does is one rule: such a game is private until then (see
`Game.is_sealed` and services/dailies.py), for its player alone.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, F, Q, QuerySet, Sum, Value
from django.db.models.functions import Greatest

from accounts.models import User
from engine import Ruleset
from games.boards import games_here
from games.models import Daily, DailyTry, Result
from games.selectors import bests

CLOSES_AFTER: Final = timedelta(hours=2)
"""How long after midnight a game counts that was begun before it."""
A_DAY: Final = timedelta(days=1)
MOST_OF_WEEK: Final = 50


def games_with_dailies() -> list[Ruleset]:
    return [game for game in games_here() if game.daily is not None]


def day_of(moment: datetime) -> date:
    return moment.astimezone(UTC).date()


def ends_at(day: date) -> datetime:
    """The midnight until which the game of a day can be begun."""
    return datetime.combine(day + A_DAY, time(), tzinfo=UTC)


def closes_at(day: date) -> datetime:
    """From when on nothing counts for a day any more, and all its games are shown."""
    return ends_at(day) + CLOSES_AFTER


def still_counts(daily: Daily, moment: datetime | None) -> bool:
    return moment is not None and moment < closes_at(daily.day)


def find(ruleset: str, day: date) -> Daily | None:
    return Daily.objects.filter(ruleset=ruleset, day=day).first()


def try_of(daily: Daily, viewer: User | AnonymousUser) -> DailyTry | None:
    """What somebody has made of a day; None if they have not begun."""
    if not isinstance(viewer, User):
        return None
    return daily.tries.filter(user=viewer).select_related("game__result").first()


def results_of(daily: Daily) -> QuerySet[Result]:
    """The list of a day: guests stand in it too, those who have left or are shut out do not."""
    return bests.counting().filter(daily=daily, game__players__user__is_active=True)


# --- The week -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WeekRow:
    """What somebody has reached in the days of a week together."""

    number: int
    user: User
    score: int
    done: int
    spent: int
    days: int


@dataclass(frozen=True, slots=True)
class Week:
    first: date
    last: date
    rows: list[WeekRow]
    mine: WeekRow | None


def week_of(ruleset: str, day: date, viewer: User | AnonymousUser) -> Week:
    """The week from Monday to Sunday in which a day lies.

    Scores are added up and not averaged: who plays every day is ahead of who had one good day, and
    nobody has to fear that another day spoils the mean. So a score below nought counts as nought.
    """
    first = day - timedelta(days=day.weekday())
    last = first + timedelta(days=6)
    sums = _sums(ruleset, first, last)
    rows = list(sums.order_by("-points", "took", "user")[:MOST_OF_WEEK])
    own = next(iter(sums.filter(user=viewer.pk)), None) if isinstance(viewer, User) else None
    people = User.objects.in_bulk([one["user"] for one in [*rows, *([own] if own else [])]])
    listed: list[WeekRow] = []
    for at, row in enumerate(rows):
        is_equal = at and _key(row) == _key(rows[at - 1])
        listed.append(_row(listed[-1].number if is_equal else at + 1, row, people))
    mine = next((row for row in listed if row.user.pk == viewer.pk), None)
    if own and mine is None:
        ahead = Q(points__gt=own["points"]) | Q(points=own["points"], took__lt=own["took"])
        mine = _row(1 + sums.filter(ahead).count(), own, people)
    return Week(first, last, listed, mine)


def _sums(ruleset: str, first: date, last: date) -> "QuerySet[Any, Any]":
    results = bests.counting().filter(
        daily__ruleset=ruleset,
        daily__day__range=(first, last),
        game__players__user__is_active=True,
    )
    return results.values(user=F("game__players__user")).annotate(
        points=Sum(Greatest(F("score"), Value(0))),
        gardens=Sum("done"),
        took=Sum("spent"),
        days=Count("pk"),
    )


def _key(row: dict[str, Any]) -> tuple[int, int]:
    return row["points"], row["took"]


def _row(number: int, row: dict[str, Any], people: dict[int, User]) -> WeekRow:
    return WeekRow(
        number, people[row["user"]], row["points"], row["gardens"], row["took"], row["days"]
    )
