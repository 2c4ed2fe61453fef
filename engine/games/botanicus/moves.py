"""The moves of Botanicus, and their notation beside the parser that reads it (rules 11).

Their `kind` is part of the value, so that two sorts of move are never equal.
"""

import re
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from engine.errors import NOT_A_MOVE, NotationError, quoted
from engine.games.botanicus.components import BEDS, CARDS, HIGHEST, ROWS, SPACES, SPECIAL_TASKS
from engine.games.botanicus.components import TILES as FLOWER_TILES
from engine.games.botanicus.ground import FOOTPRINTS, Bed, Footprint
from engine.games.botanicus.tracks import ROUTE_NAMES


class Assign(NamedTuple):
    """Give a special task to a row."""

    task: str
    row: int
    kind: Literal["assign"] = "assign"

    @property
    def notation(self) -> str:
        return f"{self.task}/{self.row}"


class Neutral(NamedTuple):
    """Put the neutral flower on a space of the column in play."""

    space: int
    kind: Literal["neutral"] = "neutral"

    @property
    def notation(self) -> str:
        return f"N{self.space}"


class Walk(NamedTuple):
    """Let the gardener go to a footprint, for coins."""

    target: Footprint
    kind: Literal["walk"] = "walk"

    @property
    def notation(self) -> str:
        return f"G-{FOOTPRINTS[self.target]}"


class UseCard(NamedTuple):
    """Pay for a card, and get its action."""

    card: str
    kind: Literal["use"] = "use"

    @property
    def notation(self) -> str:
        return f"{self.card}!"


class SellCard(NamedTuple):
    """Give a card away for coins."""

    card: str
    kind: Literal["sell"] = "sell"

    @property
    def notation(self) -> str:
        return f"{self.card}$"


class Flower(NamedTuple):
    """Put one's own flower on a space of the column in play."""

    space: int
    kind: Literal["flower"] = "flower"

    @property
    def notation(self) -> str:
        return f"F{self.space}"


class Stroll(NamedTuple):
    """Use a free move of the gardener."""

    limit: int
    target: Footprint
    kind: Literal["stroll"] = "stroll"

    @property
    def action(self) -> str:
        return f"G{self.limit}"

    @property
    def notation(self) -> str:
        return f"G{self.limit}-{FOOTPRINTS[self.target]}"


class Step(NamedTuple):
    """Let the piece of a track go to a space, by the way that the name says."""

    route: str
    kind: Literal["step"] = "step"

    @property
    def space(self) -> str:
        return ROUTE_NAMES[self.route]

    @property
    def notation(self) -> str:
        return self.route


class Plant(NamedTuple):
    """Put a plant on a bed."""

    bed: Bed
    level: int
    kind: Literal["plant"] = "plant"

    @property
    def action(self) -> str:
        return f"P{self.level}"

    @property
    def notation(self) -> str:
        return f"{BEDS[self.bed]}={self.level}"


class Water(NamedTuple):
    """Let a plant grow by a level."""

    bed: Bed
    kind: Literal["water"] = "water"

    @property
    def notation(self) -> str:
        return f"{BEDS[self.bed]}+"


class Forfeit(NamedTuple):
    """Give up the rest of the top group; in the final turn, take no step."""

    kind: Literal["forfeit"] = "forfeit"
    notation: str = "-"


class Layout(NamedTuple):
    """Chance lays the 16 tiles: columns 2, 4, 6, 8, each from the top."""

    tiles: tuple[str, ...]
    kind: Literal["reveal"] = "reveal"

    @property
    def notation(self) -> str:
        return ">" + ".".join(self.tiles)


class Deal(NamedTuple):
    """Chance deals five special tasks to each seat, seat 0's first."""

    tasks: tuple[str, ...]
    kind: Literal["reveal"] = "reveal"

    @property
    def notation(self) -> str:
        return ">" + ".".join(self.tasks)


class Draw(NamedTuple):
    """The seat whose turn it is draws a card, unseen by the others."""

    card: str
    kind: Literal["reveal"] = "reveal"

    @property
    def notation(self) -> str:
        return f">{self.card}"


class Reshuffle(NamedTuple):
    """The discards become the pile."""

    kind: Literal["reveal"] = "reveal"
    notation: str = ">~"


Reveal: TypeAlias = Layout | Deal | Draw | Reshuffle
Deed: TypeAlias = (
    Assign | Neutral | Walk | UseCard | SellCard | Flower | Stroll | Step | Plant | Water | Forfeit
)
BotanicusMove: TypeAlias = Deed | Reveal
REVEALS: Final = (Layout, Deal, Draw, Reshuffle)

# The moves that positions list are made once.
WALKS: Final = tuple(map(Walk, range(len(FOOTPRINTS))))
STROLLS: Final = {
    f"G{limit}": tuple(Stroll(limit, at) for at in range(len(FOOTPRINTS))) for limit in range(2, 6)
}
PLANTS: Final = {
    f"P{level}": tuple(Plant(bed, level) for bed in range(len(BEDS)))
    for level in range(1, HIGHEST + 1)
}
WATERS: Final = tuple(map(Water, range(len(BEDS))))
STEPS: Final = {route: Step(route) for route in ROUTE_NAMES}
FLOWERS: Final = tuple(map(Flower, SPACES))
NEUTRALS: Final = tuple(map(Neutral, SPACES))
USES: Final = tuple(map(UseCard, CARDS))
SALES: Final = tuple(map(SellCard, CARDS))
FORFEIT: Final = Forfeit()
RESHUFFLE: Final = Reshuffle()


def _spelled() -> dict[str, BotanicusMove]:
    """Every move but lay-outs and deals, by its notation in capitals."""
    lists: tuple[tuple[BotanicusMove, ...], ...] = (
        tuple(Assign(task, row) for task in SPECIAL_TASKS for row in ROWS),
        WALKS,
        *STROLLS.values(),
        *PLANTS.values(),
        WATERS,
        tuple(STEPS.values()),
        FLOWERS,
        NEUTRALS,
        USES,
        SALES,
        tuple(map(Draw, CARDS)),
        (FORFEIT, RESHUFFLE),
    )
    return {move.notation.upper(): move for moves in lists for move in moves}


SPELLED: Final = _spelled()
_LONG_REVEAL: Final = re.compile(r">([DLT][0-9]{1,2}(?:\.[DLT][0-9]{1,2})*)", re.ASCII)
LAID: Final = 16


@lru_cache(maxsize=4096)  # every look at a game reads all of its moves, and many are alike
def parse(text: str) -> BotanicusMove:
    """Read a move, spaces around it and the case of its letters ignored.

    Raises a NotationError for anything that the table of rules 11 does not spell.
    """
    typed = text.strip(" \t\r\n")
    capitals = typed.upper() if typed.isascii() else ""
    move = SPELLED.get(capitals) or _long_reveal(capitals)
    if move is None:
        raise NotationError(NOT_A_MOVE, text=quoted(text))
    return move


def _long_reveal(capitals: str) -> Layout | Deal | None:
    match = _LONG_REVEAL.fullmatch(capitals)
    if not match:
        return None
    codes = tuple(match[1].split("."))
    if len(codes) == LAID and all(code in FLOWER_TILES for code in codes):
        return Layout(codes)
    if len(codes) <= len(SPECIAL_TASKS) and all(code in SPECIAL_TASKS for code in codes):
        return Deal(codes)
    return None
