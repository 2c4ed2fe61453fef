"""The end of a season: an archive, then a soft reset. Quarters of the calendar, in UTC."""

from collections.abc import Sequence
from typing import TypeVar

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games import events
from games.models import FinalRung, Ladder, Rung, Season
from games.selectors import ladder as selectors
from games.services import challenges
from games.services import ladder as rungs

T = TypeVar("T")
AT_A_TIME = 500


def turn_over() -> None:
    """End the seasons whose time is over. Safe to run late or twice."""
    running = selectors.season_of(timezone.now())
    for ladder in Ladder.objects.filter(season_began__lt=running).order_by("pk"):
        end(ladder)


def end(ladder: Ladder) -> None:
    """End a season, with what waits; games that run go on, and move rungs of the next one."""
    for _try in range(challenges.TRIES):
        waiting = ladder.challenges.filter(due_at__isnull=False)
        challenges.withdraw(waiting, why="season")
        if _end(ladder.pk):
            return


@transaction.atomic
def _end(ladder_id: int) -> bool:
    """Archive and reset under the ladder's lock, unless somebody was challenged meanwhile."""
    ladder, now = rungs.lock_again(ladder_id), timezone.now()
    running = selectors.season_of(now)
    if ladder.season_began >= running:
        return True  # another sweep was faster
    if ladder.challenges.filter(due_at__isnull=False).exists():
        return False
    if standing := list(ladder.rungs.order_by("number")):
        _archive_and_reset(ladder, standing)
    ladder.season_began = running
    ladder.save(update_fields=["season_began"])
    events.tell_ladder(ladder.ruleset)
    return True


def _archive_and_reset(ladder: Ladder, standing: Sequence[Rung]) -> None:
    season = Season.objects.create(
        ladder=ladder, began=ladder.season_began, people=len(standing), ended_at=timezone.now()
    )
    stood = [
        FinalRung(season=season, user_id=rung.user_id, number=rung.number, games=rung.games)
        for rung in standing
    ]
    after = _reset(ladder, standing)
    for one in stood:
        one.next = after.get(one.user_id)
    FinalRung.objects.bulk_create(stood, batch_size=AT_A_TIME)


def _reset(ladder: Ladder, standing: Sequence[Rung]) -> dict[int, int]:
    """Who played stays, upper and lower half interleaved; the new numbers, by person."""
    ladder.rungs.filter(games=0).delete()
    staying = interleaved([rung for rung in standing if rung.games])
    ladder.rungs.update(number=F("number") + rungs.ASIDE)
    for number, rung in enumerate(staying, 1):
        rung.number, rung.games = number, 0
    Rung.objects.bulk_update(staying, ["number", "games"], batch_size=AT_A_TIME)
    return {rung.user_id: rung.number for rung in staying}


def interleaved(items: Sequence[T]) -> list[T]:
    """The first of the upper half, the first of the lower, the second of the upper, and so on."""
    half = -(-len(items) // 2)
    order = [*items]
    order[::2], order[1::2] = items[:half], items[half:]
    return order
