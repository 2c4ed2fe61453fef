"""Offers: made, renewed, withdrawn, declined, accepted, and forgotten when their time is over."""

from dataclasses import dataclass, field
from datetime import timedelta
from uuid import UUID, uuid4

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import blocks, limits
from accounts.limits import Limit
from accounts.locks import lock_people
from accounts.models import User
from accounts.notices import Event
from accounts.refusals import Conflict, Forbidden, Unprocessable
from engine import Options, get_ruleset
from games import events
from games.clocks import TimeControl
from games.models import Game, Offer, Place
from games.selectors import offers as selectors
from games.selectors import tables
from games.selectors.notices import about
from games.services import beginnings, decks, notices
from games.services.notices import News

Reach, Seat, Status = Offer.Reach, Offer.Seat, Offer.Status

DEFAULT_TIME = TimeControl("bank", days=3, increment=1, cap=5)

KEPT = {
    Reach.OPEN: timedelta(days=7),
    Reach.PERSONAL: timedelta(days=14),
    Reach.LINK: timedelta(days=14),
}

# What guests begin from one address, and how much of it people are asked for. A class can play.
A_DAY = 24 * 60 * 60
BY_GUESTS = Limit("guest-offers", most=200, seconds=A_DAY)
BY_GUESTS_TO_PEOPLE = Limit("guest-offers-to-people", most=10, seconds=A_DAY)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What somebody offers."""

    reach: Offer.Reach = Reach.OPEN
    recipient: User | None = None
    time: TimeControl = DEFAULT_TIME
    is_rated: bool = False
    is_private: bool = False
    absences_count: bool = True
    seat: Offer.Seat = Seat.DECK
    note: str = ""
    ruleset: str = "botanik"
    seats: int = 2
    options: Options = field(default_factory=dict)
    rematch_of: Game | None = None


@transaction.atomic
def make(*, owner: User, wish: Wish, entropy: bytes | None = None, address: str = "") -> Offer:
    """Offer a game, and commit to its deck. `entropy` are the bytes that the browser made.

    What a guest makes is counted for their `address`; of nobody's more than a digest is kept.
    """
    _check_wish(owner, wish)
    person = wish.recipient if wish.recipient and not wish.recipient.bot else None
    # Locked, so that two tabs cannot make one offer too many, two strangers are told as one, and
    # nothing is offered to who leaves.
    lock_people(owner, *filter(None, [person]))
    if wish.recipient is None or person is not None:  # a bot lets none wait
        _demand_room(owner, person)
    if owner.is_guest and address:
        limits.demand(*_limits(wish), address=address, otherwise=_many_by_guests())
    offer_id, now = uuid4(), timezone.now()
    offer = Offer.objects.create(
        id=offer_id,
        owner=owner,
        recipient=wish.recipient,
        reach=wish.reach,
        seat=wish.seat,
        note=wish.note,
        rematch_of=wish.rematch_of,
        is_from_stranger=person is not None and selectors.are_strangers(owner, person),
        made_from=_origin(wish.reach, address),
        made_at=now,
        expires_at=now + KEPT[wish.reach],
        commitment=decks.commit_to_deck(game_id=offer_id),
        bytes_from_browser=entropy is not None,
        ruleset=wish.ruleset,
        rules_version=get_ruleset(wish.ruleset).version,
        seats=wish.seats,
        options=wish.options,
        is_rated=wish.is_rated,
        is_private=wish.is_private,
        absences_count=wish.absences_count,
        time_kind=wish.time.kind,
        time_days=wish.time.days,
        time_increment=wish.time.increment,
        time_cap=wish.time.cap,
    )
    decks.take_bytes(game_id=offer.pk, place=0, entropy=entropy)
    _tell(offer)
    if wish.recipient is not None and wish.recipient.bot:
        accept(offer_id=offer.pk, user=wish.recipient)  # a bot has always time
        offer.refresh_from_db()
    elif wish.recipient is not None and not blocks.keep_apart(owner, wish.recipient):
        notices.tell_offer(offer)
    return offer


def foresee(*, visitor: AnonymousUser, wish: Wish, address: str) -> None:
    """Refuse a visitor what they would be refused as a guest, before one is made of them."""
    _check_wish(visitor, wish)
    limits.foresee(*_limits(wish), address=address, otherwise=_many_by_guests())


def _demand_room(owner: User, recipient: User | None) -> None:
    """Refuse one offer too many: in all, or for a guest to the same person."""
    waiting = Offer.objects.filter(owner=owner, status=Status.OPEN)
    recipients = list(waiting.values_list("recipient", flat=True))
    words = {"most": selectors.most_offers(owner)}
    if len(recipients) >= words["most"] and owner.is_guest:
        raise Unprocessable(
            _("You have %(most)d offers open, the most for a guest. With an account it is more.")
            % words
        )
    if len(recipients) >= words["most"]:
        raise Unprocessable(_("You have %(most)d offers open; withdraw one first.") % words)
    if owner.is_guest and recipient is not None and recipient.pk in recipients:
        raise Unprocessable(
            _("%(name)s has an offer of yours already. Wait for the answer.")
            % {"name": recipient.username}
        )


def _limits(wish: Wish) -> tuple[Limit, ...]:
    is_for_a_person = wish.recipient is not None and not wish.recipient.bot
    return (BY_GUESTS, BY_GUESTS_TO_PEOPLE) if is_for_a_person else (BY_GUESTS,)


def _many_by_guests() -> str:
    return _(
        "Guests from your network have begun many games today. Come back tomorrow, or sign up:"
        " with an account you can go on."
    )


def _origin(reach: str, address: str) -> str:
    """What the lobby needs to know of an address, and only while it shows the offer."""
    return limits.digest_of(address) if reach == Reach.OPEN else ""


def _check_wish(owner: User | AnonymousUser, wish: Wish) -> None:
    running = selectors.running_games(owner)
    if why := selectors.obstacle(owner, is_rated=wish.is_rated, running=running):
        raise Forbidden(why)
    if wish.recipient is None:
        return
    if wish.recipient == owner:
        raise Unprocessable(_("You cannot play against yourself."))
    if wish.is_rated and wish.recipient.bot:
        raise Unprocessable(_("Games against bots are friendly ones."))
    if wish.is_rated and wish.recipient.is_guest:
        raise Unprocessable(_("A guest cannot play rated games."))
    # Who is blocked is not told: their offer is made, and never shown.
    if isinstance(owner, User) and blocks.has_blocked(owner, wish.recipient):
        raise Unprocessable(_("You have blocked this player."))


def rematch(
    *, game_id: UUID, user: User, entropy: bytes | None = None, address: str = ""
) -> Offer | Game:
    """Offer the opponent of a finished game another one, seats changed; or accept if they did.

    It waits in their list until they come back. A game has one rematch: asking again leads to it.
    """
    offer = _ask_rematch(game_id=game_id, user=user, entropy=entropy, address=address)
    if offer.status == Status.ACCEPTED:
        return Game.objects.get(pk=offer.pk)
    if offer.owner_id == user.pk:
        return offer
    # In a transaction of its own, for an offer is locked before people.
    return accept(offer_id=offer.pk, user=user, entropy=entropy)


@transaction.atomic
def _ask_rematch(*, game_id: UUID, user: User, entropy: bytes | None, address: str) -> Offer:
    """The offer of a rematch that there is, or else a new one."""
    table = tables.access(game_id, user)
    game, me = table.game, table.player
    if game.is_running:
        raise Conflict(_("This game is not over yet."))
    if (asked := selectors.rematches(game.pk).first()) is not None:
        return asked
    (other,) = table.others
    lock_people(user, other.user)
    # Whoever asked in the same instant held that lock, too: look again.
    if (asked := selectors.rematches(game.pk).first()) is not None:
        return asked
    wish = Wish(
        reach=Reach.PERSONAL,
        recipient=other.user,
        time=game.time,
        is_rated=game.is_rated,
        is_private=game.is_private,
        absences_count=game.absences_count,
        seat=Seat.SECOND if me.seat == 0 else Seat.FIRST,
        ruleset=game.ruleset,
        rematch_of=game,
    )
    return make(owner=user, wish=wish, entropy=entropy, address=address)


@transaction.atomic
def renew(*, offer_id: UUID, user: User, address: str = "") -> Offer:
    """Keep an offer for its whole time again, also one that has just expired."""
    offer = _own(offer_id, user)
    if offer.status not in (Status.OPEN, Status.EXPIRED):
        raise Conflict(_("This offer has been answered already."))
    # Nobody asks for a rematch, or leaves, between this look and the next.
    lock_people(user, *filter(None, [offer.recipient]))
    if _is_replaced(offer):
        raise Conflict(_("Another offer has taken the place of this one."))
    if offer.status == Status.EXPIRED:
        _demand_room(user, offer.recipient)
    now = timezone.now()
    offer.made_from = _origin(offer.reach, address)
    offer.status, offer.closed_at, offer.made_at = Status.OPEN, None, now
    offer.expires_at = now + KEPT[Reach(offer.reach)]
    offer.save(update_fields=["status", "closed_at", "made_at", "expires_at", "made_from"])
    _tell(offer)
    return offer


@transaction.atomic
def withdraw(*, offer_id: UUID, user: User) -> Offer:
    """Take an offer back; doing it twice is doing it once."""
    offer = _own(offer_id, user)
    if offer.status == Status.ACCEPTED:
        raise Conflict(_("This offer has just been accepted: the game has begun."))
    if offer.status == Status.OPEN:
        _close(offer, Status.WITHDRAWN)
    return offer


@transaction.atomic
def decline(*, offer_id: UUID, user: User, answer: str = "") -> Offer:
    """Say no to an offer that was made to oneself, with a word if one likes."""
    offer = selectors.access(offer_id, user, for_update=True)
    if offer.recipient_id != user.pk:
        raise Forbidden(_("Only the person to whom it was made can decline an offer."))
    if offer.status == Status.DECLINED:
        return offer
    if offer.status != Status.OPEN:
        raise Conflict(_("This offer is no longer open."))
    offer.answer = answer
    _close(offer, Status.DECLINED)
    _tell_answer(offer)
    return offer


@transaction.atomic
def accept(*, offer_id: UUID, user: User, entropy: bytes | None = None) -> Game:
    """Make a game of an offer. Of several at the same instant one gets it.

    The same person once more (a double click) gets the same game.
    """
    offer = selectors.access(offer_id, user, for_update=True)
    if offer.status == Status.ACCEPTED:
        return _game_of(offer, user)
    _check_acceptable(offer, user)
    # Nobody gets one game too many, no absence is booked meanwhile, and nobody leaves.
    lock_people(user, offer.owner)
    if why := _obstacle(offer, user):
        raise Forbidden(why)
    _close(offer, Status.ACCEPTED)
    game = _begin(offer, user, entropy)
    if not user.bot:
        _tell_answer(offer, game)
    return game


def foresee_acceptance(*, offer: Offer, visitor: AnonymousUser) -> None:
    """Refuse a visitor what they would be refused as a guest, before one is made of them."""
    if offer.status == Status.ACCEPTED:
        raise Conflict(_("Somebody else was faster: this offer has been accepted."))
    _check_acceptable(offer, visitor)
    if why := _obstacle(offer, visitor):
        raise Forbidden(why)


def expire() -> None:
    """Close the offers whose time is over. Safe to run late or twice."""
    now = timezone.now()
    waiting = Offer.objects.filter(status=Status.OPEN)
    closed = waiting.filter(
        selectors.too_old(now) | selectors.left_alone(away_since=now - selectors.OWNER_AWAY)
    ).update(status=Status.EXPIRED, closed_at=now, made_from="")
    if closed:
        notices.read_gone()
        events.tell_lobby()


def _own(offer_id: UUID, user: User) -> Offer:
    offer = selectors.access(offer_id, user, for_update=True)
    if offer.owner_id != user.pk:
        raise Forbidden(_("Only the one who made an offer can change it."))
    return offer


def _is_replaced(offer: Offer) -> bool:
    if offer.rematch_of_id is None:
        return False
    return selectors.rematches(offer.rematch_of_id).exclude(pk=offer.pk).exists()


def _check_acceptable(offer: Offer, user: User | AnonymousUser) -> None:
    if offer.owner_id == user.pk:
        raise Unprocessable(_("You cannot play against yourself."))
    # Who is blocked must not be able to tell: to them it is gone.
    if not selectors.is_open(offer, timezone.now()) or not selectors.may_meet(offer, user):
        raise Conflict(_("This offer is no longer open."))


def _obstacle(offer: Offer, user: User | AnonymousUser) -> str:
    mine = selectors.running_games(user)
    if why := selectors.obstacle(user, is_rated=offer.is_rated, running=mine):
        return why
    theirs = selectors.running_games(offer.owner)
    if selectors.obstacle(offer.owner, is_rated=offer.is_rated, running=theirs):
        return _("%(name)s cannot begin another game just now.") % {"name": offer.owner.username}
    return ""


def _game_of(offer: Offer, user: User) -> Game:
    game = Game.objects.filter(pk=offer.pk, players__user=user).first()
    if game is None or offer.owner_id == user.pk:
        raise Conflict(_("Somebody else was faster: this offer has been accepted."))
    return game


def _begin(offer: Offer, acceptor: User, entropy: bytes | None) -> Game:
    """Let the owner and who accepts take their places, and begin."""
    decks.take_bytes(game_id=offer.pk, place=1, entropy=entropy)
    seat = {Seat.FIRST: 0, Seat.SECOND: 1}.get(Seat(offer.seat))
    places = [
        Place(number=0, user=offer.owner, seat=seat, bytes_from_browser=offer.bytes_from_browser),
        Place(number=1, user=acceptor, bytes_from_browser=entropy is not None),
    ]
    return beginnings.begin(offer, places)


def _close(offer: Offer, status: Offer.Status) -> None:
    offer.status, offer.closed_at, offer.made_from = status, timezone.now(), ""
    offer.save(update_fields=["status", "closed_at", "answer", "made_from"])
    notices.read(about(offer))  # it waits for the recipient no more
    _tell(offer)


def _tell_answer(offer: Offer, game: Game | None = None) -> None:
    """Tell who made an offer how it was answered."""
    notices.tell(
        News(
            user=offer.owner,
            event=Event.OFFER_ANSWERED,
            offer=offer,
            game=game,
            detail=offer.status,
        )
    )


def _tell(offer: Offer) -> None:
    if offer.reach == Reach.OPEN:
        events.tell_lobby()
    for person in filter(None, (offer.owner_id, offer.recipient_id)):
        events.tell_person(person)
