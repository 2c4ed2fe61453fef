"""Ratings: changed in the transaction that ends a game, and never by anything else than results.

The row of the game is locked before those of the ratings, and these by the id of their person.
What is stored can be computed anew from the games alone: see `recompute`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import fmean
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Conflict, Forbidden
from games import events
from games.models import Annulment, Game, Rating, RatingChange
from games.models import Result as BestResult
from games.selectors import ratings as selectors
from games.selectors import tables
from games.selectors.ratings import Result
from games.selectors.tables import Table
from games.services import archives
from games.strengths import AT_FIRST, Strength, after, aged, share_of_time_loss

Reason = RatingChange.Reason

TIME_TO_WAIVE = timedelta(days=7)
TRIES = 20


# --- When a game ends --------------------------------------------------------------------------


def settle(table: Table) -> None:
    """Change the ratings of everybody at a table whose game has just ended, once.

    The game is told with which ratings they came, and to be saved by the caller.
    """
    result = selectors.result_of(table.game, table.players)
    if result is None:
        return
    ratings = _held(result.ruleset, result.people)
    earlier = max((selectors.time_losses(result, person) for person in result.late), default=0)
    old = [aged(one.strength, since=one.rated_at, now=result.ended_at) for one in ratings]
    table.game.mean_rating = Strength(fmean(one.mu for one in old), 1).points
    share = share_of_time_loss(earlier)
    new = after(old, result.placings, share=share)
    changes = [
        RatingChange(
            user_id=rating.user_id,
            ruleset=result.ruleset,
            game=table.game,
            reason=Reason.RESULT,
            made_at=result.ended_at,
            mu_before=old[at].mu,
            sigma_before=old[at].sigma,
            mu_after=new[at].mu,
            sigma_after=new[at].sigma,
            share=share,
            rivals=[
                [other.user_id, old[place].mu, old[place].sigma]
                for place, other in enumerate(ratings)
                if place != at
            ],
        )
        for at, rating in enumerate(ratings)
    ]
    RatingChange.objects.bulk_create(changes)
    for rating, strength in zip(ratings, new, strict=True):
        rating.strength, rating.rated_at = strength, result.ended_at
        rating.games += 1
        rating.save(update_fields=["mu", "sigma", "games", "rated_at"])


def _held(ruleset: str, people: Sequence[int]) -> list[Rating]:
    """The ratings of some people in their order, locked; who has none begins in the middle."""
    theirs = Rating.objects.filter(ruleset=ruleset, user__in=people)
    locked = theirs.select_for_update(no_key=True).order_by("user")
    found = {one.user_id: one for one in locked}
    if len(found) < len(people):
        Rating.objects.bulk_create(
            [
                Rating(user_id=person, ruleset=ruleset, mu=AT_FIRST.mu, sigma=AT_FIRST.sigma)
                for person in sorted(set(people) - found.keys())
            ],
            ignore_conflicts=True,
        )
        found = {one.user_id: one for one in locked.all()}
    return [found[person] for person in people]


# --- Games that change nobody's rating ---------------------------------------------------------


@transaction.atomic
def waive(*, game_id: UUID, user: User) -> list["Difference"]:
    """Let a game that one won on time change nobody's rating; doing it twice is doing it once."""
    table = tables.access(game_id, user, for_update=True)
    if table.player.placing != 1:
        raise Forbidden(_("Only who won a game on time can waive it."))
    if not may_be_waived(table, now=timezone.now()):
        if selectors.annulment_of(table.game) is not None:
            return []
        raise Conflict(_("This game cannot be waived: its rating stands."))
    return _annul(table, by=user, reason=Annulment.Reason.WAIVED)


def may_be_waived(table: Table, *, now: datetime) -> bool:
    """Whether its winner, who is looking, may still waive a game: it ended on time, and lately."""
    game, me = table.game, table.me
    return bool(
        me
        and me.placing == 1
        and game.ending == Game.Ending.TIME
        and game.ended_at
        and now < game.ended_at + TIME_TO_WAIVE
        and selectors.result_of(game, table.players)
        and selectors.annulment_of(game) is None
    )


@transaction.atomic
def void(*, game_id: UUID, by: User) -> list["Difference"]:
    """Take a game out of ratings and lists of the best, and return whom that moved.

    Twice is once. Who may do that is decided by the caller.
    """
    table = tables.find(game_id, for_update=True)
    if table is None or not _counts(table):
        raise Conflict(_("This game counts for no rating, and stands in no list of the best."))
    if selectors.annulment_of(table.game) is not None:
        return []
    return _annul(table, by=by, reason=Annulment.Reason.VOIDED)


def _counts(table: Table) -> bool:
    if selectors.result_of(table.game, table.players):
        return True
    return BestResult.objects.filter(game=table.game).exists()


