"""Why a move is not allowed (rules 8.3 and 8.4). These words explain; `legal_moves` decides.

No sentence depends on a front that is hidden from who hears it (rule 8.2).
"""

from collections.abc import Iterator

from engine.errors import SEAT_UNKNOWN, EngineError, IllegalMoveError, Reason
from engine.games.gardeners import laying
from engine.games.gardeners.moves import (
    REVEALS,
    Add,
    Bank,
    Done,
    Drop,
    End,
    GardenersMove,
    Give,
    Next,
    Verdict,
)
from engine.games.gardeners.plot import Cell
from engine.games.gardeners.position import Position
from engine.outcome import Seat
from engine.state import Actor, Nature

MODE_SEATS = Reason("mode-seats", "{mode} cannot be played by {seats}.")
OPTION_VALUE = Reason("option-value", "{option} cannot be {value}.")
OPTION_ELSEWHERE = Reason("option-elsewhere", "{option} is no option of {mode}.")
BANK_OR_NEXT = Reason("bank-or-next", "First choose: bank your cards, or draw one more.")
NOTHING_TO_BANK = Reason(
    "nothing-to-bank", "There is nothing to choose now: the garden has to be checked first."
)
NO_TURNS = Reason("no-turns", "Alone there are no turns to end.")
NOT_IN_RESERVE = Reason("not-in-reserve", "{tile} is not in your reserve.")
SAME_PLACE = Reason("same-place", "{tile} lies there already, turned like that.")
LAST_TILE = Reason("last-tile", "{tile} is the last tile of the garden: it stays.")
NOT_BORDER = Reason(
    "not-border",
    "{tile} has a tile on each of its four sides: only a border tile can be lifted.",
)
SPLITS = Reason("splits", "Without {tile} the garden would fall apart.")
OCCUPIED = Reason("occupied", "{x},{y} holds {tile} already.")
FIRST_AT_ORIGIN = Reason("first-at-origin", "The first tile goes to 0,0.")
BESIDE_NOTHING = Reason("beside-nothing", "{x},{y} is not next to a tile of the garden.")
TOO_WIDE = Reason(
    "too-wide", "With a tile at {x},{y} the garden would not fit into a square of {size}."
)
ENCLOSES = Reason("encloses", "A tile at {x},{y} would enclose an empty cell.")
NOT_IN_GARDEN = Reason("not-in-garden", "{tile} is not in the garden.")
TO_YOURSELF = Reason("to-yourself", "{tile} goes to somebody else, not to yourself.")
SEAT_LEFT = Reason("seat-left", "Seat {seat} has left the game.")
INCOMPLETE = Reason("incomplete", "The garden is not complete. Tiles still to lay: {missing}.")
NOTHING_CHANGED = Reason("nothing-changed", "Nothing has changed since the last check.")
NOT_YOUR_CARD = Reason("not-your-card", "You hold no card number {number}.")
NO_CARD_LEFT = Reason("no-card-left", "The pile of cards is empty: no card can be discarded.")
CHANCE_ALONE = Reason("chance-alone", "This is revealed by chance, nobody chooses it.")
CANNOT_REVEAL = Reason("cannot-reveal", "{move} cannot be revealed here.")
OTHER_VERDICT = Reason("other-verdict", "The check does not say {move}.")

REASONS = (
    MODE_SEATS, OPTION_VALUE, OPTION_ELSEWHERE, BANK_OR_NEXT, NOTHING_TO_BANK, NO_TURNS,
    NOT_IN_RESERVE, SAME_PLACE, LAST_TILE, NOT_BORDER, SPLITS, OCCUPIED, FIRST_AT_ORIGIN,
    BESIDE_NOTHING, TOO_WIDE, ENCLOSES, NOT_IN_GARDEN, TO_YOURSELF, SEAT_LEFT, INCOMPLETE,
    NOTHING_CHANGED, NOT_YOUR_CARD, NO_CARD_LEFT, CHANCE_ALONE, CANNOT_REVEAL, OTHER_VERDICT,
)  # fmt: skip


