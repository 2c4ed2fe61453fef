"""Reminders that time runs out: each step once a turn, and none after the move.

The sweep looks only at who may be due: `Player.remind_at` is set with the clock to a moment before
which nothing can be, and after each look to the next step as it stands then. Too early is harmless.
"""

from collections.abc import Iterable
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
from games.models import Notice, Player
from games.selectors import tables
from games.services import notices
from games.services.notices import News

# Hundredths of the time that there was when the word came, the last first.
STEPS = (95, 80, 50)
# How long before the quiet hours a reminder comes that would fall into them.
BEFORE_QUIET = timedelta(hours=1)
# How long before a deadline that can be, at most: a day, in which clocks may be set back.
QUIET_BEGINS = timedelta(hours=25) + BEFORE_QUIET
# How long who has changed their quiet hours is looked at anew: longer than a sweep is late.
CHANGED_LATELY = timedelta(hours=1)


def remind() -> None:
    """Tell everybody who has reached the next step. Safe to run late, twice or twice at once."""
    now = timezone.now()
    players = _perhaps_due(now)
    told = _told(players)
    for player in players:
        step = due_step(player, now)
        if step > told.get((player.user_id, player.game_id), 0):
            _remind(player, step)
        _look_next(player, now)


def earliest(player: Player) -> datetime:
    """No step is reached before this, whatever absences and quiet hours there are or will be."""
    assert player.word_since is not None
    assert player.deadline_at is not None
    first_share = (player.allowance + player.granted) * STEPS[-1] / 100
    return min(player.word_since + first_share, player.deadline_at - QUIET_BEGINS)


def due_step(player: Player, now: datetime) -> int:
    """The last step that somebody who has the word has reached; 0 for none."""
    return next((step for step in STEPS if _moment(player, step) <= now), 0)


def _moment(player: Player, step: int) -> datetime:
    """When a step is reached, as things stand: it moves with deadline, absences and quiet hours."""
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


def _perhaps_due(now: datetime) -> list[Player]:
    """Those whose moment may have come, or whose quiet hours have just changed."""
    clocks_run = Player.objects.filter(deadline_at__isnull=False)
    lately = Preferences.objects.filter(changed_at__gt=now - CHANGED_LATELY)
    reached = clocks_run.filter(remind_at__lte=now).values("pk")
    changed = clocks_run.filter(user__in=lately.values("pk"), is_playing=True).values("pk")
    return list(_waiting().filter(pk__in=reached.union(changed)))


def _look_next(player: Player, now: datetime) -> None:
    """Note when the next step is reached, unless the clock has been set anew meanwhile."""
    ahead = [moment for step in STEPS if (moment := _moment(player, step)) > now]
    as_seen = Player.objects.filter(
        pk=player.pk, word_since=player.word_since, deadline_at=player.deadline_at
    )
    as_seen.update(remind_at=min(ahead, default=None))


def _told(players: Iterable[Player]) -> dict[tuple[int, object], int]:
    """The last step that was told of the turns that these are thinking about."""
    current = Notice.objects.filter(
        event=Event.REMINDER,
        game__in=[player.game_id for player in players],
        game__players__user=F("user"),
        game__players__word_ply=F("ply"),
    )
    told: dict[tuple[int, object], int] = {}
    for user_id, game_id, step in current.values_list("user_id", "game_id", "detail"):
        told[user_id, game_id] = max(int(step), told.get((user_id, game_id), 0))
    return told


@transaction.atomic
def _remind(player: Player, step: int) -> None:
    """Tell one, after locking and looking again: they may have moved just now."""
    table = tables.find(player.game_id, for_update=True)
    if table is None or table.players[player.seat].word_ply != player.word_ply:
        return
    notices.tell_once(
        News(
            user=player.user,
            event=Event.REMINDER,
            game=table.game,
            ply=player.word_ply,
            detail=str(step),
        )
    )
