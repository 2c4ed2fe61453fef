"""Ratings: which games count, what they came to, and how strong somebody is by now."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Min, QuerySet
from django.utils import timezone

from accounts.prepared import Prepared
from games.models import Annulment, Game, Player, Rating, RatingChange
from games.strengths import TIME_LOSSES_COUNT_FOR, Strength, aged

NO_RESULT = (Game.Ending.ABORTED, Game.Ending.NOT_STARTED)


class Play(NamedTuple):
    """Somebody at a table that is over, as far as ratings are concerned."""

    user_id: int
    placing: int | None
    left_how: str
    is_person: bool
    """Whether they have an account: neither a bot nor a guest."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a rated game came to: who played by id, their placings, and whose time ran out."""

    ruleset: str
    ended_at: datetime
    people: tuple[int, ...]
    placings: tuple[int, ...]
    late: tuple[int, ...]

    @property
    def time_losses_since(self) -> datetime:
        """From when on earlier losses on time make this one count less."""
        return self.ended_at - TIME_LOSSES_COUNT_FOR


def result_of(game: Game, players: Sequence[Player]) -> Result | None:
    """What a game that is over came to; None where it counts for nobody's rating."""
    if not game.is_rated or game.ended_at is None:
        return None
    plays = [
        Play(p.user_id, p.placing, p.left_how, not p.user.bot and not p.user.is_guest)
        for p in players
    ]
    return _result(game.ruleset, game.ended_at, game.ending, plays)


def _result(ruleset: str, ended_at: datetime, ending: str, plays: Sequence[Play]) -> Result | None:
    placings = [play.placing for play in plays if play.placing is not None and play.is_person]
    if ending in NO_RESULT or len(placings) < len(plays):
        return None
    return Result(
        ruleset=ruleset,
        ended_at=ended_at,
        people=tuple(play.user_id for play in plays),
        placings=tuple(placings),
        late=tuple(play.user_id for play in plays if was_late(play, ending, len(plays))),
    )


def was_late(play: Play, ending: str, seats: int) -> bool:
    """Whether somebody's time ran out: it ended a game of two, or others played on."""
    if play.left_how:
        return play.left_how == Player.Leaving.TIME
    return ending == Game.Ending.TIME and seats == 2 and play.placing != 1


def time_losses(result: Result, person: int) -> int:
    """How many rated games of this kind somebody lost on time shortly before."""
    lately = RatingChange.objects.filter(
        user=person,
        ruleset=result.ruleset,
        reason=RatingChange.Reason.RESULT,
        made_at__gt=result.time_losses_since,
        game__annulment=None,
    )
    plays = _plays(Player.objects.filter(user=person, game__in=lately.values("game")))
    return sum(was_late(play, ending, seats) for _game, _at, ending, seats, play in plays)


def results(ruleset: str) -> Iterator[Result]:
    """All games that count for ratings, in the order in which they were counted.

    That is the order of ending, but for two games of one person that ended in the same instant:
    there it is the order in which the two changed the rating.
    """
    first = RatingChange.objects.filter(ruleset=ruleset, reason=RatingChange.Reason.RESULT)
    turns = dict(first.values_list("game").annotate(turn=Min("pk")))
    over = Player.objects.filter(
        game__ruleset=ruleset, game__is_rated=True, game__status="over", game__annulment=None
    )
    rows = _plays(over.order_by("game__ended_at", "game", "seat"))
    tables = [list(table) for _game, table in groupby(rows, key=itemgetter(0))]
    # One that was never counted comes last: it is a difference, wherever it stands.
    last = max(turns.values(), default=0) + 1
    for table in sorted(tables, key=lambda table: turns.get(table[0][0], last)):
        _game, ended_at, ending, _seats, _play = table[0]
        if result := _result(ruleset, ended_at, ending, [row[-1] for row in table]):
            yield result


def _plays(players: QuerySet[Player]) -> Iterator[tuple[UUID, datetime, str, int, Play]]:
    """Of each its game, when and how that ended, for how many, and what became of them.

    Values and no models: there may be some hundred thousand.
    """
    wanted: Any = players.values_list(
        "game", "game__ended_at", "game__ending", "game__seats",
        "user", "placing", "left_how", "user__bot", "user__is_guest",
    )  # fmt: skip
    for game, ended_at, ending, seats, user, placing, left, bot, guest in wanted.iterator():
        yield game, ended_at, ending, seats, Play(user, placing, left, not bot and not guest)


def annulment_of(game: Game) -> Annulment | None:
    return Annulment.objects.filter(game=game).first()


# --- To be shown -------------------------------------------------------------------------------


def strengths(people: Iterable[int], ruleset: str) -> dict[int, Strength]:
    """How strong some people are at a game now; who has played no rated one is left out."""
    now = timezone.now()
    rated = Rating.objects.filter(user__in=set(people), ruleset=ruleset, games__gt=0)
    return {one.user_id: aged(one.strength, since=one.rated_at, now=now) for one in rated}


def at_table(game: Game) -> dict[int, Strength]:
    """The same for everybody at a table; at one that is over, what they had when it ended."""
    if not game.is_rated:
        return {}
    now = timezone.now()
    rated = _at_table.all(game_id=game.pk, ruleset=game.ruleset)
    return {one.user_id: aged(one.strength, since=one.rated_at, now=now) for one in rated}


@Prepared
def _at_table(*, game_id: UUID, ruleset: str) -> QuerySet[Rating]:
    return Rating.objects.filter(user__plays__game=game_id, ruleset=ruleset, games__gt=0)


def changes_at(game: Game) -> dict[int, RatingChange]:
    """What a game changed when it ended, by person; nothing where it was annulled since."""
    if not game.is_rated or game.is_running:
        return {}
    return {one.user_id: one for one in _changes_at.all(game_id=game.pk)}


@Prepared
def _changes_at(*, game_id: UUID) -> QuerySet[RatingChange]:
    made = RatingChange.objects.filter(game=game_id, reason=RatingChange.Reason.RESULT)
    return made.filter(game__annulment=None)
