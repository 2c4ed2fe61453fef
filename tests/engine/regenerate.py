"""Write the golden games and the perft numbers anew.

    python -m tests.engine.regenerate

Only on purpose: when a rule or a bot changes, in the same commit, which says so. A difference
that nobody meant is a bug.
"""

import json
from dataclasses import fields
from pathlib import Path
from random import Random

from engine import CHANCE, Record, get_bot, get_ruleset
from engine.arena import play
from engine.games.botanik.tiles import Tile
from engine.perft import perft, seeded_decks
from engine.registry import Setup
from engine.replay import replay, result_of, winner_of

HERE = Path(__file__).parent
GOLDEN = HERE / "golden"
PERFT = HERE / "perft.json"

GAMES = {
    "botanik-random-1": ("random", "random", 1),
    "botanik-random-2": ("random", "random", 2),
    "botanik-greedy": ("greedy", "greedy", 3),
    "botanik-mixed": ("greedy", "random", 4),
}
PERFT_DEPTHS = {1: 5, 2: 4, 3: 4, 4: 4}
PERFT_OF_BOTANICUS = {2: 6, 3: 6, 4: 6}
"""How deep by the number of seats, with seed 1."""


def record_of(first, second, seed):
    """Play a golden game."""
    game = play(get_ruleset("botanik"), (get_bot(first), get_bot(second)), Random(seed))
    tags = {
        "Game": "botanik",
        "Rules": "1",
        "First": first,
        "Second": second,
        "Result": result_of(game.outcome.scores),
        "Winner": winner_of(game.outcome),
        "Termination": "played",
    }
    return Record(tags, tuple(move.notation for move in game.moves))


def story(record):
    """One line a ply: who did what, what happened, and what the machines score."""
    for ply in replay(record):
        facts = ply.before.facts(ply.actor, ply.move, None)
        line = {
            "ply": ply.number,
            "actor": "chance" if ply.actor is CHANCE else ply.actor,
            "move": ply.move.notation,
            "facts": [
                {f.name: plain(getattr(fact, f.name)) for f in fields(fact)} for fact in facts
            ],
            "scores": [score.as_json() for score in ply.after.scores()],
            "legal": [len(ply.after.legal_moves(seat)) for seat in (0, 1)],
        }
        yield json.dumps(line)


def plain(value):
    if isinstance(value, Tile):
        return value.code
    return [plain(part) for part in value] if isinstance(value, tuple) else value


def nodes(seed, depth, game="botanik", seats=2):
    setup = Setup(get_ruleset(game), seats)
    decks = seeded_decks(setup, Random(seed))
    state = setup.initial()
    return perft(assigned(state, decks) if game == "botanicus" else state, decks, depth)


def assigned(state, decks):
    """Botanicus is counted from where each seat gave its lowest task to row 1 and so on (12.4)."""
    while state.phase in ("layout", "deal", "assign"):
        if state.to_move is CHANCE:
            state = state.after(CHANCE, state.deal(decks))
        else:
            (seat,) = state.to_move
            lowest = min(state.legal_moves(seat), key=lambda move: int(move.task[1:]))
            state = state.after(seat, lowest)
    return state


def main():
    for name, (first, second, seed) in GAMES.items():
        record = record_of(first, second, seed)
        (GOLDEN / f"{name}.bgr").write_text(record.write(), "utf-8")
        (GOLDEN / f"{name}.jsonl").write_text("\n".join([*story(record), ""]), "utf-8")
    numbers = [
        {"seed": seed, "depth": depth, "nodes": nodes(seed, depth)}
        for seed, deepest in PERFT_DEPTHS.items()
        for depth in range(1, deepest + 1)
    ]
    numbers += [
        {
            "game": "botanicus",
            "seats": seats,
            "seed": 1,
            "depth": depth,
            "nodes": nodes(1, depth, "botanicus", seats),
        }
        for seats, deepest in PERFT_OF_BOTANICUS.items()
        for depth in range(1, deepest + 1)
    ]
    lines = ",\n".join(f"  {json.dumps(number)}" for number in numbers)
    PERFT.write_text(f"[\n{lines}\n]\n", "utf-8")


if __name__ == "__main__":
    main()
