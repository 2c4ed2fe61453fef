"""Plays the turn that leaves its seat best off, and looks no further."""

from random import Random
from typing import Any, Final, TypeAlias

from engine.bots.turns import State, whole_turns
from engine.outcome import Seat
from engine.state import Move, View

Value: TypeAlias = tuple[int, ...]

WIDTH: Final = 300
"""How many unfinished turns are followed up at each step.

Nearly always there are fewer, and then all ways to play, swap and build are compared. Of a
greater number only the best are followed: two tiles to build in a large machine would else
keep a player waiting for seconds.
"""


def choose(view: View[Any], rng: Random, nodes: int = 0) -> Move:
    """Choose the first move of the best turn, at random among equals."""
    seat = view.viewer
    if seat is None:
        raise TypeError("a spectator has no move to choose")
    moves = view.legal_moves
    values = turn_values(view.sample(rng), seat) if len(moves) > 1 else {}
    best = max(values.values(), default=())
    chosen: Move = rng.choice([move for move in moves if values.get(move, ()) == best])
    return chosen


def turn_values(state: State, seat: Seat) -> dict[Move, Value]:
    """For each move, the value of the best turn that begins with it."""
    values: dict[Move, Value] = {}
    ends = whole_turns(
        state,
        seat,
        moves=lambda position, seat: position.legal_moves(seat),
        width=min(WIDTH, state.breadth),
        rank=lambda position: value_for(position, seat),
        step=lambda position, seat, move: position.after(seat, move),
    )
    for position, (first, *_) in ends:
        values[first] = max(values.get(first, ()), value_for(position, seat))
    return values


def value_for(state: State, seat: Seat) -> Value:
    """What the seat has and may hope for; then its tie-breaks. Others do not count."""
    own = state.score(seat)
    return (own.total + state.prospects(seat), *own.tie_breaks.values())
