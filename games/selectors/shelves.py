"""What somebody keeps of a game: for their own eyes, and nobody else's."""

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.models import Favourite, Game, Tag


@dataclass(frozen=True, slots=True)
class Shelf:
    """How somebody has marked one game."""

    is_favourite: bool
    tags: list[str]


def shelf_of(user: User | AnonymousUser, game: Game) -> Shelf | None:
    """How a game is marked by who looks; None for a visitor, who can mark nothing."""
    if not isinstance(user, User):
        return None
    tags = Tag.objects.filter(user=user, game=game).order_by("text")
    return Shelf(
        is_favourite=Favourite.objects.filter(user=user, game=game).exists(),
        tags=list(tags.values_list("text", flat=True)),
    )


def tags_of(user: User | AnonymousUser) -> list[str]:
    """Every tag that somebody uses, by the alphabet."""
    if not isinstance(user, User):
        return []
    tags = Tag.objects.filter(user=user).order_by("text").values_list("text", flat=True)
    return list(tags.distinct())
