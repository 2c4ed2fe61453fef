"""Who would be a good opponent among those who wait, and how long people usually wait."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import attrgetter

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, QuerySet
from django.utils import timezone

from accounts.models import User
from games.clocks import TimeControl
from games.models import Offer, Player
from games.selectors import offers, ratings
from games.selectors.reliability import reliabilities_of
from games.strengths import AT_FIRST

LOOKED_AT = 50
"""Of those who wait so many are looked at, who waits longest first."""
MOST_APART = 600
"""Points. Whoever is further apart is not brought together; in the lobby they may still meet."""
POINTS_A_MEETING = 40
MEETINGS_COUNT_FOR = timedelta(days=90)
POINTS_A_PERCENT = 4
"""What a percent of games lost on time weighs, as if the opponent were so much further away."""

WAITS_COUNT_FOR = timedelta(days=30)
WAITS_LOOKED_AT = 100
TELLING_WAITS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """What somebody looks for: a game of two on these terms."""

    ruleset: str
    is_rated: bool
    time: TimeControl


def waiting(search: Search, user: User | AnonymousUser) -> list[Offer]:
    """Offers that somebody could accept for what they look for, the best opponent first."""
    now = timezone.now()
    found = _matching(search, now).exclude(owner=user.pk).order_by("made_at", "pk")[:LOOKED_AT]
    laid = sorted(offers.laid_at(found), key=attrgetter("made_at"))
    lacking = offers.shortcomings(laid, user)
    fitting = [
        offer
        for offer in laid
        if offer.pk not in lacking and offer.free and not offer.place_of(user.pk)
    ]
    return _by_worth(fitting, user, search.ruleset)


def waiting_own(search: Search, user: User) -> Offer | None:
    """The offer of somebody that already waits for what they look for."""
    return _matching(search, timezone.now()).filter(owner=user).order_by("made_at", "pk").first()


def _matching(search: Search, now: datetime) -> QuerySet[Offer]:
    time = search.time
    return Offer.objects.filter(
        offers.waiting(now),
        ~offers.left_alone(away_since=now - offers.OWNER_AWAY),
        reach=Offer.Reach.OPEN,
        ruleset=search.ruleset,
        seats=2,
        options={},
        is_rated=search.is_rated,
        is_private=False,
        absences_count=True,
        time_kind=time.kind,
        time_days=time.days,
        time_increment=time.increment,
        time_cap=time.cap,
    )


def _by_worth(waiting: list[Offer], user: User | AnonymousUser, ruleset: str) -> list[Offer]:
    """The nearest first; who has met often lately, or loses on time, counts as further away."""
    owners = [offer.owner_id for offer in waiting]
    if not owners or not isinstance(user, User):
        return waiting
    strengths = ratings.strengths([user.pk, *owners], ruleset)
    points = {who: strengths.get(who, AT_FIRST).points for who in [user.pk, *owners]}
    apart = {owner: abs(points[owner] - points[user.pk]) for owner in owners}
    met, reliable = _meetings(user, owners), reliabilities_of(owners)

    def cost(offer: Offer) -> int:
        owner = offer.owner_id
        lost = 100 - reliable[owner].percent if reliable[owner].is_known else 0
        return apart[owner] + POINTS_A_MEETING * met.get(owner, 0) + POINTS_A_PERCENT * lost

    near = [offer for offer in waiting if apart[offer.owner_id] <= MOST_APART]
    return sorted(near, key=cost)  # of equals, who waits longest


def _meetings(user: User, others: list[int]) -> dict[int, int]:
    """How often somebody has begun a game with each of these lately."""
    lately = timezone.now() - MEETINGS_COUNT_FOR
    mine = Player.objects.filter(user=user, game__started_at__gte=lately).values("game")
    met = Player.objects.filter(game__in=mine, user__in=others).values_list("user")
    return dict(met.annotate(times=Count("pk")))


@dataclass(frozen=True, slots=True)
class Wait:
    """How long it took lately until somebody accepted an open offer."""

    usual: timedelta
    games: int

    @property
    def until(self) -> datetime:
        """For who writes it as a time from now on."""
        return timezone.now() + self.usual


def usual_wait(ruleset: str) -> Wait | None:
    """The median over the last games that began from an open offer; None if they are too few."""
    now = timezone.now()
    accepted = Offer.objects.filter(
        ruleset=ruleset,
        reach=Offer.Reach.OPEN,
        status=Offer.Status.ACCEPTED,
        seats=2,
        closed_at__gt=now - WAITS_COUNT_FOR,
    )
    times = accepted.order_by("-closed_at").values_list("made_at", "closed_at")[:WAITS_LOOKED_AT]
    waits = sorted(closed_at - made_at for made_at, closed_at in times if closed_at)
    if len(waits) < TELLING_WAITS:
        return None
    return Wait(waits[len(waits) // 2], len(waits))


def newest_play(user: User | AnonymousUser) -> int:
    """The number of the game that somebody began last, so that a page can tell a newer one."""
    if not isinstance(user, User):
        return 0
    newest = Player.objects.filter(user=user).order_by("-pk").values_list("pk", flat=True)
    return newest.first() or 0
