"""A look at a game where there is no room for its board, and what it is called."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import Ruleset, Seat, get_ruleset
from games import positions
from games.boards import Badge, board_of, chosen, measures_of, sole_game
from games.boards.pages import Measures
from games.models import Game, Player, Terms
from games.selectors import bests

register = template.Library()


@register.simple_tag
def counts(numbers: Iterable[int]) -> SafeString:
    """The cells of a row that counts things; what is not there is shown by a dot."""
    return SafeString("".join(map(_count, numbers)))


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
    ruleset = get_ruleset(terms.ruleset, terms.rules_version)
    words = [] if sole_game() else [ruleset.name]
    if len(ruleset.seats) > 1 and terms.seats == 1:
        words.append(_("alone"))
    elif len(ruleset.seats) > 1:
        words.append(_("for %(number)d") % {"number": terms.seats})
    return words + chosen(terms.ruleset, terms.options)


@register.simple_tag
def badge(badges: Sequence[Badge], player: Player) -> Badge | None:
    """How a board knows a player; None where it knows nobody by more than their place."""
    return badges[player.seat] if badges else None


@register.simple_tag
def glimpse(game: Game, seat: Seat) -> Any:
    """What the viewer, who sits at `seat`, has made of a game so far; see the board's `glimpse`."""
    return board_of(game.ruleset).glimpse(positions.load(game).view_for(seat), seat)


@register.simple_tag
def which_game(slug: str) -> SafeString:
    """The name of a game, to stand beside other words; nothing where there is no other game."""
    if sole_game():
        return SafeString()
    return format_html(' <span class="which">{}</span> ', get_ruleset(slug).name)


@register.simple_tag
def for_how_many(ruleset: Ruleset) -> str:
    """How many play a game."""
    fewest, most = min(ruleset.seats), max(ruleset.seats)
    words = {"fewest": fewest, "most": most}
    if fewest == most:
        many = ngettext("for %(most)d player", "for %(most)d players", most) % words
    else:
        many = _("for %(fewest)d to %(most)d players") % words
    return _("%(many)s, as one team") % {"many": many} if ruleset.cooperative else many


@register.simple_tag
def measures(ruleset: Ruleset) -> Measures | None:
    """What stands in the lists of the best of a game, and what its day is called."""
    return measures_of(ruleset.slug) if ruleset.bests else None


@register.simple_tag
def list_address(game: Game) -> str:
    """The list in which a game that is over stands, or could: of its day, or of its terms.

    Empty where there is none.
    """
    ruleset = positions.ruleset_of(game)
    if not ruleset.bests or game.is_branch:
        return ""
    if game.daily is not None:
        return f"{reverse('games:daily_of', args=[game.ruleset])}?day={game.daily.day.isoformat()}"
    initial = positions.first(game)
    if initial.feat is None:
        return ""
    terms = f"{game.seats}.{bests.course_of(ruleset, initial.terms)}"
    beside = "&with=bots" if game.has_bots else ""
    return f"{reverse('games:bests_of', args=[game.ruleset])}?terms={terms}{beside}"
