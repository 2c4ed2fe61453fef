"""A stack in one piece, for whatever calls much and often.

CPython (3.11 and later) keeps the frames of Python functions in chunks of 16 KiB, and lets go of
a chunk as soon as the last frame in it returns. Where a loop happens to run just at the end of a
chunk, every small call begins another one: memory is asked of the system and given back thousands
of times, and all takes two to three times as long. Whether it does depends on how deep the stack
is by chance: one caller more or another server moves it.

A frame that does not fit into a chunk gets a larger one, and what it calls lies in the same.
docs/performance.md has what it brings.
"""

from collections.abc import Callable
from typing import Any, Final, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

SLOTS: Final = 7_200
"""Local variables of the frame, eight bytes each: with what CPython adds, just over 64 KiB, so that
the chunk has 128 KiB, and more than half of it is left."""


def _make_caller() -> Callable[..., Any]:
    names = " = ".join(f"_{number}" for number in range(SLOTS))
    body = f" if 0: {names} = None\n return function(*arguments, **named)"
    found: dict[str, Any] = {}
    exec(f"def call(function, *arguments, **named):\n{body}", found)  # noqa: S102 - see SLOTS
    call: Callable[..., Any] = found["call"]
    return call


_call_in_a_large_frame = _make_caller()


def in_one_piece(function: Callable[P, R], *arguments: P.args, **named: P.kwargs) -> R:
    """Call a function where there is room for all that it calls."""
    answer: R = _call_in_a_large_frame(function, *arguments, **named)
    return answer
