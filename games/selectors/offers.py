"""Offers: which are open to whom, who sits there, and why one cannot be accepted."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import groupby
from operator import attrgetter
from typing import TypedDict
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import sanctions
from accounts.models import Block, User
from accounts.prepared import Prepared
from accounts.refusals import NotFound
from accounts.selectors import has_confirmed_address
from games.models import Offer, Place, Player
from games.selectors import ratings
from games.selectors.reliability import Reliability, reliability_of
from games.strengths import AT_FIRST, Strength

State = Place.State

MOST_RUNNING_GAMES = 50
MOST_OPEN_OFFERS = 20
# A guest costs nothing to make, so what one can leave behind is little.
MOST_GAMES_OF_GUEST = 5
MOST_OFFERS_OF_GUEST = 3
MOST_SHOWN_OF_ORIGIN = 3
OWNER_AWAY = timedelta(hours=48)
LOBBY_PAGE = 20
LOBBY_BEGINS = datetime.max.replace(tzinfo=UTC), UUID(int=0)
NOBODY = 0
"""The id of no person."""


def too_old(now: datetime) -> Q:
    return Q(expires_at__lte=now)


def left_alone(*, away_since: datetime) -> Q:
    """Open offers whose owner has not come by for so long that nobody would be answered."""
    owners = User.objects.filter(last_seen_at__lte=away_since)
    return Q(reach=Offer.Reach.OPEN, made_at__lte=away_since, owner__in=owners)


def waiting(now: datetime) -> Q:
    """Offers that can be accepted, unless they are left alone: those to one person never are."""
    return Q(status=Offer.Status.OPEN, expires_at__gt=now)


def lobby(
    viewer: User | AnonymousUser,
    *,
    ruleset: str = "",
    before: tuple[datetime, UUID] | None = None,
) -> list[Offer]:
    """A page of what is open to all, newest first, and one more if there is another page.

    Of one origin the newest few are shown. Those who have blocked each other do not see each
    other's, nor the tables where the other sits.
    """
    now = timezone.now()
    made_at, pk = before or LOBBY_BEGINS
    page: _Page = {
        "viewer_id": viewer.pk or NOBODY,
        "now": now,
        "away_since": now - OWNER_AWAY,
        "made_at": made_at,
        "pk": pk,
    }
    return laid(_lobby_of.all(ruleset=ruleset, **page) if ruleset else _lobby.all(**page))


class _Page(TypedDict):
    """Whose page of the lobby it is, when, and where it begins."""

    viewer_id: int
    now: datetime
    away_since: datetime
    made_at: datetime
    pk: UUID


@Prepared
def _lobby(
    *, viewer_id: int, now: datetime, away_since: datetime, made_at: datetime, pk: UUID
) -> QuerySet[Place]:
    return _at(_on_page(viewer_id, now, away_since, made_at, pk, Q()))


@Prepared
def _lobby_of(
    *,
    ruleset: str,
    viewer_id: int,
    now: datetime,
    away_since: datetime,
    made_at: datetime,
    pk: UUID,
) -> QuerySet[Place]:
    return _at(_on_page(viewer_id, now, away_since, made_at, pk, Q(ruleset=ruleset)))


def _on_page(
    viewer_id: int,
    now: datetime,
    away_since: datetime,
    made_at: datetime,
    pk: UUID,
    game: Q,
) -> QuerySet[Offer]:
    on_page = Q(made_at__lt=made_at) | Q(made_at=made_at, pk__lt=pk)
    open_now = waiting(now) & ~left_alone(away_since=away_since)
    free = Place.objects.filter(offer=OuterRef("pk"), state__in=[State.OPEN, State.DECLINED])
    offers = Offer.objects.filter(
        game, on_page, open_now, Exists(free), _among_few_of_origin(), reach=Offer.Reach.OPEN
    )
    offers = offers.filter(~_kept_apart(viewer_id, OuterRef(OuterRef("pk"))))
    return offers.order_by("-made_at", "-pk")[: LOBBY_PAGE + 1]


def _at(offers: QuerySet[Offer]) -> QuerySet[Place]:
    """All places of these offers, with everybody who has one, the newest offer first."""
    places = Place.objects.filter(offer__in=offers.values("pk"))
    return _in_order(places)


def _in_order(places: QuerySet[Place]) -> QuerySet[Place]:
    related = places.select_related("offer__owner", "user")
    return related.order_by("-offer__made_at", "-offer", "number")


def laid_at(offers: QuerySet[Offer]) -> list[Offer]:
    """These offers, with their places."""
    return laid(_at(offers))


def laid(places: Iterable[Place]) -> list[Offer]:
    """The offers to which these places belong, in the order in which they come."""
    offers = []
    for _pk, table in groupby(places, key=attrgetter("offer_id")):
        found = list(table)
        offer = found[0].offer
        offer.laid = found
        offers.append(offer)
    return offers


def _among_few_of_origin() -> Q:
    """Those than which few are newer of the same origin; where that is not known, all.

    Asked for each offer in turn, which ends with the page. Ranking them by a window function
    would sort all that are open for every look at the lobby.
    """
    newer = Offer.objects.filter(
        status=Offer.Status.OPEN,
        reach=Offer.Reach.OPEN,
        made_from=OuterRef("made_from"),
        made_at__gte=OuterRef("made_at"),
    ).exclude(made_at=OuterRef("made_at"), pk__lte=OuterRef("pk"))
    enough = newer[MOST_SHOWN_OF_ORIGIN - 1 : MOST_SHOWN_OF_ORIGIN]
    return Q(made_from="") | Q(~Exists(enough))


def made_by(owner: User) -> list[Offer]:
    """What somebody has offered and nobody has answered, also if it expired lately."""
    return laid(_made_by.all(owner_id=owner.pk, lately=timezone.now() - timedelta(days=14)))


@Prepared
def _made_by(*, owner_id: int, lately: datetime) -> QuerySet[Place]:
    # A challenge that nobody answered in time is over, and cannot be renewed.
    lapsed = Q(status=Offer.Status.EXPIRED, closed_at__gt=lately, challenge=None)
    waiting = Q(status=Offer.Status.OPEN) | lapsed
    offers = Offer.objects.filter(waiting, owner=owner_id)
    return _at(offers.order_by("-made_at", "-pk")[: 2 * MOST_OPEN_OFFERS])


def concerning(user: User) -> tuple[list[Offer], list[Offer]]:
    """What others offer somebody: what waits for their answer, and where they wait for others."""
    offers = laid(_concerning.all(user_id=user.pk, now=timezone.now()))
    taken = {offer.pk for offer in offers if _has_taken(offer, user)}
    return (
        [offer for offer in offers if offer.pk not in taken],
        [offer for offer in offers if offer.pk in taken],
    )


def _has_taken(offer: Offer, user: User) -> bool:
    place = offer.place_of(user.pk)
    return place is not None and place.state == State.TAKEN


def made_to(user: User) -> list[Offer]:
    """What is offered to one person, and waits for their answer."""
    return concerning(user)[0]


@Prepared
def _concerning(*, user_id: int, now: datetime) -> QuerySet[Place]:
    theirs = Q(state=State.INVITED) & ~_kept_apart(OuterRef("user"), OuterRef(OuterRef("offer")))
    places = _standing(now).filter(theirs | Q(state=State.TAKEN, number__gt=0), user=user_id)
    newest = places.order_by("-offer__made_at", "-offer")[: 2 * MOST_OPEN_OFFERS]
    found = _in_order(Place.objects.filter(offer__in=newest.values("offer")))
    return found.select_related("offer__owner", "offer__challenge", "user")


def _standing(now: datetime) -> QuerySet[Place]:
    """Places at offers that can be accepted."""
    return Place.objects.filter(
        is_waiting=True, offer__status=Offer.Status.OPEN, offer__expires_at__gt=now
    )


def rematches(game_id: UUID) -> QuerySet[Offer]:
    """The rematch of a game that is offered or was accepted: there is one, the database says."""
    standing = [Offer.Status.OPEN, Offer.Status.ACCEPTED]
    return Offer.objects.filter(rematch_of=game_id, status__in=standing)


def invitations(now: datetime) -> QuerySet[Place]:
    """What is offered to people by name, waits for them, and is not kept from them by a block."""
    apart = _kept_apart(OuterRef("user"), OuterRef(OuterRef("offer")))
    return _standing(now).filter(~apart, state=State.INVITED)


def by_strangers(user: User | OuterRef, now: datetime | None = None) -> QuerySet[Place]:
    """To what people whom they had not played invite somebody; see services.notices."""
    return invitations(now or timezone.now()).filter(user=user, is_from_stranger=True)


def have_played(one: User, others: Iterable[User]) -> set[int]:
    """The ids of those of the others with whom somebody has begun a game."""
    together = Player.objects.filter(user__in=others, game__players__user=one)
    return set(together.values_list("user", flat=True))


def access(offer_id: UUID | str, user: User | AnonymousUser, *, for_update: bool = False) -> Offer:
    """Find an offer that `user` may see, or raise a NotFound.

    An offer by name is a matter between those who are named; the link of any other is enough.
    """
    offers = _with_owner()
    if for_update:
        offers = offers.select_for_update(of=("self",), no_key=True)
    offer = offers.filter(pk=offer_id).first()
    if offer is None or (offer.reach == Offer.Reach.PERSONAL and not offer.place_of(user.pk)):
        raise NotFound(_("There is no such offer, or it is not meant for you."))
    return offer


def lock(offer_id: UUID) -> Offer:
    """Lock an offer, whoever asks, for the site itself."""
    return _with_owner().select_for_update(of=("self",), no_key=True).get(pk=offer_id)


def find(offer_id: UUID) -> Offer | None:
    """An offer, whoever asks: for who has decided already that it may be seen."""
    return _with_owner().filter(pk=offer_id).first()


def _with_owner() -> QuerySet[Offer]:
    return Offer.objects.select_related("owner")


def is_open(offer: Offer, now: datetime) -> bool:
    """Whether an offer at hand can be accepted: it is waiting, and not left alone."""
    last_sign = max(offer.made_at, offer.owner.last_seen_at)
    alone = offer.reach == Offer.Reach.OPEN and last_sign <= now - OWNER_AWAY
    return offer.status == Offer.Status.OPEN and offer.expires_at > now and not alone


def running_games(user: User | AnonymousUser) -> int:
    """How many games somebody plays."""
    if not isinstance(user, User):
        return 0
    return len(_running.all(user_id=user.pk))


@Prepared
def _running(*, user_id: int) -> QuerySet[Player, tuple[int]]:
    return Player.objects.filter(user=user_id, is_playing=True).values_list("pk")


def engagements(user: User | AnonymousUser) -> int:
    """How many games somebody plays or waits for at others' tables: each of these may begin."""
    if not isinstance(user, User):
        return 0
    return len(_engagements.all(user_id=user.pk))


