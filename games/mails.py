"""Mails: from what somebody is to be told to a letter in their own language and time zone."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from email.mime.image import MIMEImage
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Preferences
from accounts.notices import Event
from accounts.time_zones import zone
from games import links, positions
from games.boards import board_of
from games.models import Game, Notice, Offer
from games.selectors import notices as selectors
from games.selectors import queues, ratings, results, rulings
from games.selectors.queues import Entry

# What is about a position shows it.
SHOWING_BOARDS = (Event.YOUR_TURN, Event.DRAW_ASKED, Event.REMINDER, Event.GAME_OVER)
MOST_BOARDS = 6


class Letter(EmailMultiAlternatives):
    """A mail whose pictures belong to its text, and are no attachments."""

    def message(self, **options: Any) -> Any:
        built = super().message(**options)
        if built.get_content_type() == "multipart/mixed":
            built.set_type("multipart/related")
        return built


@dataclass(frozen=True, slots=True)
class Board:
    """A position as text, and as a picture that the letter brings along."""

    sketch: str
    picture: bytes
    alt: str
    cid: str


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that a letter tells."""

    sentence: str
    address: str
    more: Sequence[str] = ()
    """What else there is to say, line by line."""
    deadline_at: datetime | None = None
    board: Board | None = None
    answers: Sequence[tuple[str, str]] = ()
    """What can be done without logging in, as words and links."""


def compose(
    notices: Sequence[Notice],
    *,
    likings: Preferences,
    address: str,
    message_id: str,
    is_digest: bool,
) -> Letter:
    """One letter that tells all of this, as its recipient reads it."""
    person = likings.user
    stop = _stop_link(notices, is_digest=is_digest)
    language = likings.language or settings.LANGUAGE_CODE
    with translation.override(language), timezone.override(zone(person.time_zone)):
        showing = _showing_boards(notices)
        items = [_item(notice, shows_board=notice.pk in showing) for notice in notices]
        context = {
            "language": language,
            "person": person,
            "items": items,
            "others": _also_waiting(notices) if _is_list(notices, is_digest=is_digest) else [],
            "site": settings.SITE_URL,
            "stop": stop,
        }
        letter = Letter(
            subject=_subject(notices, is_digest=is_digest),
            body=render_to_string("games/mails/letter.txt", context),
            to=[address],
            headers=_headers(notices, message_id, is_digest=is_digest) | _list_headers(stop),
        )
        letter.attach_alternative(render_to_string("games/mails/letter.html", context), "text/html")
    for item in items:
        if item.board is not None:
            letter.attach(_inline(item.board))
    return letter


def _showing_boards(notices: Sequence[Notice]) -> set[int]:
    """Which of them show their position: each game once, and in a long letter only the first."""
    first: dict[object, int] = {}
    for notice in notices:
        if notice.event in SHOWING_BOARDS:
            first.setdefault(notice.game_id, notice.pk)
    return set(list(first.values())[:MOST_BOARDS])


def _item(notice: Notice, *, shows_board: bool) -> Item:
    player = selectors.player_of(notice) if notice.game else None
    is_received = notice.event == Event.OFFER_RECEIVED
    offer = selectors.offer_of(notice) if is_received else None
    return Item(
        sentence=selectors.sentence(notice),
        address=settings.SITE_URL + selectors.address_of(notice),
        more=_more(notice, offer),
        deadline_at=player.deadline_at if player else None,
        board=_board(notice.game, notice) if shows_board and notice.game else None,
        answers=_answers(notice, offer) if offer else _objections(notice),
    )


def _more(notice: Notice, offer: Offer | None) -> list[str]:
    if offer is not None:
        return _terms(offer)
    return rulings.told(notice.ruling, notice.detail) if notice.ruling else _rating(notice)


def _objections(notice: Notice) -> list[tuple[str, str]]:
    """The way to object to a ruling, which needs no login: who is shut out has none."""
    ruling = notice.ruling
    if ruling is None or notice.detail not in (ruling.kind, "refused"):
        return []
    token = links.sign(links.APPEAL, user=notice.user, thing=str(ruling.pk))
    address = settings.SITE_URL + reverse("games:ruling_by_mail", args=[token])
    return [(_("Read it, and object"), address)]


def _terms(offer: Offer) -> list[str]:
    """What is offered, and what the other one writes."""
    terms = render_to_string("games/offers/partials/terms.html", {"terms": offer})
    return [" ".join(terms.split()), *([f"“{offer.note}”"] if offer.note else [])]


def _rating(notice: Notice) -> list[str]:
    """What a game that is over changed of the reader's rating."""
    if notice.event != Event.GAME_OVER or notice.game is None:
        return []
    change = ratings.changes_at(notice.game).get(notice.user_id)
    if change is None:
        return []
    words = {"before": change.before, "after": change.after, "gain": change.gain}
    return [_("Your rating: %(before)s → %(after)s, %(gain)s") % words]


