"""Leaderboards, written anew for everybody at once.

Places among a hundred thousand cannot be counted for each page. So they are written by one
statement, in the background and only if something has changed, and pages say as of when.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import connection, transaction
from django.db.models import Case, Count, F, IntegerField, Q, QuerySet, Value, When, Window
from django.db.models.functions import Cast, Floor, Rank, RowNumber, Sqrt
from django.utils import timezone

from games.boards import games_here
from games.models import Leaderboard, Player, Rating, RatingChange
from games.selectors.ratings import NO_RESULT
from games.selectors.standings import ACTIVE_FOR, STEP
from games.strengths import MIDDLE, POINTS, SIGMA_OF_A_WEEK, UNSURE_FROM, mu_of

Kind = Leaderboard.Kind

# What was counted last may have been overtaken by a transaction that began before and ended later.
STRAGGLERS_COME_FOR: Final = timedelta(minutes=2)
_WEEK: Final = timedelta(weeks=1)
_WEEKS: Final = range(ACTIVE_FOR // _WEEK + 1)


def refresh() -> None:
    """Write every leaderboard anew of which something has changed. Safe to run late or twice."""
    now = timezone.now()
    for ruleset in games_here():
        for kind in Kind:
            if not (kind == Kind.RATING and ruleset.cooperative):
                write(ruleset.slug, kind, now=now)


@transaction.atomic
def write(ruleset: str, kind: Kind, *, now: datetime) -> bool:
    """Write one of them anew, unless nothing has changed; whether it was.

    The row of the leaderboard is locked: of two who come at once the second finds it done.
    """
    Leaderboard.objects.get_or_create(ruleset=ruleset, kind=kind)
    held = Leaderboard.objects.select_for_update(no_key=True)
    board = held.get(ruleset=ruleset, kind=kind)
    way = WAYS[kind]
    changed_at, source = way.source(ruleset, now)
    is_settled = changed_at is None or now > changed_at + STRAGGLERS_COME_FOR
    if board.written_at and board.source == source and board.is_settled:
        return False
    board.standings.all().delete()
    _insert(way.listed(ruleset, now).annotate(board=Value(board.pk)))
    board.written_at, board.source, board.is_settled = now, source, is_settled
    board.size = board.standings.count()
    board.shape = _shape(board) if kind == Kind.RATING else []
    board.save(update_fields=["written_at", "source", "is_settled", "size", "shape"])
    return True


@dataclass(frozen=True, slots=True)
class Way:
    """How a leaderboard is made."""

    source: Callable[[str, datetime], tuple[datetime | None, str]]
    """When what it is made of changed last (None for never), and a text that tells it apart."""
    listed: Callable[[str, datetime], "QuerySet[Any]"]
    """Who stands on it, with `person`, `value` and `margin`."""


def _insert(listed: "QuerySet[Any]") -> None:
    """Give everybody their place, in one statement that never leaves the database."""
    numbered = listed.annotate(
        number=Window(RowNumber(), order_by=[F("value").desc(), F("person").asc()]),
        place=Window(Rank(), order_by=F("value").desc()),
    )
    rows = numbered.values_list("board", "person", "number", "place", "value", "margin")
    sql, parameters = rows.query.get_compiler(connection=connection).as_sql()
    into = "games_standing"
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {into} (leaderboard_id, user_id, number, place, value, margin) {sql}",
            parameters,
        )


def _shape(board: Leaderboard) -> list[list[int]]:
    """How many stand in each step of the scale, from the lowest to the highest."""
    step = Cast(Floor(F("value") / Value(float(STEP))), IntegerField())
    rows = board.standings.order_by().annotate(step=step).values_list("step")
    found = dict(rows.annotate(people=Count("pk")))
    if not found:
        return []
    return [[at * STEP, found.get(at, 0)] for at in range(min(found), max(found) + 1)]


# --- By rating ---------------------------------------------------------------------------------


def _newest_change(ruleset: str, now: datetime) -> tuple[datetime | None, str]:
    """With the day: who has not played for long drops out by and by."""
    changes = RatingChange.objects.filter(ruleset=ruleset).order_by("-pk")
    newest = changes.values_list("pk", "made_at").first()
    pk, made_at = newest or (0, None)
    return made_at, f"{pk} {now.date()}"


def _by_rating(ruleset: str, now: datetime) -> "QuerySet[Any]":
    """Everybody whose rating is sure enough, and who has played lately."""
    weeks = [(number, _in_week(number, now)) for number in _WEEKS]
    sure = Q()
    for number, week in weeks:
        sure |= Q(week, sigma__lt=_sure_below(number))
    variance = Case(
        *[When(week, then=Value(number * SIGMA_OF_A_WEEK**2)) for number, week in weeks],
        default=Value(0.0),
    ) + F("sigma") * F("sigma")
    people = Q(user__is_active=True, user__is_guest=False, user__bot="")
    rated = Rating.objects.filter(people, sure, ruleset=ruleset, games__gt=0)
    return rated.filter(rated_at__gt=now - ACTIVE_FOR).annotate(
        person=F("user_id"),
        value=_rounded(MIDDLE + POINTS * (F("mu") - Value(mu_of(MIDDLE)))),
        margin=_rounded(POINTS * Sqrt(variance)),
    )


def _in_week(number: int, now: datetime) -> Q:
    """Whether so many whole weeks have passed since the last rated game."""
    begins = Q() if number == 0 else Q(rated_at__lte=now - number * _WEEK)
    return begins & Q(rated_at__gt=now - (number + 1) * _WEEK)


def _sure_below(weeks: int) -> float:
    """Below what a stored uncertainty is still small enough after so many weeks."""
    largest = (UNSURE_FROM + 0.5) / POINTS
    return math.sqrt(largest**2 - weeks * SIGMA_OF_A_WEEK**2)


def _rounded(number: Any) -> Cast:
    return Cast(Floor(number + Value(0.5)), IntegerField())


# --- By games of the month ---------------------------------------------------------------------


def _newest_end(ruleset: str, now: datetime) -> tuple[datetime | None, str]:
    month = _month(now)
    ended = Player.objects.filter(ended_at__gte=month).order_by("-ended_at")
    newest = ended.values_list("ended_at", flat=True).first()
    return newest, f"{newest.isoformat() if newest else ''} {month.date()} {now.date()}"


def _by_games(ruleset: str, now: datetime) -> "QuerySet[Any]":
    """Everybody with an account who has ended a public game with others who have one."""
    strangers = Player.objects.filter(Q(user__is_guest=True) | ~Q(user__bot=""))
    ended = Player.objects.filter(
        ended_at__gte=_month(now),
        game__ruleset=ruleset,
        game__is_private=False,
        game__seats__gt=1,
        user__is_active=True,
    )
    among_people = ended.exclude(game__ending__in=NO_RESULT).exclude(
        game__in=strangers.filter(ended_at__gte=_month(now)).values("game")
    )
    return (
        among_people.order_by()
        .values("user_id")
        .annotate(
            person=F("user_id"), value=Count("pk"), margin=Value(None, output_field=IntegerField())
        )
    )


def _month(now: datetime) -> datetime:
    return now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)


WAYS: Final = {
    Kind.RATING: Way(_newest_change, _by_rating),
    Kind.GAMES: Way(_newest_end, _by_games),
}
