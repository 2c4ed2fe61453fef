"""What somebody keeps of a game, where a page about it has room for that."""

from django import template
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.models import Game
from games.selectors import shelves

register = template.Library()


@register.simple_tag
def shelf(user: User | AnonymousUser, game: Game) -> shelves.Shelf | None:
    """How a game is marked by who looks; nothing for a visitor."""
    return shelves.shelf_of(user, game)
