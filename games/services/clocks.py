"""Clocks in the database: the word comes and goes, somebody is away, the site was down."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import TypeAlias
from uuid import UUID

from django.db import transaction
from django.db.models import F, QuerySet
from django.db.models.functions import Least
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Absence, User
from accounts.prepared import Prepared
from accounts.refusals import Conflict, Unprocessable
from engine import Seat
from games import clocks, events
from games.clocks import Pause
from games.models import Challenge, Game, Heartbeat, Player
from games.selectors import tables
from games.selectors.tables import Table, left_already
from games.services import reminders

# A longer gap between two sweeps means that the site was down.
LONGEST_SILENCE = timedelta(minutes=3)
GIFT = timedelta(days=1)
MOST_GIVEN = timedelta(days=7)

CLOCK_FIELDS = ("allowance", "granted", "word_since", "word_ply", "deadline_at", "remind_at")

Pauses: TypeAlias = dict[int, list[Pause]]


def start(game: Game, player: Player, now: datetime) -> None:
    """Start the clock of who begins. Saving is the caller's."""
    _give_word(game, player, now, _pauses([player]))  # its rows are not there yet


def pass_word(
    game: Game,
    players: Sequence[Player],
    *,
    acted: Player,
    turns_over: Sequence[Seat],
    to_move: frozenset[Seat],
    now: datetime,
) -> list[Player]:
    """Set all clocks after somebody acted: whose turns ended by it, and who is to move.

    A clock runs on while the turn does, also if something was revealed in it, or others acted.
    Return to whom the word has come. Saving is the caller's.
    """
    pauses = _pauses_at(game)
    for player in players:
        runs_on = player.seat in to_move and not (player.seat == acted.seat and turns_over)
        if player.has_word and not runs_on:
            _take_word(game, player, now, pauses)
    for seat in turns_over:
        players[seat].allowance = game.time.after_turn(players[seat].allowance)
    if acted.has_word:
        acted.word_ply = game.ply
    came = [player for player in players if player.seat in to_move and not player.has_word]
    for player in came:
        _give_word(game, player, now, pauses)
    return came


def _give_word(game: Game, player: Player, now: datetime, pauses: Pauses) -> None:
    player.allowance = game.time.when_word_comes(player.allowance)
    player.granted = timedelta()
    player.word_since, player.word_ply = now, game.ply
    _set_deadline(game, player, pauses)


def _take_word(game: Game, player: Player, now: datetime, pauses: Pauses) -> None:
    assert player.word_since is not None
    standing = pauses.get(player.user_id, []) if game.absences_count else []
    spent = clocks.used(player.word_since, now, standing)
    # Until the sweep has been, a late move counts, and leaves an empty bank.
    player.allowance = max(player.allowance + player.granted - spent, timedelta())
    player.granted = timedelta()
    player.word_since = player.word_ply = player.deadline_at = player.remind_at = None


@transaction.atomic
def give_day(*, game_id: UUID, user: User) -> None:
    """Give all others whose clocks run a day more for the turn they are thinking about."""
    table = tables.access(game_id, user, for_update=True)
    if table.player and not table.game.is_running:
        raise Conflict(_("This game is over."))
    if table.player.has_left:
        raise Conflict(left_already())
    waiting = [player for player in table.others if player.has_word]
    if not waiting:
        raise Conflict(_clock_stands(table))
    given = [player for player in waiting if player.granted + GIFT <= MOST_GIVEN]
    if not given:
        raise Unprocessable(_("Seven days is the most you can give for one turn."))
    grant(table, given, extra=GIFT)


def grant(table: Table, players: Sequence[Player], *, extra: timedelta) -> None:
    """Give more time to players whose clocks run, in a game whose row is locked."""
    for player in players:
        player.granted += extra
        _set_deadline(table.game, player, _pauses_at(table.game))
        player.save(update_fields=CLOCK_FIELDS)
    events.tell_table(table.game, table.players)


def _clock_stands(table: Table) -> str:
    if len(table.others) == 1:
        return _("Your opponent’s clock is not running.")
    return _("No clock of the others is running.")


