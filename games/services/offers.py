"""Offers: made, renewed, withdrawn, answered, and forgotten when their time is over.

An offer lays a table: people sit down at it and stand up again, and the last to sit begins the
game. Whatever changes an offer or its places has locked its row.
"""

from collections.abc import Iterable, Mapping, Sequence
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
from accounts.refusals import Conflict, Forbidden, Unprocessable
from engine import Options, Ruleset, Seat, SetupError, get_ruleset, players_of
from games import events
from games.boards import explain
from games.clocks import TimeControl
from games.models import Daily, Game, Offer, Place
from games.selectors import offers as selectors
from games.selectors import tables
from games.selectors.ladder import challenge_of
from games.selectors.notices import about
from games.services import beginnings, decks, ladder, notices
from games.services.beginnings import Prefix

Reach, State, Status = Offer.Reach, Place.State, Offer.Status

DEFAULT_TIME = TimeControl("bank", days=3, increment=1, cap=5)

KEPT = {
    Reach.OPEN: timedelta(days=7),
    Reach.PERSONAL: timedelta(days=14),
    Reach.LINK: timedelta(days=14),
}
# A challenge has a deadline of its own, which an absence may move far; see services/challenges.py.
CHALLENGE_KEPT = timedelta(days=365)

# What guests begin from one address, and how much of it people are asked for. A class can play.
A_DAY = 24 * 60 * 60
BY_GUESTS = Limit("guest-offers", most=200, seconds=A_DAY)
BY_GUESTS_TO_PEOPLE = Limit("guest-offers-to-people", most=10, seconds=A_DAY)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What somebody offers."""

    ruleset: str
    seats: int = 2
    options: Options = field(default_factory=dict)
    reach: Offer.Reach = Reach.OPEN
    invited: Sequence[User] = ()
    """Those who are asked by name; they have the places after the owner's. A bot sits at once."""
    seating: Mapping[int, Seat] = field(default_factory=dict)
    """The seats of those places that do not leave it to the deck; the owner's is place 0."""
    time: TimeControl = DEFAULT_TIME
    is_rated: bool = False
    is_private: bool = False
    absences_count: bool = True
    rating_from: int | None = None
    rating_to: int | None = None
    """Whom it is for, by the rating that is shown; see `selectors.offers.unmet`."""
    reliability_from: int | None = None
    """In percent."""
    note: str = ""
    rematch_of: Game | None = None
    is_challenge: bool = False
    """Whether it is one on a ladder, by services/challenges.py alone."""
    prefix: Prefix | None = None
    """What it begins with if it is played on from another game, by services/branches.py alone."""

    daily: Daily | None = None
    """The day whose deck it has, by services/dailies.py alone."""

    @property
    def people(self) -> list[User]:
        """Those who are asked, and have to answer."""
        return [person for person in self.invited if not person.bot]

    @property
    def waits(self) -> bool:
        """Whether it is not begun as soon as it is made."""
        bots = len(self.invited) - len(self.people)
        return bots < self.seats - 1

    @property
    def rules(self) -> Ruleset:
        """The newest, or those of the game that is played on, or of the day."""
        fixed = self.prefix.origin if self.prefix else self.daily
        version = fixed.rules_version if fixed else None
        return get_ruleset(self.ruleset, version)

    @property
    def kept(self) -> timedelta:
        """How long it is open."""
        return CHALLENGE_KEPT if self.is_challenge else KEPT[self.reach]


# --- Making ----------------------------------------------------------------------------------


@transaction.atomic
def make(*, owner: User, wish: Wish, entropy: bytes | None = None, address: str = "") -> Offer:
    """Offer a game, and commit to its deck. `entropy` are the bytes that the browser made.

    Where nobody is to be waited for, it begins at once. What a guest makes is counted for their
    `address`; of nobody's more than a digest is kept.
    """
    _check_wish(owner, wish)
    # Locked, so that two tabs cannot make one offer too many, two strangers are told as one, and
    # nothing is offered to who leaves.
    lock_people(owner, *wish.people)
    if wish.waits:
        _demand_room(owner, wish.people)
    if owner.is_guest and address:
        limits.demand(*_limits(wish), address=address, otherwise=_many_by_guests())
    offer = _create(owner, wish, address)
    offer.laid = _lay(offer, wish, from_browser=entropy is not None)
    for place in offer.sitting if wish.daily is None else ():
        decks.take_bytes(
            game_id=offer.pk, place=place.number, entropy=None if place.number else entropy
        )
    _tell(offer)
    if _begin_if_full(offer, wish.prefix, wish.daily) is None:
        for place in offer.hoped_for:
            if place.user is not None and selectors.may_meet(offer, place.user):
                notices.tell_offer(offer, place)
    return offer


