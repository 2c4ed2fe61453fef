"""Looks at a few moves that come to mind, and takes the one that is best right now."""

from random import Random
from typing import Any, Final

from engine.bots.greedy_bot import value_for
from engine.state import Move, View

IDEAS: Final = 6


def choose(view: View[Any], rng: Random, nodes: int = 0) -> Move:
    """Choose the best of a few moves, by the position that it leads to at once."""
    seat = view.viewer
    if seat is None:
        raise TypeError("a spectator has no move to choose")
    moves, state = list(view.legal_moves), view.sample(rng)
    ideas = rng.sample(moves, min(IDEAS, len(moves)))
    chosen: Move = max(ideas, key=lambda move: value_for(state.after(seat, move), seat))
    return chosen
