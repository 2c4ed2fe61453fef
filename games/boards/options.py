"""What is chosen before a game begins, in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.registry import Value


class Wording(NamedTuple):
    """How a board says one option of its game."""

    label: Any
    """What is asked, as a form does."""
    values: Mapping[Value, Any]
    """What each value is called. It is read beside others, without the label: "24 turns"."""
    notes: Mapping[Value, Any] = {}
    """What a form says besides of a value whose name does not tell it all."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An option to choose from."""

    name: str
    label: Any
    values: Sequence[tuple[Value, Any]]
    """Each with its words, in the order of the game."""
    default: Value
    notes: Mapping[Value, Any]
