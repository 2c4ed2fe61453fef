"""Python inside the environment of a site: one process that runs one script after another.

To start Django takes longer than most of the scripts.
"""

import io
import json
import select
import subprocess
import sys
import traceback
from contextlib import redirect_stdout
from pathlib import Path

ROOT = Path(__file__).parent.parent
SECONDS = 240  # a bound for any script


class Inside:
    """The process, beside a site with this environment."""

    def __init__(self, environment: dict[str, str]) -> None:
        settings = {"DJANGO_SETTINGS_MODULE": "botanik_site.settings", "PGAPPNAME": "inside"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.inside"],
            env={**settings, **environment},
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, script: str) -> str:
        """What the script prints."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(script) + "\n")
        self._process.stdin.flush()
        assert select.select([self._process.stdout], [], [], SECONDS)[0], "a script does not end"
        line = self._process.stdout.readline()
        assert line, "the process inside the site has ended"
        answer = json.loads(line)
        assert not answer["error"], answer["error"]
        return str(answer["said"])

    def end(self) -> None:
        self._process.kill()
        self._process.communicate()


def main() -> None:
    import django

    django.setup()
    answers = sys.stdout
    for line in sys.stdin:
        said, error = io.StringIO(), ""
        with redirect_stdout(said):
            try:
                exec(json.loads(line), {"__name__": "inside"})
            except Exception:  # noqa: BLE001 - whatever it is, the test is told
                error = traceback.format_exc()
        _let_go_of_databases()
        print(json.dumps({"said": said.getvalue(), "error": error}), file=answers, flush=True)


def _let_go_of_databases() -> None:
    """Nothing is held between scripts: the database may be restarted, or counted on."""
    from django.db import connections

    for connection in connections.all(initialized_only=True):
        connection.close()
        if connection.vendor == "postgresql":
            connection.close_pool()


if __name__ == "__main__":
    main()