def _create(owner: User, wish: Wish, address: str) -> Offer:
    offer_id, now = uuid4(), timezone.now()
    return Offer.objects.create(
        id=offer_id,
        owner=owner,
        # At a table for one nobody is to be reached: strangers who know its address see no offer.
        reach=wish.reach if wish.seats > 1 else Reach.PERSONAL,
        note=wish.note,
        rating_from=wish.rating_from,
        rating_to=wish.rating_to,
        reliability_from=wish.reliability_from,
        rematch_of=wish.rematch_of,
        made_from=_origin(wish.reach, address),
        made_at=now,
        expires_at=now + wish.kept,
        commitment=_commitment(offer_id, wish),
        ruleset=wish.ruleset,
        rules_version=wish.rules.version,
        seats=wish.seats,
        options=dict(wish.options),
        is_rated=wish.is_rated,
        is_private=wish.is_private,
        absences_count=wish.absences_count,
        time_kind=wish.time.kind,
        time_days=wish.time.days,
        time_increment=wish.time.increment,
        time_cap=wish.time.cap,
    )


def _commitment(offer_id: UUID, wish: Wish) -> str:
    """The deck of a day was committed to with the day."""
    return wish.daily.commitment if wish.daily else decks.commit_to_deck(game_id=offer_id)


def _lay(offer: Offer, wish: Wish, *, from_browser: bool) -> list[Place]:
    """The places: the owner sits, bots sit, people are invited, and the rest is open."""
    people: list[User | None] = [offer.owner, *wish.invited]
    people += [None] * (wish.seats - len(people))
    # A challenge has a deadline: it is told by itself, also if a stranger makes it.
    asks = wish.people if not wish.is_challenge else []
    known = selectors.have_played(offer.owner, asks) if asks else set()
    return Place.objects.bulk_create(
        Place(
            offer=offer,
            number=number,
            user=person,
            state=_state_at_first(person, number),
            seat=wish.seating.get(number),
            bytes_from_browser=from_browser and number == 0,
            is_from_stranger=person in asks and person.pk not in known,
        )
        for number, person in enumerate(people)
    )


def _state_at_first(person: User | None, number: int) -> Place.State:
    if person is None:
        return State.OPEN
    return State.TAKEN if number == 0 or person.bot else State.INVITED


def foresee(*, visitor: AnonymousUser, wish: Wish, address: str) -> None:
    """Refuse a visitor what they would be refused as a guest, before one is made of them."""
    _check_wish(visitor, wish)
    limits.foresee(*_limits(wish), address=address, otherwise=_many_by_guests())


def _demand_room(owner: User, people: Iterable[User]) -> None:
    """Refuse one offer too many: in all, or for a guest to the same person."""
    most = selectors.most_offers(owner)
    waiting = Offer.objects.filter(owner=owner, status=Status.OPEN).count()
    if waiting >= most and owner.is_guest:
        raise Unprocessable(
            _("You have %(most)d offers open, the most for a guest. With an account it is more.")
            % {"most": most}
        )
    if waiting >= most:
        raise Unprocessable(
            _("You have %(most)d offers open; withdraw one first.") % {"most": most}
        )
    asked = Place.objects.filter(offer__owner=owner, is_waiting=True, state=State.INVITED)
    twice = asked.filter(user__in=people).select_related("user").first() if owner.is_guest else None
    if twice is not None and twice.user is not None:
        raise Unprocessable(
            _("%(name)s has an offer of yours already. Wait for the answer.")
            % {"name": twice.user.username}
        )


def _limits(wish: Wish) -> tuple[Limit, ...]:
    return (BY_GUESTS, BY_GUESTS_TO_PEOPLE) if wish.people else (BY_GUESTS,)


def _many_by_guests() -> str:
    return _(
        "Guests from your network have begun many games today. Come back tomorrow, or sign up:"
        " with an account you can go on."
    )


