"""Talk at a table: its two rooms, who may read and write in them, and what is said there.

The players have a room of their own, for ever. Those who watch have another, of which players know
nothing while the game runs. Why somebody may not write is one sentence, and never tells of a block.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import blocks, sanctions
from accounts import selectors as people
from accounts.models import Block, User
from accounts.prepared import Prepared
from accounts.refusals import Forbidden, NotFound
from games import events, positions
from games.models import Game, Line, Player
from games.selectors import tables
from games.selectors.tables import Table

ON_A_PAGE: Final = 50
NEWEST: Final = 2**62
"""A key that no line has reached."""
TAKEN_BACK_WITHIN: Final = timedelta(minutes=2)
# Who is new: what they write of addresses is shown, and leads nowhere.
NEW_FOR: Final = timedelta(days=7)
GAMES_OF_THE_NEW: Final = 3
NEVER_PLAYED: Final = (Game.Ending.ABORTED, Game.Ending.NOT_STARTED)

PHRASES: Final[dict[str, Any]] = {
    "hello": gettext_lazy("Hello!"),
    "luck": gettext_lazy("Good luck, and have fun!"),
    "well": gettext_lazy("Well played!"),
    "oops": gettext_lazy("Oops …"),
    "think": gettext_lazy("I need to think about this."),
    "sorry": gettext_lazy("Sorry, I have to go."),
    "later": gettext_lazy("I go on later."),
    "thanks": gettext_lazy("Thanks, that was a good game!"),
    "welcome": gettext_lazy("You are welcome!"),
    "again": gettext_lazy("Another game?"),
}
"""What can be said without typing, by code: everybody reads it in their own language."""


def phrase_of(code: str) -> str:
    """A ready phrase in words; one that is no longer offered is its code."""
    return str(PHRASES.get(code, code))


@dataclass(frozen=True, slots=True)
class Room:
    """One of the rooms of a game, as one person may use it."""

    table: Table
    name: Line.Room
    viewer: User | None
    may_read: bool = True
    why_not: str = ""
    """Why they may not write, in one sentence; empty for who may."""
    listeners: Sequence[User] = ()
    """Those across the table who hear what they say."""

    @property
    def is_for_players(self) -> bool:
        return self.name == Line.Room.PLAYERS

    @property
    def topic(self) -> str:
        """What those who read it listen to."""
        return events.room_topic(self.table.game.pk, self.name)

    @property
    def address(self) -> str:
        return reverse("games:talk_room", args=[self.table.game.pk, self.name])

    def demand_writing(self) -> User:
        """Who may write here; a Forbidden says why somebody may not."""
        if self.why_not or self.viewer is None:
            raise Forbidden(self.why_not)
        return self.viewer


# --- Which rooms there are, and what one may do in them -------------------------------------------


def rooms_of(table: Table, user: User | AnonymousUser) -> list[Room]:
    """The rooms of a game that somebody may know of, the players' first."""
    viewer = table.me.user if table.me else user if isinstance(user, User) else None
    judges = {Line.Room.PLAYERS: _players_room, Line.Room.SPECTATORS: _spectators_room}
    return [judges[name](table, viewer) for name in names_of_rooms(table)]


def names_of_rooms(table: Table) -> list[Line.Room]:
    """Which rooms there are for who is looking: of the other's they do not even hear."""
    me, game = table.me, table.game
    opposite = any(not player.user.bot for player in table.others)
    names = [Line.Room.PLAYERS] if me is not None and opposite else []
    if not game.is_private and (me is None or not game.is_running):
        names.append(Line.Room.SPECTATORS)
    return names


def room_of(table: Table, user: User | AnonymousUser, name: str = "") -> Room:
    """One of the rooms, by default the first; a NotFound where there is none for this person."""
    rooms = rooms_of(table, user)
    room = next((one for one in rooms if name in ("", one.name)), None)
    if room is None:
        raise NotFound(_("There is no talk here."))
    return room


