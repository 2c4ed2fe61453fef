"""What a seat may hope to score in the end: features of a position, weighed by self-play.

Effort is the measure of gardening: about one action that plants or waters. A task is worth its
points, less the more effort it still takes, and the fewer turns are left for it. No rule depends
on anything in here. `python -m bench.tuning --game botanicus` finds the weights anew.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from math import exp, sqrt
from operator import mul
from typing import Final, NamedTuple, TypeAlias

from engine.games.botanicus.components import (
    ANIMAL_POINTS,
    ARROWS,
    BASIC_TASKS,
    CARDS,
    COINS_A_POINT,
    COLUMN_POINTS,
    COLUMNS,
    GIVES,
    HIGHEST,
    ROUNDS,
    SPECIAL_TASKS,
    TRACKS,
)
from engine.games.botanicus.ground import COLUMN_BEDS, REACH, ROW_BEDS, STEPS, Bed, Footprint
from engine.games.botanicus.moves import Deed, Plant, SellCard, Step, Stroll, Walk, Water
from engine.games.botanicus.position import FINAL, NEUTRAL, Garden, Position
from engine.games.botanicus.prices import route_price
from engine.games.botanicus.scoring import column_points
from engine.games.botanicus.tracks import ENDS, ROUTES, STARTS
from engine.outcome import Seat

Plants: TypeAlias = tuple[int, ...]
"""The levels on the beds of a row or a column."""
Gains: TypeAlias = tuple[float, ...]
"""What watering would bring, then planting a I, a II and a III."""

WEIGHTS: Final = {
    "points": 1.00,
    "coins": 0.61,
    "coins beyond": 0.34,
    "cards": 1.63,
    "basic tasks": 0.90,
    "special tasks": 1.00,
    "columns": 1.18,
    "money end": 0.91,
    "barrow end": 0.61,
    "shovel end": 1.36,
    "animals to come": 0.79,
    "ground": 0.11,
    "open actions": 0.70,
    "open steps": 3.83,
    "cards due": 3.00,
    "place": -1.58,
    "turns": 4.50,
}
_VALUES: Final = tuple(WEIGHTS.values())

SWING: Final = (40.0, 560.0)
"""The variance of the final margin around its estimate: at the end, and how much more early."""

TURNS: Final = len(ROUNDS) * len(COLUMNS) + 1
_WATER: Final = 0.8
_PLANT: Final = (0.0, 1.0, 1.2, 1.6, 2.4)
"""The effort that it takes to water, and to have a plant of each level on an empty bed."""
_ACTIONS: Final = ("W", "P1", "P2", "P3")
_CARD_WORTHS: Final = (2.6, 2.9, 1.2, 2.6, 2.6, 2.8, 3.6, 3.2)
"""What each kind of card is worth in a hand, its price paid."""
_ENOUGH: Final = 6
"""So many coins are useful at once."""


def turns_left(position: Position, seat: Seat) -> int:
    """How many turns a seat still has to decide, the one in play counted until it is placed."""
    if position.phase == "over":
        return 0
    if not position.order:
        return TURNS
    at = position.order.index(seat)
    here = at > position.acting or (at == position.acting and not position.placed)
    if position.round == FINAL:
        return int(here)
    return len(COLUMNS) * (FINAL - position.round) - position.column + here + 1


class Row(NamedTuple):
    """A row of a garden, with its special task and what is done of its tasks."""

    number: int
    plants: Plants
    task: str
    basic: bool
    special: bool


# -- gardening ----------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 14)
def _ways(plants: Plants, needs: Plants) -> tuple[tuple[float, Plants], ...]:
    """All ways to have the needed plants in a row: the effort, and the row afterwards."""
    found: dict[Plants, float] = {}
    for beds in set(permutations(range(len(plants)), len(needs))):
        row, effort = list(plants), 0.0
        for bed, level in zip(beds, needs, strict=True):
            effort += _effort(plants[bed], level)
            row[bed] = level
        key = tuple(row)
        found[key] = min(effort, found.get(key, effort))
    return tuple((effort, row) for row, effort in found.items())


def _effort(level: int, wanted: int) -> float:
    if level == wanted:
        return 0.0
    if 0 < level < wanted:
        return min(_PLANT[wanted], _WATER * (wanted - level))
    return _PLANT[wanted]


@lru_cache(maxsize=1 << 14)
def efforts(row: Row) -> tuple[float, float]:
    """The effort until the basic task of a row is done, and until the special one is, too."""
    special = SPECIAL_TASKS[row.task][0]
    if row.basic:
        return 0.0, _least(row.plants, special)
    ways = _ways(row.plants, BASIC_TASKS[row.number][0])
    first = min(effort for effort, _ in ways)
    return first, min(effort + _least(after, special) for effort, after in ways)


def _least(plants: Plants, needs: Plants) -> float:
    """The least effort; a task that the row has no room for is never done."""
    if len(needs) > len(plants):
        return 99.0
    return min(effort for effort, _ in _ways(plants, needs))


@lru_cache(maxsize=1 << 15)
def _row_worth(row: Row, turns: int) -> tuple[float, float]:
    """What the open tasks of a row are worth, the basic and the special one."""
    if row.special:
        return 0.0, 0.0
    first, both = efforts(row)
    patience = _PATIENCE[turns]
    return (
        0.0 if row.basic else BASIC_TASKS[row.number][1] * exp(-first / patience),
        SPECIAL_TASKS[row.task][1] * exp(-both / patience),
    )


_PATIENCE: Final = tuple(0.45 + min(3.0, 0.25 * turns) for turns in range(TURNS + 1))


@lru_cache(maxsize=1 << 14)
def _column_worth(plants: Plants, turns: int) -> float:
    """What a column may score beyond what it scores now."""
    best, gaps = max(plants), plants.count(0)
    now = 0 if gaps else COLUMN_POINTS[best]
    patience = _PATIENCE[turns]
    return max(
        (COLUMN_POINTS[level] - now)
        * exp(-(gaps * _PLANT[1] + _WATER * max(0, level - max(1, best))) / patience)
        for level in range(max(1, best), HIGHEST + 1)
    )


def _rows(
    beds: Plants, tasks: tuple[str, ...], basics: tuple[bool, ...], specials: tuple[bool, ...]
) -> list[Row]:
    """The rows that have a special task already."""
    return [
        Row(at + 1, tuple([beds[bed] for bed in ROW_BEDS[at]]), task, basics[at], specials[at])
        for at, task in enumerate(tasks)
    ]


def _levels(plant: int) -> tuple[int, int, int, int]:
    """The levels that a bed would have after each of the actions."""
    return (min(HIGHEST, plant + 1) if plant else 0, 1, 2, 3)


@lru_cache(maxsize=1 << 15)
def _row_gains(row: Row, turns: int) -> tuple[Gains, ...]:
    """What each action would bring on each bed of a row, the points that it scores included."""
    return tuple(
        tuple(_gain(row, at, level, turns) for level in _levels(plant))
        for at, plant in enumerate(row.plants)
    )


def _gain(row: Row, at: int, level: int, turns: int) -> float:
    """What a row is worth more if one of its plants has another level."""
    plants = row.plants
    if level == plants[at]:
        return 0.0
    before, points = sum(_row_worth(row, turns)), 0.0
    row = row._replace(plants=(*plants[:at], level, *plants[at + 1 :]))
    if not row.basic and efforts(row)[0] == 0:
        points, row = BASIC_TASKS[row.number][1], row._replace(basic=True)
    if row.basic and not row.special and efforts(row)[1] == 0:
        points, row = points + SPECIAL_TASKS[row.task][1], row._replace(special=True)
    return points + sum(_row_worth(row, turns)) - before


@lru_cache(maxsize=1 << 14)
def _column_gains(plants: Plants, turns: int) -> tuple[Gains, ...]:
    before = _column_now(plants) + _column_worth(plants, turns)
    found = []
    for at, plant in enumerate(plants):
        gains = []
        for level in _levels(plant):
            after = (*plants[:at], level, *plants[at + 1 :])
            gains.append(_column_now(after) + _column_worth(after, turns) - before)
        found.append(tuple(gains))
    return tuple(found)


def _column_now(plants: Plants) -> int:
    return COLUMN_POINTS[max(plants)] if all(plants) else 0


@lru_cache(maxsize=1 << 14)
def _gains(
    beds: Plants,
    tasks: tuple[str, ...],
    basics: tuple[bool, ...],
    specials: tuple[bool, ...],
    turns: int,
) -> tuple[Gains, ...]:
    """What each action would bring on each bed."""
    found = [[0.0] * len(_ACTIONS) for _ in beds]
    for row in _rows(beds, tasks, basics, specials):
        for bed, gain in zip(ROW_BEDS[row.number - 1], _row_gains(row, turns), strict=True):
            found[bed] = list(gain)
    for places in COLUMN_BEDS:
        plants = tuple([beds[bed] for bed in places])
        for bed, gains_here in zip(places, _column_gains(plants, turns), strict=True):
            found[bed] = [a + b for a, b in zip(found[bed], gains_here, strict=True)]
    return tuple(map(tuple, found))


def gains(garden: Garden, turns: int) -> tuple[Gains, ...]:
    """What each of watering and planting I, II, III would bring on each bed of a garden."""
    return _gains(garden.beds, garden.tasks, garden.basics, garden.specials, turns)


@lru_cache(maxsize=1 << 15)
def footing(garden_gains: tuple[Gains, ...], footprint: Footprint) -> Gains:
    """The best that each action would bring from a footprint; never less than nothing."""
    reached = [garden_gains[bed] for bed in REACH[footprint]]
    return tuple([max(0.0, *column) for column in zip(*reached, strict=True)])


def gain_of(action: str, found: Gains) -> float:
    """What a planting or watering would bring, by the gains of a bed or of a footprint."""
    return found[_ACTIONS.index(action)]


# -- tracks -------------------------------------------------------------------------------------


def _distances(end: str) -> dict[str, float]:
    """How far each space before another one is, its tolls counted as parts of steps."""
    far = {end: 0.0}
    while True:
        found = {
            space: min(far[there] + 1 + toll / 4 for there, toll in arrows if there in far)
            for space, arrows in ARROWS.items()
            if space != end and any(there in far for there, _ in arrows)
        }
        found[end] = 0.0
        if found == far:
            return far
        far = found


_TO_MONEY: Final = _distances("M6")
_TO_BARROW: Final = _distances("B5")
_TO_SHOVEL: Final = _distances("S7")
_HASTE: Final = tuple(0.5 + 0.3 * turns for turns in range(TURNS + 1))
_BARROW_END: Final = 10.0
_PRIZE_EXTRA: Final = (1.2, 2.0)


@lru_cache(maxsize=1 << 13)
def _tracks(
    pieces: tuple[str, str, str], prizes: tuple[float, float], turns: int
) -> tuple[float, float, float]:
    """What the ends of the tracks are worth from here."""
    if not turns:
        return 0.0, 0.0, 0.0
    money, barrow, shovel = pieces
    haste = _HASTE[turns]
    return (
        prizes[0] * exp(-_TO_MONEY[money] / haste),
        _BARROW_END * exp(-_TO_BARROW[barrow] / haste),
        prizes[1] * exp(-_TO_SHOVEL[shovel] / haste),
    )


@lru_cache(maxsize=256)
def _animals_to_come(animals: int, turns: int) -> float:
    """The points of the next animals, as many as usually come in so many turns."""
    expected, worth = 0.2 * turns, 0.0
    for points in ANIMAL_POINTS[animals:]:
        worth += points * min(1.0, expected)
        expected = max(0.0, expected - 1)
    return worth


# -- all together -------------------------------------------------------------------------------


def features(position: Position, seat: Seat) -> tuple[float, ...]:
    """What the weights weigh, in their order."""
    return (
        *_of_garden(*_garden_key(position, seat)),
        *_of_turn(position, seat),
    )


def _garden_key(position: Position, seat: Seat) -> tuple[Garden, tuple[float, float], int]:
    money, shovel = position.prizes("M"), position.prizes("S")
    prizes = (
        (money[0] if money else 0) + _PRIZE_EXTRA[0],
        (shovel[0] if shovel else 0) + _PRIZE_EXTRA[1],
    )
    return position.gardens[seat], prizes, turns_left(position, seat)


def _at_the_end(garden: Garden) -> int:
    """The points that are only scored in the end (rule 9.3), as they are now."""
    return sum(column_points(garden.beds)) + garden.coins // COINS_A_POINT


def _of_garden(garden: Garden, prizes: tuple[float, float], turns: int) -> tuple[float, ...]:
    beds, coins = garden.beds, garden.coins
    basic = special = 0.0
    for row in _rows(beds, garden.tasks, garden.basics, garden.specials):
        more = _row_worth(row, turns)
        basic, special = basic + more[0], special + more[1]
    columns = sum(
        [_column_worth(tuple([beds[bed] for bed in places]), turns) for places in COLUMN_BEDS]
    )
    soon = min(1.0, turns / 3)
    ground = sum(footing(gains(garden, turns), garden.gardener)) if turns else 0.0
    return (
        sum(garden.scored) + _at_the_end(garden),
        min(coins, _ENOUGH) * soon,
        max(0, coins - _ENOUGH) * soon,
        _hand(garden.hand, turns),
        basic,
        special,
        columns,
        *_tracks(garden.pieces, prizes, turns),
        _animals_to_come(garden.animals, turns),
        ground,
    )


@lru_cache(maxsize=4096)
def _hand(hand: tuple[int, ...], turns: int) -> float:
    """Each turn plays one card at most, so that of many only the best count."""
    worths = sorted(
        (worth for worth, count in zip(_CARD_WORTHS, hand, strict=True) for _ in range(count)),
        reverse=True,
    )
    return sum(worths[:turns])


def _of_turn(position: Position, seat: Seat) -> tuple[float, ...]:
    """What waits for the seat in its turn, and its places in this column and the next."""
    actions = steps = due = 0.0
    turns = turns_left(position, seat)
    if position.turn_of == seat and (position.groups or position.due):
        garden = position.gardens[seat]
        here = footing(gains(garden, turns), garden.gardener)
        for action in [action for group in position.groups for action in group]:
            kind = action[0]
            if kind in "WP":
                actions += gain_of(action, here)
            elif kind == "G":
                actions += 0.8
            else:
                steps += int(action[1:])
        due = position.due
    return actions, steps, due, _place(position, seat), turns


def _place(position: Position, seat: Seat) -> float:
    """How many come before the seat: in this column, or after its turn in the next."""
    order = position.order
    if not order or position.round == FINAL:
        return 0.0
    at = order.index(seat)
    if at > position.acting or (at == position.acting and not position.placed):
        return at - position.acting + (len(order) - 1) / 2
    before = 0
    for stack in position.stacks:
        flowers = [flower for flower in stack if flower != NEUTRAL]
        if seat in flowers:
            before += len(flowers) - 1 - flowers.index(seat)
            break
        before += len(flowers)
    return before + (len(order) - sum(map(_seats_on, position.stacks))) / 2


def _seats_on(stack: Sequence[int]) -> int:
    return len(stack) - stack.count(NEUTRAL)


_OF_GARDEN: Final = list(WEIGHTS).index("open actions")
"""Where the features begin that depend on more than the garden."""
_GARDEN_VALUES: Final = _VALUES[:_OF_GARDEN]
_TURN_VALUES: Final = _VALUES[_OF_GARDEN:]


@lru_cache(maxsize=1 << 15)
def _garden_estimate(garden: Garden, prizes: tuple[float, float], turns: int) -> float:
    return sum(map(mul, _GARDEN_VALUES, _of_garden(garden, prizes, turns)), 0.0)


def estimate(position: Position, seat: Seat) -> float:
    """Guess the final points of a seat, by what is open and its own hand."""
    if position.phase == "over":
        return sum(position.gardens[seat].scored) + _at_the_end(position.gardens[seat])
    of_garden: float = _garden_estimate(*_garden_key(position, seat))
    return of_garden + sum(map(mul, _TURN_VALUES, _of_turn(position, seat)), 0.0)


def swing(position: Position) -> float:
    """The standard deviation of the final margin around its estimate."""
    end, early = SWING
    left = max(turns_left(position, seat) for seat in range(position.seats))
    return sqrt(end + early * left / TURNS)


# -- what is worth a look -----------------------------------------------------------------------

_BEDS_LOOKED_AT: Final = 3
_FOOTPRINTS_LOOKED_AT: Final = 3
_STEPS_LOOKED_AT: Final = 5
_LATE: Final = 2
"""With so few turns left also steps may be given up for points."""


def sensible(position: Position, seat: Seat, legal: Sequence[Deed]) -> list[Deed]:
    """Those of the legal moves that a good player would think of; never none of them."""
    garden, turns = position.gardens[seat], turns_left(position, seat)
    kinds: dict[str, list[Deed]] = {}
    for move in legal:
        kinds.setdefault(move.kind, []).append(move)
    found: list[Deed] = []
    for kind, moves in kinds.items():
        match kind:
            case "walk":
                found += _walks(garden, turns, moves)
            case "stroll":
                found += _strolls(garden, turns, moves)
            case "plant" | "water":
                found += _plantings(garden, turns, moves)
            case "sell":
                found.append(min(moves, key=_card_worth))
            case "step":
                found += _some_steps(position, garden, turns, moves)
            case "forfeit":
                pass
            case _:
                found += moves
    if "forfeit" in kinds and (not found or turns <= _LATE or not _has_a_use(found)):
        found += kinds["forfeit"]
    return found


def _has_a_use(found: list[Deed]) -> bool:
    return any(move.kind in ("plant", "water", "step") for move in found)


def _walks(garden: Garden, turns: int, moves: list[Deed]) -> list[Deed]:
    """Walks to where more can be done than here, the coins counted."""
    ground, here = gains(garden, turns), garden.gardener
    at_home = sum(footing(ground, here))
    found = []
    for move in moves:
        assert isinstance(move, Walk)
        more = sum(footing(ground, move.target)) - at_home - STEPS[here][move.target]
        if more > 0:
            found.append((-more, move.target, move))
    return [move for *_, move in sorted(found)[:_FOOTPRINTS_LOOKED_AT]]


def _strolls(garden: Garden, turns: int, moves: list[Deed]) -> list[Deed]:
    """The best places that can be reached for nothing."""
    ground = gains(garden, turns)
    found = []
    for move in moves:
        assert isinstance(move, Stroll)
        found.append((-sum(footing(ground, move.target)), move.target, move.limit, move))
    return [move for *_, move in sorted(found)[: _FOOTPRINTS_LOOKED_AT + 1]]


def _plantings(garden: Garden, turns: int, moves: list[Deed]) -> list[Deed]:
    """The best beds for each action, where it does no harm."""
    ground = gains(garden, turns)
    found: dict[str, list[tuple[float, Bed, Deed]]] = {}
    for move in moves:
        assert isinstance(move, Plant | Water)
        action = "W" if isinstance(move, Water) else move.action
        gain = gain_of(action, ground[move.bed])
        if gain > 0:
            found.setdefault(action, []).append((-gain, move.bed, move))
    return [move for listed in found.values() for *_, move in sorted(listed)[:_BEDS_LOOKED_AT]]


def _card_worth(move: Deed) -> float:
    assert isinstance(move, SellCard)
    return _CARD_WORTHS[list(CARDS).index(move.card)]


def _some_steps(position: Position, garden: Garden, turns: int, moves: list[Deed]) -> list[Deed]:
    """The steps that promise most by what their spaces give and cost."""
    if len(moves) <= _STEPS_LOOKED_AT:
        return moves
    given = {
        action[0]: int(action[1:])
        for group in position.groups[-1:]
        for action in group
        if action[0] in TRACKS
    } or dict.fromkeys(TRACKS, 1)
    _, prizes, _ = _garden_key(position, position.gardens.index(garden))
    here = footing(gains(garden, turns), garden.gardener)
    before = _tracks(garden.pieces, prizes, turns)
    found = []
    for move in moves:
        assert isinstance(move, Step)
        track = TRACKS.index(move.route[0])
        piece = garden.pieces[track]
        route = next(route for route in ROUTES[piece] if route.name == move.route)
        number = given[move.route[0]]
        worth = max(0, number - route.steps) - 0.6 * route_price(route, number)
        for action in GIVES[route.space]:
            worth += _given_worth(action, here, garden.animals, prizes[track == 2])
        pieces = list(garden.pieces)
        pieces[track] = STARTS[track] if route.space in ENDS else route.space
        worth += sum(_tracks((pieces[0], pieces[1], pieces[2]), prizes, turns))
        found.append((sum(before) - worth, move.route, move))
    return [move for *_, move in sorted(found)[:_STEPS_LOOKED_AT]]


def _given_worth(action: str, here: Gains, animals: int, prize: float) -> float:
    match action[0]:
        case "$":
            return 0.6 * int(action[1:])
        case "V":
            return float(action[1:])
        case "C":
            return 2.0
        case "A":
            return ANIMAL_POINTS[animals] if animals < len(ANIMAL_POINTS) else 0.0
        case "R":
            return prize
        case "G":
            return 0.8
        case _:
            return gain_of(action, here)
