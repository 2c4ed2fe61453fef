"""From rows to positions and back: the only reader and writer of `Game.position`.

The moves are the truth. What is stored is a cache, with the number of its format: where that is
not the one that the engine reads now, the moves are replayed.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, NamedTuple, Protocol, TypeAlias

from engine import CHANCE, Actor, GameState, PositionError, Ruleset, Setup, get_ruleset
from engine import Move as EngineMove
from games.models import Game

State: TypeAlias = GameState[Any, Any]


class Row(Protocol):
    """A stored move, or what was read of one."""

    @property
    def ply(self) -> int: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def notation(self) -> str: ...
    @property
    def made_at(self) -> datetime: ...


class Step(NamedTuple):
    """A stored move between two positions."""

    row: Row
    before: State
    actor: Actor
    move: EngineMove
    after: State


def ruleset_of(game: Game) -> Ruleset:
    return get_ruleset(game.ruleset, game.rules_version)


def setup_of(game: Game) -> Setup:
    """All that a game begins from."""
    return Setup(ruleset_of(game), game.seats, game.options)


def first(game: Game) -> State:
    """The position before anything is revealed."""
    return setup_of(game).initial()


def load(game: Game) -> State:
    """The position as it stands."""
    try:
        return ruleset_of(game).state.decode(game.position)
    except PositionError:
        return rebuilt(game)


def store(game: Game, state: State) -> None:
    """Note the position in the row; saving is the caller's."""
    game.position = state.encode()


def rebuilt(game: Game) -> State:
    """The position that the moves lead to, each checked again."""
    state = first(game)
    for row in game.moves.all():
        state = state.replay(_actor(row), state.read(row.notation))
    return state


def steps(game: Game, rows: Iterable[Row]) -> Iterator[Step]:
    """Every move with the positions around it. They were checked when they were made."""
    state = first(game)
    for row in rows:
        move, actor = state.read(row.notation), _actor(row)
        after = state.step(actor, move)
        yield Step(row, state, actor, move, after)
        state = after


def points_of(state: State) -> list[int]:
    """What each seat has in a position."""
    return [score.total for score in state.scores()]


def points_over(game: Game, steps: Iterable[Step]) -> list[list[int]]:
    """What each seat had before the first move, and after each of these, which are all so far."""
    return [points_of(first(game)), *(points_of(step.after) for step in steps)]


def _actor(row: Row) -> Actor:
    return CHANCE if row.seat is None else row.seat
