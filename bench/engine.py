"""How fast and how small the engine is, as ratios measured in one run.

    python -m bench.engine [--rounds N] [--games N]

Random play against python-chess: both list all legal moves at every ply, choose one and play
it without checking it again, from the start to the end of a game and then anew. The rounds
are interleaved, so that whatever else the machine does hits both alike; only the processor's
time counts, and of the rounds' ratios the median.

When a game of chess ends is measured in three ways. By `is_game_over`, the library looks for
repetitions and counts moves. Without that, by mate, stalemate and insufficient material, it
is asked for little more than its moves. And with nothing but an empty list of moves to end
it, lone kings walk about for thousands of plies that cost next to nothing: no use of the
library is faster. Each game has its target: that of Botanik is held against that last one as well,
that of Botanicus, whose turns are longer and whose moves are richer, against a whole game of chess.
So is that of Gardeners, which lists two to ten times as many moves as chess at every ply: each tile
of a reserve in each cell and turn, alone also each of the garden.
"""

import argparse
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle, islice
from random import Random
from statistics import median
from time import perf_counter, process_time

import chess

from engine import arena
from engine.bots import get_bot
from engine.records import Record
from engine.registry import GARDENERS, Ruleset, Setup, get_ruleset
from engine.replay import replay

BOTANIK = get_ruleset("botanik")
RULESETS = {rules.slug: rules for rules in (BOTANIK, get_ruleset("botanicus"), GARDENERS)}
TARGETS = {"botanik": 2, "botanicus": 1, "gardeners": 0.12}
"""How many times as fast as python-chess."""
MODES = {("gardeners", 2): "full", ("gardeners", 3): "full", ("gardeners", 4): "full"}
"""Random play does not end a training, which would be the default."""


def plies_of(ruleset: Ruleset, rng: Random) -> Iterator[None]:
    """Random games for each number of seats in turn."""
    for seats in cycle(ruleset.seats):
        mode = MODES.get((ruleset.slug, seats))
        setup = Setup(ruleset, seats, {"mode": mode} if mode else {})
        for _ in arena.random_game(setup, rng):
            yield


def chess_plies(rng: Random, is_over: Callable[[chess.Board], bool]) -> Iterator[None]:
    while True:
        board = chess.Board()
        while (moves := list(board.legal_moves)) and not is_over(board):
            board.push(rng.choice(moves))
            yield


CONTENDERS: dict[str, Callable[[Random], Iterator[None]]] = {
    **{slug: partial(plies_of, RULESETS[slug]) for slug in TARGETS},
    "chess, any draw ends it": partial(chess_plies, is_over=chess.Board.is_game_over),
    "chess, lone kings end it": partial(chess_plies, is_over=chess.Board.is_insufficient_material),
    "chess, never a draw": partial(chess_plies, is_over=lambda _: False),
}


def plies_a_second(plies: Iterator[None], seconds: float) -> float:
    count, start = 0, process_time()
    while (elapsed := process_time() - start) < seconds:
        count += sum(1 for _ in islice(plies, 500))
    return count / elapsed


def measure_speed(rounds: int, seconds: float) -> None:
    running = {name: play(Random(0)) for name, play in CONTENDERS.items()}
    rows = [
        {name: plies_a_second(plies, seconds) for name, plies in running.items()}
        for _ in range(rounds)
    ]
    print(f"random play, plies a second of the processor (median of {rounds} rounds)")
    for name in CONTENDERS:
        ratios = [f"{slug} {median(row[slug] / row[name] for row in rows):.2f}" for slug in TARGETS]
        verdict = "" if name in TARGETS else f"   times as fast: {', '.join(ratios)}"
        print(f"  {name:<29} {median(row[name] for row in rows):>9,.0f}{verdict}")
    print("  targets: " + ", ".join(f"{slug} {target}" for slug, target in TARGETS.items()))


def measure_greedy(games: int) -> None:
    greedy, rng, start = get_bot("greedy"), Random(0), perf_counter()
    tally = arena.tally([[arena.play(BOTANIK, (greedy, greedy), rng)] for _ in range(games)])
    seconds = perf_counter() - start
    advantage = (tally.wins[0] - tally.wins[1]) / games
    print(f"greedy against greedy, {games} games")
    print(f"  games a second                {games / seconds:>9.2f}")
    print(f"  time a decision               {1000 * seconds / tally.decisions:>9.2f} ms")
    print(f"  mean scores                   {tally.means[0]:>9.2f} and {tally.means[1]:.2f}")
    print(f"  wins and draws                {tally.wins[0]} : {tally.wins[1]}, {tally.draws} draws")
    print(f"  advantage of the first player {advantage:>+9.1%}")


def measure_memory() -> None:
    """Measure a late position alone, and all positions of a replayed game held together."""
    game = arena.play(BOTANIK, (get_bot("greedy"), get_bot("greedy")), Random(1))
    tags = {"Game": "botanik", "Rules": "1"}
    record = Record(tags, tuple(move.notation for move in game.moves))
    last = list(replay(record))[-1].after
    encoded = last.encode()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    position = BOTANIK.state.decode(encoded)
    alone, _ = tracemalloc.get_traced_memory()
    plies = list(replay(record))
    together, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    print(f"memory, a game of {len(plies)} plies and {position.score(0).as_json()['tiles']} tiles")
    print(f"  the last position             {(alone - before) / 1024:>9.1f} KiB")
    print(f"  all positions of the game     {(together - alone) / 1024:>9.1f} KiB")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.engine", description=__doc__)
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--seconds", type=float, default=0.3, help="for each part of a round")
    parser.add_argument("--games", type=int, default=40, help="greedy against greedy")
    options = parser.parse_args()
    measure_speed(options.rounds, options.seconds)
    measure_greedy(options.games)
    measure_memory()


if __name__ == "__main__":
    main()
