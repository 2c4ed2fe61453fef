"""What was played, turn by turn, as facts that a board can tell."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.prepared import Prepared
from engine import Fact, Leave, Left, Seat, is_same_turn
from games import positions
from games.boards import board_of
from games.models import Move, Player
from games.positions import Step
from games.selectors import eyes
from games.selectors.eyes import Eyes
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
    return [_turn(table, steps, eyes.own(table)) for steps in reversed(_runs(table))]


def last_turns(table: Table) -> list[Turn]:
    """What happened lately, newest first."""
    return [_turn(table, steps, eyes.own(table)) for steps in reversed(_runs(table)[-SHOWN:])]


def step_at(table: Table, ply: int) -> Step | None:
    """The move that was made at `ply`, with the positions around it."""
    return next((step for step in steps_of(table) if step.row.ply == ply), None)


def steps_of(table: Table) -> Iterator[Step]:
    """Every move with the positions around it, oldest first."""
    return positions.steps(table.game, map(_Played._make, _rows.all(game_id=table.game.pk)))


def turn_of(table: Table, step: Step, eyes: Eyes) -> Turn:
    """One move alone, as a turn that can be told to who looks."""
    return _turn(table, [step], eyes)


def names_at(table: Table, ply: int) -> list[str]:
    """What everybody is called where a move is told.

    What a game was given is told by seat: who sits there now has not played it.
    """
    if table.game.is_given(ply):
        return [_("Player %(number)d") % {"number": p.seat + 1} for p in table.players]
    return [player.user.table_name for player in table.players]


def reader_at(table: Table, ply: int, eyes: Eyes) -> Seat | None:
    """Who is spoken to where a move is told: nobody of what a game was given."""
    return None if table.game.is_given(ply) else eyes.reader


def _runs(table: Table) -> list[list[Step]]:
    """The moves of a game, cut where another moves or a turn is over. Each reveal stands alone.

    What a game was given is no part of a turn that was played in it.
    """
    runs: list[list[Step]] = []
    for step in steps_of(table):
        is_own_first = step.row.ply - 1 == table.game.given_plies
        if not runs or is_own_first or not is_same_turn(runs[-1][0], step):
            runs.append([])
        runs[-1].append(step)
    return runs


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


def _turn(table: Table, steps: Sequence[Step], eyes: Eyes) -> Turn:
    viewer, row = eyes.viewer, steps[-1].row
    facts = [fact for step in steps for fact in step.before.told(step.actor, step.move, viewer)]
    return Turn(
        seat=row.seat,
        made_at=row.made_at,
        ply=row.ply,
        moves=[step.before.written(step.actor, step.move, viewer) for step in steps],
        facts=facts,
        sentences=_sentences(table, steps[-1], facts, reader_at(table, row.ply, eyes)),
    )


def _sentences(table: Table, last: Step, facts: Sequence[Fact], reader: Seat | None) -> list[str]:
    """What happened in words, and that the site did it where it was a caretaker."""
    board = board_of(table.game.ruleset)
    names = names_at(table, last.row.ply)
    done = [fact for fact in facts if not isinstance(fact, Left)]
    told = [text for fact in done if (text := board.tell(fact, names, reader))]
    if isinstance(last.move, Leave):
        return _tell_leaving(table, last, last.move.seat, reader) + told
    left_at = None if last.row.seat is None else table.players[last.row.seat].left_ply
    by_caretaker = left_at is not None and last.row.ply > left_at
    return [*told, _("The site played this.")] if by_caretaker else told


def _tell_leaving(table: Table, step: Step, seat: Seat, reader: Seat | None) -> list[str]:
    player = table.players[seat]
    words = {"name": names_at(table, step.row.ply)[seat]}
    if player.left_how == Player.Leaving.TIME:
        mine, theirs = _("Your time is over."), _("The time of %(name)s is over.")
    else:
        mine, theirs = _("You have given up."), _("%(name)s has given up.")
    said = mine if seat == reader else theirs % words
    if step.after.is_over or not step.after.has_caretaker:
        return [said]
    return [said, _("The site plays this seat from now on.")]
