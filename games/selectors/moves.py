"""What was played, turn by turn, as facts that a board can tell."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.prepared import Prepared
from engine import Fact, Leave, Seat
from games import positions
from games.boards import board_of
from games.models import Move, Player
from games.positions import Step
from games.selectors.tables import Table

SHOWN = 8


@dataclass(frozen=True, slots=True)
class Turn:
    """Consecutive moves of one seat in one turn, or a reveal (no seat)."""

    seat: Seat | None
    made_at: datetime
    ply: int
    """Of the last of its moves."""
    moves: list[str]
    facts: list[Fact]
    sentences: list[str]

    @property
    def text(self) -> str:
        """Its moves, as they are written down."""
        return " ".join(self.moves)

    @property
    def words(self) -> str:
        """All that there is to say about it."""
        return " ".join(self.sentences)


def all_turns(table: Table) -> list[Turn]:
    """The whole game, newest turn first."""
    return [_turn(table, steps) for steps in reversed(_runs(table))]


def last_turns(table: Table) -> list[Turn]:
    """What happened lately, newest first."""
    return [_turn(table, steps) for steps in reversed(_runs(table)[-SHOWN:])]


def step_at(table: Table, ply: int) -> Step | None:
    """The move that was made at `ply`, with the positions around it."""
    rows = table.game.moves.filter(ply__lte=ply)
    return next((s for s in positions.steps(table.game, rows) if s.row.ply == ply), None)


def turn_of(table: Table, step: Step) -> Turn:
    """One move alone, as a turn that can be told."""
    return _turn(table, [step])


def _runs(table: Table) -> list[list[Step]]:
    """The moves of a game, cut where another moves or a turn is over. Each reveal stands alone."""
    runs: list[list[Step]] = []
    rows = map(_Played._make, _rows.all(game_id=table.game.pk))
    for step in positions.steps(table.game, rows):
        if not runs or not _goes_on(runs[-1][0], step):
            runs.append([])
        runs[-1].append(step)
    return runs


def _goes_on(first: Step, step: Step) -> bool:
    """Whether a move belongs to the turn that began with `first`."""
    seat = step.row.seat
    return (
        seat is not None
        and first.row.seat == seat
        and not isinstance(first.move, Leave)
        and not isinstance(step.move, Leave)
        and step.before.turn <= first.before.turn_for(seat)
    )


class _Played(NamedTuple):
    """All of a stored move that is told: less to make than a model, and there are many."""

    ply: int
    seat: Seat | None
    notation: str
    made_at: datetime


@Prepared
def _rows(*, game_id: UUID) -> QuerySet[Move, tuple[int, Seat | None, str, datetime]]:
    rows = Move.objects.filter(game=game_id).order_by("ply")
    return rows.values_list("ply", "seat", "notation", "made_at")


def _turn(table: Table, steps: Sequence[Step]) -> Turn:
    viewer = table.me.seat if table.me else None
    row = steps[-1].row
    facts = [fact for step in steps for fact in step.before.told(step.actor, step.move, viewer)]
    return Turn(
        seat=row.seat,
        made_at=row.made_at,
        ply=row.ply,
        moves=[step.before.written(step.actor, step.move, viewer) for step in steps],
        facts=facts,
        sentences=_sentences(table, steps[-1], facts),
    )


def _sentences(table: Table, last: Step, facts: Sequence[Fact]) -> list[str]:
    """What happened in words, and that the site did it where it was a caretaker."""
    viewer, board = table.me.seat if table.me else None, board_of(table.game.ruleset)
    if isinstance(last.move, Leave):
        return _tell_leaving(table, last, last.move.seat)
    names = [player.user.table_name for player in table.players]
    told = [text for fact in facts if (text := board.tell(fact, names, viewer))]
    left_at = None if last.row.seat is None else table.players[last.row.seat].left_ply
    by_caretaker = left_at is not None and last.row.ply > left_at
    return [*told, _("The site played this.")] if by_caretaker else told


def _tell_leaving(table: Table, step: Step, seat: Seat) -> list[str]:
    player = table.players[seat]
    words = {"name": player.user.shown_name}
    if player.left_how == Player.Leaving.TIME:
        mine, theirs = _("Your time is over."), _("The time of %(name)s is over.")
    else:
        mine, theirs = _("You have given up."), _("%(name)s has given up.")
    said = mine if player == table.me else theirs % words
    return [said] if step.after.is_over else [said, _("The site plays this seat from now on.")]
