"""Whether somebody plays their games to an end: how many of them they do not lose on time."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import reduce
from operator import or_

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from accounts.models import User
from games.models import Player
from games.selectors.ratings import NO_RESULT, Play, was_late

LOOKED_AT = 50
TELLING = 5
"""Of who has finished fewer games nothing is known: they would never find another."""
LONG_AGO = datetime(1848, 1, 1, tzinfo=UTC)


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
    """That of somebody, by their last games: one query, which looks at no others.

    Of all kinds, public and private: it says nothing of any of them.
    """
    if not isinstance(user, User):
        return Reliability()
    last = Player.objects.filter(user=user, ended_at__isnull=False)
    newest = last.order_by("-ended_at", "-pk").values("pk")[:LOOKED_AT]
    return _counted(_with_people().filter(pk__in=newest), [user.pk])[user.pk]


def reliabilities_of(people: Sequence[int]) -> dict[int, Reliability]:
    """The same of several by their ids, in two queries."""
    own = Player.objects.filter(user=OuterRef("pk"), ended_at__isnull=False)
    oldest = own.order_by("-ended_at", "-pk").values("ended_at")[LOOKED_AT - 1 : LOOKED_AT]
    begins = User.objects.filter(pk__in=people).values_list("pk", Subquery(oldest))
    theirs = [Q(user=person, ended_at__gte=since or LONG_AGO) for person, since in begins]
    last = _with_people().filter(reduce(or_, theirs)) if theirs else Player.objects.none()
    return _counted(last, people)


def _counted(last: QuerySet[Player], people: Sequence[int]) -> dict[int, Reliability]:
    found = {person: Reliability() for person in people}
    wanted = ("user", "placing", "left_how", "game__ending", "game__seats")
    for person, placing, left_how, ending, seats in last.values_list(*wanted):
        kept = not was_late(Play(person, placing, left_how, is_person=True), ending, seats)
        one = found[person]
        found[person] = Reliability(one.kept + kept, one.games + 1)
    return found


def _with_people() -> QuerySet[Player]:
    """Who played games that have a result, at tables without bots."""
    bots = Player.objects.filter(game=OuterRef("game")).exclude(user__bot="")
    with_result = Player.objects.exclude(game__ending__in=NO_RESULT)
    return with_result.filter(~Exists(bots), ended_at__isnull=False, game__seats__gt=1)
