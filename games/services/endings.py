"""How games end. Every ending passes through `finish`."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Conflict, Unprocessable
from engine import Outcome, Seat
from games import events
from games.models import Game, Player
from games.selectors import tables
from games.selectors.tables import Table
from games.services import notices

Ending = Game.Ending


def finish(
    table: Table, *, ending: Ending, placings: tuple[int, ...] | None, now: datetime
) -> None:
    """End a game whose row is locked. `placings` are by seat; None where nobody won or lost."""
    game = table.game
    game.status, game.ending, game.ended_at = Game.Status.OVER, ending, now
    game.draw_asked_by = None
    game.save(update_fields=["status", "ending", "ended_at", "draw_asked_by"])
    for player in table.players:
        player.is_playing = False
        player.word_since = player.deadline_at = None
        player.placing = placings[player.seat] if placings else None
    Player.objects.bulk_update(
        table.players, ["is_playing", "word_since", "deadline_at", "placing"]
    )
    notices.tell_end(table)
    events.tell_table(game, table.players)


def finish_played(table: Table, outcome: Outcome, *, now: datetime) -> None:
    """The last tile has been dealt with."""
    finish(table, ending=Ending.PLAYED, placings=outcome.placings, now=now)


def finish_on_time(table: Table, *, late: Player, now: datetime) -> None:
    """Somebody's time is over. Before the first turn that costs nothing: the game never began."""
    if not any(player.turns for player in table.players):
        finish(table, ending=Ending.NOT_STARTED, placings=None, now=now)
    else:
        finish(table, ending=Ending.TIME, placings=_lost_by(table, late.seat), now=now)


@transaction.atomic
def resign(*, game_id: UUID, user: User) -> None:
    """Give the game to the opponent."""
    table = _running(game_id, user)
    placings = _lost_by(table, table.player.seat)
    finish(table, ending=Ending.RESIGNED, placings=placings, now=timezone.now())


@transaction.atomic
def abort(*, game_id: UUID, user: User) -> None:
    """Call a game off that has hardly begun: nobody wins or loses."""
    table = _running(game_id, user)
    if not can_be_aborted(table):
        raise Conflict(_("Both of you have moved, so this game can no longer be called off."))
    finish(table, ending=Ending.ABORTED, placings=None, now=timezone.now())


def can_be_aborted(table: Table) -> bool:
    return table.game.is_running and not all(player.turns for player in table.players)


@transaction.atomic
def ask_draw(*, game_id: UUID, user: User) -> None:
    """Ask the opponent for a draw, once in a position. Who is asked and asks too agrees."""
    table = _running(game_id, user)
    game, me = table.game, table.player
    if game.draw_asked_by == me.seat:
        raise Conflict(_("You have asked for a draw already; your opponent has not answered yet."))
    if game.draw_asked_by is not None:
        _agree(table)
        return
    if any(player.user.bot for player in table.others):
        raise Unprocessable(_("Bots play every game to its end."))
    if me.draw_asked_ply == game.ply:
        raise Unprocessable(_("You can ask for a draw again after the next turn."))
    me.draw_asked_ply = game.ply
    me.save(update_fields=["draw_asked_ply"])
    game.draw_asked_by = me.seat
    game.save(update_fields=["draw_asked_by"])
    notices.tell_draw_asked(table)
    events.tell_table(game, table.players)


@transaction.atomic
def answer_draw(*, game_id: UUID, user: User, agrees: bool) -> None:
    """Answer the opponent's wish for a draw."""
    table = _running(game_id, user)
    game, me = table.game, table.player
    if game.draw_asked_by in (None, me.seat):
        raise Conflict(_("Your opponent does not ask for a draw any more."))
    if agrees:
        _agree(table)
        return
    game.draw_asked_by = None
    game.save(update_fields=["draw_asked_by"])
    events.tell_table(game, table.players)


def _agree(table: Table) -> None:
    placings = (1,) * len(table.players)
    finish(table, ending=Ending.AGREED, placings=placings, now=timezone.now())


def _running(game_id: UUID, user: User) -> Table:
    """Lock a game at which `user` sits, and which is not over."""
    table = tables.access(game_id, user, for_update=True)
    if table.player and not table.game.is_running:
        raise Conflict(_("This game is over already."))
    return table


def _lost_by(table: Table, seat: Seat) -> tuple[int, ...]:
    return tuple(2 if player.seat == seat else 1 for player in table.players)
