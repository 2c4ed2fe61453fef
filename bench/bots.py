"""How pages fare while bots think: ten games of theirs at once, next to an idle server."""

import http.client
import statistics
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

from bench.play import garden
from tests.real_services import wait_until
from tests.sites import SITES, Site

GAMES = 10
ROUNDS = 25
REQUESTS = 5
PATHS = ["/", "/offers/", "/bots/"]


def median_time(site: Site) -> float:
    """Of one page, over visits to several of them."""
    for path in PATHS:
        seconds(site, path)  # the first visit fills caches
    return statistics.median(seconds(site, path) for _ in range(ROUNDS) for path in PATHS)


def seconds(site: Site, path: str) -> float:
    """What one look takes, of a few over a connection of its own."""
    connection = http.client.HTTPConnection(urlsplit(site.url).netloc)
    begin = time.perf_counter()
    for _ in range(REQUESTS):
        connection.request("GET", path)
        connection.getresponse().read()
    connection.close()
    return (time.perf_counter() - begin) / REQUESTS


def main() -> None:
    print(f"{GAMES} games between bots at once: how long a page takes, next to an idle server")
    for kind, start in SITES.items():
        with tempfile.TemporaryDirectory() as folder, start(Path(folder)) as site:
            idle = median_time(site)
            garden(site, f"let_bots_play({GAMES})")
            wait_until(
                lambda site=site: garden(site, "count_busy_bots()") == GAMES,
                what="all bots to have moved",
                seconds=120,
            )
            before, begin = garden(site, "count_bot_turns()"), time.perf_counter()
            busy = median_time(site)
            moved = garden(site, "count_bot_turns()") - before
            rate = moved / (time.perf_counter() - begin)
            print(f"  {kind:10} {busy / idle:5.2f} times as long, at {rate:.1f} bot turns a second")


if __name__ == "__main__":
    main()
