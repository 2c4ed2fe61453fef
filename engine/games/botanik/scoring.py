"""What a machine scores, and why (rules 6.2 to 6.4)."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from engine.games.botanik.cells import NEIGHBOURS, SOURCE_CELL, Cell, place_of
from engine.games.botanik.machine import Machine
from engine.games.botanik.tiles import Tile
from engine.outcome import Score

GROUP_SIZE: Final = 3
"""From this size on, each tile of a group of one colour scores 1."""

Place: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class TileAt:
    """A tile of a machine and where it lies."""

    tile: Tile
    place: Place


@dataclass(frozen=True, slots=True)
class ColourGroup:
    """Adjacent tiles of one colour, all joined to the Source."""

    colour: str
    places: tuple[Place, ...]

    @property
    def points(self) -> int:
        return len(self.places) if len(self.places) >= GROUP_SIZE else 0


@dataclass(frozen=True, slots=True)
class Bloom:
    """A tile whose flowers count."""

    tile: Tile
    place: Place

    @property
    def points(self) -> int:
        return self.tile.flowers


@dataclass(frozen=True, slots=True)
class Barren:
    """A plant or vegetable whose flowers do not count, and why.

    `cut-off`: it is not joined to the Source. `other-colour`: its pipe leads into `into`,
    which has another colour.
    """

    tile: Tile
    place: Place
    why: Literal["cut-off", "other-colour"]
    into: TileAt | None = None


@dataclass(frozen=True, slots=True)
class Breakdown:
    """The score of a machine with its reasons."""

    cut_off: tuple[TileAt, ...]
    groups: tuple[ColourGroup, ...]
    blooms: tuple[Bloom, ...]
    barren: tuple[Barren, ...]
    score: Score


def score(machine: Machine) -> Score:
    """What the machine would score now, tiles that are not joined left out (rule 6.2)."""
    groups = sum(len(group) for group in groups_of(machine) if len(group) >= GROUP_SIZE)
    flowers = sum(machine.laid[cell].tile.flowers for cell in blooming(machine))
    parts = {"groups": groups, "flowers": flowers}
    return Score(groups + flowers, parts, tie_breaks={"tiles": len(machine.joined) - 1})


def breakdown(machine: Machine) -> Breakdown:
    """The same score, with every reason for it."""
    cut_off = [cell for cell in machine.laid if cell not in machine.joined]
    return Breakdown(
        cut_off=tuple(_at(machine, cell) for cell in cut_off),
        groups=tuple(_group(machine, cells) for cells in groups_of(machine)),
        blooms=tuple(Bloom(machine.laid[cell].tile, place_of(cell)) for cell in blooming(machine)),
        barren=tuple(
            _barren(machine, cell)
            for cell in machine.laid
            if machine.laid[cell].tile.is_crop and not _is_fed(machine, cell)
        ),
        score=score(machine),
    )


def groups_of(machine: Machine) -> list[list[Cell]]:
    """Part the joined tiles into groups of adjacent ones of a colour (rule 6.3)."""
    joined = machine.joined
    colours = {cell: laid.tile.colour for cell, laid in machine.laid.items() if cell in joined}
    groups = []
    while colours:
        start, colour = colours.popitem()
        group = [start]
        for cell in group:  # grows while it is walked along
            for _, step in NEIGHBOURS:
                if colours.get(cell + step) == colour:
                    del colours[cell + step]
                    group.append(cell + step)
        groups.append(group)
    return groups


def blooming(machine: Machine) -> list[Cell]:
    """Find the joined tiles whose flowers count (rule 6.4)."""
    return [
        cell
        for cell, laid in machine.laid.items()
        if laid.tile.flowers
        and cell in machine.joined
        and (not laid.tile.is_crop or _is_fed(machine, cell))
    ]


def _is_fed(machine: Machine, cell: Cell) -> bool:
    """Whether a plant or vegetable is joined and its pipe leads into its colour (rule 6.4)."""
    if cell not in machine.joined:
        return False
    into = machine.laid.get(_led_into(machine, cell))
    return into is not None and into.tile.colour == machine.laid[cell].tile.colour


def _led_into(machine: Machine, cell: Cell) -> Cell:
    """The cell that the only pipe of a plant or vegetable faces."""
    openings = machine.openings(cell)
    return next(cell + step for side, step in NEIGHBOURS if openings & side)


def _group(machine: Machine, cells: list[Cell]) -> ColourGroup:
    colour = machine.laid[cells[0]].tile.colour
    return ColourGroup(colour, tuple(sorted(place_of(cell) for cell in cells)))


def _barren(machine: Machine, cell: Cell) -> Barren:
    tile, place = machine.laid[cell].tile, place_of(cell)
    if cell not in machine.joined:
        return Barren(tile, place, "cut-off")
    return Barren(tile, place, "other-colour", _at(machine, _led_into(machine, cell)))


def _at(machine: Machine, cell: Cell) -> TileAt:
    assert cell != SOURCE_CELL
    return TileAt(machine.laid[cell].tile, place_of(cell))