def _origin(reach: str, address: str) -> str:
    """What the lobby needs to know of an address, and only while it shows the offer."""
    return limits.digest_of(address) if reach == Reach.OPEN else ""


def _check_wish(owner: User | AnonymousUser, wish: Wish) -> None:
    running = selectors.engagements(owner)
    if why := selectors.obstacle(owner, is_rated=wish.is_rated, running=running):
        raise Forbidden(why)
    ruleset = _check_setup(wish)
    if wish.is_rated and (ruleset.cooperative or wish.seats == 1):
        raise Unprocessable(_("Only games against each other can be rated."))
    if wish.rating_from and wish.rating_to and wish.rating_from > wish.rating_to:
        raise Unprocessable(
            _("No rating is from %(least)d to %(most)d.")
            % {"least": wish.rating_from, "most": wish.rating_to}
        )
    _check_invited(wish, ruleset)
    for person in wish.invited:
        _check_named(owner, person, wish)


def _check_setup(wish: Wish) -> Ruleset:
    """The engine alone judges which seats and options go together."""
    ruleset = wish.rules
    try:
        ruleset.initial(wish.seats, wish.options)
    except SetupError as error:
        raise Unprocessable(explain(error, wish.ruleset)) from error
    return ruleset


def _check_invited(wish: Wish, ruleset: Ruleset) -> None:
    _demand_at_home(ruleset, [person for person in wish.invited if person.bot])
    if len(set(wish.invited)) < len(wish.invited):
        raise Unprocessable(_("You have named somebody twice: everybody sits at a table once."))
    if len(wish.invited) > wish.seats - 1:
        raise Unprocessable(_("You have named more people than there are seats."))
    if wish.reach == Reach.PERSONAL and len(wish.invited) < wish.seats - 1:
        raise Unprocessable(_("Name somebody for each seat, or leave the rest open to others."))


def _demand_at_home(ruleset: Ruleset, bots: Sequence[User]) -> None:
    """Opponents have no place in a team, and companions have none against anybody."""
    at_home = {bot.slug for bot in players_of(ruleset)}
    if bots and not at_home:
        raise Unprocessable(_("No bots play %(game)s.") % {"game": ruleset.name})
    for bot in bots:
        if bot.bot not in at_home:
            raise Unprocessable(
                _("%(name)s does not play %(game)s.")
                % {"name": bot.shown_name, "game": ruleset.name}
            )


def _check_named(owner: User | AnonymousUser, person: User, wish: Wish) -> None:
    """Whether somebody may be asked by name."""
    if person == owner:
        raise Unprocessable(_("You cannot play against yourself."))
    if wish.is_rated and person.bot:
        raise Unprocessable(_("Games against bots are friendly ones."))
    if wish.is_rated and person.is_guest:
        raise Unprocessable(_("A guest cannot play rated games."))
    # Who is blocked is not told: their offer is made, and never shown.
    if isinstance(owner, User) and blocks.has_blocked(owner, person):
        raise Unprocessable(_("You have blocked this player."))


# --- Rematches -------------------------------------------------------------------------------


def rematch(
    *, game_id: UUID, user: User, entropy: bytes | None = None, address: str = ""
) -> Offer | Game:
    """Offer the others of a finished game another one, seats moved on; or sit down if they did.

    It waits in their lists until they come back. A game has one rematch: asking again leads to it.
    """
    offer = _ask_rematch(game_id=game_id, user=user, entropy=entropy, address=address)
    if offer.status == Status.OPEN and offer.owner_id != user.pk:
        # In a transaction of its own, for an offer is locked before people.
        return accept(offer_id=offer.pk, user=user, entropy=entropy) or offer
    return Game.objects.get(pk=offer.pk) if offer.status == Status.ACCEPTED else offer


@transaction.atomic
def _ask_rematch(*, game_id: UUID, user: User, entropy: bytes | None, address: str) -> Offer:
    """The offer of a rematch that there is, or else a new one."""
    table = tables.access(game_id, user)
    game, me = table.game, table.player
    if game.is_running:
        raise Conflict(_("This game is not over yet."))
    if (asked := selectors.rematches(game.pk).first()) is not None:
        return asked
    lock_people(user, *[player.user for player in table.others if not player.user.bot])
    # Whoever asked in the same instant held that lock, too: look again.
    if (asked := selectors.rematches(game.pk).first()) is not None:
        return asked
    around = [me, *table.others]
    wish = Wish(
        ruleset=game.ruleset,
        seats=game.seats,
        options=game.options,
        reach=Reach.PERSONAL,
        invited=[player.user for player in table.others],
        seating={at: (player.seat + 1) % game.seats for at, player in enumerate(around)},
        time=game.time,
        is_rated=game.is_rated,
        # That of a day is private for the sake of its deck alone, and another one is dealt.
        is_private=game.is_private and game.daily_id is None,
        absences_count=game.absences_count,
        rematch_of=game,
    )
    return make(owner=user, wish=wish, entropy=entropy, address=address)


