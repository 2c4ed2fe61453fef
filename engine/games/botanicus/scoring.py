"""What a garden would score now, by reasons (rules 9.3 and 12.2)."""

from functools import lru_cache

from engine.games.botanicus.components import COINS_A_POINT, COLUMN_POINTS
from engine.games.botanicus.ground import COLUMN_BEDS
from engine.games.botanicus.position import Position
from engine.outcome import Score, Seat

PARTS = ("basic", "special", "animals", "prizes", "points", "steps", "columns", "coins")


def score(position: Position, seat: Seat) -> Score:
    """Everything a seat has scored, with its full columns and coins."""
    garden = position.gardens[seat]
    coins = garden.coins // COINS_A_POINT
    values = (*garden.scored, sum(column_points(garden.beds)), coins)
    order = position.order
    # Before the first column nobody has an order yet: it will be that of the seats (rule 3.4).
    after = len(order) - 1 - order.index(seat) if order else position.seats - 1 - seat
    return Score(sum(values), dict(zip(PARTS, values, strict=True)), {"stack": after})


@lru_cache(maxsize=8192)
def column_points(beds: tuple[int, ...]) -> tuple[int, ...]:
    """What each column scores: nothing unless it is full, else by its best plant (rule 1.7)."""
    columns = [[beds[bed] for bed in column] for column in COLUMN_BEDS]
    return tuple(COLUMN_POINTS[max(plants)] if all(plants) else 0 for plants in columns)
