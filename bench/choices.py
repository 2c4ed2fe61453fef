"""How often players of known strength choose as the strongest bot would, for bench.signals.

    python -m bench.choices [--games N] [--seed N]

Bots play whole games in place of people, some of whom mix two ways to play, and every turn is
judged as a review judges it. Written into bench/choices.json: for each player of each game the
choices that mattered, those that were the best, the turns, and those in lost positions.
"""

import argparse
import json
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from engine import STRONGEST, Move, View, get_opponent, get_ruleset
from engine.bots import Bot
from engine.perft import seeded_decks
from engine.replay import State
from engine.review import Judgement, judge, turns
from engine.state import CHANCE, Actor, Nature
from games import suspicions

FILE = Path(__file__).parent / "choices.json"
GAME = "botanik"
GAMES = 32
PATIENCE = 4
"""As games/services/reviews.py has it."""

PIP, BRAMBLE, HAZEL, YEW = (get_opponent(name).bot for name in ("pip", "bramble", "hazel", "yew"))


def mixed(name: str, *bots: Bot) -> Bot:
    """Somebody who plays now like one, now like another."""

    def think(view: View[Any], rng: Random, _nodes: int) -> Move:
        return rng.choice(bots).choose(view, rng)

    return Bot(name, think)


STYLES = {
    "careless": mixed("careless", PIP, PIP, BRAMBLE, HAZEL),
    "pip": PIP,
    "bramble": BRAMBLE,
    "fair": mixed("fair", BRAMBLE, HAZEL),
    "good": mixed("good", HAZEL, HAZEL, HAZEL, YEW.within(800)),
    "hazel": HAZEL,
    "expert": mixed("expert", HAZEL, YEW.within(1200), YEW.within(1200), YEW.within(1200)),
    "yew": YEW,
}
MATCHES = (
    ("yew", "fair"), ("good", "expert"), ("bramble", "hazel"), ("careless", "yew"),
    ("expert", "yew"), ("pip", "good"), ("hazel", "expert"), ("fair", "good"),
)  # fmt: skip


class Ply(NamedTuple):
    before: State
    actor: Actor
    move: Move


def play(seats: tuple[str, ...], rng: Random) -> Iterator[Ply]:
    """One game to its end."""
    rules = get_ruleset(GAME)
    decks, state = seeded_decks(rules, rng), rules.initial()
    while not state.outcome():
        actor: Actor = CHANCE
        if isinstance(state.to_move, Nature):
            move = state.deal(decks)
        else:
            assert state.to_move is not None
            actor = min(state.to_move)
            move = STYLES[seats[actor]].choose(state.view_for(actor), rng)
        yield Ply(state, actor, move)
        state = state.play(actor, move)


def sample(game: tuple[int, int]) -> list[dict[str, Any]]:
    """What a review of one game, by its seed and number, says about each of its players."""
    seed, number = game
    rng = Random(f"{seed}/{number}")
    match = MATCHES[number % len(MATCHES)]
    seats = tuple(rng.sample(match, len(match)))
    nodes = PATIENCE * STRONGEST.bot_for(GAME).nodes
    judged = [judge(turn, nodes=nodes, rng=rng) for turn in turns(list(play(seats, rng)))]
    return [
        _row(style, [one for one in judged if one.seat == seat]) for seat, style in enumerate(seats)
    ]


def _row(style: str, judged: list[Judgement]) -> dict[str, Any]:
    real = [
        one
        for one in judged
        if suspicions.matters(
            best=one.best, chance=one.chance, next_best=one.next_best, is_best=one.is_best
        )
    ]
    return {
        "style": style,
        "choices": len(real),
        "best": sum(one.is_best for one in real),
        "turns": len(judged),
        "lost": sum(one.best < suspicions.LOST for one in judged),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.choices", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    games = [(options.seed, number) for number in range(options.games)]
    with ProcessPoolExecutor(initializer=os.nice, initargs=(10,)) as pool:
        rows = [row for both in pool.map(sample, games) for row in both]
    FILE.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")


if __name__ == "__main__":
    main()
