"""One garden of Botanicus in a few square centimetres, for lists of games."""

from dataclasses import dataclass

from engine import Seat
from engine.games.botanicus.components import BEDS
from engine.games.botanicus.view import BotanicusView
from games.boards.botanicus.films import when

SPRITE = "img/botanicus.svg"


@dataclass(frozen=True, slots=True)
class Cell:
    """A bed with its plant, by column and row from 0 on."""

    column: int
    row: int
    level: int


@dataclass(frozen=True, slots=True)
class Glimpse:
    """A garden, with how far its game has come."""

    seat: Seat
    cells: list[Cell]
    gardener: tuple[float, float]
    """Where the gardener's flower lies: on a crossing between beds."""
    progress: str
    template: str = "games/boards/botanicus/glimpse.html"
    sprite: str = SPRITE


def glimpse(view: BotanicusView, seat: Seat) -> Glimpse:
    garden = view.position.gardens[seat]
    cells = [
        Cell(name % 10 - 1, name // 10 - 1, level)
        for name, level in zip(BEDS, garden.beds, strict=True)
    ]
    row, column = divmod(garden.gardener, 3)
    return Glimpse(seat, cells, (column + 0.7, row + 0.7), when(view))
