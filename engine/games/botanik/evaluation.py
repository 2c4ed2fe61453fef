"""What a seat may hope to score in the end: features of a position, weighed by self-play.

No rule depends on anything in here. `python -m bench.tuning` finds the weights anew.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from operator import mul
from typing import Final, NamedTuple, TypeAlias

from engine.games.botanik.cells import NEIGHBOURS, Cell
from engine.games.botanik.columns import Side
from engine.games.botanik.machine import Machine
from engine.games.botanik.position import LAST_TILE, Hand, Position
from engine.games.botanik.scoring import GROUP_SIZE, blooming, groups_of
from engine.games.botanik.tiles import COLOURS, TILES, Tile
from engine.outcome import Seat

Hue: TypeAlias = int
"""A colour as its place in COLOURS."""
Counts: TypeAlias = tuple[float, ...]
"""A number for each hue."""

_HUES: Final = range(len(COLOURS))
_HUE_OF: Final[tuple[Hue, ...]] = tuple(COLOURS.index(tile.colour) for tile in TILES)
_STEPS: Final = dict(NEIGHBOURS)

WEIGHTS: Final = {
    "points": 1.00,
    "held gain": 0.68,
    "side gain": 0.58,
    "side gain, early": -0.58,
    "pairing, early": 1.09,
    "side": -0.09,
    "side, early": 0.21,
    "crowded side, early": -1.96,
    "meca": 1.79,
    "meca, early": 1.40,
    "held, early": 1.76,
    "open singles, early": 0.73,
    "open pairs, early": 2.51,
    "open groups, early": 0.53,
    "feeding leads, early": 0.65,
    "last lead, early": -1.05,
    "leads, early": 1.34,
    "tiles, early": -0.32,
    "turns": 0.84,
}
_VALUES: Final = tuple(WEIGHTS.values())

SWING: Final = (0.9, 60.6)
"""The variance of the final margin around its estimate: at the end, and how much more early."""


class Spot(NamedTuple):
    """A cell that the network leads to, and what a tile of each hue would do there."""

    demand: int
    gains: list[int]
    """The points of groups that it would add."""
    adjacent: list[int]
    """The tiles of its own groups that it would touch."""
    feeder: Hue | None
    """The hue of the tile that a plant or vegetable would be fed by there."""


class Survey(NamedTuple):
    """What a machine is worth to the tiles that may come."""

    points: int
    tiles: int
    spots: list[Spot]
    singles: Counts
    """Groups that can still grow, by hue: of one tile, of two, and of more."""
    pairs: Counts
    larger: Counts
    feeders: Counts
    """Whether a plant or vegetable could be fed, by hue."""
    worths: dict[Tile, tuple[int, bool]]
    """What `_worth` has found so far."""


@lru_cache(maxsize=8192)
def _survey(machine: Machine) -> Survey:
    groups, laid = groups_of(machine), machine.laid
    sizes = [len(group) for group in groups]
    hues = [_HUE_OF[laid[group[0]].tile.index] for group in groups]
    group_at = {cell: number for number, group in enumerate(groups) for cell in group}
    touched: set[int] = set()
    spots = [_spot(machine, lead, group_at, sizes, hues, touched) for lead in machine.leads]
    growing = ([0] * len(COLOURS), [0] * len(COLOURS), [0] * len(COLOURS))
    for number in touched:
        growing[min(sizes[number], GROUP_SIZE) - 1][hues[number]] += 1
    flowers = sum(laid[cell].tile.flowers for cell in blooming(machine))
    feeders = {spot.feeder for spot in spots}
    return Survey(
        points=flowers + sum(size for size in sizes if size >= GROUP_SIZE),
        tiles=len(group_at),
        spots=spots,
        singles=tuple(growing[0]),
        pairs=tuple(growing[1]),
        larger=tuple(growing[2]),
        feeders=tuple(int(hue in feeders) for hue in _HUES),
        worths={},
    )


def _spot(
    machine: Machine,
    lead: Cell,
    group_at: dict[Cell, int],
    sizes: list[int],
    hues: list[Hue],
    touched: set[int],
) -> Spot:
    """Look at one lead, and note the groups that it touches."""
    gains, adjacent = [0] * len(COLOURS), [0] * len(COLOURS)
    groups = {group_at[lead + step] for _, step in NEIGHBOURS if lead + step in group_at}
    for number in groups:
        size, hue = sizes[number], hues[number]
        adjacent[hue] += size
        gains[hue] -= size if size >= GROUP_SIZE else 0
    for hue in _HUES:
        if adjacent[hue] >= GROUP_SIZE - 1:
            gains[hue] += adjacent[hue] + 1
    touched |= groups
    return Spot(machine.demands[lead], gains, adjacent, _feeder(machine, lead))


def _feeder(machine: Machine, lead: Cell) -> Hue | None:
    """A plant or vegetable has one pipe, and may not close the network (rules 5.2, 5.3)."""
    pipes = machine.demands[lead] & 15
    step = _STEPS.get(pipes)
    into = machine.laid.get(lead + step) if step else None
    return _HUE_OF[into.tile.index] if into and len(machine.leads) > 1 else None


def _worth(survey: Survey, tile: Tile) -> tuple[int, bool]:
    """The points that a tile would bring where it is best, and whether it would make a pair."""
    worth = survey.worths.get(tile)
    if worth is None:
        hue, fits = _HUE_OF[tile.index], tile.fits
        worth = max(
            (
                (spot.gains[hue] + _flowers(tile, spot, hue), spot.adjacent[hue] == 1)
                for spot in survey.spots
                if fits[spot.demand]
            ),
            default=(0, False),
        )
        survey.worths[tile] = worth
    return worth


def _flowers(tile: Tile, spot: Spot, hue: Hue) -> int:
    return 0 if tile.is_crop and spot.feeder != hue else tile.flowers


@lru_cache(maxsize=256)
def _supply(unseen: tuple[int, ...]) -> tuple[Counts, Counts]:
    """Of each hue: how common it is in what is to come, 1 on average, and how many crops."""
    bag = [(tile, unseen[tile.index]) for tile in TILES if not tile.is_meca]
    total = sum(count for _, count in bag) or 1
    return (
        tuple(len(COLOURS) * _count(bag, hue) / total for hue in COLOURS),
        tuple(_count([(t, n) for t, n in bag if t.is_crop], hue) for hue in COLOURS),
    )


def _count(bag: Sequence[tuple[Tile, int]], colour: str) -> int:
    return sum(count for tile, count in bag if tile.colour == colour)


def features(position: Position, seat: Seat) -> tuple[float, ...]:
    """What the weights weigh, in their order."""
    return _features(*_of_seat(position, seat))


def _of_seat(
    position: Position, seat: Seat
) -> tuple[Machine, Side, Hand, int, tuple[int, ...], float]:
    """All that a seat's features depend on: many positions share it."""
    played = position.played
    return (
        position.machines[seat],
        position.registry.sides[seat],
        position.held[seat],
        turns_left(played, seat),
        position.unseen,
        (LAST_TILE - played) / LAST_TILE,
    )


