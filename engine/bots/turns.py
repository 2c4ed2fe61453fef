"""Whole turns: all that a seat may do until its turn is over or it has the word no more."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from engine.outcome import Seat
from engine.state import GameState, Move

State: TypeAlias = GameState[Any, Any]
Path: TypeAlias = tuple[Move, ...]
"""The moves of a turn, in their order."""


def whole_turns(
    state: State,
    seat: Seat,
    *,
    moves: Callable[[State, Seat], Sequence[Move]],
    width: int,
    rank: Callable[[State], Any],
    step: Callable[[State, Seat, Move], State],
) -> Iterator[tuple[State, Path]]:
    """Find where a turn made of `moves` may end, and a way to each end.

    Of unfinished turns only the best are followed, `width` of them at each step. Two ways to
    one position, such as building two tiles in either order, are one turn.
    """
    turn = state.turn_for(seat)
    turns: dict[State, Path] = {step(state, seat, move): (move,) for move in moves(state, seat)}
    while turns:
        going_on: dict[State, Path] = {}
        for position, path in turns.items():
            if position.goes_on(seat, turn):
                going_on[position] = path
            else:
                yield position, path
        turns = {
            step(position, seat, move): (*going_on[position], move)
            for position in _most_promising(going_on, width, rank)
            for move in moves(position, seat)
        }


def _most_promising(
    turns: dict[State, Path], width: int, rank: Callable[[State], Any]
) -> Sequence[State]:
    if len(turns) <= width:
        return list(turns)
    return sorted(turns, key=rank, reverse=True)[:width]
