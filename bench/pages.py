"""What pages and turns cost, as multiples of a request that does nothing in the same run.

In one process, over an empty view for somebody who is signed in, through all middleware; and
through the server on PostgreSQL and Redis, over one that does nothing. Ends with status 1 if an
aim is missed.
"""

import json
import sys
import tempfile
from pathlib import Path

from bench import aims, play
from tests.sites import Site, clean_environment, prepare

AIMS = {
    "frame": 2.5,
    "table": 7.0,
    "fragment": 5.0,
    "play": 7.0,
    "notices": 6.0,
    "moves": 6.0,
    "turn": 4.5,
}
SERVED_AIMS = {"turn through the server": 7.0, "milliseconds to the opponent's tab": 80.0}


def in_one_process() -> dict[str, float]:
    """Measured on SQLite, as the embedded site runs."""
    with tempfile.TemporaryDirectory() as folder:
        environment = clean_environment(DATA_DIR=folder, LOG_LEVEL="WARNING")
        site = Site("http://localhost", Path(folder), environment)
        prepare(site)
        script = "from bench import one_process; one_process.measure()"
        found: dict[str, float] = json.loads(site.manage("shell", "--no-imports", "-c", script))
    return found


def served() -> dict[str, float]:
    with play.site_of_many() as site:
        milliseconds = play.liveness(site)
        ratio = play.throughput(site)
    return dict(zip(SERVED_AIMS, (ratio, milliseconds), strict=True))


def main() -> bool:
    print("in one process: how many times as long as an empty view")
    reached = aims.report(in_one_process(), AIMS)
    found = served()
    print("through the server: how many times as long as a request that does nothing")
    return aims.report(found, SERVED_AIMS) and reached


if __name__ == "__main__":
    sys.exit(not main())
