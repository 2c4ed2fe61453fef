"""The page of rules of Gardeners, and all its components as they are drawn on it.

Everything is made from the tables of the engine: whoever changes those changes this page.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import lazy
from django.utils.translation import gettext as _

from engine.games.gardeners.components import (
    CARDS,
    FAMILIES,
    GRADES,
    MODES,
    OUCH,
    TILES,
    cards_of,
    tiles_of,
)
from games.boards.gardeners import words
from games.boards.gardeners.drawings import emblem, tile
from games.boards.gardeners.fronts import front
from games.boards.gardeners.wishes import wish
from games.boards.pages import Page

_drawn_tile: Any = lazy(tile, str)
_named_tile: Any = lazy(words.tile, str)
_drawn: Any = lazy(front, str)
_said: Any = lazy(wish, str)
_emblem: Any = lazy(emblem, str)
_family: Any = lazy(words.of_family, str)


@dataclass(frozen=True, slots=True)
class FrontRow:
    picture: Any
    words: Any
    cards: str
    """Which cards have it."""


@dataclass(frozen=True, slots=True)
class Family:
    name: Any
    emblem: Any
    fronts: Sequence[FrontRow]


@dataclass(frozen=True, slots=True)
class ModeRow:
    name: Any
    seats: str
    size: int
    tiles: int
    cards: int
    hidden: Any


def _hidden(mode: str) -> str:
    says = {
        "newest": _("the newest card"),
        "all": _("all cards of others"),
        "none": _("nothing"),
    }
    return says[MODES[mode].hidden]


_hidden_words: Any = lazy(_hidden, str)


def _fronts(family: str) -> Iterator[FrontRow]:
    """Each predicate of a family once, with the cards that have it."""
    found = dict[str, list[str]]()
    for code, card in CARDS.items():
        if card.family == family:
            found.setdefault(card.predicate, []).append(code)
    for predicate, codes in found.items():
        yield FrontRow(_drawn(predicate), _said(predicate), " ".join(codes))


def _mode(code: str) -> ModeRow:
    seats = MODES[code].seats
    said = str(seats[0]) if len(seats) == 1 else f"{seats[0]}–{seats[-1]}"
    tiles, cards = len(tiles_of(code)), len(cards_of(code))
    name = words.MODE_NAMES[code]
    return ModeRow(name, said, MODES[code].size, tiles, cards, _hidden_words(code))


def _grades() -> Iterator[tuple[Any, str, str]]:
    yield words.GRADES[OUCH], "≤ 0", "≤ 0"
    for name, together, alone in reversed(GRADES):
        yield words.GRADES[name], f"{together}+", f"{alone}+"


RULES = Page(
    "games/boards/gardeners/rules.html",
    {
        "tiles": [(code, _drawn_tile(code), _named_tile(code)) for code in TILES],
        "families": [Family(_family(one), _emblem(one), [*_fronts(one)]) for one in FAMILIES],
        "modes": [_mode(code) for code in MODES],
        "grades": [*_grades()],
    },
)
