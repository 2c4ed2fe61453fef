"""What a bot is."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeAlias

from engine.state import Move, View

Think: TypeAlias = Callable[[View[Any], Random, int], Move]
"""Choose one of the view's legal moves within a number of nodes; all chance is the `Random`'s."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A way to play, with a name and a budget of nodes for each choice.

    A budget of 0 is for a bot that does not search and needs none.
    """

    name: str
    think: Think
    nodes: int = 0

    def choose(self, view: View[Any], rng: Random) -> Move:
        """Choose one of the view's legal moves: the same view and `Random` give the same."""
        return self.think(view, rng, self.nodes)

    def within(self, nodes: int) -> "Bot":
        """Return the same bot with another budget, if it searches at all."""
        return replace(self, nodes=nodes) if self.nodes else self
