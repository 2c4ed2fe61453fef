"""The moves of Botanik, and their notation beside the parser that reads it (rules 7).

All moves are tuples, because a position lists scores of them. Their `kind` is part of the
value, so that two sorts of move are never equal.
"""

import re
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from engine.errors import NOT_A_MOVE, NotationError, quoted
from engine.games.botanik.cells import Cell, cell_at, place_of
from engine.games.botanik.tiles import TILES, Tile, Turn, tile_of

Column: TypeAlias = int
"""Columns are 0 to 4 inside the engine, and 1 to 5 for people."""

COLUMNS: Final = range(5)


class SidePlay(NamedTuple):
    """Put a tile of the arrival area on one's own side of a column."""

    tile: Tile
    column: Column
    kind: Literal["side"] = "side"

    @property
    def notation(self) -> str:
        return f"{self.tile.code}/{self.column + 1}"


class CentrePlay(NamedTuple):
    """Put a tile of the arrival area on a centre pile."""

    tile: Tile
    column: Column
    kind: Literal["centre"] = "centre"

    @property
    def notation(self) -> str:
        return f"{self.tile.code}-{self.column + 1}"


class Swap(NamedTuple):
    """Give the held meca-botanist for the top of a centre pile."""

    column: Column
    kind: Literal["swap"] = "swap"

    @property
    def notation(self) -> str:
        return f"M={self.column + 1}"


class Build(NamedTuple):
    """Lay a held tile into one's machine, turned by so many quarters clockwise."""

    tile: Tile
    cell: Cell
    turn: Turn
    kind: Literal["build"] = "build"

    @property
    def place(self) -> tuple[int, int]:
        return place_of(self.cell)

    @property
    def notation(self) -> str:
        x, y = place_of(self.cell)
        return f"{self.tile.code}@{x},{y}^{self.turn}"


class Reveal(NamedTuple):
    """Tiles drawn by chance, in the order drawn."""

    tiles: tuple[Tile, ...]
    kind: Literal["reveal"] = "reveal"

    @property
    def notation(self) -> str:
        return ">" + ".".join(tile.code for tile in self.tiles)


BotanikMove: TypeAlias = SidePlay | CentrePlay | Swap | Build | Reveal

# The moves that a position lists most are made once (indexed by tile, then by column).
SIDE_PLAYS: Final = tuple(tuple(SidePlay(t, c) for c in COLUMNS) for t in TILES)
CENTRE_PLAYS: Final = tuple(tuple(CentrePlay(t, c) for c in COLUMNS) for t in TILES)
SWAPS: Final = tuple(Swap(c) for c in COLUMNS)

# ASCII, or the sign for kelvin would pass for a black tile. Coordinates have at most three
# digits: no machine gets that far, and no text can ask for a number of a thousand digits.
_CODE: Final = r"[RYGBK](?:[ILT]F?|[XPVM])"
_NUMBER: Final = r"(?:0|-?[1-9][0-9]{0,2})"
_GRAMMAR: Final = re.compile(
    rf"(?P<code>{_CODE})(?:(?P<where>[/-])(?P<column>[1-5])"
    rf"|@(?P<x>{_NUMBER}),(?P<y>{_NUMBER})\^(?P<turn>[0-3]))"
    rf"|M=(?P<pile>[1-5])"
    rf"|>(?P<drawn>{_CODE}(?:\.{_CODE}){{0,64}})",
    re.ASCII | re.IGNORECASE,
)


@lru_cache(maxsize=4096)  # every look at a game reads all of its moves, and many are alike
def parse(text: str) -> BotanikMove:
    """Read a move, spaces around it and the case of its letters ignored.

    Raises a NotationError for anything that the table of rules 7 does not spell.
    """
    match = _GRAMMAR.fullmatch(text.strip(" \t\r\n"))
    move = match and _move(match)
    if not move:
        raise NotationError(NOT_A_MOVE, text=quoted(text))
    return move


def _move(match: re.Match[str]) -> BotanikMove | None:
    if match["pile"]:
        return SWAPS[int(match["pile"]) - 1]
    if match["drawn"]:
        return Reveal(tuple(_tile(code) for code in match["drawn"].split(".")))
    played = _tile(match["code"])
    if match["where"]:
        plays = SIDE_PLAYS if match["where"] == "/" else CENTRE_PLAYS
        return plays[played.index][int(match["column"]) - 1]
    turn = int(match["turn"])
    # A turn that looks like another one has no spelling; a meca-botanist is never built.
    if played.is_meca or turn not in played.turns:
        return None
    return Build(played, cell_at(int(match["x"]), int(match["y"])), turn)


def _tile(code: str) -> Tile:
    return tile_of(code[:2].upper() + code[2:].lower())
