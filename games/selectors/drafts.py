"""A turn that is being chosen: moves that are tried out on the position and stored nowhere."""

from dataclasses import dataclass, replace
from typing import Self

from django.utils.translation import gettext as _

from engine import EngineError, Move, Seat
from games import positions
from games.boards import explain
from games.positions import State
from games.selectors.tables import Table

LONGEST = 1000
MOST_MOVES = 20


@dataclass(frozen=True, slots=True)
class Draft:
    """The moves so far, and the position after them."""

    start: State
    """The position before them."""
    moves: tuple[Move, ...]
    state: State
    can_act: bool
    """Whether the viewer could do something more in this turn."""
    problem: str = ""
    """Why something of it was left out, as a sentence."""
    is_stale: bool = False

    @classmethod
    def untouched(cls, state: State) -> Self:
        """A position that is only looked at."""
        return cls(state, (), state, can_act=False)

    @property
    def is_complete(self) -> bool:
        """Whether it can be confirmed."""
        return bool(self.moves) and not self.can_act

    @property
    def text(self) -> str:
        return " ".join(move.notation for move in self.moves)


def read(table: Table, text: str, ply: str) -> Draft:
    """Try out what somebody drafted on `ply`. What cannot be played is left out, with a word."""
    start = positions.load(table.game)
    if table.me is None:
        return Draft.untouched(start)
    is_stale = bool(text) and not _stands(table, ply)
    tried = try_out(start, table.me.seat, "" if is_stale else text, ruleset=table.game.ruleset)
    return replace(
        tried,
        can_act=tried.can_act and table.game.is_running,
        problem=_stale(table) if is_stale else tried.problem,
        is_stale=is_stale,
    )


def try_out(start: State, seat: Seat, text: str, *, ruleset: str) -> Draft:
    """Play as much of the text as makes a turn of `seat`, whether or not it is somebody's game."""
    state, moves, problem = start, list[Move](), ""
    turn = start.turn_for(seat)
    try:
        for word in text[:LONGEST].split()[:MOST_MOVES]:
            if state.turn > turn:
                break  # the next turn is drafted once this one is confirmed
            move = state.parse(word)
            state = state.play(seat, move)
            moves.append(move)
    except EngineError as error:
        problem = explain(error, ruleset)
    return Draft(start, tuple(moves), state, state.goes_on(seat, turn), problem)


def _stands(table: Table, ply: str) -> bool:
    return ply.isascii() and ply.isdigit() and len(ply) < 6 and table.is_current(int(ply))


def _stale(table: Table) -> str:
    if not table.game.is_running:
        return _("The game is over, so what you had chosen was put aside.")
    return _("The game has moved on, so what you had chosen was put aside.")