@transaction.atomic
def recompute_deadlines(user: User) -> None:
    """Set the clocks of somebody whose absences have changed.

    All their games are locked, also those that wait for others: the word may be on its way.
    """
    theirs = Player.objects.filter(user=user, is_playing=True).values("game")
    locked = Game.objects.select_for_update(no_key=True).filter(pk__in=theirs)
    games = {game.pk: game for game in locked.order_by("pk").defer("position")}
    # Read after the lock: a turn may have been made while we waited for it.
    players = Player.objects.filter(user=user, game__in=games, deadline_at__isnull=False)
    _set_deadlines(games, list(players))
    for game in games.values():
        events.nudge_on_commit(events.game_topic(game.pk), events.CHANGED)


@transaction.atomic
def beat() -> None:
    """Note that the site is up; if it was not, move every running deadline by the gap."""
    now = timezone.now()
    Heartbeat.objects.get_or_create(pk=1, defaults={"beat_at": now})
    heartbeat = Heartbeat.objects.select_for_update().get(pk=1)
    gap = now - heartbeat.beat_at
    if gap > LONGEST_SILENCE:
        _move_deadlines(gap)
    if gap > timedelta():  # another sweep may have been later, and faster
        heartbeat.beat_at = now
        heartbeat.save(update_fields=["beat_at"])


def _move_deadlines(gap: timedelta) -> None:
    # Locked, so that no turn is made between reading and writing its clock.
    locked = Game.objects.select_for_update(no_key=True).filter(status=Game.Status.RUNNING)
    games = {game.pk: game for game in locked.order_by("pk").defer("position")}
    players = Player.objects.filter(deadline_at__isnull=False, game__status=Game.Status.RUNNING)
    moved = F("deadline_at") + gap
    # Steps come later now, but the new deadline may fall into quiet hours.
    look_at = Least("remind_at", F("deadline_at") + (gap - reminders.QUIET_BEGINS))
    players.update(granted=F("granted") + gap, deadline_at=moved, remind_at=look_at)
    # What was moved may now reach into an absence, where the clock stands still.
    away = players.filter(user__absences__ends_at__gt=timezone.now()).distinct()
    _set_deadlines(games, list(away))
    unanswered = Challenge.objects.filter(due_at__isnull=False)
    list(unanswered.select_for_update(no_key=True).order_by("pk").values_list("pk"))
    unanswered.update(since=F("since") + gap, due_at=F("due_at") + gap)


def _set_deadlines(games: dict[UUID, Game], players: list[Player]) -> None:
    pauses = _pauses(players)
    for player in players:
        _set_deadline(games[player.game_id], player, pauses)
    Player.objects.bulk_update(players, ["deadline_at", "remind_at"])


def _set_deadline(game: Game, player: Player, pauses: Pauses) -> None:
    assert player.word_since is not None
    allowance = player.allowance + player.granted
    standing = pauses.get(player.user_id, []) if game.absences_count else []
    player.deadline_at = clocks.deadline(player.word_since, allowance, standing)
    player.remind_at = reminders.earliest(player)


def _pauses(players: Iterable[Player]) -> Pauses:
    """The absences of these players, by the id of the person."""
    away = Absence.objects.filter(user__in=[player.user_id for player in players])
    return _by_person(away.values_list("user_id", "starts_at", "ends_at"))


def _pauses_at(game: Game) -> Pauses:
    """The same of all who play a game."""
    return _by_person(_absences.all(game_id=game.pk))


@Prepared
def _absences(*, game_id: UUID) -> QuerySet[Absence, tuple[int, datetime, datetime]]:
    people = Player.objects.filter(game=game_id).values("user")
    away = Absence.objects.filter(user__in=people)
    return away.values_list("user_id", "starts_at", "ends_at")


def _by_person(absences: Iterable[tuple[int, datetime, datetime]]) -> Pauses:
    found: Pauses = {}
    for person, begins, ends in absences:
        found.setdefault(person, []).append(Pause(begins, ends))
    return found
