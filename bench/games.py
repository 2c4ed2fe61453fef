"""Finding games among 1,000 and among 100,000, on PostgreSQL and Redis.

All are of one person, against one other; ratios of what was measured in the same run. Ends with
status 1 if an aim is missed.
"""

import sys

from bench import aims, play
from bench.standings import field
from tests.sites import Site

PATHS = {
    "all": "/games/",
    "running": "/games/?state=running",
    "player": "/@veteran/games/",
    "two players": "/games/?player=veteran&against=neighbour",
    "two who never met": "/games/?player=veteran&against=walker",
    "one's own": "/play/all/",
    "lost by a player": "/games/?player=veteran&result=lost",
    "drawn by a player": "/games/?player=veteran&result=drawn",
    "drawn": "/games/?result=drawn",
    "who began won": "/games/?result=first",
    "ending": "/games/?ending=resigned",
    "rare ending": "/games/?ending=adjudicated",
    "friendly": "/games/?rated=no",
    "with a bot": "/games/?with=bots",
    "rating": "/games/?rating_from=1000",
    "rare rating": "/games/?rating_from=3000",
    "length": "/games/?moves_from=5",
    "rare length": "/games/?moves_to=1",
    "days": "/games/?from=2020-01-01&until=2021-01-01",
    "rare among many": "/games/?ending=resigned&rated=yes&with=people&moves_to=1&rating_from=1",
    "favourites": "/games/?favourite=yes",
}
AIMS = dict.fromkeys(PATHS, 1.2)
"""The time of a page with 100,000 games over that with 1,000."""


def measure(site: Site) -> bool:
    """Whether pages take about as long among a hundred times as many games."""
    field(site, "plant()")
    look = f"look_at({', '.join(map(repr, PATHS.values()))})"
    field(site, "copy_games(1, 49)")
    few = field(site, look)
    field(site, "copy_games(50, 4999)")
    many = field(site, look)
    print("pages: milliseconds with 1,000 games, and with 100,000")
    for name, path in PATHS.items():
        print(f"  {name:18} {few[path]:7.1f} {many[path]:7.1f}")
    return aims.report({name: many[path] / few[path] for name, path in PATHS.items()}, AIMS)


def main() -> bool:
    with play.site_of_many() as site:
        return measure(site)


if __name__ == "__main__":
    sys.exit(not main())
