"""As much of `systemctl` as deploy/roll needs, for machines where systemd does not run.

It starts what the units of deploy/systemd say, with their files of variables, and ends it by the
signal that systemd would send. What a unit forbids is not enforced: that is systemd's own.

    python -m tests.small_systemd start|stop|enable|disable|reload UNIT...
"""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.real_services import wait_until
from tests.units import UNITS, values

FOLDER = "SMALL_SYSTEMD"


@dataclass(frozen=True)
class Machine:
    """A folder in place of /srv/botanik and /etc/botanik, and who runs there."""

    folder: Path

    @property
    def places(self) -> Path:
        return self.folder / "places"

    @property
    def etc(self) -> Path:
        return self.folder / "etc"

    def text_of(self, unit: str) -> str:
        name, _at, rest = unit.partition("@")
        colour, _dot, kind = rest.partition(".")
        text = (UNITS / f"{name}@.{kind}").read_text().replace("%i", colour)
        text = text.replace("/srv/botanik", str(self.places))
        return text.replace("/etc/botanik", str(self.etc)).replace("%%", "%")

    def start(self, unit: str) -> None:
        if unit.endswith(".timer"):
            return  # nothing waits here for so long
        text = self.text_of(unit)
        if unit.endswith(".target"):
            for wanted in " ".join(values(text, "Wants")).split():
                self.start(wanted)
        elif not self.is_running(unit):
            self._spawn(unit, text)

    def _spawn(self, unit: str, text: str) -> None:
        environment = {**os.environ, "PGAPPNAME": unit}
        for file in values(text, "EnvironmentFile"):
            lines = Path(file).read_text().splitlines()
            environment.update(line.split("=", 1) for line in lines if re.match("[A-Z_]+=", line))
        with (self.folder / f"{unit}.log").open("ab") as log:
            process = subprocess.Popen(
                shlex.split(values(text, "ExecStart")[0]),
                cwd=values(text, "WorkingDirectory")[0],
                env=environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._pid_file(unit).write_text(str(process.pid))

    def stop(self, unit: str) -> None:
        running = [path.stem for path in self.folder.glob("*.pid")]
        ended = [each for each in running if unit in (each, *values(self.text_of(each), "PartOf"))]
        for each in ended:
            with suppress(ProcessLookupError):
                os.kill(self._pid(each), signal.SIGTERM)
        for each in ended:
            seconds = int(values(self.text_of(each), "TimeoutStopSec")[0])
            wait_until(lambda each=each: not self.is_running(each), what=each, seconds=seconds)
            self._pid_file(each).unlink()

    def is_running(self, unit: str) -> bool:
        if not self._pid_file(unit).exists():
            return False
        try:
            state = Path(f"/proc/{self._pid(unit)}/stat").read_text().rpartition(")")[2]
        except OSError:
            return False
        return state.split()[0] != "Z"

    def running(self) -> set[str]:
        found = {path.stem for path in self.folder.glob("*.pid")}
        return {unit for unit in found if self.is_running(unit)}

    def log_of(self, unit: str) -> str:
        return (self.folder / f"{unit}.log").read_text()

    def _pid_file(self, unit: str) -> Path:
        return self.folder / f"{unit}.pid"

    def _pid(self, unit: str) -> int:
        return int(self._pid_file(unit).read_text())


def main(command: str, *units: str) -> int:
    if command == "--quiet":
        return main(*units)
    machine = Machine(Path(os.environ[FOLDER]))
    if command == "reload":
        return subprocess.run(["nginx", "-s", "reload"], check=False).returncode
    with (machine.folder / "told.json").open("a") as told:
        told.write(json.dumps([command, *units]) + "\n")
    for unit in units:
        if command in ("start", "stop"):
            getattr(machine, command)(unit)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
