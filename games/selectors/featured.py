"""The game of a day that the front page shows: the one in which the lead passed most often."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.prepared import Prepared
from engine.story import lead_changes
from games import positions
from games.models import Annulment, Featured, Game, Move, Player
from games.selectors import results
from games.selectors.archives import in_public, start_of

SHOWN_FOR = timedelta(days=7)
"""How old a game may be that stands there because nothing newer may."""
LONG_ENOUGH = 20
"""Plies without which there is no story to tell."""
LOOKED_AT = 1000
"""Of how many games of a day one is chosen, those that ended last: the others are not looked at."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A game, who played it in the order of their seats, and how often the lead passed."""

    game: Game
    players: Sequence[Player]
    lead_changes: int

    @property
    def title(self) -> str:
        return results.names_of(self.players)

    @property
    def verdict(self) -> str:
        return results.verdict(self.game, self.players, None)


def shown() -> Shown | None:
    """The newest game that may be shown just now, in one query; None where there is none."""
    players: list[Any] = _players.all(since=timezone.now() - SHOWN_FOR)
    if not players:
        return None
    return Shown(players[0].game, players, players[0].changes)


@Prepared
def _players(*, since: datetime) -> QuerySet[Player]:
    """Everybody at the table of that game. That all of them agree is asked with it."""
    fit = Featured.objects.filter(_may_be_shown("game"), game__ended_at__gte=since)
    newest = fit.order_by("-day").values("game")[:1]
    players = Player.objects.filter(game__in=newest).select_related("game", "user")
    return players.annotate(changes=F("game__featured__lead_changes")).order_by("seat")


def _may_be_shown(game: str) -> Q:
    """Whether a game, by its name in a query, is public and agreed to by people alone."""
    away = Q(user__is_active=False) | Q(user__is_guest=True) | ~Q(user__bot="")
    unwilling = Player.objects.filter(
        away | Q(user__preferences__on_front_page=False), game=OuterRef(game)
    )
    voided = Annulment.objects.filter(game=OuterRef(game), reason=Annulment.Reason.VOIDED)
    prefix = "" if game == "pk" else f"{game}__"
    return Q(~Exists(unwilling), ~Exists(voided), **{f"{prefix}is_private": False})


def best_of(day: date, slugs: Sequence[str]) -> tuple[Game | None, int]:
    """The game of a day in which the lead passed most often, and how often; else the longest."""
    found = [(changes, game.ply, game.pk.hex, game) for game, changes in _exciting(day, slugs)]
    changes, _ply, _key, game = max(found, default=(0, 0, "", None))
    return game, changes


def _exciting(day: date, slugs: Sequence[str]) -> "list[tuple[Game, int]]":
    """Games of a day in which the lead passed at all."""
    begins = start_of(day)
    ended = Game.objects.filter(
        ruleset__in=slugs,
        ended_at__gte=begins,
        ended_at__lt=begins + timedelta(days=1),
        ply__gte=LONG_ENOUGH,
        seats__gt=1,
    )
    candidates = in_public(ended).filter(_may_be_shown("pk")).order_by("-ended_at", "-pk")
    counted = ((game, changes_in(game)) for game in candidates.defer("position")[:LOOKED_AT])
    return [(game, changes) for game, changes in counted if changes]


def changes_in(game: Game) -> int:
    """How often the lead passed to another in a game that is over."""
    rows = Move.objects.filter(game=game).order_by("ply")
    totals = positions.points_over(game, positions.steps(game, rows))
    return len(lead_changes(totals))