# --- Changing one's own ----------------------------------------------------------------------


@transaction.atomic
def renew(*, offer_id: UUID, user: User, address: str = "") -> Offer:
    """Keep an offer for its whole time again, also one that has just expired."""
    offer = _own(offer_id, user)
    if offer.status not in (Status.OPEN, Status.EXPIRED):
        raise Conflict(_("This offer has been answered already."))
    _demand_no_challenge(offer)
    people = _people(offer.hoped_for)
    # Nobody asks for a rematch, or leaves, between this look and the next.
    lock_people(user, *people)
    if _is_replaced(offer):
        raise Conflict(_("Another offer has taken the place of this one."))
    if offer.status == Status.EXPIRED:
        _demand_room(user, people)
    now = timezone.now()
    offer.made_from = _origin(offer.reach, address)
    offer.status, offer.closed_at, offer.made_at = Status.OPEN, None, now
    offer.expires_at = now + KEPT[Reach(offer.reach)]
    offer.save(update_fields=["status", "closed_at", "made_at", "expires_at", "made_from"])
    offer.places.update(is_waiting=True)
    _tell(offer)
    return offer


@transaction.atomic
def open_up(*, offer_id: UUID, user: User, address: str = "") -> Offer:
    """Let anybody take the places that nobody has taken, and that nobody is invited to."""
    offer = _own_open(offer_id, user)
    _demand_no_challenge(offer)
    offer.reach, offer.made_from = Reach.OPEN, _origin(Reach.OPEN, address)
    offer.save(update_fields=["reach", "made_from"])
    _tell(offer)
    return offer


@transaction.atomic
def fill_up(*, offer_id: UUID, user: User, bots: Sequence[User]) -> Game:
    """Let bots take all places where nobody sits, and begin. Doing it twice is doing it once."""
    offer = _own(offer_id, user)
    if offer.status == Status.ACCEPTED:
        return Game.objects.get(pk=offer.pk)
    if offer.status != Status.OPEN:
        raise Conflict(_("This offer is no longer open."))
    if offer.is_rated:
        raise Unprocessable(_("Games against bots are friendly ones."))
    _demand_at_home(get_ruleset(offer.ruleset, offer.rules_version), bots)
    _vacate_of_closed(offer)
    lock_people(user, *_people(offer.sitting))
    if why := selectors.obstacle(user, is_rated=False, running=selectors.running_games(user)):
        raise Forbidden(why)
    here = {place.user_id for place in offer.laid}
    fresh = (bot for bot in bots if bot.pk not in here)
    for place, bot in zip(offer.empty, fresh, strict=False):
        _sit(offer, place, bot, None)
    game = _begin_if_full(offer)
    if game is None:
        raise Conflict(_("Somebody at your table cannot begin another game just now."))
    return game


@transaction.atomic
def withdraw(*, offer_id: UUID, user: User) -> Offer:
    """Take an offer back; doing it twice is doing it once."""
    offer = _own(offer_id, user)
    if offer.status == Status.ACCEPTED:
        raise Conflict(_("This offer has just been accepted: the game has begun."))
    if offer.status == Status.OPEN:
        close(offer, Status.WITHDRAWN)
        _send_home(offer)
    return offer


def expire() -> None:
    """Close the offers whose time is over. Safe to run late or twice."""
    now = timezone.now()
    due = selectors.too_old(now) | selectors.left_alone(away_since=now - selectors.OWNER_AWAY)
    with transaction.atomic():
        # A challenge that is not answered means something: services/challenges.py.
        waiting = Offer.objects.filter(due, status=Status.OPEN, challenge=None).order_by("pk")
        closed = list(waiting.select_for_update(of=("self",), no_key=True))
        over = Offer.objects.filter(pk__in=[offer.pk for offer in closed])
        over.update(status=Status.EXPIRED, closed_at=now, made_from="")
        for offer in selectors.laid_at(over):
            _send_home(offer)
        Place.objects.filter(offer__in=over).update(is_waiting=False)
    if closed:
        notices.read_gone()
        events.tell_lobby()


