"""Everything of Gardeners by name: tiles, directions, families, modes, options, grades and ends."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language, gettext_lazy, ngettext, pgettext_lazy

from engine.games.gardeners.components import LOOKS, TILES
from engine.games.gardeners.plot import Cell, Laid
from games.boards.gardeners.nouns import Noun, nouns_of
from games.boards.options import Wording
from games.boards.phrases import capital

FAMILY_NAMES: Mapping[str, Any] = {
    "proximity": pgettext_lazy("a family of wishes", "proximity"),
    "distance": pgettext_lazy("a family of wishes", "distance"),
    "agglomeration": pgettext_lazy("a family of wishes", "agglomeration"),
    "panorama": pgettext_lazy("a family of wishes", "panorama"),
    "edge": pgettext_lazy("a family of wishes", "edge"),
    "centre": pgettext_lazy("a family of wishes", "centre"),
    "link": pgettext_lazy("a family of wishes", "link"),
    "arrangement": pgettext_lazy("a family of wishes", "arrangement"),
    "hedges": pgettext_lazy("a family of wishes", "hedges"),
}
MODE_NAMES: Mapping[Any, Any] = {
    "training-a": gettext_lazy("Training A"),
    "training-b": gettext_lazy("Training B"),
    "training-c": gettext_lazy("Training C"),
    "initiation": pgettext_lazy("a mode of Gardeners", "Initiation"),
    "full": pgettext_lazy("a mode of Gardeners", "Full game"),
    "expert": pgettext_lazy("a mode of Gardeners", "Expert"),
    "solo": pgettext_lazy("a mode of Gardeners", "Solo"),
    "solo-expert": pgettext_lazy("a mode of Gardeners", "Solo expert"),
}
MODE_NOTES: Mapping[Any, Any] = {
    "training-a": gettext_lazy("4 × 4, flowers and trees, no score"),
    "training-b": gettext_lazy("5 × 5, benches join, no score"),
    "training-c": gettext_lazy("6 × 6, statues and hedges join, no score"),
    "initiation": gettext_lazy("60 cards, of which only the newest is hidden"),
    "full": gettext_lazy("60 cards, each known to its holder alone"),
    "expert": gettext_lazy("81 cards, 21 of them hard"),
    "solo": gettext_lazy("60 cards, all open"),
    "solo-expert": gettext_lazy("81 cards, 21 of them hard, all open"),
}
OPTIONS: Mapping[str, Wording] = {
    "mode": Wording(pgettext_lazy("of a game", "Mode"), MODE_NAMES, MODE_NOTES),
    "turns": Wording(
        gettext_lazy("Turns for the team"),
        {
            24: gettext_lazy("24 turns"),
            48: gettext_lazy("48 turns"),
            72: gettext_lazy("72 turns"),
        },
    ),
    "actions": Wording(
        gettext_lazy("Actions, if you play alone"),
        {
            200: gettext_lazy("200 actions"),
            300: gettext_lazy("300 actions"),
            400: gettext_lazy("400 actions"),
        },
    ),
}
GRADES: Mapping[str, Any] = {
    "ouch": pgettext_lazy("a grade", "Ouch!"),
    "start": pgettext_lazy("a grade", "A start"),
    "coming-along": pgettext_lazy("a grade", "Coming along"),
    "well-done": pgettext_lazy("a grade", "Well done"),
    "impressive": pgettext_lazy("a grade", "Impressive"),
    "experts": pgettext_lazy("a grade", "Experts"),
    "passed": pgettext_lazy("a grade", "Passed"),
    "ended": pgettext_lazy("a grade", "Ended"),
}
PARTS: Mapping[str, Any] = {
    "validated": gettext_lazy("Cards validated"),
    "discards": gettext_lazy("Discards beyond the first"),
}
ENDS: Mapping[str, Any] = {
    "turns": gettext_lazy("The turns are used up."),
    "actions": gettext_lazy("The actions are used up."),
    "cards": gettext_lazy("The pile of cards is used up."),
    "left": gettext_lazy("Too few are left to play on."),
}

# -- tiles: bent like the sentences of wishes, by the same nouns ----------------------------------

_CODES = {"flower": "f", "tree": "t", "bench": "bn", "statue": "st", "hedge": "hg"}
_COLOURS = {"red": "R", "yellow": "Y", "blue": "B"}
_GROUNDS = {"grass": ("grass", "herbe"), "earth": ("earth", "terre")}
_HEDGES = {
    "corner": Noun(
        ("corner hedge", "corner hedges"), ("haie en angle", "haies en angle"), is_feminine=True
    ),
    "straight": Noun(
        ("straight hedge", "straight hedges"), ("haie droite", "haies droites"), is_feminine=True
    ),
}
_SIDES = (("north", "le nord"), ("east", "l’est"), ("south", "le sud"), ("west", "l’ouest"))


def is_french() -> bool:
    return (get_language() or "").startswith("fr")


def tile(code: str) -> str:
    """What a tile shows, for a label: "red flower on grass"."""
    shown, language = TILES[code], int(is_french())
    ground = _GROUNDS[shown.ground][language]
    if shown.element == "bare":
        return f"{ground} nue" if language else f"bare {ground}"
    noun = _noun(code)
    if language:
        return f"{noun.french[0]} sur {ground}"
    return f"{noun.english[0]} on {ground}"


def the(code: str) -> str:
    """The same within a sentence: "the red flower on grass"."""
    words = tile(code)
    if not is_french():
        return words if TILES[code].element == "bare" else f"the {words}"
    if words[0] in "aeiou" or words.startswith("herbe"):
        return f"l’{words}"
    is_feminine = TILES[code].element == "bare" or _noun(code).is_feminine
    return f"la {words}" if is_feminine else f"le {words}"


def _noun(code: str) -> Noun:
    shown = TILES[code]
    if shown.element == "hedge":
        return _HEDGES[shown.sort]
    (noun,) = nouns_of(_CODES[shown.element] + _COLOURS.get(shown.sort, ""))
    return noun


def turned(code: str, turn: int) -> str:
    """Where a tile looks, or ends; nothing for one that has no direction."""
    shown, language = TILES[code], int(is_french())
    if shown.element in LOOKS:
        side = _SIDES[(LOOKS[shown.element] + turn) % 4][language]
        return f"tourné vers {side}" if language else f"looking {side}"
    if shown.element != "hedge":
        return ""
    ends = (turn, turn + (1 if shown.sort == "corner" else 2))
    one, other = (_SIDES[end % 4][language] for end in ends)
    return f"ouverte vers {one} et {other}" if language else f"open to {one} and {other}"


def laid_as(code: str, turn: int) -> str:
    """A tile with its direction: "bench on grass, looking west"."""
    return ", ".join(filter(None, [tile(code), turned(code, turn)]))


def laid(one: Laid) -> str:
    return laid_as(one.tile, one.turn)


def place(cell: Cell) -> str:
    """A cell as moves write it."""
    return f"{cell[0]},{cell[1]}"


# -- amounts and lists ----------------------------------------------------------------------------


def tiles_in_words(number: int) -> str:
    return ngettext("%(n)d tile", "%(n)d tiles", number) % {"n": number}


def of_family(family: str) -> str:
    return capital(str(FAMILY_NAMES[family]))
