"""What is reported, said and noted, little and much of it, on PostgreSQL.

Little is 100 reports, 60 lines at a table (more than a page) and 100 entries of the audit log;
much is 10,000 reports, 2,000 lines and 100,000 entries.

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
LOGGED = {"audit log": "/admin/accounts/auditentry/", "months": "/decency/"}
TALK, REPORTING, NOTING = "talk at a table", "making a report", "writing an entry"
AIMS = dict.fromkeys([*PATHS, *LOGGED, TALK, REPORTING, NOTING], 1.3) | {"audit log": 1.6}
"""The time with much of it over that with little. Django's list of the log counts its rows."""


def docket(site: Site, call: str) -> Any:
    """Run something of bench/docket.py inside the site."""
    said = site.manage("shell", "--no-imports", "-c", f"from bench import docket; docket.{call}")
    return json.loads(said) if said.strip() else None


def look(site: Site, pages: dict[str, str]) -> dict[str, float]:
    """How many milliseconds pages and deeds take, by their names."""
    found = docket(site, f"look_at({', '.join(map(repr, pages.values()))})")
    return {name: found[path] for name, path in pages.items()} | {
        REPORTING: docket(site, "time_report()"),
        NOTING: docket(site, "time_entry()"),
    }


def measure(site: Site) -> bool:
    """Whether pages take about as long with a hundred times as much."""
    pages = PATHS | LOGGED | {TALK: docket(site, "open_first()")}
    for call in ("add_reports(1, 100)", "add_lines(1, 60)", "add_entries(100)"):
        docket(site, call)
    few = look(site, pages)
    for call in ("add_reports(101, 10000)", "add_lines(61, 2000)", "add_entries(100000)"):
        docket(site, call)
    many = look(site, pages)
    print("moderation: milliseconds with little, and with much")
    for name in AIMS:
        print(f"  {name:16} {few[name]:7.1f} {many[name]:7.1f}")
    return aims.report({name: many[name] / few[name] for name in AIMS}, AIMS)


def main() -> bool:
    with play.site_of_many() as site:
        return measure(site)


if __name__ == "__main__":
    sys.exit(not main())
