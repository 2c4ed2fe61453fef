"""Drawings of Gardeners as markup: symbols of its sprite. Each is made once."""

from functools import cache

from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from engine.games.gardeners.components import TILES
from games.boards.gardeners.fronts import SPRITE

NONE = SafeString("")
_ELEMENTS = {"flower": "f", "tree": "t", "bench": "bn", "statue": "st", "hedge": "h", "bare": "ba"}
_SORTS = {"red": "R", "yellow": "Y", "blue": "B", "corner": "c", "straight": "s", "": ""}


@cache
def symbol_of(code: str, turn: int = 0) -> str:
    """The symbol of a tile: its ground, its element and how it is turned."""
    shown = TILES[code]
    name = f"{shown.ground[0]}-{_ELEMENTS[shown.element]}{_SORTS[shown.sort]}"
    return f"{name}{turn}" if shown.element in ("bench", "hedge") else name


@cache
def tile(code: str, turn: int = 0) -> SafeString:
    """A tile. It is a unit larger than its cell all around, so that hedges join without a seam."""
    return format_html(
        '<svg class="tile" viewBox="0 0 100 100" aria-hidden="true">'
        '<use href="{}#{}" x="-1" y="-1" width="102" height="102" /></svg>',
        static(SPRITE),
        symbol_of(code, turn),
    )


@cache
def symbol(name: str, view_box: str = "0 0 64 64", classes: str = "") -> SafeString:
    """A drawing that words beside it, or the label of what it is in, explain."""
    return format_html(
        '<svg class="{}" viewBox="{}" aria-hidden="true"><use href="{}#{}" /></svg>',
        classes,
        view_box,
        static(SPRITE),
        name,
    )


def emblem(family: str) -> SafeString:
    return symbol(f"fam-{family}")


def card_back(family: str) -> SafeString:
    return symbol(f"back-{family}", "0 0 100 140")
