"""Drawings of the sprite, on every page by the dozen: as templates of their own they took a fifth
of the time of a table. They are built into the templates, which need not load them.
"""

from collections.abc import Iterable
from functools import cache
from typing import Protocol

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()

SPRITE = "img/tiles.svg"


class Drawn(Protocol):
    """What a tile is drawn by: see the art of a board."""

    @property
    def colour(self) -> str: ...

    @property
    def symbol(self) -> str: ...


@register.simple_tag
@cache
def icon(name: str) -> SafeString:
    """A sign of the sprite; beside words, which say what it means."""
    return format_html(
        '<svg class="ico" aria-hidden="true"><use href="{}#ico-{}" /></svg>\n',  # words may follow
        static(SPRITE),
        name,
    )


@register.simple_tag
def tile(art: Drawn) -> SafeString:
    return _tile(art.colour, art.symbol)


@register.simple_tag
def small_tiles(placed: Iterable[tuple[Drawn, int, int]]) -> SafeString:
    """Tiles with their columns and rows, in a drawing whose units are tiles."""
    sprite = static(SPRITE)
    return format_html_join(
        "",
        '<use class="{}" href="{}#{}" x="{}" y="{}" width="1" height="1" />',
        ((art.colour, sprite, art.symbol, x, y) for art, x, y in placed),
    )


@cache
def _tile(colour: str, symbol: str) -> SafeString:
    return format_html(
        '<svg class="tile {}" aria-hidden="true"><use href="{}#{}" /></svg>',
        colour,
        static(SPRITE),
        symbol,
    )
