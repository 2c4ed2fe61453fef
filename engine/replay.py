"""Playing a record through the rules, and holding its tags against its moves."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias

from engine.errors import EngineError, Reason, quoted
from engine.outcome import Outcome, Score, Seat
from engine.records import Record
from engine.registry import Ruleset, Setup, get_ruleset
from engine.state import Actor, GameState, Leave, Move, Nature

State: TypeAlias = GameState[Any, Any]

FAULT = Reason("fault", "Ply {ply}, {move}: {why}")
FAULT_ON_LINE = Reason("fault-on-line", "Ply {ply}, {move}: {why} (line {line})")
CONTRADICTION = Reason("contradiction", "The tag {tag} says {said}, but {truth}.")
SEATS_UNREADABLE = Reason("seats-unreadable", "The tag Seats says {said}, which is no number.")

REASONS = (FAULT, FAULT_ON_LINE, CONTRADICTION, SEATS_UNREADABLE)

PLAYED: Final = "played"
ADJUDICATED: Final = "adjudicated"
TERMINATIONS: Final = (PLAYED, "resigned", "time", "agreed", "aborted", ADJUDICATED)
LEFT: Final = "Left"
"""The tag that says who left before the end and how: `2 time, 0 resigned`, in their order."""
LEAVINGS: Final = ("resigned", "time")
# With commas as we write it, or without.
_PAIRS: Final = re.compile(r", | (?=[0-9])")
RUNNING: Final = "*"
DRAWN: Final = "-"


class ReplayError(EngineError):
    """A record that breaks a rule, or whose tags contradict its moves."""


@dataclass(frozen=True, slots=True)
class Ply:
    """One move of a record, between two positions. The first reveal is ply 1."""

    number: int
    before: State
    actor: Actor
    move: Move
    after: State


class Played(Protocol):
    """What was recorded, with the position before it."""

    @property
    def before(self) -> State: ...
    @property
    def actor(self) -> Actor: ...
    @property
    def move(self) -> Move: ...


def is_same_turn(first: Played, later: Played) -> bool:
    """Whether something belongs to the turn that began with `first`, if nothing is between.

    A reveal and a leave stand alone.
    """
    seat = later.actor
    return (
        not isinstance(seat, Nature)
        and first.actor == seat
        and not isinstance(first.move, Leave)
        and not isinstance(later.move, Leave)
        and later.before.turn <= first.before.turn_for(seat)
    )


def ruleset_of(record: Record) -> Ruleset:
    """Find the rules that a record was played under."""
    return get_ruleset(record.tags["Game"], record.tags["Rules"])


def setup_of(record: Record) -> Setup:
    """Read what a record says about seats and options; by default the fewest seats."""
    ruleset, tags = ruleset_of(record), record.tags
    seats = tags.get("Seats", str(min(ruleset.seats)))
    if len(seats) != 1 or seats not in "123456789":
        raise ReplayError(SEATS_UNREADABLE, said=quoted(seats))
    chosen = [option for option in ruleset.options if option.tag in tags]
    return Setup(ruleset, int(seats), {o.name: o.read(tags[o.tag]) for o in chosen})


def initial_of(record: Record) -> State:
    """Return the position that a record starts from."""
    return setup_of(record).initial()


def replay(record: Record) -> Iterator[Ply]:
    """Yield each move once it is checked; raise a ReplayError at the first that is wrong."""
    state = initial_of(record)
    for number, text in enumerate(record.moves, start=1):
        try:
            move = state.read(text)
            actor = state.actor_of(move)
            following = state.replay(actor, move)
        except EngineError as error:
            raise _fault(record, number, error) from error
        yield Ply(number, state, actor, move, following)
        state = following


def _fault(record: Record, number: int, error: EngineError) -> ReplayError:
    """Name the ply, the move as written and the reason; the line too if there was a text."""
    move = quoted(record.moves[number - 1])
    if not record.lines:
        return ReplayError(FAULT, ply=number, move=move, why=str(error))
    line = record.lines[number - 1]
    return ReplayError(FAULT_ON_LINE, ply=number, move=move, why=str(error), line=line)


def last_position(record: Record) -> State:
    """Replay a whole record and return where it ends."""
    state = initial_of(record)
    for ply in replay(record):
        state = ply.after
    return state


def result_of(scores: Sequence[Score], *, cooperative: bool = False) -> str:
    """Write the totals in the order of the seats; a team has one."""
    return "-".join(str(score.total) for score in (scores[:1] if cooperative else scores))


def winner_of(outcome: Outcome) -> str:
    """Write the winner's seat, or the sign for a draw. A team has neither."""
    return DRAWN if outcome.winner is None else str(outcome.winner)


def check_tags(record: Record, last: State) -> None:
    """Raise a ReplayError if Result, Winner, Termination or Left contradict the moves."""
    tags, outcome = record.tags, last.outcome()
    _check_left(tags.get(LEFT), last.gone)
    ending = tags.get("Termination", PLAYED if outcome else None)
    _check_ending(ending, is_over=outcome is not None)
    team = last.cooperative
    result = RUNNING if ending is None else result_of(last.scores(), cooperative=team)
    _check_tag(record, "Result", result)
    if team and "Winner" in tags:
        raise _contradiction("Winner", tags["Winner"], "all are one team")
    if team:
        return
    if outcome and ending == PLAYED:
        _check_tag(record, "Winner", winner_of(outcome))
    elif ending is None and "Winner" in tags:
        raise _contradiction("Winner", tags["Winner"], "the game is not over")
    elif tags.get("Winner", DRAWN) not in (DRAWN, *map(str, range(last.seats))):
        raise _contradiction("Winner", tags["Winner"], "there is no such seat")


def _check_left(said: str | None, gone: Sequence[Seat]) -> None:
    if said is None:
        return
    parts = [pair.split(" ") for pair in _PAIRS.split(said)]
    if any(len(part) != 2 or part[1] not in LEAVINGS for part in parts):
        raise _contradiction(LEFT, said, "nobody leaves like that")
    if [part[0] for part in parts] != [str(seat) for seat in gone]:
        truth = ", ".join(f"seat {seat}" for seat in gone) or "nobody"
        raise _contradiction(LEFT, said, f"by the moves it was {truth}")


def _check_ending(ending: str | None, *, is_over: bool) -> None:
    if ending is None:
        return
    if ending not in TERMINATIONS:
        raise _contradiction("Termination", ending, "no game ends like that")
    if ending == PLAYED and not is_over:
        raise _contradiction("Termination", ending, "the moves do not end the game")
    if is_over and ending not in (PLAYED, ADJUDICATED):
        raise _contradiction("Termination", ending, "the moves end the game")


def _check_tag(record: Record, tag: str, truth: str) -> None:
    said = record.tags.get(tag, truth)
    if said != truth:
        raise _contradiction(tag, said, f"by the moves it is {quoted(truth)}")


def _contradiction(tag: str, said: str, truth: str) -> ReplayError:
    return ReplayError(CONTRADICTION, tag=tag, said=quoted(said), truth=truth)


def moves_for(initial: State, moves: Iterable[Move], viewer: Seat | None) -> tuple[str, ...]:
    """Write the moves of a running game as `viewer` may read them.

    What was revealed to others only is covered. When a game is over its record is
    complete, and the same for all.
    """
    state, texts = initial, []
    for move in moves:
        actor = state.actor_of(move)
        texts.append(state.written(actor, move, viewer))
        state = state.step(actor, move)
    return tuple(texts)
