"""Which drawing stands for an action of Botanicus, and all of its drawings."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import lazy

from engine.games.botanicus.components import ANIMALS, CARDS, POLE
from games.boards.botanicus import words
from games.boards.pages import Page

SPRITE = "img/botanicus.svg"
FLOWERS = ("fl-0", "fl-1", "fl-2", "fl-3", "fl-N")
PLANTS = ("pl-1", "pl-2", "pl-3", "pl-4")
LEVELS = ("lv-1", "lv-2", "lv-3", "lv-4", "nd-1", "nd-2", "nd-3", "nd-4")
GROUND = ("bed", "foot", "fountain", "gardener")
ANIMAL_ART = tuple(f"an-{animal}" for animal in ANIMALS)
ACTION_ART = (
    *("coin", "points", "card", "water", "paw", "prize", "prize-M", "walk", "pole"),
    *("tr-M", "tr-B", "tr-S"),
)
TILE_ART = ("tile-D-light", "tile-D-dark", "tile-L-light", "tile-L-dark")
CARD_ART = (*(f"card-{card}" for card in CARDS), "card-back", "ticket")
ART = Page(
    "games/boards/botanicus/art.html",
    {
        "groups": ((FLOWERS, PLANTS, LEVELS, GROUND, ANIMAL_ART, ACTION_ART, TILE_ART, CARD_ART)),
        "few": (*FLOWERS, *PLANTS, *LEVELS[:4], *ACTION_ART),
    },
)

# The drawing of each kind of action; its number stands in the middle of these two.
SYMBOLS = {
    "$": "coin", "V": "points", "C": "card", "A": "paw", "R": "prize", "W": "water", "G": "walk",
    "M": "tr-M", "B": "tr-B", "S": "tr-S",
}  # fmt: skip
NUMBERED_INSIDE = ("$", "V")

in_words: Any = lazy(words.action, str)


@dataclass(frozen=True, slots=True)
class Act:
    """An action as it is drawn, and what it does in words."""

    symbol: str
    number: str
    is_inside: bool
    """Whether the number stands in the middle of the drawing, else at its corner."""
    label: Any


def act_of(code: str, times: int = 1) -> Act:
    """The drawing of an action that is gained so many times."""
    many = f"×{times}" if times > 1 else ""
    if code == POLE:
        return Act("pole", "", is_inside=False, label=in_words(code))
    if code[0] == "P":
        return Act(f"lv-{code[1]}", many, is_inside=False, label=in_words(code))
    symbol, is_inside = SYMBOLS[code[0]], code[0] in NUMBERED_INSIDE
    return Act(symbol, many or code[1:], is_inside, in_words(code))


def acts_of(codes: Sequence[str]) -> list[Act]:
    """Actions as they are drawn: equal ones once, with how often."""
    return [act_of(code, codes.count(code)) for code in dict.fromkeys(codes)]