def _own(offer_id: UUID, user: User) -> Offer:
    offer = selectors.access(offer_id, user, for_update=True)
    if offer.owner_id != user.pk:
        raise Forbidden(_("Only the one who made an offer can change it."))
    return offer


def _own_open(offer_id: UUID, user: User) -> Offer:
    offer = _own(offer_id, user)
    if offer.status != Status.OPEN:
        raise Conflict(_("This offer is no longer open."))
    return offer


def _demand_no_challenge(offer: Offer) -> None:
    if challenge_of(offer) is not None:
        raise Unprocessable(_("A challenge can be withdrawn, and not changed."))


def _is_replaced(offer: Offer) -> bool:
    if offer.rematch_of_id is None:
        return False
    return selectors.rematches(offer.rematch_of_id).exclude(pk=offer.pk).exists()


# --- Answering -------------------------------------------------------------------------------


@transaction.atomic
def accept(*, offer_id: UUID, user: User, entropy: bytes | None = None) -> Game | None:
    """Sit down; who takes the last place begins the game, for others there is none yet.

    Of several at the same instant one gets the last place. The same person once more (a double
    click) gets the same answer.
    """
    offer = selectors.access(offer_id, user, for_update=True)
    if offer.status == Status.ACCEPTED:
        return _game_of(offer, user)
    if offer.owner_id != user.pk and offer.place_of(user.pk) in offer.sitting:
        return None
    place = _acceptable_place(offer, user)
    _vacate_of_closed(offer)
    # Nobody gets one game too many, no absence is booked meanwhile, and nobody leaves.
    lock_people(user, *_people(offer.sitting))
    if why := _obstacle(offer, user):
        raise Forbidden(why)
    _sit(offer, place, user, entropy)
    game = _begin_if_full(offer)
    if game is None:
        notices.read(about(offer).filter(user=user))  # it waits for them no more
        _tell(offer)
    notices.tell_joined(offer, user, game)
    return game


@transaction.atomic
def stand_up(*, offer_id: UUID, user: User) -> Offer:
    """Leave a place again, as long as the game has not begun; doing it twice is doing it once."""
    offer = selectors.access(offer_id, user, for_update=True)
    if offer.status == Status.ACCEPTED:
        raise Conflict(_("The game has begun."))
    if offer.owner_id == user.pk:
        raise Unprocessable(_("It is your own offer: withdraw it instead."))
    place = offer.place_of(user.pk)
    if place is not None and place.state == State.TAKEN:
        notices.forget_about(offer, user)
        _vacate(offer, place)
        _tell(offer)
    return offer


@transaction.atomic
def decline(*, offer_id: UUID, user: User, answer: str = "") -> Offer:
    """Say no to an offer that was made to oneself, with a word if one likes.

    It is over when nobody else may come; else others may take the place.
    """
    offer = selectors.access(offer_id, user, for_update=True)
    place = offer.place_of(user.pk)
    if place is None or offer.owner_id == user.pk:
        raise Forbidden(_("Only the person to whom it was made can decline an offer."))
    if place.state == State.DECLINED:
        return offer
    if offer.status != Status.OPEN or place.state != State.INVITED:
        raise Conflict(_("This offer is no longer open."))
    place.state, place.answer = State.DECLINED, answer
    place.save(update_fields=["state", "answer"])
    if offer.reach == Reach.PERSONAL and offer.declined == offer.laid[1:]:
        close(offer, Status.DECLINED)
    else:
        notices.read(about(offer).filter(user=user))
        _tell(offer)
    notices.tell_declined(offer, user)
    return offer


def foresee_acceptance(*, offer: Offer, visitor: AnonymousUser) -> None:
    """Refuse a visitor what they would be refused as a guest, before one is made of them."""
    if offer.status == Status.ACCEPTED:
        raise Conflict(_("Somebody else was faster: this offer has been accepted."))
    _acceptable_place(offer, visitor)
    if why := _obstacle(offer, visitor):
        raise Forbidden(why)