@Prepared
def _engagements(*, user_id: int) -> QuerySet[Player, tuple[int]]:
    seats = Place.objects.filter(user=user_id, state=State.TAKEN, is_waiting=True, number__gt=0)
    playing = Player.objects.filter(user=user_id, is_playing=True)
    return playing.values_list("pk").union(seats.order_by().values_list("pk"), all=True)


def most_games(user: User | AnonymousUser) -> int:
    """How many games somebody may play at a time; a visitor would be a guest."""
    return MOST_GAMES_OF_GUEST if _is_guest(user) else MOST_RUNNING_GAMES


def most_offers(user: User) -> int:
    """How many offers somebody may have open."""
    return MOST_OFFERS_OF_GUEST if _is_guest(user) else MOST_OPEN_OFFERS


def _is_guest(user: User | AnonymousUser) -> bool:
    return not isinstance(user, User) or user.is_guest


def obstacle(user: User | AnonymousUser, *, is_rated: bool, running: int) -> str:
    """Why somebody cannot play another game on such terms, or nothing if they can.

    A visitor becomes a guest when they accept, so what holds for guests holds for them.
    """
    if isinstance(user, User) and user.bot:
        return ""
    if isinstance(user, User):
        sanction = sanctions.forbidding(user, "rated play" if is_rated else "play")
        if sanction is not None:
            return sanctions.explain(sanction)
    if is_rated and _is_guest(user):
        return _("Rated games need an account. Sign up, it takes a minute.")
    if is_rated and isinstance(user, User) and not has_confirmed_address(user):
        return _("Rated games need an address that you have confirmed.")
    if running < most_games(user):
        return ""
    words = {"most": most_games(user)}
    if _is_guest(user):
        return (
            _("You play %(most)d games, the most for a guest. With an account it is more.") % words
        )
    return _("You play %(most)d games already, which is the most at a time.") % words


