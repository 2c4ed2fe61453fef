"""A look at a game where there is no room for its board."""

from typing import Any

from django import template

from engine import Seat
from games import positions
from games.boards import board_of
from games.models import Game

register = template.Library()


@register.simple_tag
def glimpse(game: Game, seat: Seat) -> Any:
    """What one player has made of a game so far, small; see the board's `glimpse`."""
    return board_of(game.ruleset).glimpse(positions.load(game), seat)