def _answers(notice: Notice, offer: Offer) -> list[tuple[str, str]]:
    return [
        (_("Accept and play"), _answer_link(notice, offer, links.ACCEPT)),
        (_("Decline"), _answer_link(notice, offer, links.DECLINE)),
    ]


def _answer_link(notice: Notice, offer: Offer, answer: str) -> str:
    thing = f"{answer}:{offer.pk.hex}"
    token = links.sign(links.ANSWER_OFFER, user=notice.user, thing=thing)
    return settings.SITE_URL + reverse("games:answer_by_mail", args=[token])


def _stop_link(notices: Sequence[Notice], *, is_digest: bool) -> str:
    thing = links.DIGEST if is_digest else notices[0].event
    token = links.sign(links.STOP_MAIL, user=notices[0].user, thing=thing)
    return settings.SITE_URL + reverse("games:stop_mail", args=[token])


def _board(game: Game, notice: Notice) -> Board:
    players = sorted(game.players.all(), key=lambda player: player.seat)
    seat = selectors.player_of(notice).seat
    view, board = positions.load(game).view_for(seat), board_of(game.ruleset)
    return Board(
        sketch=board.sketch(view, seat, [player.user.shown_name for player in players]),
        picture=board.picture(view, seat),
        alt=str(board.ALT),
        cid=f"{game.pk.hex}@{settings.SITE_HOST}",
    )


def _inline(board: Board) -> MIMEImage:
    image = MIMEImage(board.picture, "png")
    image.add_header("Content-ID", f"<{board.cid}>")
    image.add_header("Content-Disposition", "inline", filename="board.png")
    return image


def _is_list(notices: Sequence[Notice], *, is_digest: bool) -> bool:
    return is_digest or notices[0].event == Event.YOUR_TURN


def _also_waiting(notices: Sequence[Notice]) -> list[Item]:
    """The games that wait for them beside those in the letter, unless they are on the move."""
    told = {notice.game_id for notice in notices if notice.event == Event.YOUR_TURN}
    waiting = queues.queue_of(notices[0].user).mine
    return [_entry(one) for one in waiting if one.game.pk not in told and _is_quiet(one)]


def _is_quiet(entry: Entry) -> bool:
    since = entry.me.word_since
    return since is not None and since <= timezone.now() - selectors.QUIET_FOR


def _entry(entry: Entry) -> Item:
    assert entry.me.deadline_at is not None
    words = {
        "name": entry.title,
        "end": date_format(timezone.localtime(entry.me.deadline_at), "DATETIME_FORMAT"),
    }
    address = settings.SITE_URL + reverse("games:table", args=[entry.game.pk])
    return Item(_with_whom(entry) % words, address)


def _with_whom(entry: Entry) -> str:
    if not entry.opponents:
        return _("%(name)s, until %(end)s")
    if results.is_team(entry.game):
        return _("with %(name)s, until %(end)s")
    return _("against %(name)s, until %(end)s")


def _subject(notices: Sequence[Notice], *, is_digest: bool) -> str:
    """The same for all letters about one game, so that they form a thread."""
    if is_digest:
        return _("News from your games")
    if len(notices) > 1:
        words = ngettext(
            "%(number)d game waits for you", "%(number)d games wait for you", len(notices)
        )
        return words % {"number": len(notices)}
    if notices[0].event == Event.LADDER:
        return _("The ladder")
    if notices[0].report_id:
        return _("Your report")
    if notices[0].detail == "waits":
        return _("Reports that wait for you")
    if notices[0].event == Event.MODERATION:
        return _("From the moderators")
    if name := selectors.other_of(notices[0]):
        return _("A game with %(name)s") % {"name": name}
    if notices[0].event == Event.OFFER_RECEIVED:
        return _("Games that are offered to you")
    return _("Your game") if notices[0].game else _("Your absence")


def _list_headers(stop: str) -> dict[str, str]:
    """What a mail program needs for its own button to stop these mails (RFC 8058)."""
    return {
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def _headers(notices: Sequence[Notice], message_id: str, *, is_digest: bool) -> dict[str, str]:
    headers = {"Message-ID": message_id, "Auto-Submitted": "auto-generated"}
    thing = notices[0].game or selectors.offer_of(notices[0])
    if thing is not None and len(notices) == 1 and not is_digest:
        # An offer and the game that it becomes have one id, and so one thread.
        root = f"<{thing.pk.hex}.{notices[0].user_id}@{settings.SITE_HOST}>"
        headers |= {"In-Reply-To": root, "References": root}
    return headers