def explain(position: Position, actor: Actor, move: GardenersMove) -> EngineError:
    """Say why a move that is not legal is not, by the first reason of rule 8.4."""
    if isinstance(actor, Nature):
        return _of_reveal(position, move)
    if isinstance(move, REVEALS):
        return IllegalMoveError(CHANCE_ALONE)
    return next(_of_deed(position, actor, move))


def _of_reveal(position: Position, move: GardenersMove) -> EngineError:
    is_due = position.due is not None and position.due.kind == "verdict"
    reason = OTHER_VERDICT if is_due and isinstance(move, Verdict) else CANNOT_REVEAL
    return IllegalMoveError(reason, move=move.notation)


# -- what a seat hears: each yields all reasons that hold, the first is said ------------------


def _of_deed(position: Position, seat: Seat, move: GardenersMove) -> Iterator[EngineError]:
    if position.choosing:
        yield IllegalMoveError(BANK_OR_NEXT)
    match move:
        case Bank() | Next():
            yield IllegalMoveError(NOTHING_TO_BANK)
        case End():
            yield IllegalMoveError(NO_TURNS)
        case Add():
            yield from _of_adding(position, seat, move)
        case Give():
            yield from _of_giving(position, seat, move)
        case Done():
            yield from _of_done(position)
        case Drop():
            yield from _of_drop(position, seat, move)


def _of_adding(position: Position, seat: Seat, move: Add) -> Iterator[EngineError]:
    plot = position.plot
    start, cells = plot.places.get(move.tile), plot.cells
    if move.tile not in position.reserve(seat):
        if start is None or not position.is_solo:
            yield IllegalMoveError(NOT_IN_RESERVE, tile=move.tile)
            return
        if (start, plot.laid[start].turn) == (move.cell, move.turn):
            yield IllegalMoveError(SAME_PLACE, tile=move.tile)
        yield from _of_lifting(position, move.tile, start)
        cells = cells - {start}
    yield from _of_landing(position, cells, move)


def _of_landing(position: Position, cells: frozenset[Cell], move: Add) -> Iterator[EngineError]:
    cell, size = move.cell, position.rules.size
    at = {"x": move.x, "y": move.y}
    if cell in cells:
        yield IllegalMoveError(OCCUPIED, **at, tile=position.plot.laid[cell].tile)
    if not cells:
        yield IllegalMoveError(FIRST_AT_ORIGIN)
    if not laying.is_beside(cells, cell):
        yield IllegalMoveError(BESIDE_NOTHING, **at)
    if laying.is_too_wide(cells, cell, size):
        yield IllegalMoveError(TOO_WIDE, **at, size=size)
    yield IllegalMoveError(ENCLOSES, **at)


def _of_lifting(position: Position, tile: str, start: Cell) -> Iterator[EngineError]:
    cells = position.plot.cells
    if len(cells) == 1:
        yield IllegalMoveError(LAST_TILE, tile=tile)
    if not laying.is_border(cells, start):
        yield IllegalMoveError(NOT_BORDER, tile=tile)
    if laying.splits(cells, start):
        yield IllegalMoveError(SPLITS, tile=tile)


def _of_giving(position: Position, seat: Seat, move: Give) -> Iterator[EngineError]:
    start = position.plot.places.get(move.tile)
    if start is None:
        yield IllegalMoveError(NOT_IN_GARDEN, tile=move.tile)
        return
    if move.to not in range(position.seats):
        yield IllegalMoveError(SEAT_UNKNOWN, seat=move.to)
    if move.to == seat and not position.is_solo:
        yield IllegalMoveError(TO_YOURSELF, tile=move.tile)
    if move.to in position.gone:
        yield IllegalMoveError(SEAT_LEFT, seat=move.to)
    yield from _of_lifting(position, move.tile, start)


def _of_done(position: Position) -> Iterator[EngineError]:
    if position.missing:
        yield IllegalMoveError(INCOMPLETE, missing=position.missing)
    yield IllegalMoveError(NOTHING_CHANGED)


def _of_drop(position: Position, seat: Seat, move: Drop) -> Iterator[EngineError]:
    numbers = [wish.number for wish in position.in_play if position.can_drop(seat, wish)]
    if move.number not in numbers:
        yield IllegalMoveError(NOT_YOUR_CARD, number=move.number)
    yield IllegalMoveError(NO_CARD_LEFT)
