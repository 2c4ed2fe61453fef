"""Telling people: every notice is written here, in the transaction of what caused it.

The rows are the outbox; there is no other. What is to go out is found in them.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Exists, Q, QuerySet
from django.utils import timezone

from accounts import rows
from accounts import selectors as people
from accounts.models import Absence, Preferences, User
from accounts.notices import ByMail, Event, Wish, is_wished
from accounts.prepared import PreparedUpdate, Update
from games import events
from games.models import (
    Challenge,
    Delivery,
    Game,
    Ladder,
    Line,
    Notice,
    Offer,
    Place,
    Player,
    Report,
    Ruling,
    Rung,
)
from games.selectors import notices as selectors
from games.selectors import offers
from games.selectors.notices import FROM_STRANGERS, QUIET_FOR, STRANGERS
from games.selectors.tables import Table

Channel, Status, Why = Delivery.Channel, Delivery.Status, Delivery.Why

# How long the page has to itself before a mail follows.
MAIL_FOLLOWS: Final = {Event.YOUR_TURN: QUIET_FOR, Event.REMINDER: timedelta()}
MAIL_FOLLOWS_ELSE: Final = timedelta(minutes=2)
KEPT = timedelta(days=90)
# Strangers' offers are mailed about no more often.
STRANGERS_MAILED_EVERY = timedelta(days=1)
# An absence that began or ended longer ago is no news.
NEWS_FOR = timedelta(days=2)


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """What somebody is to be told, and what tells it from all else that they are told."""

    user: User
    event: Event
    game: Game | None = None
    offer: Offer | None = None
    ladder: Ladder | None = None
    person: User | None = None
    """Who did it, where game and offer leave that open."""
    ruling: Ruling | None = None
    report: Report | None = None
    about: str = ""
    ply: int | None = None
    detail: str = ""
    page_alone: Delivery.Why | None = None
    """Why it is told on the page and nowhere else, if it is so."""

    @property
    def key(self) -> str:
        thing = self.game or self.offer
        about = self.about or (thing.pk.hex if thing else "")
        who = self.person.pk if self.person else None
        parts = (self.event, about, self.ply, self.detail, who)
        return ":".join(str(part) for part in parts if part not in (None, ""))


def tell(*all_news: News) -> None:
    """Note what people are to be told, on each channel as they wish. Bots are told nothing."""
    news = [one for one in all_news if one.user.is_active and not one.user.bot]
    if not news:
        return
    now = timezone.now()
    likings = people.preferences_of_all([one.user for one in news])
    notices = [
        Notice(
            user=one.user,
            event=one.event,
            key=one.key,
            game=one.game,
            offer=one.offer,
            ladder=one.ladder,
            person=one.person,
            ruling=one.ruling,
            report=one.report,
            ply=one.ply,
            detail=one.detail,
            made_at=now,
        )
        for one in news
    ]
    rows.insert(notices)
    deliveries = [
        delivery
        for one, notice in zip(news, notices, strict=True)
        for delivery in _deliveries(notice, likings[notice.user_id], one.page_alone)
    ]
    rows.insert(deliveries)


def tell_offer(offer: Offer, place: Place) -> None:
    """Tell somebody what is offered to them; what strangers offer is told as one.

    While such a notice waits to be read, it tells of what comes after it, too. The caller has
    locked that person's row, so that of two at once the second finds the notice of the first.
    """
    assert place.user is not None
    by_guest = Why.FROM_GUEST if offer.owner.is_guest else None
    news = News(user=place.user, event=Event.OFFER_RECEIVED, offer=offer, page_alone=by_guest)
    if place.is_from_stranger:
        _tell_of_strangers(news)
    else:
        tell(news)


def _tell_of_strangers(news: News) -> None:
    assert news.offer is not None
    former = news.user.notices.filter(**FROM_STRANGERS)
    others = offers.by_strangers(news.user).exclude(offer=news.offer)
    waiting = former.filter(Exists(others), read_at=None)
    if news.page_alone is None:
        # Else a guest's offer, which becomes no mail, would keep all others from being mailed.
        waiting = waiting.exclude(deliveries__why=Why.FROM_GUEST)
    if waiting.exists():
        return
    why = news.page_alone or (Why.MAILED_TODAY if _were_mailed_today(news.user) else None)
    read(former)
    former.update(detail="")  # from now on it tells of its own offer alone
    tell(replace(news, detail=STRANGERS, page_alone=why))


def _were_mailed_today(user: User) -> bool:
    """Whether a mail about what strangers offer went out, or is just being handed over.

    What comes once a day does so by itself.
    """
    lately = timezone.now() - STRANGERS_MAILED_EVERY
    mails = Delivery.objects.filter(
        channel=Channel.MAIL,
        pace=ByMail.SOON,
        status__in=[Status.CLAIMED, Status.SENT],
        claimed_at__gt=lately,
    )
    strange = Place.objects.filter(user=user, is_from_stranger=True).values("offer")
    told = {"notice__user": user, "notice__event": Event.OFFER_RECEIVED}
    return mails.filter(notice__offer__in=strange, **told).exists()


def tell_joined(offer: Offer, user: User, game: Game | None) -> None:
    """Tell those who sit at a table who has joined them, or that the game has begun by it.

    With two seats that is one and the same, and the owner's offer is accepted.
    """
    waited = [one.user for one in offer.sitting if one.user is not None and one.user != user]
    if game is not None and offer.seats > 2:
        # Who begins is told that it is their turn.
        begins = set(game.players.exclude(word_since=None).values_list("user", flat=True))
        waited = [person for person in waited if person.pk not in begins]
    tell(
        *[
            News(
                user=person,
                event=Event.OFFER_ANSWERED if person == offer.owner else Event.GAME_BEGUN,
                offer=offer,
                game=game,
                person=user if offer.seats > 2 else None,
                detail=_how_joined(offer, game),
            )
            for person in waited
        ]
    )


def _how_joined(offer: Offer, game: Game | None) -> str:
    if offer.seats == 2:
        return offer.status
    return "begun" if game else "joined"


def tell_declined(offer: Offer, user: User) -> None:
    """Tell who made an offer that somebody does not come."""
    tell(
        News(
            user=offer.owner,
            event=Event.OFFER_ANSWERED,
            offer=offer,
            person=user,
            detail=Offer.Status.DECLINED,
        )
    )


def tell_off(offer: Offer, user: User) -> None:
    """Tell somebody who waits at a table that they do so no more."""
    tell(News(user=user, event=Event.GAME_BEGUN, offer=offer, detail="off"))


def tell_walkover(challenge: Challenge) -> None:
    """Tell both that a challenge which was not taken up counts as won."""
    _tell_of_challenge(challenge, to=challenge.challenger, detail="walkover")
    _tell_of_challenge(challenge, to=challenge.challenged, detail="forfeit")


def tell_withdrawn(challenge: Challenge, *, why: str, by: User | None) -> None:
    """Tell the two of a challenge, but not `by`, why it was withdrawn."""
    for person in (challenge.challenger, challenge.challenged):
        if person != by:
            _tell_of_challenge(challenge, to=person, detail=why)


def _tell_of_challenge(challenge: Challenge, *, to: User, detail: str) -> None:
    """Tell one of the two something about a challenge between them."""
    challenger, challenged = challenge.challenger, challenge.challenged
    tell(
        News(
            user=to,
            event=Event.LADDER,
            ladder=challenge.ladder,
            offer=challenge.offer,
            person=challenged if to == challenger else challenger,
            detail=detail,
        )
    )
    events.tell_person(to.pk)


def tell_idle(ladder: Ladder, rung: Rung) -> None:
    """Warn somebody that they will sink."""
    about = f"{ladder.ruleset}:{rung.quiet_since.isoformat()}"
    tell_once(News(user=rung.user, event=Event.LADDER, ladder=ladder, about=about, detail="idle"))


def forget_about(offer: Offer, user: User) -> None:
    """Let go of what is no longer so, or may happen anew, when somebody stands up or sits down."""
    theirs = Q(user=user, event=Event.GAME_BEGUN) | Q(person=user)
    offer.notices.filter(theirs).delete()


def tell_word(table: Table, *, to: Sequence[Player]) -> None:
    """Tell those to whom the word has come."""
    tell(
        *[
            News(user=one.user, event=Event.YOUR_TURN, game=table.game, ply=one.word_ply)
            for one in to
        ]
    )


def tell_end(table: Table) -> None:
    """Tell everybody at the table that the game is over."""
    tell(
        *[News(user=one.user, event=Event.GAME_OVER, game=table.game) for one in table.players],
    )


def tell_draw_asked(table: Table) -> None:
    """Tell the others that a draw is asked for."""
    game = table.game
    tell(
        *[
            News(user=one.user, event=Event.DRAW_ASKED, game=game, ply=game.ply)
            for one in table.others
        ]
    )


def tell_draw_refused(table: Table, *, to: Player) -> None:
    """Tell who asked for a draw that the other plays on."""
    tell(News(user=to.user, event=Event.DRAW_REFUSED, game=table.game, ply=table.game.ply))


def tell_talk(line: Line, *, to: Sequence[User]) -> None:
    """Tell people that somebody talks at their table: once, until they have looked there.

    The caller has locked the game's row, so that of two lines at once the second finds the notice
    of the first.
    """
    unread = Notice.objects.filter(game=line.game, event=Event.TALK, read_at=None, user__in=to)
    waiting = set(unread.values_list("user_id", flat=True))
    tell(
        *[
            News(
                user=one,
                event=Event.TALK,
                game=line.game,
                person=line.user,
                about=f"{line.game_id.hex}:{line.pk}",
            )
            for one in to
            if one.pk not in waiting
        ]
    )


def hear_talk(game: Game, player: Player) -> None:
    """Note that a player has looked at what is said at their table."""
    read(Notice.objects.filter(user=player.user_id, game=game, event=Event.TALK))


def tell_absences() -> None:
    """Tell those whose absence has begun or ended since the last look. Safe to run twice."""
    now = timezone.now()
    lately = {"gt": now - NEWS_FOR, "lte": now}
    for moment, detail in (("starts_at", "begins"), ("ends_at", "ends")):
        changed = {f"{moment}__{border}": value for border, value in lately.items()}
        for absence in Absence.objects.filter(**changed).select_related("user"):
            tell_once(
                News(user=absence.user, event=Event.ABSENCE, about=str(absence.pk), detail=detail)
            )


def tell_once(news: News) -> None:
    """Tell what a sweep has found, unless another sweep was faster; and nudge their pages."""
    if Notice.objects.filter(user=news.user, key=news.key).exists():
        return
    with suppress(IntegrityError), transaction.atomic():
        tell(news)
        events.tell_person(news.user.pk)


def see_table(table: Table) -> None:
    """Remember what a player has seen: the position, and the notices about this game."""
    me, game = table.me, table.game
    if me is None:
        return
    if me.seen_ply < game.ply:
        Player.objects.filter(pk=me.pk, seen_ply__lt=game.ply).update(seen_ply=game.ply)
    # Most looks find nothing new, and need not write.
    is_unread = selectors.unread_about.first(user_id=me.user_id, game_id=game.pk)
    if is_unread and read_about(game, me):
        events.tell_person(me.user_id)


def read_about(game: Game, player: Player) -> bool:
    """Note that a player knows what they were told about a game until now; was there anything?"""
    # What happened since the game was read from the database is not on their page.
    known = _know_while_it_runs if game.is_running else _know_the_end
    now = timezone.now()
    return known.write(user_id=player.user_id, game_id=game.pk, ply=game.ply, now=now) > 0


@PreparedUpdate
def _know_the_end(*, user_id: int, game_id: UUID, ply: int, now: datetime) -> Update:
    told = Q(ply=None) | Q(ply__lte=ply)
    unread = Notice.objects.filter(told, user=user_id, game=game_id, read_at=None)
    return unread.exclude(event=Event.TALK), {"read_at": now}


@PreparedUpdate
def _know_while_it_runs(*, user_id: int, game_id: UUID, ply: int, now: datetime) -> Update:
    told, change = _know_the_end.build(user_id=user_id, game_id=game_id, ply=ply, now=now)
    return told.exclude(event=Event.GAME_OVER), change


def read(notices: QuerySet[Notice]) -> None:
    """Note that their owner has seen these on a page: no other channel follows."""
    unread = notices.filter(read_at=None)
    owners = set(unread.values_list("user_id", flat=True))
    if owners:  # most looks find nothing new, and need not write
        unread.update(read_at=timezone.now())
    for owner in owners:
        events.tell_person(owner)


def read_gone() -> None:
    """Note that nobody needs to be told any more of offers that are over."""
    as_one = Q(**FROM_STRANGERS)
    # That a challenge was not answered is news, and not gone.
    offered = Notice.objects.filter(~as_one).exclude(event=Event.LADDER)
    read(offered.filter(offer__status=Offer.Status.EXPIRED))
    read(Notice.objects.filter(as_one).exclude(selectors.standing()))


def forget() -> None:
    """Let go of what was told long ago."""
    Notice.objects.filter(made_at__lte=timezone.now() - KEPT).delete()


# A channel is a function that says how a delivery begins, and for what goes out, one in
# games/services/outlets.py that hands it over.


def _deliveries(
    notice: Notice, likings: Preferences, page_alone: Delivery.Why | None
) -> Iterator[Delivery]:
    wish = wish_about(notice, likings)
    for channel, begin in CHANNELS.items():
        delivery = Delivery(notice=notice, channel=channel, due_at=notice.made_at)
        if not is_wished(wish, channel):
            delivery.status, delivery.why = Status.DROPPED, Why.NOT_WISHED
        elif page_alone and channel != Channel.PAGE:
            delivery.status, delivery.why = Status.DROPPED, page_alone
        else:
            begin(delivery, wish, likings)
        note(delivery, notice.made_at)
        yield delivery


def wish_about(notice: Notice, likings: Preferences) -> Wish:
    """How somebody is told of something: as they wish, but for what was done about them.

    That stands on the page for everybody, and who is shut out cannot read it there.
    """
    wish: Wish = likings.notices[notice.event]
    if notice.ruling is None:
        return wish
    is_shut_out = notice.ruling.kind == Ruling.Kind.CLOSE
    return {"page": True, "mail": ByMail.SOON if is_shut_out else wish["mail"]}


def _begin_on_page(delivery: Delivery, wish: Wish, likings: Preferences) -> None:
    delivery.status = Status.SENT


def _begin_by_mail(delivery: Delivery, wish: Wish, likings: Preferences) -> None:
    if likings.user.is_guest or not likings.user.email:
        delivery.status, delivery.why = Status.DROPPED, Why.NO_ADDRESS
    else:
        delivery.pace = wish["mail"]
        delivery.due_at = _mail_due(delivery, likings)


def _mail_due(delivery: Delivery, likings: Preferences) -> datetime:
    made_at, event = delivery.notice.made_at, Event(delivery.notice.event)
    if delivery.pace == ByMail.DAILY:
        return likings.quiet.after(likings.next_digest(made_at))
    return likings.quiet.after(made_at + MAIL_FOLLOWS.get(event, MAIL_FOLLOWS_ELSE))


CHANNELS: dict[Delivery.Channel, Callable[[Delivery, Wish, Preferences], None]] = {
    Channel.PAGE: _begin_on_page,
    Channel.MAIL: _begin_by_mail,
}


def note(delivery: Delivery, moment: datetime) -> None:
    """Write into its history what has become of a delivery."""
    said = delivery.why or delivery.status
    delivery.history = [*delivery.history, [moment.isoformat(timespec="seconds"), said]]
