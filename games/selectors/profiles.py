"""How somebody has played, as others may see it: private games count for their players alone."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from accounts.models import User
from engine import Ruleset
from games.boards import games_here
from games.models import Game, Player
from games.selectors import queues
from games.selectors.queues import Entry

MOST_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Record:
    """How the games of one kind went. A first place that is shared is a draw; a team only plays."""

    ruleset: Ruleset
    played: int
    won: int
    drawn: int
    lost: int


def recent(person: User, viewer: User | AnonymousUser) -> list[Entry]:
    """The games of somebody that ended last, newest first, from their side."""
    plays = _ended(person, viewer).order_by("-game__ended_at", "-pk")[:MOST_SHOWN]
    return queues.entries(person, list(queues.at_finished_tables(plays)))


def records(person: User, viewer: User | AnonymousUser) -> list[Record]:
    """How somebody did, for each game that they have played to a result."""
    return _counted(_ended(person, viewer))


def head_to_head(person: User, viewer: User | AnonymousUser) -> list[Record]:
    """How the viewer did at the tables where both sat."""
    if not isinstance(viewer, User) or viewer == person:
        return []
    met = Player.objects.filter(user=person, game=OuterRef("game"))
    return _counted(_ended(viewer, viewer).filter(Exists(met)))


def _ended(person: User, viewer: User | AnonymousUser) -> QuerySet[Player]:
    """Where somebody played games that have ended, as far as the viewer may know."""
    viewed = Player.objects.filter(user=viewer.pk, game=OuterRef("game"))
    plays = Player.objects.filter(user=person, game__ended_at__isnull=False)
    return plays if viewer == person else plays.filter(Q(game__is_private=False) | Exists(viewed))


def _counted(plays: QuerySet[Player]) -> list[Record]:
    others = Player.objects.filter(game=OuterRef("game"), placing=1).exclude(pk=OuterRef("pk"))
    counted = plays.exclude(game__ending__in=[Game.Ending.ABORTED, Game.Ending.NOT_STARTED])
    first = Q(placing=1)
    rows: Any = (
        counted.annotate(shared=Exists(others))
        .values("game__ruleset")
        .annotate(
            played=Count("pk"),
            won=Count("pk", filter=first & Q(shared=False)),
            drawn=Count("pk", filter=first & Q(shared=True)),
            lost=Count("pk", filter=Q(placing__gt=1)),
        )
    )
    return _in_order(list(rows))


def _in_order(rows: list[dict[str, Any]]) -> list[Record]:
    by_slug = {row.pop("game__ruleset"): row for row in rows}
    return [Record(game, **by_slug[game.slug]) for game in games_here() if game.slug in by_slug]
