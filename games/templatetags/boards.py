"""A look at a game where there is no room for its board."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from engine import Seat
from games import positions
from games.boards import board_of
from games.models import Game

register = template.Library()


@register.simple_tag
def counts(numbers: Iterable[int]) -> SafeString:
    """The cells of a row that counts things; what is not there is shown by a dot."""
    return format_html_join("", "{}", ((_count(number),) for number in numbers))


@cache
def _count(number: int) -> SafeString:
    if number:
        return format_html("<td>{}</td>", number)
    return format_html(
        '<td class="none"><span class="visually-hidden">{}</span>'
        '<span aria-hidden="true">·</span></td>',
        number,
    )


@register.simple_tag
def glimpse(game: Game, seat: Seat) -> Any:
    """What the viewer, who sits at `seat`, has made of a game so far; see the board's `glimpse`."""
    return board_of(game.ruleset).glimpse(positions.load(game).view_for(seat), seat)