def turns_left(played: int, seat: Seat) -> int:
    """How many turns a seat has still to begin: they alternate strictly (rule 2.3)."""
    return (LAST_TILE - played + (played % 2 == seat)) // 2


def _features(
    machine: Machine,
    side: Side,
    hand: Hand,
    turns: int,
    unseen: tuple[int, ...],
    early: float,
) -> tuple[float, ...]:
    survey = _survey(machine)
    common, crops = _supply(unseen)
    mecas = sum(tile is not None and tile.is_meca for tile in side)
    # Each turn releases one tile at most, so that of many only the best will come.
    waiting = sorted(
        (_worth(survey, tile) for tile in side if tile is not None and not tile.is_meca),
        reverse=True,
    )[:turns]
    held = [_worth(survey, tile) for tile in hand if not tile.is_meca]
    count, leads = len(side) - side.count(None), len(survey.spots)
    usable = min(count, turns)
    gain = sum([points for points, _ in waiting])
    return (
        survey.points,
        sum([points for points, _ in held]),
        gain,
        gain * early,
        sum([pairs for _, pairs in (*waiting, *held)]) * early,
        usable,
        usable * early,
        max(0, count - 3) * early,
        min(mecas, turns),
        mecas * early,
        len(hand) * early,
        sum(map(mul, common, survey.singles)) * early,
        sum(map(mul, common, survey.pairs)) * early,
        sum(map(mul, common, survey.larger)) * early,
        sum(map(mul, crops, survey.feeders)) * early,
        (leads == 1) * early,
        leads * early,
        survey.tiles * early,
        turns,
    )


@lru_cache(maxsize=8192)
def _estimate(
    machine: Machine, side: Side, hand: Hand, turns: int, unseen: tuple[int, ...], early: float
) -> float:
    found = _features(machine, side, hand, turns, unseen, early)
    return sum(map(mul, _VALUES, found), 0.0)


def estimate(position: Position, seat: Seat) -> float:
    """Guess the final points of a seat, up to a number that is the same for both."""
    return _estimate(*_of_seat(position, seat))


def swing(position: Position) -> float:
    """The standard deviation of the final margin around its estimate."""
    end, early = SWING
    return sqrt(end + early * (LAST_TILE - position.played) / LAST_TILE)
