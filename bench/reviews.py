"""Reviews: how long one takes, and whether bots that play feel it."""

import json
import tempfile
import time
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from bench.aims import report
from bench.crowd import Client
from tests.real_services import wait_until
from tests.sites import SITES, Site, make_command

GAMES = 10
WINDOWS = 16
SECONDS = 6
AIM = 1.5
"""How much longer turns of bots may take while a game is reviewed."""


def main() -> bool:
    slower = {}
    for kind, start in SITES.items():
        with tempfile.TemporaryDirectory() as folder, start(Path(folder)) as site:
            if kind == "separate":
                site.start("reviews", *make_command("reviews"))
            reviewer = Reviewer(site)
            print(f"{kind}: {reviewer.alone()}", flush=True)
            slower[f"{kind}, bots beside a review"] = beside_bots(site, reviewer)
            if kind == "separate":
                site.kill("reviews")  # which comes last even where it is asked to end
    return report(slower, dict.fromkeys(slower, AIM))


def garden(site: Site, call: str) -> Any:
    """Run something of bench/garden.py, without starting Django for it each time."""
    said = site.run(f"from bench import garden; garden.{call}").strip()
    return json.loads(said.splitlines()[-1])


class Reviewer:
    """Somebody who wants the review of a game that was played to its end, again and again."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.game, self.session = garden(site, "play_a_game()")

    def ask(self) -> None:
        garden(self.site, "forget_reviews()")
        client = Client(self.site, "198.51.100.1", self.session)
        answer, _text = client.ask(f"/games/{self.game}/review/", {})
        assert answer.status == 302, answer.status

    def alone(self) -> str:
        """What it takes where nothing else is asked for."""
        self.ask()
        wait_until(lambda: garden(self.site, "show_review()")[3], what="the review", seconds=600)
        _done, turns, nodes, seconds = garden(self.site, "show_review()")
        return f"a whole game of {turns} turns, {turns * nodes:,} nodes, in {seconds:.1f} s"


def beside_bots(site: Site, reviewer: Reviewer) -> float:
    """How much longer turns of bots in ten games take while a review is made, in turn."""
    made, taken, judged = {False: 0, True: 0}, {False: 0.0, True: 0.0}, 0
    garden(site, f"keep_bots_busy({GAMES})")
    wait_until(
        lambda: garden(site, "count_busy_bots()") == GAMES, what="all bots to move", seconds=120
    )
    for reviewed in islice(cycle((False, True, True, False)), WINDOWS):
        garden(site, f"keep_bots_busy({GAMES})")
        if reviewed:
            reviewer.ask()
        else:
            garden(site, "forget_reviews()")
        before, begin = garden(site, "count_bot_turns()"), time.perf_counter()
        time.sleep(SECONDS)
        made[reviewed] += garden(site, "count_bot_turns()") - before
        taken[reviewed] += time.perf_counter() - begin
        judged += garden(site, "show_review()")[0] if reviewed else 0
    alone, beside = (made[reviewed] / taken[reviewed] for reviewed in (False, True))
    print(f"  {alone:.1f} turns of bots a second alone, {beside:.1f} beside a review", end=", ")
    print(f"of which {judged / taken[True]:.1f} turns a second were judged meanwhile")
    return alone / beside


if __name__ == "__main__":
    main()
