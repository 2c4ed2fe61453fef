"""The garden in a few square centimetres, for lists of games."""

from dataclasses import dataclass

from engine import Seat
from engine.games.gardeners.view import GardenersView
from games.boards.gardeners.drawings import symbol_of
from games.boards.gardeners.fronts import SPRITE
from games.boards.gardeners.record import turn_words


@dataclass(frozen=True, slots=True)
class Cell:
    """A tile, by column and row from 0 on."""

    column: float
    row: float
    symbol: str


@dataclass(frozen=True, slots=True)
class Glimpse:
    """The one garden of a table, with how far its game has come."""

    cells: list[Cell]
    size: int
    progress: str
    template: str = "games/boards/gardeners/glimpse.html"
    sprite: str = SPRITE


def glimpse(view: GardenersView, seat: Seat) -> Glimpse:
    state = view.position
    box, size = state.plot.box, state.rules.size
    aside, above = (size - box.width) / 2, (size - box.height) / 2
    cells = [
        Cell(one.x - box.left + aside, box.top - one.y + above, symbol_of(one.tile, one.turn))
        for one in state.garden
    ]
    return Glimpse(cells, size, turn_words(state))
