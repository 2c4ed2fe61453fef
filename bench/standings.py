"""Standings, profiles, ladder and pairing with 1,000 and 100,000 players, on PostgreSQL and Redis.

Whose profile it is has 200 games at first, and then 20,000. Ratios of what was measured in the same
run. Ends with status 1 if an aim is missed.
"""

import json
import sys
from typing import Any

from bench import aims, play
from tests.sites import Site

PATHS = {
    "leaders": "/leaders/botanik/",
    "further places": "/leaders/botanik/?after=500",
    "search": "/leaders/botanik/?name=walker-5",
    "games of the month": "/leaders/botanik/?by=games",
    "profile": "/@veteran/",
    "statistics": "/@veteran/statistics/botanik/",
    "ladder": "/ladder/botanik/",
    "find me a game": "/find/botanik/",
}
SEARCH = "looking for an opponent"
AIMS = dict.fromkeys([*PATHS, SEARCH], 1.3)
"""The time of a page with 100,000 players over that with 1,000."""


def field(site: Site, call: str) -> Any:
    """Run something of bench/field.py inside the site."""
    said = site.manage("shell", "--no-imports", "-c", f"from bench import field; field.{call}")
    return json.loads(said) if said.strip() else None


def measure(site: Site) -> bool:
    """Whether pages take about as long with a hundred times as many players and games."""
    field(site, "plant()")
    look = f"look_at({', '.join(map(repr, PATHS.values()))})"
    field(site, "add_people(2, 1001)")
    field(site, "add_games(2, 10)")
    few = field(site, look) | {SEARCH: field(site, "time_search()")}
    field(site, "add_people(1002, 100001)")
    field(site, "add_games(11, 1000)")
    many = field(site, look) | {SEARCH: field(site, "time_search()")}
    print("pages: milliseconds with 1,000 players, and with 100,000")
    rows = PATHS | {SEARCH: SEARCH}
    for name, path in rows.items():
        print(f"  {name:23} {few[path]:7.1f} {many[path]:7.1f}")
    print(f"writing all leaderboards anew took {field(site, 'time_writing()'):.1f} s")
    return aims.report({name: many[path] / few[path] for name, path in rows.items()}, AIMS)


def main() -> bool:
    with play.site_of_many() as site:
        return measure(site)


if __name__ == "__main__":
    sys.exit(not main())
