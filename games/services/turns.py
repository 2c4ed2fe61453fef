"""The one writer: whatever is played, by a person, a bot, a mail or a plan, is played here."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import sanctions
from accounts.models import User
from accounts.refusals import Conflict, Refusal, Unprocessable
from engine import EngineError, NotationError, Seat
from engine import Move as EngineMove
from games import measures, positions
from games.boards import explain
from games.models import Game, Player
from games.positions import State
from games.selectors import tables
from games.selectors.tables import Table, left_already
from games.services import clocks, courses, endings, notices
from games.services.courses import Course

MOST_MOVES = 20


def begin(table: Table, *, given: Sequence[str] = (), now: datetime) -> None:
    """Reveal the first tiles of a new game, and start the clock of who begins.

    It may begin with moves that are `given`.
    """
    course = Course(table, positions.first(table.game), now)
    course.give(given)
    course.settle()
    course.write()
    for seat in course.to_move:
        clocks.start(table.game, table.players[seat], now)


@measures.TURN_SECONDS.time()
@transaction.atomic
def submit(*, game_id: UUID | str, user: User, moves: Sequence[str], ply: int) -> Table:
    """Play consecutive moves of one seat, drafted on `ply`, or raise a Refusal that says why not.

    The lock of the row comes first, so tabs, bots and the clock may all race here: one wins, and
    the ply tells the others that the game has moved on. The same submission once more (a double
    click, a request that was tried again) is answered as the first time.
    """
    table = tables.access(game_id, user, for_update=True)
    game, me = table.game, table.player
    state = positions.load(game)
    wanted = _read(game, state, moves)
    if _is_recorded(table, me.seat, wanted, ply):
        return table
    _check_time_and_place(table, ply)
    sanctions.demand(user, "play")
    course = Course(table, state, timezone.now())
    _play_all(course, me.seat, wanted)
    course.settle()
    _write(course, me)
    return table


def _read(game: Game, state: State, moves: Sequence[str]) -> list[EngineMove]:
    """Read what was submitted, or refuse what is no move at all."""
    if not moves:
        raise Refusal(_("No move was sent."))
    if len(moves) > MOST_MOVES:
        raise Refusal(_("These are more moves than any turn has."))
    try:
        return [state.parse(text) for text in moves]
    except NotationError as error:
        raise Refusal(explain(error, game.ruleset)) from error


def _is_recorded(table: Table, seat: Seat, wanted: list[EngineMove], ply: int) -> bool:
    """Whether this seat has made exactly these moves at once since that ply, and no more.

    Others may have acted in between.
    """
    if not 0 <= ply < table.game.ply:
        return False
    own = table.game.moves.filter(ply__gt=ply, seat=seat).order_by("ply")
    made = list(own.values_list("ply", "notation")[: len(wanted) + 1])
    if not made:
        return False
    first = made[0][0]
    same = [(first + at, move.notation) for at, move in enumerate(wanted)]
    goes_on = made[len(wanted) :] and made[-1][0] == first + len(wanted)
    return made[: len(wanted)] == same and not goes_on


def _check_time_and_place(table: Table, ply: int) -> None:
    if not table.game.is_running:
        how = table.game.get_ending_display()
        raise Conflict(_("This game is over (%(how)s): your move was not played.") % {"how": how})
    if table.player.has_left:
        raise Conflict(left_already())
    if not table.is_current(ply):
        raise Conflict(_("The game has moved on since you chose your move. Here is how it stands."))
    if not table.player.has_word:
        raise Conflict(_("It is not your turn."))


def _play_all(course: Course, seat: Seat, moves: list[EngineMove]) -> None:
    turn = course.state.turn_for(seat)
    try:
        for move in moves:
            if course.state.turn > turn:
                raise Unprocessable(_("Your turn is over before that: confirm each by itself."))
            course.play(seat, move)
    except EngineError as error:
        raise Unprocessable(explain(error, course.table.game.ruleset)) from error
    if course.state.to_move == frozenset({seat}) and course.state.turn <= turn:
        raise Unprocessable(_("Your turn is not complete: there is still something for you to do."))


def _write(course: Course, me: Player) -> None:
    table, game = course.table, course.table.game
    course.write()
    me.turns += 1
    me.seen_ply = game.ply
    if game.draw_asked_by != me.seat:
        game.draw_asked_by = None  # who plays on does not agree
    came = course.pass_word(me)
    notices.read_about(game, me)
    outcome = course.state.outcome()
    if outcome is not None:
        endings.finish_played(table, outcome, now=course.now)
    else:
        courses.tell_of(table, acted=me, came=came)
