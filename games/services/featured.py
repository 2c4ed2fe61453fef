"""Choosing the game of a day for the front page."""

from datetime import timedelta

from django.utils import timezone

from games.boards import games_here
from games.models import Featured
from games.selectors import featured as selectors

SETTLED_AFTER = timedelta(minutes=5)
"""How long after its end a day is waited for: games that ended in it may not be stored yet."""


def choose() -> None:
    """Choose the game of the last day that is over, once. Safe to run late or twice.

    That there was none is noted, too. Of two who choose at once the first counts; both find the
    same one.
    """
    day = (timezone.now() - SETTLED_AFTER).date() - timedelta(days=1)
    if Featured.objects.filter(day=day).exists():
        return
    slugs = [game.slug for game in games_here() if not game.cooperative]
    game, lead_changes = selectors.best_of(day, slugs)
    chosen = Featured(day=day, game=game, lead_changes=lead_changes)
    Featured.objects.bulk_create([chosen], ignore_conflicts=True)
