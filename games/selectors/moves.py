"""What was played, turn by turn, as facts that a board can tell."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet

from accounts.prepared import Prepared
from engine import Fact, Seat
from games import positions
from games.boards import board_of
from games.models import Move
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
    for step in positions.steps(table.game, _rows.all(game_id=table.game.pk)):
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
        and step.before.turn <= first.before.turn_for(seat)
    )


@Prepared
def _rows(*, game_id: UUID) -> QuerySet[Move]:
    return Move.objects.filter(game=game_id).order_by("ply")


def _turn(table: Table, steps: Sequence[Step]) -> Turn:
    viewer = table.me.seat if table.me else None
    names = [player.user.shown_name for player in table.players]
    board, row = board_of(table.game.ruleset), steps[-1].row
    facts = [fact for step in steps for fact in step.before.told(step.actor, step.move, viewer)]
    return Turn(
        seat=row.seat,
        made_at=row.made_at,
        ply=row.ply,
        moves=[step.before.written(step.actor, step.move, viewer) for step in steps],
        facts=facts,
        sentences=[text for fact in facts if (text := board.tell(fact, names, viewer))],
    )
