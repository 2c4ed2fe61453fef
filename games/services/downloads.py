"""All games of one person as one file, made while it is sent."""

from collections.abc import Iterator

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from accounts.models import User
from games.selectors import profiles
from games.services import bundles

GAMES_A_PIECE = 100


def games_of(
    person: User, *, viewer: User | AnonymousUser, games: int = GAMES_A_PIECE
) -> Iterator[bytes]:
    """The records of games that are over and that `viewer` may see, those that ended last last.

    Four queries for each piece, however many there are. Where there are none it is an empty file.
    """
    plays = profiles.ended(person, viewer).select_related("game").order_by("ended_at", "pk")
    some = list(plays[:games])
    yield bundles.bundle([play.game for play in some])
    while len(some) == games:
        last = some[-1]
        later = Q(ended_at__gt=last.ended_at) | Q(ended_at=last.ended_at, pk__gt=last.pk)
        some = list(plays.filter(later, ended_at__gte=last.ended_at)[:games])
        if some:
            yield bundles.bundle([play.game for play in some])
