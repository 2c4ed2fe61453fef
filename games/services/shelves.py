"""Keeping games on a shelf of one's own: favourites, and tags in one's own words.

Whoever marks a game may see it, and is locked first: of two tabs one comes after the other, and
what is done twice is done once.
"""

import unicodedata
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.locks import lock_people
from accounts.models import User
from accounts.refusals import Unprocessable
from games.models import Favourite, Game, Tag
from games.selectors import tables

MOST_FAVOURITES: Final = 500
MOST_TAGS_A_GAME: Final = 10
MOST_TAGS: Final = 1000
LONGEST: Final = 30
LONGEST_TEXT: Final = 1000
BETWEEN: Final = ","


@transaction.atomic
def mark(*, game_id: UUID, user: User, is_favourite: bool) -> Game:
    """Make a game a favourite, or no longer."""
    game = _access(game_id, user)
    marked = Favourite.objects.filter(user=user)
    if not is_favourite:
        marked.filter(game=game).delete()
        return game
    if marked.filter(game=game).exists():
        return game
    if marked.count() >= MOST_FAVOURITES:
        said = _("You have %(most)d favourites, which is the most. Take one away first.")
        raise Unprocessable(said % {"most": MOST_FAVOURITES})
    Favourite.objects.create(user=user, game=game, made_at=timezone.now())
    return game


@transaction.atomic
def tag(*, game_id: UUID, user: User, text: str) -> Game:
    """Put tags on a game; several are separated by commas."""
    wanted = read(text)
    game = _access(game_id, user)
    mine = Tag.objects.filter(user=user)
    here = set(mine.filter(game=game).values_list("text", flat=True))
    new = [one for one in wanted if one not in here]
    if len(here) + len(new) > MOST_TAGS_A_GAME:
        raise Unprocessable(_too_many())
    if new and mine.count() + len(new) > MOST_TAGS:
        said = _("You have put %(most)d tags to games, which is the most.")
        raise Unprocessable(said % {"most": MOST_TAGS})
    now = timezone.now()
    Tag.objects.bulk_create([Tag(user=user, game=game, text=one, made_at=now) for one in new])
    return game


@transaction.atomic
def untag(*, game_id: UUID, user: User, text: str) -> Game:
    """Take a tag away from a game."""
    game = _access(game_id, user)
    Tag.objects.filter(user=user, game=game, text=normalised(text)).delete()
    return game


def read(text: str) -> list[str]:
    """The tags that somebody typed, each once; what is far too long is not even looked at."""
    if len(text) > LONGEST_TEXT:
        raise Unprocessable(_too_many())
    found = list(dict.fromkeys(filter(None, map(normalised, text.split(BETWEEN)))))
    if not found:
        raise Unprocessable(_("Write a word or a few to find the game by."))
    if any(len(one) > LONGEST for one in found):
        raise Unprocessable(_("A tag has at most %(most)d letters.") % {"most": LONGEST})
    return found


def _too_many() -> str:
    return _("A game has at most %(most)d tags.") % {"most": MOST_TAGS_A_GAME}


def normalised(text: str) -> str:
    """A tag as it is kept: in small letters, with single spaces, and nothing that is not seen."""
    text = unicodedata.normalize("NFKC", text[:LONGEST_TEXT])
    seen = "".join(one for one in text if _is_seen(one))
    # Once more: what was not seen may have kept a letter and its accent apart.
    return " ".join(unicodedata.normalize("NFKC", seen.lower()).split())


def _is_seen(letter: str) -> bool:
    return letter.isspace() or unicodedata.category(letter)[0] != "C"


def _access(game_id: UUID, user: User) -> Game:
    game = tables.access(game_id, user).game
    lock_people(user)
    return game
