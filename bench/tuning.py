"""Find the weights of a game's evaluation from self-play, and print them to be copied.

    python -m bench.tuning [--game SLUG] [--games N] [--rounds N]

A player that takes the turn with the best estimate, and now and then one at random, plays
itself. At the start of every turn the features of both seats are noted, and after the game the
margin that it ended in. The weights are those whose weighed difference comes nearest to that
margin (least squares, a ridge against chance); positions near the end count more, for less is
still open there. Each round plays with the weights of the one before and adds its games.
"""

import argparse
from collections.abc import Callable
from functools import partial
from math import sqrt
from multiprocessing import Pool
from operator import mul
from random import Random
from statistics import fmean
from types import ModuleType
from typing import Any, NamedTuple

from engine.arena import play
from engine.bots import Bot
from engine.bots.turns import whole_turns
from engine.games.botanicus import evaluation as botanicus
from engine.games.botanik import evaluation as botanik
from engine.registry import get_ruleset
from engine.state import CHANCE

WIDTH = 40
RANDOM_MOVES = 0.06
RIDGE = 0.5


class Tuned(NamedTuple):
    """A game whose evaluation is tuned, with two seats."""

    evaluation: ModuleType
    early: Callable[[Any], float]


GAMES = {
    "botanik": Tuned(botanik, lambda state: 1 - state.played / botanik.LAST_TILE),
    "botanicus": Tuned(botanicus, lambda state: botanicus.turns_left(state, 0) / botanicus.TURNS),
}


class Sample(NamedTuple):
    early: float
    """1 at the start of the game, 0 at its end."""
    differences: list[float]
    margin: int


def margin(state, seat, weights, features):
    own, other = features(state, seat), features(state, 1 - seat)
    return sum(map(mul, weights, own)) - sum(map(mul, weights, other))


def choose(view, rng, _nodes, weights, features):
    """Take the turn with the best estimate, now and then any."""
    if rng.random() < RANDOM_MOVES:
        return rng.choice(view.legal_moves)
    ends = whole_turns(
        view.sample(rng),
        view.viewer,
        moves=lambda state, seat: state.sensible_moves(seat),
        width=WIDTH,
        rank=lambda state: margin(state, view.viewer, weights, features),
        step=lambda state, seat, move: state.after(seat, move),
    )
    return max(ends, key=lambda end: margin(end[0], view.viewer, weights, features))[1][0]


def samples(seed, slug, weights):
    """Play one game, and note every position in which somebody is to move."""
    (evaluation, early_in), rules = GAMES[slug], get_ruleset(slug)
    features = evaluation.features
    bot = Bot("tuned", partial(choose, weights=weights, features=features))
    game, state, noted = play(rules, (bot, bot), Random(seed)), rules.initial(), []
    for move in game.moves:
        actor = state.mover(move)
        if actor is not CHANCE:
            first, second = features(state, 0), features(state, 1)
            noted.append((early_in(state), [a - b for a, b in zip(first, second, strict=True)]))
        state = state.after(actor, move)
    first, second = (score.total for score in game.outcome.scores)
    return [Sample(early, differences, first - second) for early, differences in noted]


def fitted(noted):
    """Least squares of what is to come, the points on the board being what they are."""
    size = len(noted[0].differences)
    table = [[RIDGE * (row == column) for column in range(size)] for row in range(size)]
    goal = [0.0] * size
    for early, differences, final in noted:
        weight = 1 / (6 + 60 * early)
        still_to_come = final - differences[0]
        present = [(at, value) for at, value in enumerate(differences) if value and at]
        for row, value in present:
            goal[row] += weight * value * still_to_come
            line = table[row]
            for column, other in present:
                line[column] += weight * value * other
    return [1.0, *solved([row[1:] for row in table[1:]], goal[1:])]


def solved(table, goal):
    """Gauss and Jordan; the ridge keeps the pivots away from zero."""
    rows = [[*row, value] for row, value in zip(table, goal, strict=True)]
    for at, pivot in enumerate(rows):
        pivot[:] = [value / pivot[at] for value in pivot]
        for row in rows:
            if row is not pivot and row[at]:
                factor = row[at]
                row[:] = [value - factor * p for value, p in zip(row, pivot, strict=True)]
    return [row[-1] for row in rows]


def swing(noted, weights):
    """The variance of the margin around its estimate, as a line: at the end, and early."""
    points = [
        (early, (final - sum(map(mul, weights, differences))) ** 2)
        for early, differences, final in noted
    ]
    mean_x, mean_y = fmean(x for x, _ in points), fmean(y for _, y in points)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in points) / sum(
        (x - mean_x) ** 2 for x, _ in points
    )
    return mean_y - slope * mean_x, slope


def main():
    parser = argparse.ArgumentParser(prog="python -m bench.tuning", description=__doc__)
    parser.add_argument("--games", type=int, default=300, help="in each round")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--game", choices=list(GAMES), default="botanik")
    parser.add_argument("--processes", type=int, help="one for each core by default")
    options = parser.parse_args()
    names = GAMES[options.game].evaluation.WEIGHTS
    weights, noted = list(names.values()), []
    with Pool(options.processes) as pool:
        for number in range(options.rounds):
            seeds = range(number * options.games, (number + 1) * options.games)
            for game in pool.imap(
                partial(samples, slug=options.game, weights=weights), seeds, chunksize=4
            ):
                noted += game
            weights = fitted(noted)
            end, early = swing(noted, weights)
            print(
                f"round {number + 1}: {len(noted)} positions, swing {end:.1f} + {early:.1f} early"
            )
            print(
                f"  after a third of the game the margin is off by {sqrt(end + early * 2 / 3):.2f}"
            )
            for name, weight in zip(names, weights, strict=True):
                print(f'    "{name}": {weight:.2f},', flush=True)


if __name__ == "__main__":
    main()
