"""What somebody was told: the bell, the list, and the ledger; and each notice in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.notices import Event
from games.models import Delivery, Game, Notice, Offer, Player
from games.selectors import offers

Channel, Status, Why = Delivery.Channel, Delivery.Status, Delivery.Why

ON_A_PAGE = 20
# Moves may follow each other quickly: a mail waits until a game was quiet for so long.
QUIET_FOR = timedelta(minutes=10)
PASSING: Final = (Event.YOUR_TURN, Event.REMINDER, Event.DRAW_ASKED, Event.OFFER_RECEIVED)
ON_PAGE: Final = {"deliveries__channel": Channel.PAGE, "deliveries__status": Status.SENT}


@dataclass(frozen=True, slots=True)
class Bell:
    """What the head of every page shows."""

    unread: int
    waiting: int
    """How many games wait for them."""


def bell_of(user: User) -> Bell:
    """One query, for every page asks it."""
    unread = Notice.objects.filter(standing(), user=OuterRef("pk"), read_at=None, **ON_PAGE)
    waiting = Player.objects.filter(user=OuterRef("pk"), is_playing=True, deadline_at__isnull=False)
    counts = User.objects.filter(pk=user.pk).values_list(_count(unread), _count(waiting))
    # A guest may be removed while a page is made for them.
    numbers: tuple[int | None, int | None] = counts.first() or (0, 0)
    return Bell(*[number or 0 for number in numbers])


def _count(rows: QuerySet[Any]) -> Subquery:
    return Subquery(rows.order_by().values("user").annotate(number=Count("pk")).values("number"))


def standing() -> Q:
    """Notices of which it is still so as they say; what they tell of the past always is."""
    running = Q(game__status=Game.Status.RUNNING)
    at_the_table = Player.objects.filter(game=OuterRef("game"))
    asking = at_the_table.filter(seat=OuterRef("game__draw_asked_by"))
    asked = Exists(asking.exclude(user=OuterRef("user")))
    offered = Offer.objects.filter(offers.open_now(timezone.now()), pk=OuterRef("offer"))
    open_to_them = Exists(offers.without_blocked(offered, OuterRef(OuterRef("user"))))
    return (
        ~Q(event__in=PASSING)
        | Q(running, event__in=[Event.YOUR_TURN, Event.REMINDER], ply=F("game__ply"))
        | Q(running, asked, event=Event.DRAW_ASKED)
        | Q(open_to_them, event=Event.OFFER_RECEIVED)
    )


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
    standing_here = user.notices.filter(standing(), **ON_PAGE)
    return [in_words(notice) for notice in _page(standing_here, before)]


def ledger_of(user: User, *, before: int | None) -> list[Told]:
    """The same of all that there was to tell, with what became of it on each channel."""
    rows = _page(user.notices.prefetch_related("deliveries"), before)
    return [in_words(notice, accounts=True) for notice in rows]


def _page(notices: QuerySet[Notice], before: int | None) -> QuerySet[Notice]:
    if before is not None:
        notices = notices.filter(pk__lt=before)
    return with_parties(notices).defer("game__position").order_by("-pk")[: ON_A_PAGE + 1]


def with_parties(notices: QuerySet[Notice]) -> QuerySet[Notice]:
    """With all that words about them need."""
    related = notices.select_related("user", "game", "offer__owner", "offer__recipient")
    return related.prefetch_related("game__players__user")


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
    if notice.game_id:
        return reverse("games:table", args=[notice.game_id])
    if notice.offer_id:
        return reverse("games:offer", args=[notice.offer_id])
    return reverse("games:absences") if not notice.user.is_guest else ""


def player_of(notice: Notice) -> Player:
    """The place at the table of whom a notice about a game tells."""
    assert notice.game is not None
    return next(one for one in notice.game.players.all() if one.user_id == notice.user_id)


def other_of(notice: Notice) -> str:
    """The name of the other person in it."""
    if notice.game is not None:
        others = [one for one in notice.game.players.all() if one.user_id != notice.user_id]
        return ", ".join(one.user.shown_name for one in others)
    if notice.offer is None:
        return ""
    mine = notice.offer.owner_id == notice.user_id
    other = notice.offer.recipient if mine else notice.offer.owner
    return other.shown_name if other else ""


SENTENCES: dict[str, Any] = {
    Event.YOUR_TURN: gettext_lazy("It is your turn against %(name)s."),
    Event.OFFER_RECEIVED: gettext_lazy("%(name)s offers you a game."),
    Event.DRAW_ASKED: gettext_lazy("%(name)s asks you for a draw."),
    "accepted": gettext_lazy("%(name)s has accepted your offer, and the game has begun."),
    "declined": gettext_lazy("%(name)s has declined your offer."),
    "50": gettext_lazy("Half of your time against %(name)s is over."),
    "80": gettext_lazy("Four fifths of your time against %(name)s are over."),
    "95": gettext_lazy("Your time against %(name)s is nearly over."),
    "begins": gettext_lazy("Your absence has begun: your clocks stand still."),
    "ends": gettext_lazy("Your absence is over: your clocks run again."),
}


def sentence(notice: Notice) -> str:
    """What a notice tells."""
    if notice.event == Event.GAME_OVER:
        return _result(notice) % {"name": other_of(notice)}
    return str(SENTENCES[notice.detail or notice.event]) % {"name": other_of(notice)}


def _result(notice: Notice) -> str:
    assert notice.game is not None
    placings = [player.placing for player in notice.game.players.all()]
    if notice.game.ending == Game.Ending.NOT_STARTED:
        return _("Your game against %(name)s was not started in time. Nobody wins or loses.")
    if None in placings:
        return _("Your game against %(name)s was called off. Nobody wins or loses.")
    if set(placings) == {1}:
        return _("Your game against %(name)s ended in a draw.")
    if player_of(notice).placing == 1:
        return _("You have won your game against %(name)s.")
    return _("%(name)s has won your game.")
