"""Where bots think and games are reviewed: in this process, or in processes of their own beside it.

A worker of Celery is a process for itself and thinks where it is. In the embedded site all threads
share one process, and a busy one would make every page slow: there `think_elsewhere` is called at
the start. Reviews have a process of their own there, so that no bot stands behind one.
"""

import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from random import Random
from typing import Any, ParamSpec, TypeVar

from engine import View, get_opponent
from engine.review import Judgement, Turn, judge

P = ParamSpec("P")
T = TypeVar("T")


class Place:
    """Where something is thought about: here, or in processes beside this one."""

    def __init__(self, *, yielding: int) -> None:
        self.yielding = yielding  # how far it stands back behind everything else on the machine
        self._processes = 0
        self._pool: ProcessPoolExecutor | None = None

    def move_out(self, processes: int) -> None:
        """From now on, think in processes beside this one. They are started on first need."""
        self._processes = processes
        self._pool = ProcessPoolExecutor(
            processes,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=os.nice,  # pages come first
            initargs=(self.yielding,),
        )

    def stop(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def think(self, thought: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        if self._pool is None:
            return thought(*args, **kwargs)
        try:
            return self._pool.submit(thought, *args, **kwargs).result()
        except BrokenExecutor:
            self.move_out(self._processes)  # one was killed; the sweep lets it think again
            raise


# `make bots` and `make reviews` say the same.
BOTS = Place(yielding=10)
REVIEWS = Place(yielding=19)


def think_elsewhere(processes: int) -> None:
    """From now on, let bots think in processes beside this one, and reviews in one more."""
    BOTS.move_out(processes)
    REVIEWS.move_out(1)


def stop_thinking() -> None:
    """End those processes; what they were thinking about is thought again later."""
    for place in (BOTS, REVIEWS):
        place.stop()
    for process in list(multiprocessing.active_children()):
        process.terminate()


def choose_turn(*, bot: str, ruleset: str, view: View[Any], seed: str) -> list[str]:
    """The turn that a bot plays, all of its moves, by what its seat may see."""
    return BOTS.think(_choose_turn, bot, ruleset, view, seed)


def _choose_turn(bot: str, ruleset: str, view: View[Any], seed: str) -> list[str]:
    thinker, rng = get_opponent(bot).bot_for(ruleset), Random(seed)  # noqa: S311 - to be repeated
    seat, state = view.viewer, view.sample(rng)
    assert seat is not None
    turn, moves = state.turn_for(seat), list[str]()
    while state.goes_on(seat, turn):
        move = thinker.choose(state.view_for(seat), rng)
        moves.append(move.notation)
        state = state.after(seat, move)
    return moves


def judge_turn(turn: Turn, *, nodes: int, seed: str) -> Judgement:
    """What a turn of a game that is over was worth: the same seed gives the same."""
    return REVIEWS.think(_judge_turn, turn, nodes, seed)


def _judge_turn(turn: Turn, nodes: int, seed: str) -> Judgement:
    return judge(turn, nodes=nodes, rng=Random(seed))  # noqa: S311 - to be repeated
