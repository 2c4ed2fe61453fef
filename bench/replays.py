"""What any ply of a replay costs, as multiples of ply 1 in the same run.

A step as scripts fetch it, in a game of ten plies and in one as long as they become, and the whole
page with its list and its curve. Ends with status 1 if an aim is missed.
"""

import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from bench import aims, pages
from engine import CHANCE

ROUNDS = 40
SHORT, LONG = 10, 110
AIMS = {
    "a step to ply 10 of 10, over one to ply 1": 3.0,
    "a step to ply 1 of 110, over one to ply 1 of 10": 3.0,
    "a step to ply 55 of 110, over one to ply 1 of 10": 3.0,
    "a step to ply 110 of 110, over one to ply 1 of 10": 3.0,
    "the page at ply 55 of 110, over that at ply 1": 3.0,
    "the page at ply 110 of 110, over that at ply 1": 3.0,
}


def main() -> bool:
    print("in one process: how many times as long as ply 1")
    return aims.report(pages.in_one_process("replays"), AIMS)


def measure() -> None:
    """Print the ratios. Runs inside the site's own environment, as `one_process` does."""
    from django.test import Client  # noqa: PLC0415 - the settings are there only now

    client = Client(SERVER_NAME="localhost")
    short, long = (f"/games/{_game_of(plies)}/replay/" for plies in (SHORT, LONG))
    step = partial(client.get, headers={"HX-Request": "true"})
    looks = [
        partial(step, f"{short}1/"),
        partial(step, f"{short}{SHORT}/"),
        *(partial(step, f"{long}{ply}/") for ply in (1, LONG // 2, LONG)),
        *(partial(client.get, f"{long}{ply}/") for ply in (1, LONG // 2, LONG)),
    ]
    first, *steps, page, half, whole = _side_by_side(looks)
    ratios = [*(one / first for one in steps), half / page, whole / page]
    print(json.dumps(dict(zip(AIMS, ratios, strict=True))))


def _side_by_side(looks: list[Callable[[], Any]]) -> list[float]:
    """The median time of each over rounds."""
    taken: list[list[float]] = [[] for _ in looks]
    for round_ in range(ROUNDS + 2):
        for times, look in zip(taken, looks, strict=True):
            begin = time.process_time()
            assert look().status_code == 200
            if round_ >= 2:  # the first ones fill caches
                times.append(time.process_time() - begin)
    return [statistics.median(times) for times in taken]


def _game_of(plies: int) -> str:
    """The id of a game that was played to its end, or to `plies` of it, and has as many."""
    from accounts.services import create_player  # noqa: PLC0415
    from bench import garden  # noqa: PLC0415

    pair = [create_player(username=f"reader{plies}{side}") for side in "ab"]
    rng = random.Random(plies)
    for _ in range(50):
        game = garden.new_game(*pair)
        garden.play(game, pair, 999, rng, partial(_busiest, rng=rng))
        game.refresh_from_db()
        if game.ply >= plies:
            game.moves.filter(ply__gt=plies).delete()
            type(game).objects.filter(pk=game.pk).update(ply=plies)
            return str(game.pk)
    raise AssertionError(f"no game has {plies} plies")


def _busiest(state: Any, seat: int, *, rng: random.Random) -> Any:
    """The move that makes most happen, so that there will be many more of them."""
    assert state.to_move is not CHANCE

    def worth(move: Any) -> tuple[float, float]:
        happens = len(state.facts(seat, move, seat))
        return happens + 0.9 * ("/" in move.notation), rng.random()

    return max(state.legal_moves(seat), key=worth)


if __name__ == "__main__":
    sys.exit(not main())