def _players_room(table: Table, viewer: User | None) -> Room:
    assert table.me is not None
    assert viewer is not None
    name = Line.Room.PLAYERS
    if why_closed := _closed_for(table, viewer):
        return Room(table, name, viewer, may_read=False, why_not=why_closed)
    apart = blocks.kept_from(viewer)
    others = [player.user for player in table.others]
    listeners = [one for one in others if listens(one) and one.pk not in apart]
    if not listeners:
        # Whoever of two does not want to talk, or has blocked the other: it is the same sentence.
        why = _("There is no talk at this table.")
    elif table.me.has_left and table.game.is_running:
        why = _("You have left this game: you can talk again when it is over.")
    else:
        why = _why_muted(viewer)
    return Room(table, name, viewer, why_not=why, listeners=listeners)


def _spectators_room(table: Table, viewer: User | None) -> Room:
    name, is_over = Line.Room.SPECTATORS, not table.game.is_running
    if viewer is None and not _is_silent(table.game):
        # While it runs a player would only have to sign out to listen.
        why = _("Log in to talk with others who watch.")
        return Room(table, name, viewer, may_read=is_over, why_not=why)
    if why_closed := _closed_for(table, viewer):
        may_read = is_over and viewer is not None and viewer.is_guest
        return Room(table, name, viewer, may_read=may_read, why_not=why_closed)
    assert viewer is not None
    return Room(table, name, viewer, why_not=_why_muted(viewer))


def _closed_for(table: Table, viewer: User | None) -> str:
    """Why somebody takes no part in the talk about a game at all; empty for who does."""
    if _is_silent(table.game):
        return _("This game is played in silence: there is talk when it is over.")
    if viewer is not None and viewer.is_guest:
        return _("Talk is for people with an account.")
    if viewer is not None and not people.board_wishes(viewer).talk:
        return _("You have switched talk off in your preferences.")
    return ""


def _is_silent(game: Game) -> bool:
    return game.is_running and positions.ruleset_of(game).silent


def _why_muted(viewer: User) -> str:
    sanction = sanctions.forbidding(viewer, "chat")
    return sanctions.explain(sanction) if sanction else ""


def listens(user: User) -> bool:
    """Whether somebody at a table takes part in its talk at all."""
    is_person = user.is_active and not user.bot and not user.is_guest
    return is_person and people.board_wishes(user).talk


def may_hear(game_id: UUID, room: Line.Room, user: User | AnonymousUser) -> bool:
    """Whether somebody may be told that something was said in a room."""
    try:
        table = tables.access(game_id, user)
    except NotFound:
        return False
    return any(one.name == room and one.may_read for one in rooms_of(table, user))


# --- What is said there ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Said:
    """A line as somebody reads it. Of one that is gone there are no words in here."""

    line: Line
    is_mine: bool
    parts: Sequence[tuple[str, str]]
    """Its words, piece by piece, and where a piece leads, if anywhere."""
    gone: str
    """Why there is nothing to read, if so."""
    can_be_taken_back: bool

    @property
    def text(self) -> str:
        return "".join(piece for piece, _leads_to in self.parts)


@dataclass(frozen=True, slots=True)
class Page:
    """Some lines in a row, oldest first."""

    lines: Sequence[Said]
    earlier: int
    """The key before which there are others; 0 where these are the first."""
    is_newest: bool

    @property
    def newest(self) -> int:
        return self.lines[-1].line.pk if self.lines else 0


def page_of(room: Room, *, before: int = 0) -> Page:
    """A page of what was said, up to the newest line or to the one before a key: one query."""
    viewer_id = room.viewer.pk if room.viewer else 0
    found = _lines.all(
        game_id=room.table.game.pk, room=room.name, before=before or NEWEST, viewer_id=viewer_id
    )
    shown, more = found[:ON_A_PAGE], found[ON_A_PAGE:]
    now = timezone.now()
    said = [_said(line, viewer_id, now) for line in reversed(shown)]
    return Page(said, earlier=shown[-1].pk if more else 0, is_newest=not before)


