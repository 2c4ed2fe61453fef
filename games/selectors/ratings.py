"""Ratings: which games count, what they came to, and how strong somebody is by now."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Min, OuterRef, QuerySet, Subquery
from django.utils import timezone

from accounts.models import User
from accounts.prepared import Prepared
from games.models import Annulment, Game, Offer, Player, Rating, RatingChange
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
    rated = Rating.objects.filter(user__in=set(people), ruleset=ruleset, games__gt=0)
    return {one.user_id: _now(one) for one in rated}


def strengths_of(user: User | AnonymousUser) -> dict[str, Strength]:
    """How strong somebody is now, by game."""
    if not isinstance(user, User):
        return {}
    return {one.ruleset: _now(one) for one in Rating.objects.filter(user=user, games__gt=0)}


def of_owners(offers: Sequence[Offer]) -> dict[UUID, Strength]:
    """How strong those are who made these offers, each at the game that is offered."""
    if not offers:
        return {}
    owners = {offer.owner_id for offer in offers}
    rated = Rating.objects.filter(user__in=owners, games__gt=0)
    found = {(one.user_id, one.ruleset): _now(one) for one in rated}
    keys = ((offer.pk, found.get((offer.owner_id, offer.ruleset))) for offer in offers)
    return {pk: strength for pk, strength in keys if strength is not None}


def at_table(game: Game) -> dict[int, Strength]:
    """How strong everybody at a table is now, where that is at stake."""
    if not game.is_rated:
        return {}
    return {one.user_id: _now(one) for one in _at_table.all(game_id=game.pk, ruleset=game.ruleset)}


@Prepared
def _at_table(*, game_id: UUID, ruleset: str) -> QuerySet[Rating]:
    return Rating.objects.filter(user__plays__game=game_id, ruleset=ruleset, games__gt=0)


def _now(rating: Rating) -> Strength:
    return aged(rating.strength, since=rating.rated_at, now=timezone.now())


@dataclass(frozen=True, slots=True)
class Change:
    """What a game changed, as it is shown."""

    before: int
    after: int
    is_reduced: bool = False

    @property
    def gain(self) -> str:
        gained = self.after - self.before
        return f"{gained:+d}".replace("-", "−") if gained else "±0"


def with_changes(players: QuerySet[Player]) -> QuerySet[Player]:
    """Players who bring along what their game changed, see `change_of`."""
    made = RatingChange.objects.filter(
        game=OuterRef("game"),
        user=OuterRef("user"),
        reason=RatingChange.Reason.RESULT,
        game__annulment=None,
    )
    wanted = ("mu_before", "mu_after", "share")
    return players.annotate(**{name: Subquery(made.values(name)) for name in wanted})


def change_of(player: Player) -> Change | None:
    """What the game of a player that was asked for `with_changes` changed; None if nothing."""
    brought: Any = player
    if getattr(player, "mu_after", None) is None:
        return None
    before, after = (Strength(mu, 1).points for mu in (brought.mu_before, brought.mu_after))
    return Change(before, after, is_reduced=brought.share < 1)


def changes_at(game: Game) -> dict[int, Change]:
    """What a game that is over changed, by person."""
    if not game.is_rated or game.is_running:
        return {}
    players = _changes_at.all(game_id=game.pk)
    found = {player.user_id: change_of(player) for player in players}
    return {person: change for person, change in found.items() if change is not None}


@Prepared
def _changes_at(*, game_id: UUID) -> QuerySet[Player]:
    return with_changes(Player.objects.filter(game=game_id))