def _acceptable_place(offer: Offer, user: User | AnonymousUser) -> Place:
    """The place that somebody may take."""
    if offer.owner_id == user.pk:
        raise Unprocessable(_("You cannot play against yourself."))
    place = offer.may_be_taken(user.pk)
    is_open = place is not None and selectors.is_open(offer, timezone.now())
    # Who is blocked must not be able to tell: to them it is gone.
    if place is None or not is_open or not selectors.may_meet(offer, user):
        raise Conflict(_("This offer is no longer open."))
    return place


def _obstacle(offer: Offer, user: User | AnonymousUser) -> str:
    mine = selectors.engagements(user)
    if why := selectors.obstacle(user, is_rated=offer.is_rated, running=mine):
        return why
    if why := selectors.shortcomings([offer], user).get(offer.pk, ""):
        return why
    if _is_barred(offer, offer.owner):
        return _("%(name)s cannot begin another game just now.") % {"name": offer.owner.username}
    return ""


def _is_barred(offer: Offer, user: User) -> bool:
    """Whether somebody could not play this if it began now."""
    if user.bot:
        return False
    running = selectors.running_games(user)
    return bool(selectors.obstacle(user, is_rated=offer.is_rated, running=running))


def _game_of(offer: Offer, user: User) -> Game:
    game = Game.objects.filter(pk=offer.pk, players__user=user).first()
    if game is None or offer.owner_id == user.pk:
        raise Conflict(_("Somebody else was faster: this offer has been accepted."))
    return game


# --- Places ----------------------------------------------------------------------------------


def _sit(offer: Offer, place: Place, user: User, entropy: bytes | None) -> None:
    notices.forget_about(offer, user)
    place.user, place.state, place.answer = user, State.TAKEN, ""
    place.bytes_from_browser = entropy is not None
    place.save(update_fields=["user", "state", "answer", "bytes_from_browser"])
    decks.take_bytes(game_id=offer.pk, place=place.number, entropy=entropy)


def _vacate(offer: Offer, place: Place) -> None:
    """Free a place; who was asked by name may come back to it."""
    if offer.reach == Reach.PERSONAL:
        place.state = State.INVITED
    else:
        place.user, place.state = None, State.OPEN
    place.bytes_from_browser = False
    place.save(update_fields=["user", "state", "bytes_from_browser"])
    decks.forget_bytes(game_id=offer.pk, place=place.number)


def _vacate_of_closed(offer: Offer) -> None:
    """Free the places of accounts that were closed: nobody could begin a game with them."""
    for place in offer.sitting[1:]:
        if place.user is not None and not place.user.is_active:
            _vacate(offer, place)


def _send_home(offer: Offer) -> None:
    """Tell those who waited at an offer that is closed, and free their places."""
    for place in offer.sitting[1:]:
        assert place.user is not None
        notices.tell_off(offer, place.user)
        events.tell_person(place.user.pk)
        _vacate(offer, place)


def _begin_if_full(
    offer: Offer, prefix: Prefix | None = None, daily: Daily | None = None
) -> Game | None:
    """Begin, if all have sat down; who may not play any more loses the place instead."""
    if offer.empty:
        return None
    barred = [place for place in offer.sitting[1:] if place.user and _is_barred(offer, place.user)]
    for place in barred:
        assert place.user is not None
        notices.tell_off(offer, place.user)
        events.tell_person(place.user.pk)
        _vacate(offer, place)
    if barred:
        return None
    close(offer, Status.ACCEPTED)
    return beginnings.begin(offer, offer.laid, prefix, daily)


def _people(places: Iterable[Place]) -> list[User]:
    """Those of them who are people."""
    return [place.user for place in places if place.user is not None and not place.user.bot]


def close(offer: Offer, status: Offer.Status) -> None:
    """Close an offer whose row is locked, for whatever reason."""
    offer.status, offer.closed_at, offer.made_from = status, timezone.now(), ""
    offer.save(update_fields=["status", "closed_at", "made_from"])
    offer.places.update(is_waiting=False)
    notices.read(about(offer))  # it waits for nobody any more
    ladder.follow(offer)
    _tell(offer)


def _tell(offer: Offer) -> None:
    """Nudge the pages on which an offer stands."""
    if offer.reach == Reach.OPEN:
        events.tell_lobby()
    for place in offer.laid:
        if place.user is not None and not place.user.bot:
            events.tell_person(place.user.pk)
