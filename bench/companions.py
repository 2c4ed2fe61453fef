"""How well teams of companions do: the table of docs/bots.md.

    python -m bench.companions [--games N] [--nodes N] [--write] [--processes N]

Full games of Gardeners with the usual number of turns, each with a deck of its own; with four seats
a fifth as many. All but the times repeats; those are the processor's.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from math import sqrt
from multiprocessing import Pool
from random import Random
from statistics import fmean, stdev
from time import perf_counter, process_time
from typing import NamedTuple

from bench.strength import write
from engine.arena import play
from engine.bots import Bot, companion_bot
from engine.registry import GARDENERS, Setup

MODE = "full"
SEATS = {2: 1.0, 3: 1.0, 4: 0.2}
"""What part of the games is played with so many seats."""
GRADES = ("ouch", "start", "coming-along", "well-done", "impressive", "experts")
MARKS = ("<!-- measured companions -->", "<!-- end companions -->")
HEAD = (
    "| seats | games | mean score | 95 % interval | least to most | "
    + " | ".join(GRADES)
    + " | ended by | time a turn | longest choice |\n|"
    + "---|" * (8 + len(GRADES))
)


class Task(NamedTuple):
    """A game to be played; rules do not travel to another process."""

    seats: int
    seed: int
    nodes: int


class Played(NamedTuple):
    """What came of it."""

    seats: int
    score: int
    grade: str
    how: str
    turns: int
    seconds: float
    longest: float


def play_one(task: Task) -> Played:
    setup, taken = Setup(GARDENERS, task.seats, {"mode": MODE}), [0.0]

    def think(view, rng, nodes):
        start = process_time()
        move = companion_bot.choose(view, rng, nodes)
        taken.append(process_time() - start)
        return move

    bot = Bot("companion", think, task.nodes)
    game = play(setup, [bot] * task.seats, Random(task.seed))
    state = setup.initial()
    for move in game.moves:
        state = state.after(state.mover(move), move)
    outcome = game.outcome
    score, how = outcome.scores[0].total, state.standing()["how"]
    return Played(
        task.seats, score, str(outcome.grade), str(how), state.turn, sum(taken), max(taken)
    )


def told(game: Played) -> Played:
    print(*game, file=sys.stderr, flush=True)
    return game


def row(seats: int, played: Sequence[Played]) -> str:
    scores = [game.score for game in played]
    mean, grades = fmean(scores), Counter(game.grade for game in played)
    error = 1.96 * stdev(scores) / sqrt(len(scores)) if len(scores) > 1 else 0.0
    shares = " | ".join(f"{grades[grade] / len(played):.0%}" for grade in GRADES)
    ends = Counter(game.how for game in played).most_common()
    seconds = sum(game.seconds for game in played) / sum(game.turns for game in played)
    return (
        f"| {seats} | {len(played)} | **{mean:.2f}** | {mean - error:.2f} to {mean + error:.2f} "
        f"| {min(scores)} to {max(scores)} | {shares} "
        f"| {', '.join(f'{how} {count}' for how, count in ends)} "
        f"| {1000 * seconds:.0f} ms | {1000 * max(game.longest for game in played):.0f} ms |"
    )


def main() -> None:
    options = parsed()
    tasks = [
        Task(seats, seed, options.nodes)
        for seed in range(options.games)
        for seats, part in SEATS.items()
        if seed < options.games * part
    ]
    start = perf_counter()
    with Pool(options.processes) as pool:
        played = [told(game) for game in pool.imap_unordered(play_one, tasks)]
    rows = [row(seats, [game for game in played if game.seats == seats]) for seats in SEATS]
    minutes, cores = (perf_counter() - start) / 60, sum(game.seconds for game in played) / 60
    length = (
        f"With {options.nodes:,} nodes. It took {minutes:.0f} minutes, "
        f"and {cores:.0f} minutes of thought."
    )
    report = "\n".join([HEAD, *rows, "", length])
    print(report, flush=True)
    if options.write:
        write(MARKS, report)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench.companions")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=companion_bot.NODES)
    parser.add_argument("--processes", type=int)
    parser.add_argument("--write", action="store_true", help="put it into docs/bots.md")
    return parser.parse_args()


if __name__ == "__main__":
    main()
