"""Where bots think: in this process, or in processes of their own beside it.

A worker of Celery is a process for itself and thinks where it is. In the embedded site all threads
share one process, and a busy one would make every page slow: there `think_elsewhere` is called at
the start.
"""

import multiprocessing
import os
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from random import Random
from typing import Any

from engine import View, get_opponent

# How far a thought stands back behind everything else on the machine; `make bots` says the same.
YIELDING = 10

_pool: ProcessPoolExecutor | None = None
_processes = 1


def think_elsewhere(processes: int) -> None:
    """From now on, think in processes beside this one."""
    global _pool, _processes  # noqa: PLW0603 - a process has one pool
    _processes = processes
    _pool = ProcessPoolExecutor(
        processes,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=os.nice,  # pages come first
        initargs=(YIELDING,),
    )


def stop_thinking() -> None:
    """End those processes; what they were thinking about is thought again later."""
    if _pool is not None:
        _pool.shutdown(wait=False, cancel_futures=True)
        for process in list(multiprocessing.active_children()):
            process.terminate()


def choose_turn(*, bot: str, ruleset: str, view: View[Any], seed: str) -> list[str]:
    """The turn that a bot plays, all of its moves, by what its seat may see."""
    if _pool is None:
        return _choose_turn(bot, ruleset, view, seed)
    try:
        return _pool.submit(_choose_turn, bot, ruleset, view, seed).result()
    except BrokenExecutor:
        think_elsewhere(_processes)  # one was killed; the sweep lets it think again
        raise


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
