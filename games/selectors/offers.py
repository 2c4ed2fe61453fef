"""Offers: which are open to whom, and why one cannot be accepted."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import blocks, sanctions
from accounts.models import Block, User
from accounts.prepared import Prepared
from accounts.refusals import NotFound
from games.models import Offer, Player

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
    viewer: User | AnonymousUser, *, before: tuple[datetime, UUID] | None = None
) -> list[Offer]:
    """A page of what is open to all, newest first, and one more if there is another page.

    Of one origin the newest few are shown. Those who have blocked each other do not see each
    other's.
    """
    now = timezone.now()
    made_at, pk = before or LOBBY_BEGINS
    return _lobby.all(
        viewer_id=viewer.pk or NOBODY, now=now, away_since=now - OWNER_AWAY, made_at=made_at, pk=pk
    )


@Prepared
def _lobby(
    *, viewer_id: int, now: datetime, away_since: datetime, made_at: datetime, pk: UUID
) -> QuerySet[Offer]:
    on_page = Q(made_at__lt=made_at) | Q(made_at=made_at, pk__lt=pk)
    open_now = waiting(now) & ~left_alone(away_since=away_since)
    offers = Offer.objects.filter(on_page, open_now, _among_few_of_origin(), reach=Offer.Reach.OPEN)
    offers = without_blocked(offers, viewer_id).select_related("owner")
    return offers.order_by("-made_at", "-pk")[: LOBBY_PAGE + 1]


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
    return _made_by.all(owner_id=owner.pk, lately=timezone.now() - timedelta(days=14))


@Prepared
def _made_by(*, owner_id: int, lately: datetime) -> QuerySet[Offer]:
    waiting = Q(status=Offer.Status.OPEN) | Q(status=Offer.Status.EXPIRED, closed_at__gt=lately)
    offers = _with_people().filter(waiting, owner=owner_id)
    return offers.order_by("-made_at", "-pk")[: 2 * MOST_OPEN_OFFERS]


def made_to(recipient: User) -> list[Offer]:
    """What is offered to one person, and waits for their answer."""
    return _made_to.all(recipient_id=recipient.pk, now=timezone.now())


@Prepared
def _made_to(*, recipient_id: int, now: datetime) -> QuerySet[Offer]:
    offers = _with_people().filter(waiting(now), recipient=recipient_id)
    offers = without_blocked(offers, recipient_id)
    return offers.order_by("-made_at", "-pk")[: 2 * MOST_OPEN_OFFERS]


def rematches(game_id: UUID) -> QuerySet[Offer]:
    """The rematch of a game that is offered or was accepted: there is one, the database says."""
    standing = [Offer.Status.OPEN, Offer.Status.ACCEPTED]
    return Offer.objects.filter(rematch_of=game_id, status__in=standing)


def by_strangers(recipient: User | OuterRef, now: datetime | None = None) -> QuerySet[Offer]:
    """What people whom they had not played offer somebody, and waits; see services.notices."""
    offers = Offer.objects.filter(
        waiting(now or timezone.now()), recipient=recipient, is_from_stranger=True
    )
    return without_blocked(offers, OuterRef("recipient"))


def are_strangers(one: User, other: User) -> bool:
    """Whether these two have never begun a game with each other."""
    return not Player.objects.filter(user=one, game__players__user=other).exists()


def access(offer_id: UUID | str, user: User | AnonymousUser, *, for_update: bool = False) -> Offer:
    """Find an offer that `user` may see, or raise a NotFound.

    An offer to one person is a matter between two; the link of any other is enough to see it.
    """
    offers = _with_people()
    if for_update:
        offers = offers.select_for_update(of=("self",), no_key=True)
    offer = offers.filter(pk=offer_id).first()
    strangers = offer and offer.recipient_id and user.pk not in (offer.owner_id, offer.recipient_id)
    if offer is None or strangers:
        raise NotFound(_("There is no such offer, or it is not meant for you."))
    return offer


def find(offer_id: UUID) -> Offer | None:
    """An offer, whoever asks: for who has decided already that it may be seen."""
    return _with_people().filter(pk=offer_id).first()


def _with_people() -> QuerySet[Offer]:
    return Offer.objects.select_related("owner", "recipient")


def is_open(offer: Offer, now: datetime) -> bool:
    """Whether an offer at hand can be accepted: it is waiting, and not left alone."""
    last_sign = max(offer.made_at, offer.owner.last_seen_at)
    alone = offer.reach == Offer.Reach.OPEN and last_sign <= now - OWNER_AWAY
    return offer.status == Offer.Status.OPEN and offer.expires_at > now and not alone


def running_games(user: User | AnonymousUser) -> int:
    if not isinstance(user, User):
        return 0
    return len(_running.all(user_id=user.pk))


@Prepared
def _running(*, user_id: int) -> QuerySet[Player, tuple[int]]:
    return Player.objects.filter(user=user_id, is_playing=True).values_list("pk")


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
    running = running_games(user)
    return {rated: obstacle(user, is_rated=rated, running=running) for rated in (False, True)}


def may_meet(offer: Offer, user: User | AnonymousUser) -> bool:
    return not isinstance(user, User) or not blocks.keep_apart(offer.owner, user)


def without_blocked(offers: QuerySet[Offer], viewer: int | OuterRef) -> QuerySet[Offer]:
    """Those by somebody whom the viewer may meet."""
    apart = Block.objects.filter(
        Q(owner=viewer, blocked=OuterRef("owner")) | Q(owner=OuterRef("owner"), blocked=viewer)
    )
    return offers.filter(~Exists(apart))
