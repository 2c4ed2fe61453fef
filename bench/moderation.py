"""The queue of moderators with 100 and with 10,000 reports, on PostgreSQL.

Ratios of what was measured in the same run. Ends with status 1 if an aim is missed.
"""

import json
import sys
from typing import Any

from bench import aims, play
from tests.sites import Site

PATHS = {
    "queue": "/moderation/",
    "further down": "/moderation/?after=400_2026-01-02T00:00:00.000000_1",
    "one kind": "/moderation/?kind=spam",
    "a case": "/moderation/1/",
}
WRITING = "making a report"
AIMS = dict.fromkeys([*PATHS, WRITING], 1.3)
"""The time with 10,000 reports over that with 100."""


def docket(site: Site, call: str) -> Any:
    """Run something of bench/docket.py inside the site."""
    said = site.manage("shell", "--no-imports", "-c", f"from bench import docket; docket.{call}")
    return json.loads(said) if said.strip() else None


def measure(site: Site) -> bool:
    """Whether pages take about as long with a hundred times as many reports."""
    docket(site, "open_first()")
    look = f"look_at({', '.join(map(repr, PATHS.values()))})"
    docket(site, "add_reports(1, 100)")
    few = docket(site, look) | {WRITING: docket(site, "time_report()")}
    docket(site, "add_reports(101, 10000)")
    many = docket(site, look) | {WRITING: docket(site, "time_report()")}
    print("moderation: milliseconds with 100 reports, and with 10,000")
    rows = PATHS | {WRITING: WRITING}
    for name, path in rows.items():
        print(f"  {name:16} {few[path]:7.1f} {many[path]:7.1f}")
    return aims.report({name: many[path] / few[path] for name, path in rows.items()}, AIMS)


def main() -> bool:
    with play.site_of_many() as site:
        return measure(site)


if __name__ == "__main__":
    sys.exit(not main())
