"""How somebody plays, in numbers: what is counted as games end, and looks at their last games.

However many games there are, a page looks at no more than `LOOKED_AT` of them; what is said of all
of them was counted when each ended (`Tally`). Private games count for their players alone.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import fmean, median
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from accounts.models import User
from games.boards import parts_of
from games.models import OWN, Game, Move, Player, Rating, RatingChange, Tally
from games.selectors.ratings import NO_RESULT
from games.strengths import Strength, aged

Scope = Tally.Scope

LOOKED_AT: Final = 200
POINTS_OVER: Final = 50
ANSWERS_OVER: Final = 10
"""Of how many games the moves are looked at: some hundred answers."""
MOST_RIVALS: Final = 20
ON_CURVE: Final = 100
ON_SMALL_CURVE: Final = 30


# --- The rating --------------------------------------------------------------------------------


class Moment(NamedTuple):
    """A rating, as it was from some time on."""

    at: datetime
    strength: Strength


def rating_of(person: User, ruleset: str) -> Strength | None:
    """How strong somebody is by now; None who has played no rated game."""
    rating = Rating.objects.filter(user=person, ruleset=ruleset, games__gt=0).first()
    if rating is None:
        return None
    return aged(rating.strength, since=rating.rated_at, now=timezone.now())


def curve(person: User, ruleset: str, *, most: int = ON_CURVE) -> list[Moment]:
    """Somebody's rating after each of the changes that were made last, oldest first."""
    changes = RatingChange.objects.filter(user=person, ruleset=ruleset).order_by("-pk")
    rows = changes.values_list("made_at", "mu_after", "sigma_after")[:most]
    return [Moment(at, Strength(mu, sigma)) for at, mu, sigma in rows][::-1]


# --- Counted when games ended ------------------------------------------------------------------


def tally_of(person: User, viewer: User | AnonymousUser, ruleset: str) -> Tally | None:
    """All games of somebody that the viewer may know of by right: public ones, or their own."""
    wanted = Tally.objects.filter(user=person, rival=person, ruleset=ruleset)
    return wanted.filter(scope=_scope(person, viewer)).first()


def rivals(person: User, viewer: User | AnonymousUser, ruleset: str) -> list[Tally]:
    """Whom somebody met most, and how that went. The viewer knows all games of their own."""
    met = Tally.objects.filter(user=person, ruleset=ruleset, scope=_scope(person, viewer))
    others = met.exclude(rival=person).select_related("rival")
    return list(others.order_by("-played", "-rival_id")[:MOST_RIVALS])


def _scope(person: User, viewer: User | AnonymousUser) -> Tally.Scope:
    return Scope.ALL if viewer == person else Scope.PUBLIC


# --- The last games ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Share:
    """How some games went."""

    words: str
    won: int
    drawn: int
    lost: int

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class Last:
    """What the last games of somebody say."""

    looked_at: int
    seats: list[tuple[int, Share]]
    endings: list[Share]
    parts: list[tuple[str, float]]
    """What scores, and how many points it brought on the average."""
    counted: int
    """In how many games that is known."""
    games: list[tuple[UUID, int]]
    """The newest of them, and the seat there."""


def last(person: User, viewer: User | AnonymousUser, ruleset: str) -> Last:
    """What the last games of somebody say, as far as the viewer may know of them."""
    shared = Player.objects.filter(game=OuterRef("game"), placing=1).exclude(pk=OuterRef("pk"))
    plays = newest(person, LOOKED_AT).filter(OWN, game__ruleset=ruleset)
    if viewer != person:
        plays = plays.filter(game__is_private=False)
    known = plays.exclude(game__ending__in=NO_RESULT).annotate(shared=Exists(shared))
    rows: list[Any] = list(
        known.order_by("-ended_at", "-pk").values_list(
            "game", "seat", "placing", "shared", "game__ending", "parts", named=True
        )
    )
    scored = [row.parts for row in rows if row.parts][:POINTS_OVER]
    return Last(
        looked_at=len(rows),
        seats=[
            (seat, _share("", (row for row in rows if row.seat == seat)))
            for seat in sorted({row.seat for row in rows})
        ],
        endings=[
            _share(str(ending.label), of_kind)
            for ending in Game.Ending
            if (of_kind := [row for row in rows if row.game__ending == ending])
        ],
        parts=_means(ruleset, scored),
        counted=len(scored),
        games=[(row.game, row.seat) for row in rows[:ANSWERS_OVER]],
    )


def newest(person: User, most: int) -> QuerySet[Player]:
    """The games of somebody that ended last, by an index: never more than `most` are looked at."""
    ended = Player.objects.filter(user=person, ended_at__isnull=False)
    return Player.objects.filter(pk__in=ended.order_by("-ended_at", "-pk").values("pk")[:most])


def _share(words: str, rows: Iterable[Any]) -> Share:
    rows = list(rows)
    return Share(
        words,
        won=sum(row.placing == 1 and not row.shared for row in rows),
        drawn=sum(row.placing == 1 and row.shared for row in rows),
        lost=sum(row.placing is not None and row.placing > 1 for row in rows),
    )


def _means(ruleset: str, scored: Sequence[dict[str, int]]) -> list[tuple[str, float]]:
    if not scored:
        return []
    named = parts_of(ruleset).items()
    return [(str(words), fmean(one.get(code, 0) for one in scored)) for code, words in named]


def usual_answer(games: Sequence[tuple[UUID, int]]) -> timedelta | None:
    """How long somebody usually takes to answer: the median, over the moves of these games.

    From the last move of another to their own next one. None where nobody was answered.
    """
    seats = dict(games)
    moves = Move.objects.filter(game__in=seats, seat__isnull=False).order_by("game", "ply")
    taken, waits_since, at = [], None, None
    for game, seat, made_at in moves.values_list("game", "seat", "made_at"):
        if game != at:
            at, waits_since = game, None
        if seat != seats[game]:
            waits_since = made_at
        elif waits_since is not None:
            taken.append((made_at - waits_since).total_seconds())
            waits_since = None
    return timedelta(seconds=median(taken)) if taken else None
