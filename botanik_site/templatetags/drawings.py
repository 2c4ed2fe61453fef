"""Drawings of the sprites, on every page by the dozen: as templates of their own they took a fifth
of the time of a table. They are built into the templates, which need not load them.

The site has a sprite of its own, and so has each board for what only its game needs.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Protocol

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

SPRITE = "img/site.svg"
# The site's own pages are decorated with tiles of its first game, and bots have faces of them.
ORNAMENTS = "img/botanik.svg"


class Drawn(Protocol):
    """What a tile is drawn by: see the art of a board."""

    @property
    def sprite(self) -> str: ...

    @property
    def colour(self) -> str: ...

    @property
    def symbol(self) -> str: ...


@register.simple_tag
@cache
def icon(name: str, sprite: str = "") -> SafeString:
    """A sign of the site's sprite, or of one at another address; beside words, which say what it
    means.
    """
    return format_html(
        '<svg class="ico" aria-hidden="true"><use href="{}#ico-{}" /></svg>\n',  # words may follow
        sprite or static(SPRITE),
        name,
    )


@register.simple_tag
def ornaments() -> str:
    """The address of the sprite with the tiles that decorate pages of no game."""
    return static(ORNAMENTS)


@register.simple_tag
def tile(art: Drawn) -> SafeString:
    return _tile(art.sprite, art.colour, art.symbol)


@register.simple_tag
def small_tiles(placed: Iterable[tuple[Drawn, int, int]]) -> SafeString:
    """Tiles with their columns and rows, in a drawing whose units are tiles."""
    drawn = (_small_tile(art.sprite, art.colour, art.symbol, x, y) for art, x, y in placed)
    return SafeString("".join(drawn))


@lru_cache(maxsize=8192)
def _small_tile(sprite: str, colour: str, symbol: str, x: int, y: int) -> SafeString:
    return format_html(
        '<use class="{}" href="{}#{}" x="{}" y="{}" width="1" height="1" />',
        colour,
        static(sprite),
        symbol,
        x,
        y,
    )


@cache
def _tile(sprite: str, colour: str, symbol: str) -> SafeString:
    return format_html(
        '<svg class="tile {}" aria-hidden="true"><use href="{}#{}" /></svg>',
        colour,
        static(sprite),
        symbol,
    )
