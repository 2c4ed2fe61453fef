"""Looks ahead: plays the best turns on through imagined reveals, and compares how they fare.

A move is judged in two steps. First by the best turn that begins with it, as the estimates of
the game see the position that it leads to. The most promising moves are then tried: their
turns are played on for a while, each time with other hidden tiles, drawn from what the view
leaves open, and whoever is to move plays the turn that looks best to them. All contenders meet
the same luck in a trial, and the worse half of them is dropped again and again. A turn that was
played can be put beside them: it is never dropped, so in the end it has met all the luck that the
best one met.

Nothing depends on anything but the view, the `Random` and the budget, which is counted in
nodes: positions reached.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import erf, sqrt
from random import Random
from typing import Any, Final, NamedTuple

from engine.bots.turns import Path, State, whole_turns
from engine.outcome import Seat
from engine.stack import in_one_piece
from engine.state import CHANCE, Actor, Move, Nature, View

MOST_NODES: Final = 200_000
"""No thought goes beyond this, whatever the caller allows: some ten seconds."""

CONTENDERS: Final = 10
"""How many moves are tried."""
HORIZON: Final = 2
"""How many turns a trial goes on after the first reveal that has to be imagined, at most: where
turns are long and reveals are many, the game's own `outlook` ends it before."""
FIRST_LOOK: Final = 4
"""How many trials the first look counts for: a few trials are mostly luck."""
ROOT_WIDTH: Final = 60
"""How many unfinished turns are followed up at each step (see `whole_turns`): at first, and
in a trial."""
TRIAL_WIDTH: Final = 20


class Promise(NamedTuple):
    """What a position promises a seat; the greater is better."""

    chance: float
    """To win, draws as half."""
    margin: float
    """The points that it should be ahead by in the end."""


class Line(NamedTuple):
    """A move that was looked at, with the turn that it should begin."""

    promise: Promise
    path: Path

    @property
    def move(self) -> Move:
        return self.path[0]


def choose(view: View[Any], rng: Random, nodes: int) -> Move:
    """Choose the most promising move; anything if the budget is too small to see one."""
    moves = view.legal_moves
    lines = Search(view, rng, nodes).lines() if len(moves) > 1 else []
    move: Move = lines[0].move if lines else rng.choice(moves)
    return move


class Contender:
    """A move under examination, and the mean of its trials, the first look among them."""

    __slots__ = ("path", "promise", "trials")

    def __init__(self, path: Path, promise: Promise) -> None:
        self.path, self.promise, self.trials = path, promise, FIRST_LOOK

    def note(self, found: Promise) -> None:
        self.trials += 1
        (chance, margin), part = self.promise, 1 / self.trials
        self.promise = Promise(
            chance + (found.chance - chance) * part, margin + (found.margin - margin) * part
        )


class BudgetSpent(Exception):
    """There is no node left."""


