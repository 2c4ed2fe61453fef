"""How strong the opponents are: the tables and the picture of docs/bots.md.

    python -m bench.strength [--game SLUG] [--seats N] [--games N] [--write] [--processes N]

Every match is played on mirrored decks: each deck once for each seat, with the bots moved round,
so that all have the same luck. On more than two seats one bot plays against several of another.
Budgets are in nodes, so that the results repeat to the game; only the times differ from machine
to machine, and they are the processor's. The decks of all matches are dealt out to one process
for each core.
"""

import argparse
import os
from dataclasses import dataclass, field
from itertools import pairwise
from math import sqrt
from multiprocessing import Pool
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from time import perf_counter, process_time
from typing import NamedTuple

from bench.pictures import strength_over_budget
from engine.arena import Game, mirrored, tally
from engine.bots import ROSTER, Bot, get_bot
from engine.bots.search import Search
from engine.company import players_of
from engine.registry import RULESETS, Ruleset, Setup, get_ruleset
from engine.state import CHANCE

DOCS = Path(__file__).parent.parent / "docs"
STRONGEST = ROSTER[-1].bot
NODES = 4_000
"""About 0.3 seconds a turn on one core: a turn has one choice and a half."""
BUDGETS = (NODES // 8, NODES, 8 * NODES)
SLOW = 0.2
"""The part of the games that is played with the greatest budget: those take by far longest."""
CLOSE = 0.5
"""The part for two of nearly the same strength, which takes more games to be told."""
PICTURE = "![Share of games that the strongest takes from greedy, by its budget](strength.svg)"
MARKS = ("<!-- measured -->", "<!-- end -->")
MARKS_OF_OTHERS = "<!-- measured {} -->", "<!-- end {} -->"
"""Where the tables of the games after the first are."""


@dataclass
class Match:
    """Two bots by name, and what came of their decks."""

    setup: Setup
    names: tuple[str, str]
    decks: int
    played: list[list[Game]] = field(default_factory=list)
    seconds: float = 0.0
    """The processor's time that the first of the two thought."""

    @property
    def row(self) -> str:
        found = tally(self.played)
        low, high = found.interval()
        first, second = self.names
        margins = [ahead(game, turn) for games in self.played for turn, game in enumerate(games)]
        turns = sum(
            count_turns(self.setup, game, first_seat(game, turn))
            for games in self.played
            for turn, game in enumerate(games)
        )
        error = 1.96 * stdev(margins) / sqrt(len(margins))
        return (
            f"| {first} | {second} | {found.games} | **{found.share():.1%}** "
            f"| {low:.1%} to {high:.1%} | {found.means[0]:.1f} : {fmean(found.means[1:]):.1f} "
            f"| {fmean(margins):+.1f} ± {error:.1f} | {found.first_seat:.0%} "
            f"| {1000 * self.seconds / turns:.0f} ms |"
        )


HEAD = (
    "| bot | against | games | takes | 95 % interval | mean points | ahead by | who begins takes "
    "| time a turn |\n|---|---|---|---|---|---|---|---|---|"
)


def first_seat(game: Game, turn: int) -> int:
    """Where the first bot sits after the bots have moved round so often."""
    return -turn % len(game.outcome.scores)


def ahead(game: Game, turn: int) -> int:
    """By how many points the first bot was ahead of the best of the others."""
    points = [score.total for score in game.outcome.scores]
    return points.pop(first_seat(game, turn)) - max(points)


def count_turns(setup: Setup, game: Game, seat: int) -> int:
    """How many turns of its own a seat had."""
    state, turns = setup.initial(), set()
    for move in game.moves:
        actor = state.mover(move)
        if actor == seat and state.turn_of in (None, seat):
            turns.add(state.turn)
        state = state.after(actor, move)
    return len(turns)


def timed(bot: Bot, clock: list[float]) -> Bot:
    """The same bot, its thinking added to a clock."""

    def think(view, rng, nodes):
        start = process_time()
        move = bot.think(view, rng, nodes)
        clock[0] += process_time() - start
        return move

    return Bot(bot.name, think, bot.nodes)


class Task(NamedTuple):
    """A deck of a match; by names, for rules do not travel to another process."""

    match: int
    game: str
    seats: int
    names: tuple[str, str]
    seed: int


def play_deck(task: Task) -> tuple[int, list[Game], float]:
    clock = [0.0]
    first, second = (get_bot(name, task.game) for name in task.names)
    table = (timed(first, clock), *[second] * (task.seats - 1))
    setup = Setup(get_ruleset(task.game), task.seats)
    return task.match, mirrored(setup, table, Random(task.seed)), clock[0]


def ladder(setup: Setup, decks: int) -> list[Match]:
    """Everybody on the roster against the one below."""
    slugs = [opponent.slug for opponent in ROSTER]
    return [Match(setup, (upper, lower), decks) for lower, upper in pairwise(slugs)]


def curve(setup: Setup, decks: int) -> list[Match]:
    """The strongest against greedy, by its budget."""
    return [Match(setup, (strongest(n), "greedy"), decks_for(n, decks)) for n in BUDGETS]


def against_itself(setup: Setup, decks: int) -> Match:
    """The strongest with eight times the nodes against itself."""
    names = strongest(8 * NODES), strongest(NODES)
    return Match(setup, names, max(1, round(CLOSE * decks)))


def strongest(nodes: int) -> str:
    return f"{STRONGEST.name}:{nodes}"


def decks_for(nodes: int, decks: int) -> int:
    return decks if nodes <= NODES else max(1, round(SLOW * decks))


def matches(ruleset: Ruleset, games: int) -> list[Match]:
    """The roster with two seats, and the strongest against several greedy ones with more."""
    fewest, *more = (Setup(ruleset, seats) for seats in sorted(ruleset.seats))
    return [
        *ladder(fewest, max(1, games // fewest.seats)),
        *(Match(setup, (STRONGEST.name, "greedy"), max(1, games // setup.seats)) for setup in more),
    ]


def play_all(playing: list[Match], processes: int | None = None) -> None:
    tasks = [
        Task(number, match.setup.ruleset.slug, match.setup.seats, match.names, seed)
        for number, match in enumerate(playing)
        for seed in range(match.decks)
    ]
    tasks.sort(key=lambda task: -sum(get_bot(name, task.game).nodes for name in task.names))
    with Pool(processes) as pool:
        for number, games, seconds in pool.imap_unordered(play_deck, tasks):
            playing[number].played.append(games)
            playing[number].seconds += seconds


def positions_a_second(setup: Setup) -> float:
    """Of one process, over the choices of a game between the strongest and greedy."""
    game = mirrored(setup, [get_bot("greedy")] * setup.seats, Random(0))[0]
    state, nodes, start = setup.initial(), 0, process_time()
    for move in game.moves:
        actor = state.mover(move)
        if actor is not CHANCE:
            search = Search(state.view_for(actor), Random(0), NODES)
            search.lines()
            nodes += search.nodes
        state = state.after(actor, move)
    return nodes / (process_time() - start)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description=__doc__)
    games = [ruleset.slug for ruleset in RULESETS if players_of(ruleset) == ROSTER]
    parser.add_argument("--game", choices=games, help="the first; with --write every game")
    parser.add_argument("--seats", type=int, help="the fewest by default")
    parser.add_argument("--games", type=int, default=100, help="a match")
    parser.add_argument("--write", action="store_true", help="into docs/bots.md, with the picture")
    parser.add_argument("--processes", type=int, help="one for each core by default")
    options = parser.parse_args()
    slugs = games if options.write and not options.game else [options.game or games[0]]
    for slug in slugs:
        measure(get_ruleset(slug), options, is_first=slug == games[0])


def measure(ruleset: Ruleset, options: argparse.Namespace, *, is_first: bool) -> None:
    """Play the matches of a game, and print or write what came of them."""
    start, before = perf_counter(), spent()
    setup = Setup(ruleset, options.seats or min(ruleset.seats))
    by_budget: list[Match] = []
    if options.seats or is_first:
        decks = max(1, options.games // setup.seats)
        by_budget = curve(setup, decks)
        playing = [*ladder(setup, decks), *by_budget, against_itself(setup, decks)]
    else:
        playing = matches(ruleset, options.games)
    play_all(playing, options.processes)
    speed = f"One process reaches {positions_a_second(setup):,.0f} positions a second."
    minutes = spent() - before
    length = (
        f"The whole measurement took {(perf_counter() - start) / 60:.0f} minutes, "
        f"and {minutes:.0f} minutes of the processors: "
        f"{minutes / (os.cpu_count() or 1):.0f} where nothing else runs."
    )
    head, rows = HEAD, [match.row for match in playing]
    if len(ruleset.seats) > 1:
        head = HEAD.replace("| bot |", "| seats | bot |").replace("\n", "\n|---")
        rows = [f"| {match.setup.seats} {match.row}" for match in playing]
    report = "\n".join([head, *rows, "", speed, length])
    print(report, flush=True)
    if options.write and is_first:
        write(MARKS, report, PICTURE)
        draw(by_budget)
    elif options.write:
        first, last = (mark.format(ruleset.slug) for mark in MARKS_OF_OTHERS)
        write((first, last), report)


def spent() -> float:
    """Minutes of the processors: of this process and of all that it started and that ended."""
    return sum(os.times()[:4]) / 60


def write(marks: tuple[str, str], *parts: str) -> None:
    """Put the table of a game between its marks of the page."""
    page = DOCS / "bots.md"
    before, _, rest = page.read_text("utf-8").partition(marks[0])
    after = rest.partition(marks[1])[2]
    page.write_text("\n\n".join((before + marks[0], *parts, marks[1] + after)), "utf-8")


def draw(by_budget: list[Match]) -> None:
    found = [tally(match.played) for match in by_budget]
    points = [(n, t.share(), t.interval()) for n, t in zip(BUDGETS, found, strict=True)]
    (DOCS / "strength.svg").write_text(strength_over_budget(points), "utf-8")


if __name__ == "__main__":
    main()
