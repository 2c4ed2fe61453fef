"""A game at any of its plies, and the story that it tells from the first to the last.

To look at one ply replays the moves before it. The story replays them all and tells every one: that
is done once for a page, and not again for its steps.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple, cast

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.refusals import NotFound
from engine import CHANCE, Leave, Seat
from engine.story import lead_changes
from games import positions
from games.boards import landmarks_of
from games.positions import Step
from games.selectors import eyes, moves, results
from games.selectors.eyes import Eyes
from games.selectors.moves import Turn
from games.selectors.tables import Table


@dataclass(frozen=True, slots=True)
class Look:
    """A game as it was after one of its moves, and how somebody looks at it."""

    table: Table
    eyes: Eyes
    step: Step
    turn: Turn
    """The move, as it is told to them."""

    @property
    def ply(self) -> int:
        return self.step.row.ply

    @property
    def is_last(self) -> bool:
        return self.ply == self.table.game.ply

    @property
    def is_end(self) -> bool:
        """Whether nothing follows, now or later."""
        return self.is_last and not self.table.game.is_running


def look(table: Table, *, ply: int | None, side: Seat | None) -> Look:
    """Look at a game after its move at `ply`, or after the last; a NotFound if there is none.

    The side is that of a seat, or by default one's own.
    """
    return _look(table, moves.steps_of(table), ply, side)


def whole(table: Table, *, ply: int | None, side: Seat | None) -> "tuple[Look, Story]":
    """Look at it in the same way, and be told the game up to its last ply."""
    steps = list(moves.steps_of(table))
    here = _look(table, steps, ply, side)
    return here, _story(here, steps)


def _look(table: Table, steps: Iterable[Step], ply: int | None, side: Seat | None) -> Look:
    wanted, seen = table.game.ply if ply is None else ply, eyes.beside(table, _side(table, side))
    step = next((step for step in steps if step.row.ply == wanted), None)
    if step is None:
        raise NotFound(_missing(table, wanted))
    return Look(table, seen, step, moves.turn_of(table, step, seen))


def _side(table: Table, side: Seat | None) -> Seat:
    is_there = side is not None and 0 <= side < len(table.players)
    return cast("Seat", side) if is_there else eyes.own(table).below


def _missing(table: Table, ply: int) -> str:
    if not table.game.ply:
        return _("Nothing has been played in this game yet.")
    words = {"ply": ply, "last": table.game.ply}
    return _("There is no move %(ply)s in this game: the last one is %(last)s.") % words


# --- The story ---------------------------------------------------------------------------------

REVEALS: Final[Any] = gettext_lazy("Reveal")
LEAD_CHANGES: Final[Any] = gettext_lazy("Change of lead")


@dataclass(frozen=True, slots=True)
class Entry:
    """A move in the list of all."""

    turn: Turn
    took: str
    """How long it took from when the word came; empty where it was sent together with another."""
    allowed: str
    """Of a reveal, in how many ways the game could go on."""
    changes_lead: bool
    """Whether the lead passed to another seat."""

    @property
    def ply(self) -> int:
        return self.turn.ply


class Landmark(NamedTuple):
    """Moments of one kind, to go from one to the next."""

    label: str
    plies: Sequence[int]

    def before(self, ply: int) -> int | None:
        return next((one for one in reversed(self.plies) if one < ply), None)

    def after(self, ply: int) -> int | None:
        return next((one for one in self.plies if one > ply), None)


@dataclass(frozen=True, slots=True)
class Story:
    """A whole game."""

    entries: Sequence[Entry]
    lines: Sequence[Sequence[int]]
    """The points after each ply, the beginning first: for each seat, or once for a team."""
    lead_changes: Sequence[int]
    """The plies at which the lead passed to another seat."""
    landmarks: Sequence[Landmark]


def _story(look: Look, steps: Sequence[Step]) -> Story:
    table, seen = look.table, look.eyes
    totals = positions.points_over(table.game, steps)
    changes = [] if results.is_team(table.game) else lead_changes(totals)
    watch = _Watch(table.game.started_at)
    entries = [
        Entry(
            turn=moves.turn_of(table, step, seen),
            took=in_short(watch.time(step)),
            allowed=_allowed(look, step),
            changes_lead=step.row.ply in changes,
        )
        for step in steps
    ]
    seats = 1 if results.is_team(table.game) else len(table.players)
    lines = [[points[seat] for points in totals] for seat in range(seats)]
    return Story(entries, lines, changes, _landmarks(look, entries, changes))


def _landmarks(look: Look, entries: Sequence[Entry], changes: Sequence[int]) -> list[Landmark]:
    """Reveals, what the board names, and where the lead passed: as far as there are any."""
    named = landmarks_of(look.table.game.ruleset)
    own = {
        kind: [entry.ply for entry in entries if any(f.kind == kind for f in entry.turn.facts)]
        for kind in named
    }
    found = [
        Landmark(str(REVEALS), [entry.ply for entry in entries if entry.turn.seat is None]),
        *(Landmark(str(named[kind]), plies) for kind, plies in own.items()),
        Landmark(str(LEAD_CHANGES), changes),
    ]
    return [landmark for landmark in found if landmark.plies]


def _allowed(look: Look, step: Step) -> str:
    """In how many ways the game could go on after a reveal, where who looks may know it.

    How much somebody can do says something about what they hold.
    """
    to_move = step.after.to_move
    if step.row.seat is not None or to_move is CHANCE or not to_move:
        return ""
    seats = sorted(to_move)
    if look.table.game.is_running:
        seats = [seat for seat in seats if seat == look.eyes.viewer]
    if not seats:
        return ""
    number = sum(len(step.after.legal_moves(seat)) for seat in seats)
    said = ngettext("%(number)d move is possible.", "%(number)d moves are possible.", number)
    return said % {"number": number}


class _Watch:
    """Since when everybody has the word, move by move."""

    def __init__(self, started_at: datetime) -> None:
        self.started_at = started_at
        self.since: dict[Seat, datetime] = {}

    def time(self, step: Step) -> timedelta:
        """How long a move took. They have to be asked in their order."""
        row, to_move = step.row, step.after.to_move
        begun = row.made_at
        # Somebody may leave without having the word.
        if row.seat is not None and (row.seat in self.since or not isinstance(step.move, Leave)):
            begun = self.since.pop(row.seat, self.started_at)
        if to_move is not CHANCE:
            # Who had the word before keeps it, also over a reveal for somebody else.
            self.since = {seat: self.since.get(seat, row.made_at) for seat in to_move}
        return row.made_at - begun


def in_short(time: timedelta) -> str:
    """A time in its two largest units; nothing for less than a second."""
    seconds = int(time.total_seconds())
    minutes, hours, days = seconds // 60, seconds // 3600, seconds // 86400
    words = {"days": days, "hours": hours % 24, "minutes": minutes % 60, "seconds": seconds % 60}
    if days:
        return _("%(days)d d %(hours)d h") % words
    if hours:
        return _("%(hours)d h %(minutes)d min") % words
    if minutes:
        return _("%(minutes)d min") % words
    return _("%(seconds)d s") % words if seconds else ""
