"""A look at a game where there is no room for its board."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from engine import Seat, get_ruleset
from games import positions
from games.boards import board_of, chosen, games_here
from games.models import Game, Terms

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
def setup_words(terms: Terms) -> list[str]:
    """The game where there are several, its seats where they vary, and what was chosen."""
    ruleset, games = get_ruleset(terms.ruleset, terms.rules_version), games_here()
    words = [ruleset.name] if len(games) > 1 else []
    if len(ruleset.seats) > 1 and terms.seats == 1:
        words.append(gettext("alone"))
    elif len(ruleset.seats) > 1:
        words.append(gettext("for %(number)d") % {"number": terms.seats})
    return words + chosen(terms.ruleset, terms.options)


@register.simple_tag
def glimpse(game: Game, seat: Seat) -> Any:
    """What the viewer, who sits at `seat`, has made of a game so far; see the board's `glimpse`."""
    return board_of(game.ruleset).glimpse(positions.load(game).view_for(seat), seat)
