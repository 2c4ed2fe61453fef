"""How fair our edition of Botanicus is: the tables of docs/botanicus-balance.md.

    python -m bench.balance [--bot NAME] [--games N] [--first SEED] [--processes N] [--seats N]
    python -m bench.balance --coins 6,6,8,4     what would come of other coins at the start

The same bot plays on all seats, each game on a deck of its own: who sits where takes how many
first places, where points come from, and how often each thing of the edition is used. `ahead` is
the player that takes the turn with the best estimate; any other name is that of a bot.
"""

import argparse
from collections import Counter
from dataclasses import dataclass
from functools import partial
from math import sqrt
from multiprocessing import Pool
from random import Random
from statistics import fmean
from time import perf_counter

from engine.arena import play
from engine.bots import Bot, get_bot
from engine.bots.search import margin_of
from engine.bots.turns import whole_turns
from engine.games.botanicus.components import ANIMALS, BASIC_TASKS, CARDS, SPECIAL_TASKS
from engine.games.botanicus.tracks import ENDS, ROUTE_NAMES
from engine.registry import Setup, get_ruleset
from engine.state import CHANCE

SLUG = "botanicus"
WIDTH = 20


@dataclass(frozen=True)
class Endowed(Setup):
    """A table at which seats begin with coins of their own: no rules have it yet."""

    coins: tuple[int, ...] = ()

    def initial(self):
        state = super().initial()
        coins = self.coins or [garden.coins for garden in state.gardens]
        given = zip(state.gardens, coins, strict=True)
        return state._replace(gardens=tuple(one._replace(coins=coins) for one, coins in given))


def one_turn_ahead(view, rng, _nodes):
    """Take the turn with the best estimate, the best of the others' taken off."""
    ends = whole_turns(
        view.sample(rng),
        view.viewer,
        moves=lambda state, seat: state.sensible_moves(seat),
        width=WIDTH,
        rank=lambda state: margin_of(state, view.viewer),
        step=lambda state, seat, move: state.after(seat, move),
    )
    return max(ends, key=lambda end: margin_of(end[0], view.viewer))[1][0]


def found_in(
    seed: int, seats: int, name: str, coins: tuple[int, ...] = ()
) -> tuple[int, list[dict], Counter, Counter]:
    """Play one game: who won, the parts of all scores, what was used, what was dealt."""
    bot = Bot(name, one_turn_ahead) if name == "ahead" else get_bot(name, SLUG)
    setup = Endowed(get_ruleset(SLUG), seats, coins=coins)
    game, state, used, dealt = (
        play(setup, [bot] * seats, Random(seed)),
        setup.initial(),
        *counters(),
    )
    for move in game.moves:
        actor = state.mover(move)
        count_move(state, move, used)
        for fact in state.facts(actor, move, None):
            count_fact(fact, used)
        if move.kind == "reveal" and state.phase == "deal":
            dealt.update(move.tasks)
        elif actor is CHANCE and state.due and move.notation != ">~":
            dealt[move.notation[1:]] += 1
        state = state.after(actor, move)
    return game.outcome.winner, [dict(score.parts) for score in game.outcome.scores], used, dealt


def counters() -> tuple[Counter, Counter]:
    return Counter(), Counter()


def count_move(state, move, used) -> None:
    match move.kind:
        case "step":
            used[ROUTE_NAMES[move.route]] += 1
        case "use" | "sell":
            used[move.notation] += 1
        case "flower":
            used[f"space {state.column}/{move.space}"] += 1
        case "walk" | "forfeit":
            used[move.kind] += 1


