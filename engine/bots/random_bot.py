"""Plays anything that is allowed."""

from random import Random
from typing import Any

from engine.state import Move, View


def choose(view: View[Any], rng: Random, nodes: int = 0) -> Move:
    """Choose a legal move, each with the same chance."""
    move: Move = rng.choice(view.legal_moves)
    return move
