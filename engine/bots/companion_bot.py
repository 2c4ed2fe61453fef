"""Plays in a team: it asks the view what serves all, and is greedy where a game has no counsel."""

from random import Random
from typing import Any, Final

from engine.bots import greedy_bot
from engine.stack import in_one_piece
from engine.state import Counsels, Move, View

NODES: Final = 1_500
"""How hard to look. In Gardeners it is the steps of one search, of which a choice makes three, and
one of eight times as many where nothing was found: about 50 milliseconds a turn, and over a second
where hardly anything goes."""


def choose(view: View[Any], rng: Random, nodes: int = NODES) -> Move:
    """Choose the move that the game counsels; without a word of it, the greedy one."""
    if view.viewer is None:
        raise TypeError("a spectator has no move to choose")
    move: Move | None = None
    if isinstance(view, Counsels):
        move = in_one_piece(view.counsel, rng, nodes)
    return greedy_bot.choose(view, rng) if move is None else move