def count_fact(fact, used) -> None:
    match fact.kind:
        case "animal":
            used[f"animal {fact.number}"] += 1
        case "task-done":
            used[f"row {fact.row}" if fact.task == "basic" else fact.task] += 1


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.balance", description=__doc__)
    parser.add_argument("--bot", default="ahead")
    parser.add_argument("--games", type=int, default=400, help="for each number of seats")
    parser.add_argument("--first", type=int, default=10_000, help="the seed of the first game")
    parser.add_argument("--processes", type=int, help="one for each core by default")
    parser.add_argument("--seats", type=int, help="by default all numbers, one after the other")
    parser.add_argument("--coins", default="", help="what each seat begins with, as in 6,6,8,4")
    options = parser.parse_args()
    coins = tuple(map(int, options.coins.split(","))) if options.coins else ()
    wanted = len(coins) or options.seats
    start = perf_counter()
    seeds = range(options.first, options.first + options.games)
    with Pool(options.processes) as pool:
        for seats in [wanted] if wanted else get_ruleset(SLUG).seats:
            job = partial(found_in, seats=seats, name=options.bot, coins=coins)
            report(seats, list(pool.imap(job, seeds, chunksize=4)))
    print(
        f"Played by `{options.bot}`, {options.games} games for each number of seats, seeds "
        f"{seeds[0]} to {seeds[-1]}, in {(perf_counter() - start) / 60:.0f} minutes."
    )


def report(seats: int, games: list) -> None:
    """Print the tables for one number of seats."""
    number, fair = len(games), 1 / seats
    error = sqrt(fair * (1 - fair) / number)
    winners = Counter(winner for winner, *_ in games)
    print(f"## {seats} seats, {number} games\n")
    print(
        "| seat | first places | of a fair share, in standard errors | points |\n|---|---|---|---|"
    )
    for seat in range(seats):
        share = winners[seat] / number
        points = fmean(sum(parts[seat].values()) for _, parts, _, _ in games)
        print(
            f"| {seat} | {share:.1%} ± {error:.1%} | {(share - fair) / error:+.1f} | {points:.1f} |"
        )
    parts = [part for _, all_parts, _, _ in games for part in all_parts]
    print("\n| " + " | ".join(parts[0]) + " |\n|" + "---|" * len(parts[0]))
    print("| " + " | ".join(f"{fmean(p[k] for p in parts):.1f}" for k in parts[0]) + " |\n")
    used, dealt = Counter(), Counter()
    for _, _, more, cards in games:
        used.update(more)
        dealt.update(cards)
    a_seat = number * seats
    spaces = sorted({*ROUTE_NAMES.values()}, key=lambda s: ("MBS".index(s[0]), s))
    rates = {space + (" (end)" if space in ENDS else ""): used[space] for space in spaces}
    table("Steps that ended on a space, a seat and game", rates, a_seat)
    rates = {
        f"{column}/{space}": used[f"space {column}/{space}"]
        for column in range(1, 9)
        for space in range(1, 5)
    }
    table("Flowers on a space, a seat and game (of two)", rates, a_seat)
    table(
        "Basic tasks done, a seat and game",
        {f"row {r}": used[f"row {r}"] for r in BASIC_TASKS},
        a_seat,
    )
    table(
        "Special tasks done, of those dealt",
        {t: used[t] / max(1, dealt[t]) for t in SPECIAL_TASKS},
        1,
    )
    table("Cards used, of those drawn", {c: used[f"{c}!"] / max(1, dealt[c]) for c in CARDS}, 1)
    table("Cards sold, of those drawn", {c: used[f"{c}$"] / max(1, dealt[c]) for c in CARDS}, 1)
    table(
        "Animals, a seat and game",
        {n: used[f"animal {n}"] for n in range(1, len(ANIMALS) + 1)},
        a_seat,
    )
    table("Else, a seat and game", {k: used[k] for k in ("walk", "forfeit")}, a_seat)


def table(title: str, rates: dict, by: int) -> None:
    print(f"{title}:\n\n| " + " | ".join(map(str, rates)) + " |\n|" + "---|" * len(rates))
    print("| " + " | ".join(f"{rate / by:.2f}" for rate in rates.values()) + " |\n", flush=True)


if __name__ == "__main__":
    main()
