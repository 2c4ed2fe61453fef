"""Reminders that time runs out: each step once a turn, and none after the move."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.hours import Quiet
from accounts.models import Preferences, User
from accounts.notices import Event
from accounts.time_zones import zone
from games import clocks
from games.clocks import Pause
from games.models import Game, Notice, Player
from games.selectors import tables
from games.services import notices
from games.services.notices import News

# Hundredths of the time that there was when the word came, the last first.
STEPS = (95, 80, 50)
# How long before the quiet hours a reminder comes that would fall into them.
BEFORE_QUIET = timedelta(hours=1)


def remind() -> None:
    """Tell everybody who has reached the next step. Safe to run late, twice or twice at once."""
    now = timezone.now()
    told = _told()
    for player in _waiting():
        step = due_step(player, now)
        if step > told.get((player.user_id, player.game_id), 0):
            _remind(player, step)


def due_step(player: Player, now: datetime) -> int:
    """The last step that somebody who has the word has reached; 0 for none."""
    return next((step for step in STEPS if _moment(player, step) <= now), 0)


def _moment(player: Player, step: int) -> datetime:
    """When a step is reached. It moves with the deadline, so it is worked out and not stored."""
    assert player.word_since is not None
    assert player.deadline_at is not None
    pauses = [
        Pause(absence.starts_at, absence.ends_at)
        for absence in (player.user.absences.all() if player.game.absences_count else ())
    ]
    share = (player.allowance + player.granted) * step / 100
    moment = clocks.deadline(player.word_since, share, pauses)
    quiet = _quiet(player.user)
    if quiet.holds(player.deadline_at):  # when the quiet is over it would be too late
        return min(moment, quiet.beginning(player.deadline_at) - BEFORE_QUIET)
    return moment


def _quiet(user: User) -> Quiet:
    try:
        return user.preferences.quiet
    except Preferences.DoesNotExist:
        return Quiet(None, None, zone(user.time_zone))


def _waiting() -> QuerySet[Player]:
    """All people who have the word."""
    waiting = Player.objects.filter(deadline_at__isnull=False, user__bot="")
    related = waiting.select_related("game", "user__preferences").defer("game__position")
    return related.prefetch_related("user__absences")


def _told() -> dict[tuple[int, object], int]:
    """The last step that was told of each turn that is being thought about."""
    current = Notice.objects.filter(
        event=Event.REMINDER, game__status=Game.Status.RUNNING, ply=F("game__ply")
    )
    told: dict[tuple[int, object], int] = {}
    for user_id, game_id, step in current.values_list("user_id", "game_id", "detail"):
        told[user_id, game_id] = max(int(step), told.get((user_id, game_id), 0))
    return told


@transaction.atomic
def _remind(player: Player, step: int) -> None:
    """Tell one, after locking and looking again: they may have moved just now."""
    table = tables.find(player.game_id, for_update=True)
    if table is None or table.game.ply != player.game.ply:
        return
    if table.players[player.seat].has_word:
        notices.tell_once(
            News(
                user=player.user,
                event=Event.REMINDER,
                game=table.game,
                ply=table.game.ply,
                detail=str(step),
            )
        )
