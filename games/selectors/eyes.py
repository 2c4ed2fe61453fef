"""Through whose eyes a game is seen, and who is spoken to."""

from typing import NamedTuple

from engine import Seat
from games import positions
from games.selectors.tables import Table


class Eyes(NamedTuple):
    """How somebody looks at a game."""

    viewer: Seat | None
    """What they may see: all that this seat sees, or with None what everybody does."""
    below: Seat
    """Who is shown below."""
    reader: Seat | None
    """The seat that is meant by "you": theirs, where it is the one below."""


def own(table: Table) -> Eyes:
    """As one sees a game that one plays; to those who watch, the first player is below."""
    seat = _own_seat(table)
    return Eyes(viewer=_viewer(table, otherwise=seat), below=seat or 0, reader=seat)


def beside(table: Table, side: Seat) -> Eyes:
    """As one sees a game from the side of a seat.

    While it runs everybody has their own eyes alone, wherever they sit down. Once it is over
    nothing is hidden any more, and the side decides what is seen, unless the game shows all of it.
    """
    seat = _own_seat(table)
    viewer = seat if table.game.is_running else _viewer(table, otherwise=side)
    return Eyes(viewer=viewer, below=side, reader=side if side == seat else None)


def _own_seat(table: Table) -> Seat | None:
    return table.me.seat if table.me else None


def _viewer(table: Table, *, otherwise: Seat | None) -> Seat | None:
    """Who it is seen as. What a team did in silence is told with everything open in the end."""
    hindsight = positions.ruleset_of(table.game).state.hindsight
    return otherwise if table.game.is_running or hindsight is None else hindsight
