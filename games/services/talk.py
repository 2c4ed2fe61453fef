"""Talking: saying something at a table, taking it back, and having heard it."""

import unicodedata
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import limits, words
from accounts.limits import Limit
from accounts.locks import lock_people
from accounts.models import User
from accounts.refusals import Conflict, Forbidden, NotFound, Unprocessable
from games import events
from games.models import Line, Player
from games.models.talk import LONGEST
from games.selectors import tables
from games.selectors import talk as selectors
from games.selectors.talk import PHRASES, TAKEN_BACK_WITHIN, Page, Room
from games.services import notices

A_MINUTE: Final = Limit("lines", 10, 60)
A_DAY_AT_A_TABLE: Final = Limit("lines", 100, 24 * 60 * 60)
# Several people may share an address.
FROM_AN_ADDRESS: Final = Limit("lines", 60, 60)
# The same words twice in such a while are a button that was pressed twice.
TWICE_WITHIN: Final = timedelta(seconds=10)
# They turn the direction of what follows, or part words where nobody sees it.
INVISIBLE: Final = frozenset("\u061c\u200b\u200e\u200f\u2028\u2029\u2060\ufeff").union(
    map(chr, range(0x202A, 0x202F)), map(chr, range(0x2066, 0x206A))
)


class HeldBack(Unprocessable):
    """A line with words that its writer may want to reconsider; with `token` it is sent."""

    def __init__(self, token: str) -> None:
        super().__init__(
            _(
                "There are words in this that may hurt somebody. Would you say it to them across a"
                " table? Change it, or send it again as it is."
            )
        )
        self.token = token


def say(
    *,
    game_id: UUID,
    user: User,
    room: str,
    text: str = "",
    phrase: str = "",
    token: str = "",
    address: str = "",
) -> Line:
    """Say something in a room of a game: a ready phrase by its code, or a text.

    Pressing the button twice is saying it once. With harsh words it is HeldBack, until the same
    text comes again with the token that was given then.
    """
    tidied = "" if phrase else _demand_text(text)
    if phrase and phrase not in PHRASES:
        raise Unprocessable(_("There is no such phrase."))
    _demand_pace(user=user, game_id=game_id, address=address)
    was_held = words.is_harsh(tidied)
    if was_held:
        _demand_reconsidered(tidied, about=f"{user.pk}:{game_id.hex}", token=token)
    return _say(game_id, user, room, Line(text=tidied, phrase=phrase, was_held=was_held))


@transaction.atomic
def _say(game_id: UUID, user: User, room_name: str, line: Line) -> Line:
    """Under the locks of who speaks, whom somebody may be muting just now, and of the game."""
    lock_people(user)
    table = tables.access(game_id, user, for_update=True)
    room = selectors.room_of(table, user, room_name)
    line.game, line.user, line.room = table.game, room.demand_writing(), room.name
    line.ply, line.said_at = table.game.ply, timezone.now()
    if (former := _just_said(line)) is not None:
        return former
    line.save()
    if room.listeners:
        notices.tell_talk(line, to=room.listeners)
    events.tell_room(table.game.pk, room.name, [one.pk for one in room.listeners])
    return line


def _just_said(line: Line) -> Line | None:
    same = Line.objects.filter(
        game=line.game, user=line.user, room=line.room, text=line.text, phrase=line.phrase
    )
    return same.filter(said_at__gt=line.said_at - TWICE_WITHIN, taken_back_at=None).first()


def tidy(text: str) -> str:
    """As one line, without what cannot be seen."""
    letters = unicodedata.normalize("NFC", text)
    seen = (" " if unicodedata.category(one) == "Cc" else one for one in letters)
    return " ".join("".join(one for one in seen if one not in INVISIBLE).split())


def _demand_text(text: str) -> str:
    tidied = tidy(text)
    if not tidied:
        raise Unprocessable(_("Write something, or choose a phrase."))
    if len(tidied) > LONGEST:
        raise Unprocessable(_("A line has at most %(most)d letters.") % {"most": LONGEST})
    return tidied


def _demand_pace(*, user: User, game_id: UUID, address: str) -> None:
    if address:
        otherwise = _("Too much is said from your address. Wait a minute.")
        limits.demand(FROM_AN_ADDRESS, address=address, otherwise=otherwise)
    otherwise = _("You say a lot at once. Wait a minute, then send it.")
    limits.demand_of(A_MINUTE, who=f"person:{user.pk}", otherwise=otherwise)
    who = f"person:{user.pk}:{game_id.hex}"
    otherwise = _("You have said a lot about this game today. Go on tomorrow.")
    limits.demand_of(A_DAY_AT_A_TABLE, who=who, otherwise=otherwise)


def _demand_reconsidered(text: str, *, about: str, token: str) -> None:
    if not words.was_reconsidered(text, about=about, token=token):
        raise HeldBack(words.token_for(text, about=about))


# --- Taking back, and hearing ---------------------------------------------------------------------


@transaction.atomic
def take_back(*, game_id: UUID, line_id: int, user: User) -> Line:
    """Take back what one has just said: from now on nobody reads it. Twice is once."""
    table = tables.access(game_id, user)
    line = Line.objects.select_for_update(no_key=True).filter(pk=line_id, game=table.game).first()
    rooms = {one.name: one for one in selectors.rooms_of(table, user) if one.may_read}
    room = rooms.get(Line.Room(line.room)) if line else None
    if line is None or room is None:
        raise NotFound(_("There is no such line."))
    if line.user_id != user.pk:
        raise Forbidden(_("Only who said it can take it back."))
    if line.taken_back_at is not None:
        return line
    now = timezone.now()
    if line.hidden_at is not None or line.said_at <= now - TAKEN_BACK_WITHIN:
        raise Conflict(_("What was said can be taken back for two minutes, and not later."))
    line.taken_back_at = now
    line.save(update_fields=["taken_back_at"])
    events.tell_room(table.game.pk, room.name, [one.pk for one in room.listeners])
    return line


def hear(room: Room, page: Page) -> bool:
    """Note that somebody has read the newest lines of a room; was there anything new?"""
    me = room.table.me
    if me is None or not room.is_for_players or not room.may_read or not page.is_newest:
        return False
    notices.hear_talk(room.table.game, me)
    if page.newest <= me.heard_line:
        return False
    later = Player.objects.filter(pk=me.pk, heard_line__lt=page.newest)
    return later.update(heard_line=page.newest) > 0
