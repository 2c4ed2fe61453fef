"""How a game was played: each turn next to the best that a search finds in its place.

A turn is judged by what its seat could see then, and by the same trials as the best one: both
met the same luck. All of it is an estimate, and the same for the same game, `Random` and nodes.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Final

from engine.bots.search import Search, is_shared
from engine.bots.turns import Path, State
from engine.outcome import Seat
from engine.replay import Played, is_same_turn
from engine.state import Leave, Nature

METHOD: Final = 1
"""Counts up whenever the same game and nodes would be judged otherwise."""
TURNING_POINTS: Final = 3
SLIP: Final = 0.03
"""The loss of chance from which on a turn is said to have changed the game: less is noise."""
FIND: Final = 0.03
"""How much worse the next best has to be for a turn to be called a find."""


@dataclass(frozen=True, slots=True)
class Turn:
    """All that a seat did until its turn was over, another acted, or something was revealed."""

    seat: Seat
    before: State
    path: Path
    first: int
    """The ply of its first move."""

    @property
    def last(self) -> int:
        return self.first + len(self.path) - 1


@dataclass(frozen=True, slots=True)
class Judgement:
    """What became of the chance to win in a turn, for who had it. Draws count as half."""

    seat: Seat
    first: int
    last: int
    best: float
    """The chance with the best turn that was found."""
    chance: float
    """With the turn that was played; never more."""
    next_best: float
    """With the best of all others, if the played turn is the best; else the same as `chance`."""
    line: tuple[str, ...] = ()
    """The moves of the best turn; none if it was the one that was played."""

    @property
    def lost(self) -> float:
        return self.best - self.chance

    @property
    def kept(self) -> float:
        """Which part of the chance the turn kept: all of it where there was none."""
        return self.chance / self.best if self.best > 0 else 1.0

    @property
    def is_best(self) -> bool:
        return not self.line


def can_review(state: State) -> bool:
    """Whether there is a chance to win in such a game: a team, or who plays alone, has none."""
    return not is_shared(state)


def turns(plies: Iterable[Played], *, given: int = 0) -> Iterator[Turn]:
    """The turns of a game. What was revealed, who left and what was played for them is nobody's.

    Nor are the first plies that were `given` to it.
    """
    run: list[Played] = []
    first = 0
    for number, ply in islice(enumerate(plies, start=1), given, None):
        if run and not is_same_turn(run[0], ply):
            yield _turn(run, first)
            run = []
        if _is_own(ply):
            first = first if run else number
            run.append(ply)
    if run:
        yield _turn(run, first)


def _is_own(ply: Played) -> bool:
    """Whether somebody chose it."""
    if isinstance(ply.actor, Nature) or isinstance(ply.move, Leave):
        return False
    return ply.actor not in ply.before.gone


def _turn(run: Sequence[Played], first: int) -> Turn:
    assert not isinstance(run[0].actor, Nature)
    return Turn(run[0].actor, run[0].before, tuple(ply.move for ply in run), first)


def judge(turn: Turn, *, nodes: int, rng: Random) -> Judgement:
    """Judge one turn within so many nodes."""
    search = Search(turn.before.view_for(turn.seat), rng, nodes)
    played, lines = search.beside(turn.path)
    best, is_best = lines[0], lines[0] == played
    chance = min(played.promise.chance, best.promise.chance)
    return Judgement(
        seat=turn.seat,
        first=turn.first,
        last=turn.last,
        best=best.promise.chance,
        chance=chance,
        next_best=min(lines[1].promise.chance, chance) if is_best and lines[1:] else chance,
        line=() if is_best else tuple(move.notation for move in best.path),
    )


def turning_points(judged: Sequence[Judgement], seats: int) -> list[int]:
    """Which turns decided the game, by their places in it: three at most, in their order.

    First those that lost most. Where too few lost anything to speak of, those after which another
    was the more likely winner, of two: the greatest change of what could be expected.
    """
    found = [at for at, one in enumerate(judged) if one.lost >= SLIP]
    found = sorted(found, key=lambda at: -judged[at].lost)[:TURNING_POINTS]
    if seats == 2:
        others = [at for at in _changes(judged) if at not in found]
        found += others[: TURNING_POINTS - len(found)]
    return sorted(found)


def _changes(judged: Sequence[Judgement]) -> list[int]:
    """The turns after which the other of two was ahead for the first time, the greatest first."""
    shares = [one.chance if one.seat == 0 else 1 - one.chance for one in judged]
    found, ahead = list[tuple[float, int]](), None
    for at, share in enumerate(shares):
        leads = None if share == 0.5 else share > 0.5
        if leads is not None and ahead is not None and leads != ahead:
            found.append((abs(share - shares[at - 1]), at))
        ahead = ahead if leads is None else leads
    return [at for change, at in sorted(found, key=lambda one: (-one[0], one[1]))]


def best_find(judged: Sequence[Judgement], seat: Seat) -> int | None:
    """The place of the turn by which a seat did best: nothing else would have kept as much.

    None where every best turn had another that was nearly as good.
    """
    found = [
        (one.chance - one.next_best, -at)
        for at, one in enumerate(judged)
        if one.seat == seat and one.is_best and one.chance - one.next_best >= FIND
    ]
    return -max(found)[1] if found else None
