"""What a position is worth, and which moves are best: for reviews of games."""

from random import Random
from typing import Any

from engine.bots.search import Line, Search
from engine.outcome import Seat
from engine.state import GameState


def analyse(state: GameState[Any, Any], seat: Seat, *, nodes: int, rng: Random) -> list[Line]:
    """Judge the moves of a seat that has the word, the best first, by what the seat may see.

    The most promising are looked at, not all; the same `Random` and nodes give the same.
    """
    return Search(state.view_for(seat), rng, nodes).lines()
