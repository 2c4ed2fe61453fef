"""Whether somebody plays their games to an end: how many of them they lose on time."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.models import User
from accounts.prepared import Prepared
from games.models import Game, Player

LOOKED_AT = 50
TELLING = 5
"""Of who has finished fewer games nothing is known: they would never find another."""
HOW_IT_WENT = ("game__ending", "placing", "left_how")
WITHOUT_RESULT = [Game.Ending.ABORTED, Game.Ending.NOT_STARTED]


@dataclass(frozen=True, slots=True)
class Reliability:
    """Of how many games somebody has lost none on time."""

    kept: int = 0
    games: int = 0

    @property
    def is_known(self) -> bool:
        return self.games >= TELLING

    @property
    def percent(self) -> int:
        return 100 * self.kept // self.games if self.games else 100


def reliability_of(user: User | AnonymousUser) -> Reliability:
    """That of somebody, by the games that they began last and that are over: one query."""
    if not isinstance(user, User):
        return Reliability()
    played = _played.all(user_id=user.pk)
    lost = sum(_is_lost_on_time(*play) for play in played)
    return Reliability(kept=len(played) - lost, games=len(played))


def reliabilities_of(people: Sequence[int]) -> dict[int, Reliability]:
    """The same of several by their ids, in one query that looks at as few games of each."""
    own = Player.objects.filter(user=OuterRef("user"), is_playing=False)
    oldest = own.order_by("-pk").values("pk")[LOOKED_AT - 1 : LOOKED_AT]
    last = _over().filter(user__in=people, pk__gte=Coalesce(Subquery(oldest), 0))
    found = {person: Reliability() for person in people}
    for person, *play in last.values_list("user", *HOW_IT_WENT):
        one, kept = found[person], not _is_lost_on_time(*play)
        found[person] = Reliability(one.kept + kept, one.games + 1)
    return found


@Prepared
def _played(*, user_id: int) -> QuerySet[Player, tuple[str, int | None, str]]:
    played = _over().filter(user=user_id).order_by("-pk")
    return played.values_list("game__ending", "placing", "left_how")[:LOOKED_AT]


def _over() -> QuerySet[Player]:
    """Who played games that have a result."""
    over = Player.objects.filter(is_playing=False, game__status=Game.Status.OVER)
    return over.exclude(game__ending__in=WITHOUT_RESULT)


def _is_lost_on_time(ending: str, placing: int | None, left_how: str) -> bool:
    if left_how:
        return left_how == Player.Leaving.TIME
    return ending == Game.Ending.TIME and placing != 1
