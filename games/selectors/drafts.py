"""A turn that is being chosen: moves that are tried out on the position and stored nowhere."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engine import EngineError, Move
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

    @property
    def is_complete(self) -> bool:
        """Whether it can be confirmed."""
        return bool(self.moves) and not self.can_act

    @property
    def text(self) -> str:
        return " ".join(move.notation for move in self.moves)


def read(table: Table, text: str, ply: str) -> Draft:
    """Try out what somebody drafted on `ply`. What cannot be played is left out, with a word."""
    start = state = positions.load(table.game)
    if not text or table.me is None:
        return _draft(table, start, (), state)
    if not (ply.isascii() and ply.isdigit() and len(ply) < 6 and table.is_current(int(ply))):
        return _draft(table, start, (), state, problem=_stale(table), is_stale=True)
    moves: list[Move] = []
    try:
        turn = start.turn_for(table.me.seat)
        for word in text[:LONGEST].split()[:MOST_MOVES]:
            if state.turn > turn:
                break  # the next turn is drafted once this one is confirmed
            move = state.parse(word)
            state = state.play(table.me.seat, move)
            moves.append(move)
    except EngineError as error:
        problem = explain(error, table.game.ruleset)
        return _draft(table, start, tuple(moves), state, problem=problem)
    return _draft(table, start, tuple(moves), state)


def _draft(table: Table, start: State, moves: tuple[Move, ...], state: State, **said: Any) -> Draft:
    can_act = (
        table.me is not None
        and table.game.is_running
        and state.goes_on(table.me.seat, start.turn_for(table.me.seat))
    )
    return Draft(start, moves, state, can_act, **said)


def _stale(table: Table) -> str:
    if not table.game.is_running:
        return _("The game is over, so what you had chosen was put aside.")
    return _("The game has moved on, so what you had chosen was put aside.")
