"""The systemd units of deploy/: what they say, and whether systemd understands it.

    python -m tests.units

checks them with `systemd-analyze verify`, for `make deploy-check`.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.inside import ROOT

UNITS = ROOT / "deploy" / "systemd"


def services() -> dict[str, str]:
    """The text of each, by the process that it starts."""
    found = sorted(UNITS.glob("botanik-*@.service"))
    return {re.sub(r"botanik-(.*)@", r"\1", path.stem): path.read_text() for path in found}


def values(text: str, name: str) -> list[str]:
    """What a unit says by this name, each time."""
    return re.findall(rf"^{name}=(.*)$", text, re.MULTILINE)


def command_of(text: str) -> str:
    """The command that it starts, as one would type it."""
    (command,) = values(text, "ExecStart")
    return command.replace("%%", "%")


def complaints() -> str:
    """What systemd has to say against them, told that everything is in this clone."""
    with tempfile.TemporaryDirectory() as folder:
        for path in UNITS.iterdir():
            text = path.read_text().replace("/srv/botanik/%i", str(ROOT))
            (Path(folder) / path.name).write_text(re.sub(r"/etc/botanik/\S+", "/dev/null", text))
        names = [path.name.replace("@", "@blue") for path in sorted(UNITS.iterdir())]
        said = [_verify(f"{folder}/{name}") for name in names]
    return "".join(said)


def _verify(unit: str) -> str:
    # Some faults are only warned of; whatever is said is too much.
    command = ["systemd-analyze", "verify", "--man=no", unit]
    ended = subprocess.run(command, check=False, capture_output=True, text=True)
    return ended.stdout + ended.stderr + (f"{unit}: refused\n" if ended.returncode else "")


def main() -> int:
    if not shutil.which("systemd-analyze"):
        print("*** SKIPPED: there is no systemd-analyze, so deploy/systemd is not checked ***")
        return 1 if os.environ.get("CI") == "true" else 0
    said = complaints()
    print(said or "deploy/systemd is in order")
    return bool(said)


if __name__ == "__main__":
    sys.exit(main())
