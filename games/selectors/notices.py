"""What somebody was told: the bell, the list, and the ledger; and each notice in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db.models import (
    Count,
    Exists,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    prefetch_related_objects,
)
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.notices import Event
from accounts.prepared import Prepared
from games.models import Challenge, Delivery, Game, Notice, Offer, Player
from games.selectors import offers, results, rulings

Channel, Status, Why = Delivery.Channel, Delivery.Status, Delivery.Why

ON_A_PAGE = 20
NEWEST = 2**62
"""A key that no notice has reached."""
# Moves may follow each other quickly: a mail waits until a game was quiet for so long.
QUIET_FOR = timedelta(minutes=10)
PASSING: Final = (Event.YOUR_TURN, Event.REMINDER, Event.DRAW_ASKED, Event.OFFER_RECEIVED)
# What strangers offer somebody is told by one notice, about all that wait when it is shown.
STRANGERS = "strangers"
FROM_STRANGERS: Final = {"event": Event.OFFER_RECEIVED, "detail": STRANGERS}
ON_PAGE: Final = {"deliveries__channel": Channel.PAGE, "deliveries__status": Status.SENT}


@dataclass(frozen=True, slots=True)
class Bell:
    """What the head of every page shows."""

    unread: int
    waiting: int
    """How many games wait for them."""


def bell_of(user: User) -> Bell:
    """One query, for every page asks it."""
    # A guest may be removed while a page is made for them.
    numbers = _bell.first(user_id=user.pk, now=timezone.now()) or (0, 0)
    return Bell(*[number or 0 for number in numbers])


@Prepared
def _bell(*, user_id: int, now: datetime) -> QuerySet[User, Any]:
    unread = Notice.objects.filter(standing(now), user=OuterRef("pk"), read_at=None, **ON_PAGE)
    waiting = Player.objects.filter(user=OuterRef("pk"), is_playing=True, deadline_at__isnull=False)
    return User.objects.filter(pk=user_id).values_list(_count(unread), _count(waiting))


def _count(rows: QuerySet[Any]) -> Subquery:
    return Subquery(rows.order_by().values("user").annotate(number=Count("pk")).values("number"))


def standing(now: datetime | None = None) -> Q:
    """Notices of which it is still so as they say; what they tell of the past always is."""
    now = now or timezone.now()
    running = Q(game__status=Game.Status.RUNNING)
    at_the_table = Player.objects.filter(game=OuterRef("game"))
    # Who has the word plays: said so that it is sought among running games, not among all.
    waiting = at_the_table.filter(user=OuterRef("user"), word_ply=OuterRef("ply"), is_playing=True)
    asking = at_the_table.filter(seat=OuterRef("game__draw_asked_by"))
    asked = Exists(asking.exclude(user=OuterRef("user")))
    invited = offers.invitations(now).filter(offer=OuterRef("offer"), user=OuterRef("user"))
    open_to_them = Exists(invited)
    by_strangers = Exists(offers.by_strangers(OuterRef("user"), now))
    return (
        ~Q(event__in=PASSING)
        | Q(Exists(waiting), event__in=[Event.YOUR_TURN, Event.REMINDER])
        | Q(running, asked, event=Event.DRAW_ASKED)
        | Q(open_to_them, event=Event.OFFER_RECEIVED, detail="")
        | Q(by_strangers, **FROM_STRANGERS)
    )


@Prepared
def unread_about(*, user_id: int, game_id: UUID) -> QuerySet[Notice, tuple[int]]:
    """Something that a look at a table would tell somebody. Talk has a page of its own."""
    unread = Notice.objects.filter(user=user_id, game=game_id, read_at=None)
    return unread.exclude(event=Event.TALK).values_list("pk")[:1]


def about(offer: Offer) -> QuerySet[Notice]:
    """What tells of this offer, and of no other that waits, too."""
    asked = [place.user_id for place in offer.laid if place.is_from_stranger]
    others = offers.by_strangers(OuterRef("user")).exclude(offer=offer)
    of_this = Q(offer=offer) & ~Q(**FROM_STRANGERS)
    of_this_alone = Q(~Exists(others), user__in=asked, **FROM_STRANGERS)
    return Notice.objects.filter(of_this | of_this_alone)


@dataclass(frozen=True, slots=True)
class Told:
    """A notice as its owner reads it."""

    notice: Notice
    sentence: str
    address: str
    """The page that it is about, if there is one."""
    channels: Sequence["Account"] = ()


@dataclass(frozen=True, slots=True)
class Account:
    """What became of a notice on one channel."""

    delivery: Delivery
    history: Sequence[tuple[datetime | None, str]]


def list_of(user: User, *, before: int | None) -> list[Told]:
    """A page of what was told on pages and stands, newest first; and one more if there is one."""
    found = _list.all(user_id=user.pk, before=before or NEWEST, now=timezone.now())
    prefetch_related_objects(found, _players())
    return [in_words(notice) for notice in found]


@Prepared
def _list(*, user_id: int, before: int, now: datetime) -> QuerySet[Notice]:
    here = Notice.objects.filter(standing(now), user=user_id, pk__lt=before, **ON_PAGE)
    return _page(with_parties(here, now))


def ledger_of(user: User, *, before: int | None) -> list[Told]:
    """The same of all that there was to tell, with what became of it on each channel."""
    told = user.notices.filter(pk__lt=before or NEWEST).prefetch_related("deliveries")
    return [in_words(notice, accounts=True) for notice in _page(with_parties(told))]


def _page(notices: QuerySet[Notice]) -> QuerySet[Notice]:
    return notices.defer("game__position").order_by("-pk")[: ON_A_PAGE + 1]


def _players() -> "Prefetch[Any]":
    return Prefetch("game__players", Player.objects.select_related("user"))


def with_parties(notices: QuerySet[Notice], now: datetime | None = None) -> QuerySet[Notice]:
    """With all that words about them need."""
    related = notices.select_related(
        "user", "game", "offer__owner", "offer__challenge", "ladder", "person", "ruling__sanction"
    )
    waiting = offers.by_strangers(OuterRef("user"), now)
    numbered = waiting.order_by().values("user").annotate(number=Count("pk"))
    return related.prefetch_related(_players()).annotate(
        strangers_offers=Subquery(numbered.values("number")),
        strangers_newest=Subquery(
            waiting.order_by("-offer__made_at", "-offer").values("offer")[:1]
        ),
    )


def in_words(notice: Notice, *, accounts: bool = False) -> Told:
    """A notice, in the language of who reads it; with its accounts, in the ledger."""
    channels = [_account(delivery) for delivery in notice.deliveries.all()] if accounts else []
    return Told(notice, sentence(notice), address_of(notice), channels)


WORDS: dict[str, Any] = {**dict(Status.choices), **dict(Why.choices)}


def _account(delivery: Delivery) -> Account:
    history = [(parse_datetime(moment), str(WORDS[said])) for moment, said in delivery.history]
    return Account(delivery, history)


def address_of(notice: Notice) -> str:
    """The path of the page that a notice is about."""
    if notice.report_id:
        return reverse("games:report", args=[notice.report_id])
    if notice.detail == "waits":
        return reverse("games:moderation")
    if notice.ruling_id:
        return reverse("games:ruling", args=[notice.ruling_id])
    if notice.ladder is not None:
        return reverse("games:ladder_of", args=[notice.ladder.ruleset])
    if notice.event == Event.TALK and notice.game_id:
        return reverse("games:talk", args=[notice.game_id])
    if notice.game_id:
        return reverse("games:table", args=[notice.game_id])
    if offer := offer_of(notice):
        return reverse("games:offer", args=[offer.pk])
    if notice.event == Event.OFFER_RECEIVED:
        return reverse("games:play")  # where all of them are
    return reverse("games:absences") if not notice.user.is_guest else ""


def player_of(notice: Notice) -> Player:
    """The place at the table of whom a notice about a game tells."""
    assert notice.game is not None
    return next(one for one in notice.game.players.all() if one.user_id == notice.user_id)


def offer_of(notice: Notice) -> Offer | None:
    """The one offer that a notice is about; None where it is about none, or about several."""
    number, newest = _by_strangers(notice)
    if number > 1:
        return None
    if newest is None or newest == notice.offer_id:
        return notice.offer
    # The one that caused it is answered, and another waits. There is one such notice at most.
    return offers.find(newest)


def _by_strangers(notice: Notice) -> tuple[int, UUID | None]:
    """How many offers a notice that stands for all by strangers tells of, and the newest."""
    if notice.detail != STRANGERS:
        return 0, None
    return vars(notice)["strangers_offers"] or 0, vars(notice)["strangers_newest"]


def other_of(notice: Notice) -> str:
    """The name of the other person in it."""
    if notice.person is not None:
        return notice.person.shown_name
    if notice.game is not None:
        others = [one for one in notice.game.players.all() if one.user_id != notice.user_id]
        return results.names_of(others)
    offer = offer_of(notice)
    return offer.owner.shown_name if offer else ""


SENTENCES: dict[str, Any] = {
    Event.YOUR_TURN: gettext_lazy("It is your turn against %(name)s."),
    Event.OFFER_RECEIVED: gettext_lazy("%(name)s offers you a game."),
    Event.DRAW_ASKED: gettext_lazy("%(name)s asks you for a draw."),
    Event.DRAW_REFUSED: gettext_lazy("%(name)s would rather play on than agree to a draw."),
    Event.TALK: gettext_lazy("%(name)s talks to you at your table."),
    "accepted": gettext_lazy("%(name)s has accepted your offer, and the game has begun."),
    "declined": gettext_lazy("%(name)s has declined your offer."),
    "joined": gettext_lazy("%(name)s has sat down at a table where you have a seat."),
    "begun": gettext_lazy("%(name)s has taken the last seat, and the game has begun."),
    "off": gettext_lazy("The game of %(name)s for which you waited does not begin."),
    "50": gettext_lazy("Half of your time against %(name)s is over."),
    "80": gettext_lazy("Four fifths of your time against %(name)s are over."),
    "95": gettext_lazy("Your time against %(name)s is nearly over."),
    "challenge": gettext_lazy("%(name)s challenges you on the ladder. Answer by %(end)s."),
    "challenged": gettext_lazy("%(name)s challenged you on the ladder."),
    "walkover": gettext_lazy(
        "%(name)s did not take up your challenge on the ladder: it counts as your win."
    ),
    "forfeit": gettext_lazy(
        "You did not take up the challenge of %(name)s on the ladder: it counts as their win."
    ),
    "left": gettext_lazy("%(name)s has left the ladder: the challenge between you is withdrawn."),
    "season": gettext_lazy(
        "A season of the ladder is over: the challenge between you and %(name)s is withdrawn."
    ),
    "idle": gettext_lazy(
        "In a week you sink by a rung on the ladder, unless you challenge somebody, answer a"
        " challenge or finish a game there."
    ),
    "begins": gettext_lazy("Your absence has begun: your clocks stand still."),
    "ends": gettext_lazy("Your absence is over: your clocks run again."),
    # How a report ended, and what moderators are told of their queue.
    "acted": gettext_lazy("You reported something: we have looked at it, and acted on it."),
    "nothing": gettext_lazy(
        "You reported something: we have looked at it, and found nothing against the rules."
    ),
    "unclear": gettext_lazy(
        "You reported something: we have looked at it, and could not find out for certain."
    ),
    "waits": gettext_lazy("Something grave was reported, and waits for a moderator."),
    **rulings.SENTENCES,
}


TOGETHER: Final[dict[str, Any]] = {
    Event.YOUR_TURN: gettext_lazy("It is your turn in your game with %(name)s."),
    "50": gettext_lazy("Half of your time in your game with %(name)s is over."),
    "80": gettext_lazy("Four fifths of your time in your game with %(name)s are over."),
    "95": gettext_lazy("Your time in your game with %(name)s is nearly over."),
}
ALONE: Final[dict[str, Any]] = {
    Event.YOUR_TURN: gettext_lazy("It is your turn."),
    "50": gettext_lazy("Half of the time for your turn is over."),
    "80": gettext_lazy("Four fifths of the time for your turn are over."),
    "95": gettext_lazy("The time for your turn is nearly over."),
}


def sentence(notice: Notice) -> str:
    """What a notice tells."""
    if notice.event == Event.GAME_OVER:
        return _result(notice)
    if notice.detail == STRANGERS:
        return _of_strangers(notice)
    if notice.event == Event.OFFER_RECEIVED and (challenge := _challenge(notice)):
        return _of_challenge(notice, challenge)
    told = _sentences_about(notice.game)[notice.detail or notice.event]
    return str(told) % {"name": other_of(notice)}


def _challenge(notice: Notice) -> Challenge | None:
    return getattr(notice.offer, "challenge", None)


def _of_challenge(notice: Notice, challenge: Challenge) -> str:
    """With its deadline, while it has one."""
    words = {"name": other_of(notice)}
    if challenge.due_at is None:
        return str(SENTENCES["challenged"]) % words
    words["end"] = date_format(timezone.localtime(challenge.due_at), "DATETIME_FORMAT")
    return str(SENTENCES["challenge"]) % words


def _sentences_about(game: Game | None) -> Mapping[str, Any]:
    """Alone or in a team one does not play against others."""
    if game is None or not results.is_team(game):
        return SENTENCES
    return {**SENTENCES, **(ALONE if game.seats == 1 else TOGETHER)}


def _result(notice: Notice) -> str:
    assert notice.game is not None
    players = sorted(notice.game.players.all(), key=lambda player: player.seat)
    return results.news(notice.game, players, player_of(notice))


def _of_strangers(notice: Notice) -> str:
    if name := other_of(notice):
        return str(SENTENCES[notice.event]) % {"name": name}
    number, _newest = _by_strangers(notice)
    if not number:
        return _("Somebody whom you have not played offered you a game.")
    words = _("People whom you have not played offer you %(number)d games.")
    return words % {"number": number}
