"""What a bot is."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from engine.state import Move, View

Choose: TypeAlias = Callable[[View[Any], Random], Move]
"""Choose one of the view's legal moves; all chance comes from the `Random`."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A way to play, with a name."""

    name: str
    choose: Choose
