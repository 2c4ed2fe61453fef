"""The tiles of Botanik: colours, types, links and pipes (rules 1)."""

from dataclasses import dataclass, field
from typing import Final, NewType, TypeAlias

Turn: TypeAlias = int
"""Quarter turns clockwise."""

Openings = NewType("Openings", int)
"""A set of sides with a pipe: the sum of the bits N, E, S and W."""

N, E, S, W = 1, 2, 4, 8

COLOURS: Final = "RYGBK"
TYPES: Final = "ILTXPVM"
STRAIGHT, ELBOW, TEE, CROSS, PLANT, VEGETABLE, MECA = TYPES

UNTURNED: Final = {
    STRAIGHT: N | S,
    ELBOW: N | E,
    TEE: W | N | E,
    CROSS: N | E | S | W,
    PLANT: N,
    VEGETABLE: N,
    MECA: 0,
}
COPIES: Final = ("I", "I", "If", "L", "L", "Lf", "T", "T", "Tf", "X", "P", "V", "M")
"""The 13 tiles of each colour, in canonical order (rule 1.1)."""


def turned(openings: int, turn: Turn) -> Openings:
    """Turn a set of sides clockwise."""
    return Openings((openings << turn | openings >> 4 - turn) & 15)


def distinct_turns(openings: int) -> tuple[Turn, ...]:
    """List the turns that look different: quarter turns that look the same have one spelling."""
    looks: dict[Openings, Turn] = {}
    for turn in range(4):
        looks.setdefault(turned(openings, turn), turn)
    return tuple(looks.values())


def fitting_turns(openings: int) -> tuple[tuple[Turn, ...], ...]:
    """For every demand that a cell can make, list the turns that meet it (rule 5.2).

    A demand is `16 * touched + pipes`: the sides of the cell where a tile lies, and those
    of them where that tile has a pipe.
    """
    if not openings:  # a meca-botanist never enters a machine (rule 1.1)
        return ((),) * 256
    return tuple(
        tuple(t for t in distinct_turns(openings) if turned(openings, t) & touched == pipes)
        for touched in range(16)
        for pipes in range(16)
    )


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    """A tile as the rules see it: equal codes are the same tile (rule 1.2).

    There is one object for each of the 50 codes, in `TILES`, so tiles compare by identity.
    """

    code: str
    index: int
    colour: str
    type: str
    flowers: int
    turns: tuple[Turn, ...] = field(repr=False)
    openings: tuple[Openings, ...] = field(repr=False)
    """The sides with a pipe, for each number of quarter turns."""
    fits: tuple[tuple[Turn, ...], ...] = field(repr=False)
    """The turns that meet each demand of a cell (see `fitting_turns`)."""

    @property
    def is_meca(self) -> bool:
        return self.type == MECA

    @property
    def is_crop(self) -> bool:
        """Whether it is a plant or a vegetable: their flowers need a neighbour (rule 6.4)."""
        return self.type in (PLANT, VEGETABLE)

    def linked(self, other: "Tile") -> bool:
        """Whether the two have the same colour or the same type (rule 1.3)."""
        return self.colour == other.colour or self.type == other.type

    def __str__(self) -> str:
        return self.code

    def __reduce__(self) -> tuple[object, ...]:
        # Copies and pickles must stay the one object of their code.
        return tile_of, (self.code,)


def _tile(index: int, code: str) -> Tile:
    colour, kind = code[0], code[1]
    openings = UNTURNED[kind]
    return Tile(
        code=code,
        index=index,
        colour=colour,
        type=kind,
        flowers=3 if kind in (PLANT, VEGETABLE) else code.count("f"),
        turns=distinct_turns(openings),
        openings=tuple(turned(openings, turn) for turn in range(4)),
        fits=fitting_turns(openings),
    )


CANONICAL_DECK: Final = tuple(colour + kind for colour in COLOURS for kind in COPIES)
"""The 65 codes in canonical order."""

TILES: Final = tuple(_tile(i, code) for i, code in enumerate(dict.fromkeys(CANONICAL_DECK)))
LINKED: Final = tuple(frozenset(filter(tile.linked, TILES)) for tile in TILES)
"""The tiles that each tile is linked to, by its index."""

_BY_CODE: Final = {tile.code: tile for tile in TILES}


def tile_of(code: str) -> Tile:
    """Return the tile of a code as the rules write it, or raise a KeyError."""
    return _BY_CODE[code]