def obstacles(user: User | AnonymousUser) -> dict[bool, str]:
    """The obstacles for friendly (False) and for rated games (True), for a whole list of offers."""
    running = engagements(user)
    return {rated: obstacle(user, is_rated=rated, running=running) for rated in (False, True)}


@dataclass(frozen=True, slots=True)
class Merits:
    """What an offer may ask for, of one person: ratings by game, and reliability."""

    strengths: Mapping[str, Strength]
    reliability: Reliability


def merits_of(user: User | AnonymousUser) -> Merits:
    return Merits(ratings.strengths_of(user), reliability_of(user))


def unmet(offer: Offer, merits: Merits) -> str:
    """What somebody lacks of what an offer asks for, or nothing; who is new counts as average."""
    points = merits.strengths.get(offer.ruleset, AT_FIRST).points
    words = {"least": offer.rating_from, "most": offer.rating_to, "mine": points}
    if offer.rating_from is not None and points < offer.rating_from:
        return _("For ratings from %(least)s; yours is %(mine)s.") % words
    if offer.rating_to is not None and points > offer.rating_to:
        return _("For ratings up to %(most)s; yours is %(mine)s.") % words
    reliability = merits.reliability
    if offer.reliability_from is None or not reliability.is_known:
        return ""
    if reliability.percent < offer.reliability_from:
        return _(
            "For who finishes %(least)s %% of their games without losing on time; you finish"
            " %(mine)s %%."
        ) % {"least": offer.reliability_from, "mine": reliability.percent}
    return ""


def shortcomings(offers: Sequence[Offer], user: User | AnonymousUser) -> dict[UUID, str]:
    """What somebody lacks for each of these offers; it is asked for only where one asks."""
    asking = [offer for offer in offers if offer.asks and not offer.place_of(user.pk)]
    if not asking:
        return {}
    merits = merits_of(user)
    return {offer.pk: why for offer in asking if (why := unmet(offer, merits))}


def may_meet(offer: Offer, user: User | AnonymousUser) -> bool:
    """Whether nobody who sits there is kept apart from `user` by a block."""
    if not isinstance(user, User):
        return True
    sitting = [place.user_id for place in offer.sitting]
    either = Q(owner=user, blocked__in=sitting) | Q(owner__in=sitting, blocked=user)
    return not Block.objects.filter(either).exists()


def _kept_apart(viewer: int | OuterRef, offer: OuterRef) -> Exists:
    """Whether a block stands between `viewer` and somebody who sits at `offer`.

    Both are seen from a query about blocks, `offer` from one within it.
    """
    sitting = Place.objects.filter(offer=offer, state=State.TAKEN).values("user")
    either = Q(owner=viewer, blocked__in=sitting) | Q(owner__in=sitting, blocked=viewer)
    return Exists(Block.objects.filter(either))
