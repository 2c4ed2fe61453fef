"""The one writer: whatever is played, by a person, a bot, a mail or a plan, is played here."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import rows, sanctions
from accounts.models import User
from accounts.refusals import Conflict, Refusal, Unprocessable
from engine import CHANCE, EngineError, NotationError, Seat
from engine import Move as EngineMove
from games import events, positions
from games.boards import explain
from games.models import Game, Move, Player
from games.positions import State
from games.selectors import tables
from games.selectors.tables import Table
from games.services import clocks, decks, endings, notices, thoughts

MOST_MOVES = 20


@dataclass(slots=True)
class Course:
    """Moves as they are made: the position they lead to, their rows, and whose turns they end."""

    table: Table
    state: State
    now: datetime
    rows: list[Move] = field(default_factory=list)
    turns_over: list[Seat] = field(default_factory=list)

    def play(self, seat: Seat, move: EngineMove) -> None:
        self._follow(seat, move, self.state.play(seat, move))

    def let_chance_draw(self) -> None:
        """Reveal what the deck dictates, as often as chance is to move."""
        while self.state.to_move is CHANCE:
            reveal = decks.next_reveal(self.table.game, self.state)
            self._follow(None, reveal, self.state.play(CHANCE, reveal))

    def _follow(self, seat: Seat | None, move: EngineMove, after: State) -> None:
        over = self.state.turn_over(CHANCE if seat is None else seat, after)
        if over is not None:
            self.turns_over.append(over)
        ply = self.table.game.ply + len(self.rows) + 1
        self.rows.append(
            Move(game=self.table.game, ply=ply, seat=seat, notation=move.notation, made_at=self.now)
        )
        self.state = after

    def write(self) -> None:
        """Store the moves and the position. The clocks and the players are the caller's."""
        game = self.table.game
        rows.insert(self.rows)
        game.ply += len(self.rows)
        game.moved_at = self.now
        positions.store(game, self.state)
        for player, score in zip(self.table.players, self.state.scores(), strict=True):
            player.score = score.total


def begin(table: Table, *, now: datetime) -> None:
    """Reveal the first tiles of a new game, and start the clock of who begins."""
    course = Course(table, positions.first(table.game), now)
    course.let_chance_draw()
    course.write()
    for player in table.players:
        if player.seat in _seats(course.state):
            clocks.start(table.game, player, now)


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
    course.let_chance_draw()
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
    """Whether this seat has made exactly these moves from that ply on, and no more."""
    if not 0 <= ply < table.game.ply:
        return False
    following = table.game.moves.filter(ply__gt=ply, ply__lte=ply + len(wanted) + 1)
    made = list(following.values_list("seat", "notation"))
    same, rest = made[: len(wanted)], made[len(wanted) :]
    return same == [(seat, move.notation) for move in wanted] and (not rest or rest[0][0] != seat)


def _check_time_and_place(table: Table, ply: int) -> None:
    if not table.game.is_running:
        how = table.game.get_ending_display()
        raise Conflict(_("This game is over (%(how)s): your move was not played.") % {"how": how})
    if ply != table.game.ply:
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
    table, state = course.table, course.state
    game = table.game
    course.write()
    me.turns += 1
    me.seen_ply = game.ply
    if game.draw_asked_by != me.seat:
        game.draw_asked_by = None  # who plays on does not agree
    clocks.pass_word(
        game,
        table.players,
        acted=me,
        turns_over=course.turns_over,
        to_move=_seats(state),
        now=course.now,
    )
    rows.update(game, fields=["ply", "position", "moved_at", "draw_asked_by"])
    for player in table.players:
        rows.update(player, fields=[*clocks.CLOCK_FIELDS, "turns", "seen_ply", "score"])
    notices.read_about(game, me)
    outcome = state.outcome()
    if outcome is not None:
        endings.finish_played(table, outcome, now=course.now)
    else:
        notices.tell_word(table, acted=me)
        events.tell_turn(game, table.players)
        wake_bots(table)


def wake_bots(table: Table) -> None:
    """Let a bot that has the word think, once what changed can be read.

    Where the broker is down, the sweep wakes it later.
    """
    for player in table.players:
        if player.has_word and player.user.bot:
            thoughts.queue_on_commit(table, player)


def _seats(state: State) -> frozenset[Seat]:
    return state.to_move if isinstance(state.to_move, frozenset) else frozenset()