class Search:
    """One thought about one view."""

    def __init__(self, view: View[Any], rng: Random, nodes: int) -> None:
        if view.viewer is None:
            raise TypeError("a spectator has no move to choose")
        self.view, self.rng, self.seat = view, rng, view.viewer
        self.budget, self.nodes = min(nodes, MOST_NODES), 0
        self.replies: dict[State, State] = {}

    def lines(self) -> list[Line]:
        """The moves that were tried, the best first; none if the budget was too small."""
        return in_one_piece(self._lines)

    def _lines(self) -> list[Line]:
        contenders = self._first_look()[:CONTENDERS]
        self._try_out(contenders)
        return [_line(contender) for contender in contenders]

    def beside(self, path: Path) -> tuple[Line, list[Line]]:
        """Judge a turn of the seat by the trials of the best: its line, and all, the best first.

        It is among them, whatever the budget.
        """
        return in_one_piece(self._beside, path)

    def _beside(self, path: Path) -> tuple[Line, list[Line]]:
        contenders = self._first_look()[:CONTENDERS]
        given = self._given(path, contenders)
        self._try_out(contenders, given)
        if given.promise > contenders[0].promise:
            contenders.insert(0, contenders.pop(contenders.index(given)))
        return _line(given), [_line(contender) for contender in contenders]

    def _given(self, path: Path, contenders: list[Contender]) -> Contender:
        """The contender that this turn is, or comes to the same as; else it joins them."""
        state = self.view.sample(self.rng)
        end = self._end_of(path, state)
        found = next((c for c in contenders if self._end_of(c.path, state) == end), None)
        if found is None:
            found = Contender(path, promise_of(end, self.seat))
            contenders.append(found)
        return found

    def _end_of(self, path: Path, state: State) -> State:
        """Where a turn leads to. All but the given one were looked at, so it counts no nodes."""
        for move in path:
            state = state.after(self.seat, move)
        return state

    def _first_look(self) -> list[Contender]:
        """For each move the best turn that begins with it, the best first."""
        state, best = self.view.sample(self.rng), dict[Move, Contender]()
        with suppress(BudgetSpent):
            for end, path in self._turns(state, self.seat, ROOT_WIDTH):
                promise = promise_of(end, self.seat)
                if path[0] not in best or promise > best[path[0]].promise:
                    best[path[0]] = Contender(path, promise)
        return sorted(best.values(), key=_promise, reverse=True)

    def _try_out(self, contenders: list[Contender], given: Contender | None = None) -> None:
        """Spend the budget on trials, an equal part before each halving; `given` is in them all."""
        live = len(contenders)
        share = (self.budget - self.nodes) // max(1, (live - 1).bit_length())
        while live > 1:
            self._trials(_with(given, contenders[:live]), until=self.nodes + share)
            # Who was dropped stays behind those who are still in the running.
            contenders[:live] = sorted(contenders[:live], key=_promise, reverse=True)
            live = (live + 1) // 2

    def _trials(self, contenders: Sequence[Contender], until: int) -> None:
        with suppress(BudgetSpent):
            while self.nodes < until:
                self._trial(contenders)

    def _trial(self, contenders: Sequence[Contender]) -> None:
        luck, found = self.rng.getstate(), []
        for contender in contenders:
            self.rng.setstate(luck)
            found.append(promise_of(self._played_on(contender.path), self.seat))
        for contender, promise in zip(contenders, found, strict=True):
            contender.note(promise)

    def _played_on(self, path: Path) -> State:
        state = self.view.sample(self.rng)
        last = state.turn + state.outlook
        for move in path:
            state = self._step(state, self.seat, move)
        turns, is_imagined = HORIZON, False
        while turns and state.turn < last and (to_move := state.to_move):
            if isinstance(to_move, Nature):
                state, is_imagined = self._step(state, CHANCE, state.imagine(self.rng)), True
            elif (seat := min(to_move)) in state.gone:
                state = self._step(state, seat, state.caretaker_move(seat))
            else:
                state = self._best_turn(state, seat)
                turns -= is_imagined
        return state

    def _best_turn(self, state: State, seat: Seat) -> State:
        """What the seat would play. Before the first reveal it is the same in every trial."""
        if state not in self.replies:
            ends = self._turns(state, seat, TRIAL_WIDTH)
            best = max((end for end, _ in ends), key=lambda end: margin_of(end, seat))
            self.replies[state] = best
        return self.replies[state]

    def _turns(self, state: State, seat: Seat, width: int) -> Iterator[tuple[State, Path]]:
        return whole_turns(
            state,
            seat,
            moves=lambda position, seat: position.sensible_moves(seat),
            width=width,
            rank=lambda position: margin_of(position, seat),
            step=self._step,
        )

    def _step(self, state: State, actor: Actor, move: Move) -> State:
        if self.nodes >= self.budget:
            raise BudgetSpent
        self.nodes += 1
        return state.after(actor, move)


def margin_of(state: State, seat: Seat) -> float:
    """By how many points a seat should be ahead of the best of the others in the end.

    So everybody plays for themselves, and against nobody who has left. Alone or in a team it is
    what they should have.
    """
    if is_shared(state):
        return state.estimate(seat)
    others = [other for other in range(state.seats) if other != seat]
    staying = [other for other in others if other not in state.gone] or others
    return state.estimate(seat) - max(map(state.estimate, staying))


def is_shared(state: State) -> bool:
    """Whether nobody plays against a seat: there is no other, or all are one team."""
    return state.cooperative or state.seats == 1


def promise_of(state: State, seat: Seat) -> Promise:
    """What the estimates make of a position, or how it ended."""
    margin = margin_of(state, seat)
    if is_shared(state):
        return Promise(0.5, margin)  # nobody wins: points alone are compared
    outcome = state.outcome()
    if outcome is None:
        return Promise((1 + erf(margin / state.swing() / sqrt(2))) / 2, margin)
    if outcome.placings[seat] > 1:
        return Promise(0.0, margin)
    return Promise(1.0 if outcome.winner == seat else 0.5, margin)


def _promise(contender: Contender) -> Promise:
    return contender.promise


def _line(contender: Contender) -> Line:
    return Line(contender.promise, contender.path)


def _with(given: Contender | None, live: list[Contender]) -> list[Contender]:
    return live if given is None or given in live else [*live, given]
