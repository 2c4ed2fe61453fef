"""Leaderboards: where somebody stands, and who is around them.

Places are read as they were written (`services/standings.py`): they cannot be counted for each
page. Who has left since is not shown.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.usernames import skeleton
from games.models import Leaderboard, Rating, Standing
from games.strengths import aged

Kind = Leaderboard.Kind

PAGE: Final = 25
AROUND: Final = 2
MOST_FOUND: Final = 10
ACTIVE_FOR: Final = timedelta(days=45)
"""Who has played no rated game for so long is not listed by rating."""
STEP: Final = 50
"""How wide a step of the distribution is, in points."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A page of a leaderboard, and the viewer's own place on it."""

    board: Leaderboard | None
    rows: list[Standing]
    has_more: bool
    me: Standing | None
    around: list[Standing]


def look(ruleset: str, kind: Kind, viewer: User | AnonymousUser, *, after: int) -> Sight:
    """What follows the one with the number `after`, and where the viewer stands."""
    board = Leaderboard.objects.filter(ruleset=ruleset, kind=kind).first()
    if board is None or board.written_at is None:
        return Sight(None, [], has_more=False, me=None, around=[])
    rows = list(_listed(board).filter(number__gt=after)[: PAGE + 1])
    me = _listed(board).filter(user=viewer.pk).first() if viewer.is_authenticated else None
    near = (me.number - AROUND, me.number + AROUND) if me else None
    around = list(_listed(board).filter(number__range=near)) if near else []
    return Sight(board, rows[:PAGE], has_more=len(rows) > PAGE, me=me, around=around)


def search(board: Leaderboard, name: str) -> list[Standing]:
    """Who of a leaderboard is called so, or has a name that begins so; of too many only some."""
    wanted = [Q(skeleton=skeleton(name))]
    wanted += [Q(username__startswith=one) for one in (name, name.lower(), name.capitalize())]
    found: set[int] = set()
    # One at a time, and without an order: so each ends at the first few that an index finds.
    for one in dict.fromkeys(wanted):
        people = User.objects.filter(one, is_active=True, is_guest=False, bot="")
        found.update(people.values_list("pk", flat=True)[: MOST_FOUND * 2])
    return list(_listed(board).filter(user__in=found)[:MOST_FOUND])


def _listed(board: Leaderboard) -> QuerySet[Standing]:
    rows = board.standings.filter(user__is_active=True).select_related("user")
    return rows.order_by("number")


@dataclass(frozen=True, slots=True)
class Absent:
    """Why somebody has no place by rating: one of these is true."""

    is_unrated: bool = False
    is_unsure: bool = False
    is_idle: bool = False


def why_absent(user: User, ruleset: str) -> Absent:
    """Why somebody has no place by rating; nothing of it where they will have one soon."""
    rating = Rating.objects.filter(user=user, ruleset=ruleset, games__gt=0).first()
    if rating is None:
        return Absent(is_unrated=True)
    now = timezone.now()
    if aged(rating.strength, since=rating.rated_at, now=now).is_unsure:
        return Absent(is_unsure=True)
    return Absent(is_idle=not is_active(rating, now=now))


def is_active(rating: Rating, *, now: datetime) -> bool:
    return rating.rated_at is not None and rating.rated_at > now - ACTIVE_FOR
