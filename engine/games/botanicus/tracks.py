"""The tracks: where a piece can go from each space, with how many steps and for what toll."""

from typing import Final, NamedTuple, TypeAlias

from engine.games.botanicus.components import ARROWS, TRACKS

Track: TypeAlias = int
"""A track as its place in TRACKS."""
Pieces: TypeAlias = tuple[str, str, str]

STARTS: Final[Pieces] = ("M0", "B0", "S0")
ENDS: Final = tuple(space for space, arrows in ARROWS.items() if not arrows)
TRACK_OF: Final[dict[str, Track]] = {space: TRACKS.index(space[0]) for space in ARROWS}


class Route(NamedTuple):
    """A way along the arrows to a space."""

    name: str
    """As it is written: the space, and where two ways differ the one that is taken (rule 7.3)."""
    space: str
    steps: int
    toll: int
    """What its paths cost; bought steps come on top."""


def _routes(origin: str) -> tuple[Route, ...]:
    """All ways ahead. Forks that join again at one price are one way (rule 7.3)."""
    found: dict[tuple[str, int, int], str] = {}
    ahead = [(space, 1, toll) for space, toll in ARROWS[origin]]
    while ahead:
        space, steps, toll = ahead.pop(0)
        found[space, steps, toll] = ""
        ahead += [(further, steps + 1, toll + price) for further, price in ARROWS[space]]
    return tuple(
        Route(_name(origin, space, steps), space, steps, toll) for space, steps, toll in found
    )


def _name(origin: str, space: str, steps: int) -> str:
    if space not in SPLIT_ENDS:
        return space
    lengths = SPLIT_ENDS[space]
    return space + ("u" if steps + _height(origin) == min(lengths) else "l")


def _height(space: str) -> int:
    """How many steps a space is from the start of its track, by the shortest way."""
    start, steps = {STARTS[TRACK_OF[space]]}, 0
    while space not in start:
        start = {further for near in start for further, _ in ARROWS[near]}
        steps += 1
    return steps


def _lengths(space: str) -> set[int]:
    """How long the ways from the start to a space are."""
    lengths = set()
    ahead = [(STARTS[TRACK_OF[space]], 0)]
    while ahead:
        near, steps = ahead.pop()
        if near == space:
            lengths.add(steps)
        ahead += [(further, steps + 1) for further, _ in ARROWS[near]]
    return lengths


SPLIT_ENDS: Final = {space: _lengths(space) for space in ENDS if len(_lengths(space)) > 1}
"""Spaces with ways of different length to them: the shorter is the upper path."""
ROUTES: Final = {space: _routes(space) for space in ARROWS}
ROUTE_NAMES: Final = {route.name: route.space for origin in STARTS for route in ROUTES[origin]}
"""Every way that can be written, and the space that it leads to."""
