"""Drawings of Botanicus as markup: symbols of its sprite, and actions with their numbers.

A table shows them by the hundred, so each is made once for each language.
"""

from collections.abc import Sequence
from functools import cache

from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from engine.games.botanicus.components import POLE
from engine.games.botanicus.position import NEUTRAL
from games.boards.botanicus import words

SPRITE = "img/botanicus.svg"
_SYMBOLS = {"$": "coin", "V": "points", "C": "card", "A": "paw", "R": "prize", "W": "water",
            "G": "walk", "M": "tr-M", "B": "tr-B", "S": "tr-S"}  # fmt: skip
_SEALS = "$V"
"""What bears its number in the middle."""


@cache
def symbol(name: str, classes: str = "") -> SafeString:
    """A drawing that words beside it, or the label of what it is in, explain."""
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}#{}" /></svg>',
        classes,
        static(SPRITE),
        name,
    )


def flower_of(seat: int, classes: str = "fl") -> SafeString:
    """The flower of a seat, or of nobody."""
    return symbol(f"fl-{'N' if seat == NEUTRAL else seat}", classes)


def acts(codes: Sequence[str]) -> SafeString:
    """Actions side by side, equal ones once with their number; their words are labels."""
    return _acts(tuple(codes), get_language())


def coins(amount: int) -> SafeString:
    """An amount of coins, as one coin with its number."""
    return _acts((f"${amount}",), get_language())


@cache
def _acts(codes: tuple[str, ...], _language: str) -> SafeString:
    return SafeString("".join(_act(code, codes.count(code)) for code in dict.fromkeys(codes)))


def _act(code: str, times: int) -> SafeString:
    if code == POLE:
        return symbol("pole", "polei")
    kind, number = code[0], code[1:]
    name = f"lv-{number}" if kind == "P" else _SYMBOLS[kind]
    shown = "" if kind == "P" else number
    if times > 1:
        shown = f"×{times}"
    label = words.actions([code] * times)
    return format_html(
        '<span class="act" role="img" aria-label="{}">{}{}</span>', label, symbol(name),
        _number(shown, is_inside=kind in _SEALS),
    )  # fmt: skip


def _number(text: str, *, is_inside: bool) -> SafeString:
    if not text:
        return SafeString("")
    return format_html('<b class="in">{}</b>' if is_inside else "<b>{}</b>", text)
