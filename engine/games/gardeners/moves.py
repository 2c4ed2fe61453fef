"""The moves of Gardeners, and their notation beside the parser that reads it (rules 9).

Their `kind` is part of the value, so that two sorts of move are never equal.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from engine.errors import NOT_A_MOVE, NotationError, quoted
from engine.games.gardeners.components import CARDS, TILES
from engine.games.gardeners.plot import Cell, turns_of
from engine.outcome import Seat


class Add(NamedTuple):
    """Lay a tile of one's reserve; alone, also lay one of the garden elsewhere or turn it."""

    tile: str
    x: int
    y: int
    turn: int
    kind: Literal["add"] = "add"

    @property
    def cell(self) -> Cell:
        return self.x, self.y

    @property
    def notation(self) -> str:
        return f"{self.tile}@{self.x},{self.y}^{self.turn}"


class Give(NamedTuple):
    """Lift a tile of the garden, for the reserve of a seat."""

    tile: str
    to: Seat
    kind: Literal["give"] = "give"

    @property
    def notation(self) -> str:
        return f"{self.tile}>{self.to}"


class End(NamedTuple):
    """End the turn; without an action that is to pass."""

    kind: Literal["end"] = "end"
    notation: str = "end"


class Done(NamedTuple):
    """Call for the check."""

    kind: Literal["done"] = "done"
    notation: str = "done"


class Drop(NamedTuple):
    """Discard the card with this number."""

    number: int
    kind: Literal["drop"] = "drop"

    @property
    def notation(self) -> str:
        return f"drop{self.number}"


class Bank(NamedTuple):
    """Alone, after a conform check: all cards in play become validated."""

    kind: Literal["bank"] = "bank"
    notation: str = "bank"


class Next(NamedTuple):
    """Alone, after a conform check: one more card."""

    kind: Literal["next"] = "next"
    notation: str = "next"


class Turned(NamedTuple):
    """Chance turns tiles of piles: the tops, the next top, or the rest of a pile."""

    tiles: tuple[str, ...]
    kind: Literal["reveal"] = "reveal"

    @property
    def notation(self) -> str:
        return ">" + ".".join(self.tiles)


class Draw(NamedTuple):
    """The seat that is due draws cards."""

    cards: tuple[str, ...]
    kind: Literal["reveal"] = "reveal"

    @property
    def notation(self) -> str:
        return ">" + ".".join(self.cards)


class Verdict(NamedTuple):
    """The check says for each seat that holds cards whether all of them are conform."""

    seats: tuple[tuple[Seat, bool], ...]
    kind: Literal["reveal"] = "reveal"

    @property
    def notation(self) -> str:
        return ">=" + "".join(f"{seat}{'+' if conform else '-'}" for seat, conform in self.seats)


Reveal: TypeAlias = Turned | Draw | Verdict
Deed: TypeAlias = Add | Give | End | Done | Drop | Bank | Next
GardenersMove: TypeAlias = Deed | Reveal
REVEALS: Final = (Turned, Draw, Verdict)

END: Final = End()
DONE: Final = Done()
BANK: Final = Bank()
NEXT: Final = Next()
GIVES: Final = {tile: tuple(Give(tile, seat) for seat in range(4)) for tile in TILES}
LONGEST: Final = 44
"""No move is longer (rules 9)."""


def laid_on(tile: str, cells: Iterable[Cell]) -> list[Add]:
    """A tile on each of these cells, in each of its turns."""
    return [move for x, y in cells for move in _adds(tile, x, y)]


@lru_cache(maxsize=1 << 15)  # positions list the same moves again and again
def _adds(tile: str, x: int, y: int) -> tuple[Add, ...]:
    return tuple(Add(tile, x, y, turn) for turn in range(turns_of(tile)))


_WORDS: Final[dict[str, GardenersMove]] = {move.notation: move for move in (END, DONE, BANK, NEXT)}
_NUMBER: Final = r"(0|-?[1-9][0-9]{0,2})"
_ADD: Final = re.compile(rf"([a-c][0-9]+)@{_NUMBER},{_NUMBER}\^([0-3])", re.ASCII)
_GIVE: Final = re.compile(r"([a-c][0-9]+)>([0-9])", re.ASCII)
_DROP: Final = re.compile(r"drop([1-9][0-9]?)", re.ASCII)
_TAKEN: Final = re.compile(r">([a-z]+[0-9]+(?:\.[a-z]+[0-9]+)*)", re.ASCII)
_VERDICT: Final = re.compile(r">=((?:[0-9][+-])+)", re.ASCII)


@lru_cache(maxsize=8192)  # every look at a game reads all of its moves, and many are alike
def parse(text: str) -> GardenersMove:
    """Read a move, spaces around it and the case of its letters ignored.

    Raises a NotationError for anything that the table of rules 9 does not spell.
    """
    typed = text.strip(" \t\r\n")
    lower = typed.lower() if typed.isascii() and len(typed) <= LONGEST else ""
    move = _WORDS.get(lower) or _deed(lower) or _reveal(lower)
    if move is None:
        raise NotationError(NOT_A_MOVE, text=quoted(text))
    return move


def _deed(text: str) -> Deed | None:
    if match := _ADD.fullmatch(text):
        tile, turn = match[1].upper(), int(match[4])
        is_spelled = tile in TILES and turn < turns_of(tile)
        return Add(tile, int(match[2]), int(match[3]), turn) if is_spelled else None
    if match := _GIVE.fullmatch(text):
        tile = match[1].upper()
        return Give(tile, int(match[2])) if tile in TILES else None
    match = _DROP.fullmatch(text)
    return Drop(int(match[1])) if match else None


def _reveal(text: str) -> Reveal | None:
    if match := _VERDICT.fullmatch(text):
        said = match[1]
        pairs = zip(said[::2], said[1::2], strict=True)
        return Verdict(tuple((int(seat), sign == "+") for seat, sign in pairs))
    match = _TAKEN.fullmatch(text)
    names = tuple(match[1].upper().split(".")) if match else ()
    if names and all(name in TILES for name in names):
        return Turned(names)
    return Draw(names) if names and all(name in CARDS for name in names) else None
