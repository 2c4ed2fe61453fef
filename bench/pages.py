"""What pages and turns cost, as multiples of a request that does nothing in the same run.

In one process, over an empty view for somebody who is signed in, through all middleware; and
through the server on PostgreSQL and Redis, over one that does nothing. Ends with status 1 if an
aim is missed.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from bench import aims, play
from tests.sites import ROOT, Site, clean_environment, prepare

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


def in_one_process(module: str = "one_process") -> dict[str, float]:
    """Measured on SQLite, as the embedded site runs, with a line in the log for each request."""
    script = f"from bench import {module}; {module}.measure()"
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", script]
    with tempfile.TemporaryDirectory() as folder:
        site = Site("http://localhost", Path(folder), clean_environment(DATA_DIR=folder))
        prepare(site)
        ended = subprocess.run(
            command, env=site.environment, cwd=ROOT, check=False, capture_output=True, text=True
        )
    if ended.returncode:
        sys.exit(ended.stderr)
    found: dict[str, float] = json.loads(ended.stdout)
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
