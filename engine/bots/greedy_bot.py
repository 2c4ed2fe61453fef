"""Plays the turn that leaves its seat best off, and looks no further."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final, TypeAlias

from engine.outcome import Seat
from engine.state import GameState, Move, Nature, View

State: TypeAlias = GameState[Any, Any]
Value: TypeAlias = tuple[int, ...]

WIDTH: Final = 300
"""How many unfinished turns are followed up at each step.

Nearly always there are fewer, and then all ways to play, swap and build are compared. Of a
greater number only the best are followed: two tiles to build in a large machine would else
keep a player waiting for seconds.
"""


def choose(view: View[Any], rng: Random) -> Move:
    """Choose the first move of the best turn, at random among equals."""
    seat = view.viewer
    if seat is None:
        raise TypeError("a spectator has no move to choose")
    moves = view.legal_moves
    values = turn_values(view.sample(rng), seat, moves) if len(moves) > 1 else {}
    best = max(values.values(), default=())
    chosen: Move = rng.choice([move for move in moves if values.get(move, ()) == best])
    return chosen


def turn_values(state: State, seat: Seat, moves: Sequence[Move]) -> dict[Move, Value]:
    """For each move, the value of the best turn that begins with it."""
    values: dict[Move, Value] = {}
    # Keyed by where they lead: building two tiles in either order is one turn, not two.
    turns = {state.after(seat, move): move for move in moves}
    while turns:
        going_on: dict[State, Move] = {}
        for position, first in turns.items():
            if _has_the_word(position, seat):
                going_on[position] = first
            else:
                values[first] = max(values.get(first, ()), value_for(position, seat))
        turns = {
            position.after(seat, move): first
            for position, first in _most_promising(going_on, seat).items()
            for move in position.legal_moves(seat)
        }
    return values


def value_for(state: State, seat: Seat) -> Value:
    """What the seat has and may hope for; then its tie-breaks. Others do not count."""
    own = state.score(seat)
    return (own.total + state.prospects(seat), *own.tie_breaks.values())


def _has_the_word(state: State, seat: Seat) -> bool:
    to_move = state.to_move
    return not isinstance(to_move, Nature) and seat in to_move


def _most_promising(turns: dict[State, Move], seat: Seat) -> dict[State, Move]:
    if len(turns) <= WIDTH:
        return turns
    ranked = sorted(turns, key=lambda state: value_for(state, seat), reverse=True)
    return {state: turns[state] for state in ranked[:WIDTH]}
