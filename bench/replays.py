"""What any ply of a replay costs, as multiples of ply 1 in the same run.

A step as scripts fetch it, in a game of ten plies and in one as long as they become, and the whole
page with its list and its curve. Self-play hardly finds a game of 110 plies; the one here was found
by a search for long ones, which chose the tiles as well. Ends with status 1 if an aim is missed.
"""

import json
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from bench import aims, pages

ROUNDS = 40
RECORD = Path(__file__).parent / "long_game.bgr"
SHORT, LONG = 10, 128
AIMS = {
    "a step to ply 10 of 10, over one to ply 1": 3.0,
    "a step to ply 1 of 128, over one to ply 1 of 10": 3.0,
    "a step to ply 64 of 128, over one to ply 1 of 10": 3.0,
    "a step to ply 128 of 128, over one to ply 1 of 10": 3.0,
    "the page at ply 64 of 128, over that at ply 1": 3.0,
    "the page at ply 128 of 128, over that at ply 1": 3.0,
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
    """The id of the long game, or of its beginning."""
    from accounts.services import create_player  # noqa: PLC0415
    from tests.games.scripted import game_of_record, play_script  # noqa: PLC0415

    pair = [create_player(username=f"reader{plies}{side}") for side in "ab"]
    game, script = game_of_record(RECORD.read_text("utf-8"), *pair)
    play_script(game, script, pair)
    assert game.ply == LONG
    game.moves.filter(ply__gt=plies).delete()
    type(game).objects.filter(pk=game.pk).update(ply=plies)
    return str(game.pk)


if __name__ == "__main__":
    sys.exit(not main())