def count_again(table: Table) -> list["Difference"]:
    """Let a game that is locked, and that a moderator took out, count again for ratings."""
    game = table.game
    Annulment.objects.filter(game=game, reason=Annulment.Reason.VOIDED).delete()
    archives.take_in(game)
    moved = _replay(game.ruleset, write=True, reason=Reason.MENDED, game=None)
    events.tell_table(game, table.players)
    return moved


def _annul(table: Table, *, by: User, reason: Annulment.Reason) -> list["Difference"]:
    game = table.game
    Annulment.objects.create(game=game, reason=reason, by=by, made_at=timezone.now())
    if reason == Annulment.Reason.VOIDED:
        archives.take_out(game)
    moved = _replay(game.ruleset, write=True, reason=Reason(reason), game=game)
    events.tell_table(game, table.players)
    return moved


# --- Computing anew ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Standing:
    """What a rating holds."""

    strength: Strength = AT_FIRST
    games: int = 0
    rated_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """Somebody whose rating is another than the games say."""

    user_id: int
    stored: Standing
    computed: Standing


@transaction.atomic
def recompute(ruleset: str, *, write: bool) -> list[Difference]:
    """Replay all rated games of a kind in their order, and return where what is stored differs.

    While it runs no such game can end; a hundred thousand games take some seconds.
    """
    return _replay(ruleset, write=write, reason=Reason.MENDED, game=None)


def _replay(
    ruleset: str, *, write: bool, reason: RatingChange.Reason, game: Game | None
) -> list[Difference]:
    ratings = _hold_all(ruleset)
    computed = replay(selectors.results(ruleset))
    # Who got their first rating since has played with others like them alone, and it is right.
    fresh = Rating.objects.filter(ruleset=ruleset, user__in=computed.keys() - ratings.keys())
    newcomers = set(fresh.values_list("user", flat=True))
    differences = []
    for person in sorted((ratings.keys() | computed.keys()) - newcomers):
        rating = ratings.get(person) or Rating(user_id=person, ruleset=ruleset)
        stored = Standing(_strength_of(rating), rating.games, rating.rated_at)
        wanted = computed.get(person, Standing())
        if not _is_same(stored, wanted):
            differences.append(Difference(person, stored, wanted))
            if write:
                _correct(rating, wanted, reason=reason, game=game)
    return differences


def _hold_all(ruleset: str) -> dict[int, Rating]:
    """All ratings of a game, locked, by person.

    While some are waited for, a game may end that gives somebody their first, which was not
    looked for. Then all are let go and locked anew, for later ones must not be locked first.
    """
    mine = Rating.objects.filter(ruleset=ruleset)
    for _try in range(TRIES):
        begun = transaction.savepoint()
        locked = mine.select_for_update(no_key=True).order_by("user")
        ratings = {one.user_id: one for one in locked}
        if mine.count() == len(ratings):
            transaction.savepoint_commit(begun)
            return ratings
        transaction.savepoint_rollback(begun)
    raise Conflict(_("Too many games end at once. Try it again in a moment."))


def replay(results: Iterable[Result]) -> dict[int, Standing]:
    """What ratings some games lead to, by person, in the order in which they come."""
    standings: dict[int, Standing] = {}
    late: dict[int, list[datetime]] = {}
    for result in results:
        old = [standings.get(person, Standing()) for person in result.people]
        before = [aged(one.strength, since=one.rated_at, now=result.ended_at) for one in old]
        earlier = max((_recent(late, result, person) for person in result.late), default=0)
        new = after(before, result.placings, share=share_of_time_loss(earlier))
        for person in result.late:
            late.setdefault(person, []).append(result.ended_at)
        for person, was, strength in zip(result.people, old, new, strict=True):
            standings[person] = Standing(strength, was.games + 1, result.ended_at)
    return standings


def _recent(late: dict[int, list[datetime]], result: Result, person: int) -> int:
    since = result.time_losses_since
    return sum(when > since for when in late.get(person, ()))


def _strength_of(rating: Rating) -> Strength:
    return rating.strength if rating.pk else AT_FIRST


def _is_same(one: Standing, other: Standing) -> bool:
    near = abs(one.strength.mu - other.strength.mu) + abs(one.strength.sigma - other.strength.sigma)
    return near < 1e-6 and (one.games, one.rated_at) == (other.games, other.rated_at)


def _correct(
    rating: Rating, wanted: Standing, *, reason: RatingChange.Reason, game: Game | None
) -> None:
    before = _strength_of(rating)
    rating.strength = wanted.strength
    rating.games, rating.rated_at = wanted.games, wanted.rated_at
    rating.save()
    RatingChange.objects.create(
        user_id=rating.user_id,
        ruleset=rating.ruleset,
        game=game,
        reason=reason,
        made_at=timezone.now(),
        mu_before=before.mu,
        sigma_before=before.sigma,
        mu_after=wanted.strength.mu,
        sigma_after=wanted.strength.sigma,
    )