@Prepared
def _lines(*, game_id: UUID, room: str, before: int, viewer_id: int) -> QuerySet[Line]:
    played = Player.objects.filter(user=OuterRef("user"), ended_at__isnull=False)
    enough = played.exclude(game__ending__in=NEVER_PLAYED).order_by("pk").values("pk")
    last_of_the_new = enough[GAMES_OF_THE_NEW - 1 : GAMES_OF_THE_NEW]
    lines = Line.objects.filter(audible_to(viewer_id), game=game_id, room=room, pk__lt=before)
    known = lines.select_related("user").annotate(settled=Subquery(last_of_the_new))
    return known.order_by("-pk")[: ON_A_PAGE + 1]


def audible_to(viewer_id: int) -> Q:
    """The lines that no block keeps from somebody."""
    return Q(~Exists(_parting(viewer_id)))


def _parting(viewer: Any) -> QuerySet[Block]:
    """For queries of lines: the blocks that keep a viewer from one.

    What was said before a block was made stays: nobody learns of one by what is gone.
    """
    return blocks.between(OuterRef("user"), viewer).filter(made_at__lte=OuterRef("said_at"))


def _said(line: Line, viewer_id: int, now: datetime) -> Said:
    gone = why_gone(line)
    is_mine = line.user_id == viewer_id
    return Said(
        line,
        is_mine=is_mine,
        parts=[] if gone else list(_parts(line, leads=not _is_new(line, now))),
        gone=gone,
        can_be_taken_back=is_mine and not gone and line.said_at > now - TAKEN_BACK_WITHIN,
    )


def why_gone(line: Line) -> str:
    """What is read in place of a line that nobody reads any more; empty for all others."""
    if line.hidden_at is not None:
        return _("hidden by a moderator")
    return _("taken back") if line.taken_back_at is not None else ""


def _is_new(line: Line, now: datetime) -> bool:
    return line.user.date_joined > now - NEW_FOR or vars(line)["settled"] is None


ADDRESS = re.compile(r"https?://[^\s<>\"'`{}|\\^]+", re.IGNORECASE)
# What ends a sentence or a bracket is no part of an address.
TRAILING = ".,;:!?)]…"


def _parts(line: Line, *, leads: bool) -> Iterator[tuple[str, str]]:
    if line.phrase:
        yield phrase_of(line.phrase), ""
        return
    at = 0
    for found in ADDRESS.finditer(line.text) if leads else ():
        address = found[0].rstrip(TRAILING)
        yield line.text[at : found.start()], ""
        yield address, address
        at = found.start() + len(address)
    yield line.text[at:], ""


# --- What a player has not heard ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Call:
    """The way from a table to its talk, and how much of it is new to who is looking."""

    unread: int
    topic: str
    """What to listen to for more of it; empty for who only watches."""


def call_of(table: Table, *, unread: int) -> Call | None:
    """None where there is no room for who is looking; `unread` says belongings.py."""
    names = names_of_rooms(table)
    if not names:
        return None
    me = table.me
    if me is None or Line.Room.PLAYERS not in names or not listens(me.user):
        return Call(0, "")
    if _is_silent(table.game):
        return Call(0, "")  # nobody may listen to it, and a tab that asks is refused as a whole
    return Call(unread, events.room_topic(table.game.pk, Line.Room.PLAYERS))


def unread() -> Coalesce:
    """For queries of players: how many lines at their table are new to them."""
    numbered = _unheard().order_by().values("game").annotate(number=Count("pk"))
    return Coalesce(Subquery(numbered.values("number")), 0)


def _unheard() -> QuerySet[Line]:
    me = OuterRef("user")
    hearing = User.objects.filter(pk=OuterRef(me), is_guest=False).exclude(preferences__talk=False)
    since = Line.objects.filter(
        Exists(hearing),
        ~Exists(_parting(OuterRef(me))),
        game=OuterRef("game"),
        room=Line.Room.PLAYERS,
        pk__gt=OuterRef("heard_line"),
        taken_back_at=None,
        hidden_at=None,
    )
    return since.exclude(user=me)
