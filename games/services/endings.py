"""How games end, and how somebody leaves. Every ending passes through `finish`."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Conflict, Unprocessable
from engine import Outcome, Score
from games import events, positions
from games.models import Game, Player
from games.selectors import tables
from games.selectors.results import is_team
from games.selectors.tables import Table, left_already
from games.services import bests, clocks, courses, ladder, notices, ratings, tallies
from games.services.courses import Course

Ending = Game.Ending
Leaving = Player.Leaving
OVER_FIELDS = [
    "status", "ending", "ended_at", "draw_asked_by", "grade", "winner", "mean_rating",
]  # fmt: skip
ENDED_FIELDS = [
    "is_playing", "word_since", "word_ply", "deadline_at", "placing", "parts", "ended_at",
]  # fmt: skip


def finish(
    table: Table,
    *,
    ending: Ending,
    placings: Sequence[int] | None,
    now: datetime,
    grade: str = "",
    scores: Sequence[Score] | None = None,
) -> None:
    """End a game whose row is locked.

    `placings` are by seat; None where nobody won or lost, as in a team, whose result has a `grade`.
    `scores` are by seat, too, where the rules counted them.
    """
    game = table.game
    game.status, game.ending, game.ended_at = Game.Status.OVER, ending, now
    game.draw_asked_by, game.grade = None, grade
    game.winner = _winner(placings)
    for player in table.players:
        player.is_playing, player.ended_at = False, now
        player.word_since = player.word_ply = player.deadline_at = None
        player.placing = placings[player.seat] if placings else None
        player.parts = dict(scores[player.seat].parts) if scores else {}
    ratings.settle(table)
    game.save(update_fields=OVER_FIELDS)
    Player.objects.bulk_update(table.players, ENDED_FIELDS)
    tallies.count(table)
    bests.note(table)
    ladder.settle(table, now=now)
    notices.tell_end(table)
    events.tell_table(game, table.players)


def _winner(placings: Sequence[int] | None) -> int | None:
    """The seat that alone came first, if one did."""
    placings = placings or ()
    return placings.index(1) if placings.count(1) == 1 else None


def finish_played(
    table: Table, outcome: Outcome, *, now: datetime, ending: Ending = Ending.PLAYED
) -> None:
    """The rules say that it is over, and how it went."""
    placings = None if is_team(table.game) else outcome.placings
    finish(
        table,
        ending=ending,
        placings=placings,
        grade=outcome.grade,
        scores=outcome.scores if ending == Ending.PLAYED else None,
        now=now,
    )


def leave(table: Table, player: Player, *, how: Player.Leaving, now: datetime) -> None:
    """Let somebody leave a game whose row is locked, for good.

    Of two the other wins, as ever. With more it is recorded as a move, and the others play on: a
    caretaker plays the seat, in this transaction and in those that follow. The game ends where
    fewer than two are left, or nobody but bots, for then nobody waits for its end.

    Nobody gets a notice of that alone, for nobody has to do anything about it: the table is nudged,
    and says it where it tells what happened.
    """
    if len(table.players) == 2 and not is_team(table.game):
        lost = tuple(2 if one == player else 1 for one in table.players)
        finish(table, ending=Ending(how), placings=lost, now=now)
        return
    course = Course(table, positions.load(table.game), now)
    course.leave(player.seat)
    player.left_how, player.left_ply, player.is_playing = how, table.game.ply + 1, False
    if _others_play_on(course, player):
        course.settle()
    course.write()
    came = course.pass_word(player)
    player.save(update_fields=["left_how", "left_ply", "is_playing"])
    if _others_play_on(course, player):
        courses.tell_of(table, acted=player, came=came)
    else:
        _finish_after_leaving(course, player)


def goes_on_without(table: Table, player: Player) -> bool:
    """Whether the others would play on if somebody left: two at least, and not bots alone."""
    staying = [other for other in table.players if other.is_playing and other != player]
    return len(staying) > 1 and not all(other.user.bot for other in staying)


def _others_play_on(course: Course, leaver: Player) -> bool:
    return goes_on_without(course.table, leaver) and not course.state.is_over


def _finish_after_leaving(course: Course, leaver: Player) -> None:
    """End the game: the rules say so, or nobody is left who would play on."""
    table, outcome = course.table, course.state.outcome()
    was_last_move = len(course.rows) == 1  # else a caretaker has played it to its end
    ending = Ending(leaver.left_how) if was_last_move else Ending.PLAYED
    if outcome is not None:
        finish_played(table, outcome, ending=ending, now=course.now)
    else:
        placings = None if is_team(table.game) else _placings_without(course)
        finish(table, ending=ending, placings=placings, now=course.now)


def _placings_without(course: Course) -> tuple[int, ...]:
    """Who stays shares the first place, and of those who left the first is last."""
    gone = course.state.gone
    return tuple(
        len(course.table.players) - gone.index(seat) if seat in gone else 1
        for seat in range(course.state.seats)
    )


def sweep() -> None:
    """Once a minute: make up for an outage, then see to everybody whose time is over.

    Safe to run late, twice or twice at once.
    """
    clocks.beat()
    late = Player.objects.filter(deadline_at__lte=timezone.now())
    for game_id in dict.fromkeys(late.order_by("deadline_at").values_list("game_id", flat=True)):
        end_on_time(game_id)


@transaction.atomic
def end_on_time(game_id: UUID) -> None:
    """Let everybody leave whose time is over, unless they moved at the last moment.

    Before it has really begun that costs nothing: then the game was not started.
    """
    table = tables.find(game_id, for_update=True)
    now = timezone.now()
    if table is None:
        return
    late = [p for p in table.players if p.deadline_at is not None and p.deadline_at <= now]
    for player in sorted(late, key=lambda one: (one.deadline_at, one.seat)):
        if not player.has_word or _is_patient_with(table, player):
            continue
        if not _has_begun(table):
            finish(table, ending=Ending.NOT_STARTED, placings=None, now=now)
        else:
            leave(table, player, how=Leaving.TIME, now=now)


def _is_patient_with(table: Table, player: Player) -> bool:
    """A bot among several is waited for: the sweep wakes it, and it never leaves."""
    return bool(player.user.bot) and len(table.players) > 2


def _has_begun(table: Table) -> bool:
    """Whether running out of time costs the game: of two once one has moved, of more all."""
    moved = [player.turns > 0 for player in table.players if player.is_playing]
    return any(moved) if len(table.players) == 2 else all(moved)


@transaction.atomic
def resign(*, game_id: UUID, user: User) -> None:
    """Give the game up."""
    table = _running(game_id, user)
    leave(table, table.player, how=Leaving.RESIGNED, now=timezone.now())


@transaction.atomic
def abort(*, game_id: UUID, user: User) -> None:
    """Call a game off that has hardly begun: nobody wins or loses."""
    table = _running(game_id, user)
    if not can_be_aborted(table):
        raise Conflict(_why_not_aborted(table))
    finish(table, ending=Ending.ABORTED, placings=None, now=timezone.now())


def can_be_aborted(table: Table) -> bool:
    """As long as not everybody has moved; who has left is not waited for.

    Not a daily game: that would use up the only try and leave nothing, where giving up is a result.
    """
    if table.game.daily_id is not None:
        return False
    staying = [player for player in table.players if player.is_playing]
    return table.game.is_running and not all(player.turns for player in staying)


def _why_not_aborted(table: Table) -> str:
    if table.game.daily_id is not None:
        return _("A daily game cannot be called off. You can give it up.")
    if len(table.players) == 1:
        return _("You have moved, so this game can no longer be called off.")
    if len(table.players) == 2:
        return _("Both of you have moved, so this game can no longer be called off.")
    return _("All of you have moved, so this game can no longer be called off.")


def can_draw(table: Table) -> bool:
    """Whether the two at a table may agree on a draw."""
    return positions.ruleset_of(table.game).draws and len(table.players) == 2


@transaction.atomic
def ask_draw(*, game_id: UUID, user: User) -> None:
    """Ask the opponent for a draw, once in a position. Who is asked and asks too agrees."""
    table = _running(game_id, user)
    game, me = table.game, table.player
    if not can_draw(table):
        raise Unprocessable(_("This game cannot end in a draw by agreement."))
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
    assert game.draw_asked_by is not None
    notices.tell_draw_refused(table, to=table.players[game.draw_asked_by])
    _forget_wish(table)


@transaction.atomic
def withdraw_draw(*, game_id: UUID, user: User) -> None:
    """Take one's wish for a draw back."""
    table = _running(game_id, user)
    if table.game.draw_asked_by != table.player.seat:
        raise Conflict(_("You do not ask for a draw any more."))
    _forget_wish(table)


def _forget_wish(table: Table) -> None:
    table.game.draw_asked_by = None
    table.game.save(update_fields=["draw_asked_by"])
    events.tell_table(table.game, table.players)


def _agree(table: Table) -> None:
    placings = (1,) * len(table.players)
    finish(table, ending=Ending.AGREED, placings=placings, now=timezone.now())


def _running(game_id: UUID, user: User) -> Table:
    """Lock a game at which `user` sits, and which is not over."""
    table = tables.access(game_id, user, for_update=True)
    if table.player and not table.game.is_running:
        raise Conflict(_("This game is over already."))
    if table.player.has_left:
        raise Conflict(left_already())
    return table
