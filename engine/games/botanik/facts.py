"""What a move did, as values that can be told in any language.

Facts are read off the two positions around a move. They decide nothing: the rules do.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.games.botanik.moves import BotanikMove, Build, CentrePlay, Column, Reveal, Swap
from engine.games.botanik.position import Position
from engine.games.botanik.tiles import Tile, Turn
from engine.outcome import Seat
from engine.state import NOBODY, Actor, Nature


@dataclass(frozen=True, slots=True)
class Revealed:
    """Tiles were drawn: for the centre at the set-up (round 0), for the arrival area else."""

    tiles: tuple[Tile, ...]
    round: int
    kind: Literal["revealed"] = "revealed"


@dataclass(frozen=True, slots=True)
class Played:
    """A tile went from the arrival area to a column; on the centre it covers another."""

    seat: Seat
    tile: Tile
    column: Column
    covered: Tile | None
    kind: Literal["played"] = "played"


@dataclass(frozen=True, slots=True)
class Swapped:
    """A meca-botanist was put on a centre pile for the tile on its top."""

    seat: Seat
    tile: Tile
    column: Column
    taken: Tile
    kind: Literal["swapped"] = "swapped"


@dataclass(frozen=True, slots=True)
class Built:
    """A tile was laid into a machine."""

    seat: Seat
    tile: Tile
    place: tuple[int, int]
    turn: Turn
    kind: Literal["built"] = "built"


@dataclass(frozen=True, slots=True)
class Released:
    """A side tile lost its link to the centre and came to its owner."""

    seat: Seat
    tile: Tile
    column: Column
    kind: Literal["released"] = "released"


@dataclass(frozen=True, slots=True)
class Removed:
    """Tiles that fitted nowhere left the game, by themselves (rule 5.4)."""

    seat: Seat
    tiles: tuple[Tile, ...]
    kind: Literal["removed"] = "removed"


@dataclass(frozen=True, slots=True)
class WordPassed:
    """Within a turn the other player must act now (rule 4.1)."""

    seat: Seat
    kind: Literal["word-passed"] = "word-passed"


@dataclass(frozen=True, slots=True)
class Ended:
    """The last tile has been dealt with. Who won is in the outcome of the position."""

    kind: Literal["ended"] = "ended"


BotanikFact: TypeAlias = (
    Revealed | Played | Swapped | Built | Released | Removed | WordPassed | Ended
)


def of_move(
    before: Position, actor: Actor, move: BotanikMove, after: Position
) -> tuple[BotanikFact, ...]:
    """Tell what a move did between two positions, in the order in which it happened."""
    if isinstance(actor, Nature) or isinstance(move, Reveal):
        assert isinstance(move, Reveal)
        return (Revealed(move.tiles, after.round),)
    done = _deed(before, actor, move)
    released = tuple(_released(before, after))
    removed = tuple(_removed(before, actor, done, released, after))
    return (done, *released, *removed, *_what_follows(actor, after))


def _deed(before: Position, seat: Seat, move: BotanikMove) -> Played | Swapped | Built:
    if isinstance(move, Build):
        return Built(seat, move.tile, move.place, move.turn)
    assert not isinstance(move, Reveal)
    top = before.registry.centre[move.column]
    if isinstance(move, Swap):
        meca = next(tile for tile in before.held[seat] if tile.is_meca)
        return Swapped(seat, meca, move.column, top)
    return Played(seat, move.tile, move.column, top if isinstance(move, CentrePlay) else None)


def _released(before: Position, after: Position) -> Iterator[Released]:
    """A side tile that is gone was released: there is no other way off a side."""
    for seat, side in enumerate(before.registry.sides):
        for column, tile in enumerate(side):
            if tile is not None and after.registry.sides[seat][column] is None:
                yield Released(seat, tile, column)


def _removed(
    before: Position,
    actor: Seat,
    done: Played | Swapped | Built,
    released: tuple[Released, ...],
    after: Position,
) -> Iterator[Removed]:
    """A tile that a player should hold, and does not, has left the game."""
    for seat in (actor, 1 - actor):
        due = before.held[seat] + tuple(fact.tile for fact in released if fact.seat == seat)
        if not due:
            continue
        missing = Counter(due)
        if seat == actor and not isinstance(done, Played):
            missing[done.tile] -= 1
        if seat == actor and isinstance(done, Swapped):
            missing[done.taken] += 1
        missing.subtract(after.held[seat])
        if tiles := tuple(missing.elements()):
            yield Removed(seat, tiles)


def _what_follows(actor: Seat, after: Position) -> Iterator[WordPassed | Ended]:
    if after.to_move == NOBODY:
        yield Ended()
    elif after.is_dealing and actor not in _seats(after):
        yield WordPassed(1 - actor)


def _seats(position: Position) -> frozenset[Seat]:
    return NOBODY if isinstance(position.to_move, Nature) else position.to_move
