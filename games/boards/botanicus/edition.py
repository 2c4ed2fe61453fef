"""The page of rules of Botanicus, and all its components as they are drawn on it.

Everything is made from the tables of the engine: whoever changes those changes this page.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import lazy

from engine.games.botanicus.components import (
    ANIMAL_POINTS,
    ANIMALS,
    ARROWS,
    BASIC_TASKS,
    BEDS,
    CARDS,
    COLUMN_POINTS,
    COLUMNS,
    COPIES,
    GIVES,
    HIGHEST,
    PRINTED,
    PRIZES,
    SPACES,
    SPECIAL_TASKS,
    TILED,
    TILES,
    TRACKS,
)
from games.boards import phrases
from games.boards.botanicus import words
from games.boards.botanicus.art import Act, acts_of
from games.boards.botanicus.letter import SPECIMEN
from games.boards.pages import Page

capital: Any = lazy(phrases.capital, str)


@dataclass(frozen=True, slots=True)
class Station:
    """A space of a track, with what the path to it costs."""

    name: Any
    acts: Sequence[Act]
    price: int


@dataclass(frozen=True, slots=True)
class Lane:
    """A track: its stations from the start on, those of a fork together."""

    code: str
    name: Any
    steps: Sequence[Sequence[Station]]
    prizes: Sequence[int]


@dataclass(frozen=True, slots=True)
class Face:
    """A flower tile with both its sides."""

    code: str
    kind: str
    light: Sequence[Act]
    dark: Sequence[Act]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A task: which levels it needs, and its points."""

    name: Any
    needs: Sequence[int]
    points: int
    row: int = 0


def _price(space: str) -> int:
    """What the last path to a space costs: the dearest, where there are several."""
    return max(toll for arrows in ARROWS.values() for target, toll in arrows if target == space)


def _station(space: str) -> Station:
    return Station(words.SPACE_NAMES[space], acts_of(GIVES[space]), _price(space))


def _lane(track: str) -> Lane:
    numbers: dict[str, list[str]] = {}
    for space in GIVES:
        if space[0] == track:
            numbers.setdefault(space[1], []).append(space)
    steps = [[_station(space) for space in spaces] for spaces in numbers.values()]
    return Lane(track, capital(words.TRACK_NAMES[track]), steps, PRIZES.get(track, ()))


def _flower_board() -> list[tuple[int, list[tuple[Sequence[Act], str]]]]:
    """Row by row, each space with the kind of tile that lies on it."""
    return [
        (
            space,
            [
                (acts_of(PRINTED[column][space - 1]), _tile_kind(column, space))
                for column in COLUMNS
            ],
        )
        for space in SPACES
    ]


def _tile_kind(column: int, space: int) -> str:
    if column not in TILED:
        return ""
    return "D" if space in SPACES[:2] else "L"


RULES = Page(
    "games/boards/botanicus/rules.html",
    {
        "columns": COLUMNS,
        "specimen": [
            (100 * (name // 10 - 1), 100 * (name % 10 - 1), level)
            for name, level in zip(BEDS, SPECIMEN, strict=True)
        ],
        "flower_board": _flower_board(),
        "faces": [
            Face(code, code[0], acts_of(light), acts_of(dark))
            for code, (light, dark) in TILES.items()
        ],
        "lanes": [_lane(track) for track in TRACKS],
        "cards": [
            (f"card-{card}", words.CARD_NAMES[card], words.CARD_TEXTS[card], copies)
            for card, copies in zip(CARDS, COPIES, strict=True)
        ],
        "basics": [
            Wanted(words.BASIC_NAMES[row], needs, points, row)
            for row, (needs, points) in BASIC_TASKS.items()
        ],
        "specials": [
            Wanted(words.TASK_NAMES[code], needs, points)
            for code, (needs, points) in SPECIAL_TASKS.items()
        ],
        "plants": [(level, capital(words.PLANTS[level])) for level in range(1, HIGHEST + 1)],
        "column_points": [(level, COLUMN_POINTS[level]) for level in range(1, HIGHEST + 1)],
        "animals": [
            (f"an-{animal}", capital(words.ANIMAL_NAMES[animal]), points)
            for animal, points in zip(ANIMALS, ANIMAL_POINTS, strict=True)
        ],
        "seats": [(f"fl-{seat}", capital(colour)) for seat, colour in words.SEAT_COLOURS.items()],
    },
)
