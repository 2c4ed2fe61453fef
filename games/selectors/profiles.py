"""How somebody has played, as others may see it: private games count for their players alone."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from engine import Ruleset
from games.boards import games_here
from games.models import OWN, Player, Rating, Tally
from games.selectors import queues
from games.selectors.queues import Entry
from games.strengths import Strength, aged

Scope = Tally.Scope

MOST_SHOWN = 8
COUNTS = ("played", "won", "drawn", "lost")


@dataclass(frozen=True, slots=True)
class Record:
    """How the games of one kind went. A first place that is shared is a draw; a team only plays."""

    ruleset: Ruleset
    played: int
    won: int
    drawn: int
    lost: int
    strength: Strength | None = None
    """The rating, where there is one."""


def recent(person: User, viewer: User | AnonymousUser) -> list[Entry]:
    """The games of somebody that ended last, newest first, from their side."""
    plays = ended(person, viewer).order_by("-ended_at", "-pk")[:MOST_SHOWN]
    return queues.entries(person, list(queues.at_finished_tables(plays)))


def records(person: User, viewer: User | AnonymousUser) -> list[Record]:
    """How somebody did, for each game that they have played to a result, and their ratings.

    The viewer knows of public games, and of private ones at which they sat themselves.
    """
    known = Q(rival=person, scope=Scope.ALL if viewer == person else Scope.PUBLIC)
    if isinstance(viewer, User) and viewer != person:
        known |= Q(rival=viewer)
    rated = Rating.objects.filter(user=person, ruleset=OuterRef("ruleset"), games__gt=0)
    tallies: list[Any] = list(
        Tally.objects.filter(known, user=person).annotate(
            mu=rated.values("mu"), sigma=rated.values("sigma"), rated_at=rated.values("rated_at")
        )
    )
    return [
        record
        for game in games_here()
        if (record := _known(game, [one for one in tallies if one.ruleset == game.slug], person))
    ]


def _known(game: Ruleset, tallies: list[Any], person: User) -> Record | None:
    """What is public (or all, for the person), and what more the viewer has seen of it."""
    counts = dict.fromkeys(COUNTS, 0)
    for tally in tallies:
        sign = -1 if tally.rival_id != person.pk and tally.scope == Scope.PUBLIC else 1
        counts = {name: so_far + sign * getattr(tally, name) for name, so_far in counts.items()}
    if not counts["played"]:
        return None
    return Record(game, **counts, strength=_strength(tallies[0]))


def _strength(rated: Any) -> Strength | None:
    """What the rating is by now."""
    if rated.mu is None:
        return None
    return aged(Strength(rated.mu, rated.sigma), since=rated.rated_at, now=timezone.now())


def head_to_head(person: User, viewer: User | AnonymousUser) -> list[Record]:
    """How the viewer did at the tables where both sat."""
    if not isinstance(viewer, User) or viewer == person:
        return []
    met = Tally.objects.filter(user=viewer, rival=person, scope=Scope.ALL)
    by_slug = {tally.ruleset: tally for tally in met}
    return [
        Record(game, *(getattr(by_slug[game.slug], count) for count in COUNTS))
        for game in games_here()
        if game.slug in by_slug
    ]


def ended(person: User, viewer: User | AnonymousUser) -> QuerySet[Player]:
    """Where somebody played games that have ended, as far as the viewer may know."""
    viewed = Player.objects.filter(user=viewer.pk, game=OuterRef("game"))
    plays = Player.objects.filter(OWN, user=person, ended_at__isnull=False)
    return plays if viewer == person else plays.filter(Q(game__is_private=False) | Exists(viewed))
