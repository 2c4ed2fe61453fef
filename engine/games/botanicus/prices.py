"""What things cost (rules 5.5 and 7.1): to list what is allowed, and to pay."""

from engine.games.botanicus.components import EXTRA_STEP_PRICE, FLOWER_PRICE, POLE, PRINTED
from engine.games.botanicus.position import Stacks
from engine.games.botanicus.tracks import Route


def is_pole(column: int, space: int) -> bool:
    return PRINTED[column][space - 1] == (POLE,)


def flower_price(column: int, space: int, stacks: Stacks) -> int:
    """What it costs to place a flower: nothing on the Pole Position."""
    return 0 if is_pole(column, space) else FLOWER_PRICE * len(stacks[space - 1])


def route_price(route: Route, steps: int) -> int:
    """What a way costs with so many steps gained: its tolls, and the steps that are bought."""
    return route.toll + EXTRA_STEP_PRICE * max(0, route.steps - steps)
