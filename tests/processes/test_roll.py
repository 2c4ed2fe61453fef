"""deploy/roll: a release takes over from another while turns are made."""

import getpass
import http.client
import json
import os
import shutil
import ssl
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import urlencode

import pytest

from tests.asking import TOKEN
from tests.inside import ROOT, Inside
from tests.nginx import laid_nginx, program
from tests.real_services import Missing, free_port, real_services
from tests.sites import clean_environment
from tests.small_systemd import FOLDER, Machine

CLIENTS, GAMES, LENGTH = 6, 36, 60
PAUSE = 0.05  # between the turns of one client: players, and no benchmark
# Of what is made for the site; only root can give something away.
OWNER = getpass.getuser() if os.geteuid() else "nobody"
TRUST_ANYBODY = ssl._create_unverified_context()


@dataclass(frozen=True)
class Rolled:
    """A machine with nginx, and what deploy/roll is told there."""

    machine: Machine
    nginx: object
    environment: dict

    def roll(self, *arguments, **variables):
        return self._do("roll", *arguments, **variables)

    def manage(self, *arguments):
        return self._do("manage", *arguments, OWNER=getpass.getuser())

    def _do(self, program, *arguments, **variables):
        return subprocess.run(
            [ROOT / "deploy" / program, *arguments],
            env={**self.environment, **variables},
            check=False,
            capture_output=True,
            text=True,
            timeout=240,
        )

    def submit(self, script, turn):
        """The status of the answer, on a connection of its own."""
        seat, moves, ply = turn
        link = http.client.HTTPSConnection(
            "127.0.0.1", self.nginx.port, context=TRUST_ANYBODY, timeout=30
        )
        form = {"ply": ply, "moves": " ".join(moves), "csrfmiddlewaretoken": TOKEN}
        host = f"localhost:{self.nginx.port}"
        headers = {
            "Host": host,
            "Origin": f"https://{host}",
            "Cookie": f"sessionid={script['sessions'][seat]}; csrftoken={TOKEN}",
            "Content-Type": "application/x-www-form-urlencoded",
            # As one of many: who plays so much from one address would have to wait.
            "X-Posing-As": f"192.0.2.{int(script['game'][:2], 16)}",
        }
        try:
            link.request("POST", f"/games/{script['game']}/", urlencode(form), headers)
            answer = link.getresponse()
            answer.read()
            return answer.status
        except (OSError, http.client.HTTPException) as error:
            return type(error).__name__
        finally:
            link.close()

    def live(self):
        return (self.machine.etc / "live").read_text().strip()


def lay_place(place):
    """A clone of what is here, with packages that need not be installed."""
    names = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    for name in names:
        if (ROOT / name).is_file() and not name.startswith(("docs/", ".venv")):
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, place / name)
    lay_packages(place)
    own = ("-c", "user.name=alice", "-c", "user.email=alice@botanik.example")
    for command in (
        ["init", "--quiet", "--initial-branch=main"],
        ["add", "."],
        ["commit", "-m", "A release"],
        ["tag", "v1"],
    ):
        subprocess.run(["git", *own, *command], cwd=place, check=True, stdout=subprocess.DEVNULL)


def lay_packages(place):
    (place / ".venv").mkdir()
    for entry in (ROOT / ".venv").resolve().iterdir():
        if entry.name != "requirements-installed":
            (place / ".venv" / entry.name).symlink_to(entry)
    stamp = subprocess.run(
        "cksum < requirements.txt", shell=True, cwd=place, check=True, stdout=subprocess.PIPE
    ).stdout
    (place / ".venv" / "requirements-installed").write_bytes(stamp)


def lay_programs(folder, nginx):
    """`systemctl` and `nginx`, for this machine."""
    folder.mkdir()
    own = [*nginx.command[1:]]
    for name, command in (
        ("systemctl", [sys.executable, "-m", "tests.small_systemd"]),
        ("nginx", [program(), *own]),
    ):
        (folder / name).write_text(f'#!/bin/sh\ncd {ROOT} && exec {" ".join(command)} "$@"\n')
        (folder / name).chmod(0o755)
    return folder


@contextmanager
def machine_of(folder, services):
    machine = Machine(folder)
    machine.places.mkdir()
    for colour in ("blue", "green"):
        lay_place(machine.places / colour)
    with laid_nginx(more="set_real_ip_from 127.0.0.1; real_ip_header X-Posing-As;") as nginx:
        machine.etc.symlink_to(nginx.folder)
        own = {
            **services,
            "SITE_URL": f"https://localhost:{nginx.port}",
            "TRUSTED_PROXIES": "1",
            "DATA_DIR": str(folder / "data"),
            "WEB_PROCESSES": "1",
            "MAIL_FROM": "Botanik <botanik@botanik.example>",
        }
        lines = [f"{name}={value}" for name, value in own.items()]
        (nginx.folder / "botanik.env").write_text("\n".join(lines) + "\n")
        for colour in ("blue", "green"):
            ports = f"PORT={free_port()}\nSOCKETS_PORT={free_port()}\n"
            (nginx.folder / f"{colour}.env").write_text(ports)
        programs = lay_programs(folder / "programs", nginx)
        environment = clean_environment(
            PATH=f"{programs}:{os.environ['PATH']}",
            PLACES=str(machine.places),
            ETC=str(nginx.folder),
            DRAIN="3",
            OWNER=OWNER,
            **{FOLDER: str(folder)},
        )
        try:
            with nginx.running():
                yield Rolled(machine, nginx, environment), own
        finally:
            for unit in machine.running():
                machine.stop(unit)


@pytest.fixture(scope="module")
def laid(tmp_path_factory):
    """A machine on which the first release was brought up, as any other."""
    try:
        program()
        with (
            real_services() as services,
            machine_of(tmp_path_factory.mktemp("machine"), services) as (rolled, own),
        ):
            ended = rolled.roll("v1", DRAIN="0")
            assert ended.returncode == 0, ended.stdout + ended.stderr
            yield rolled, own
    except Missing as missing:
        pytest.skip(f"{missing} is not installed")


@pytest.fixture(scope="module")
def rolled(laid):
    return laid[0]


@pytest.fixture(scope="module")
def scripts(laid):
    inside = Inside(clean_environment(**laid[1]))
    try:
        said = inside.run(f"from bench import garden; garden.scripts({GAMES}, {LENGTH})")
    finally:
        inside.end()
    return json.loads(said.splitlines()[-1])


class Load:
    """Clients who play, each one game after the other, until they are told to stop."""

    def __init__(self, rolled, scripts):
        self._rolled = rolled
        self._rest = iter(scripts)
        self._lock = threading.Lock()
        self._stops = threading.Event()
        self.answers = []
        self._clients = [threading.Thread(target=self._play) for _ in range(CLIENTS)]

    def _play(self):
        while not self._stops.is_set():
            with self._lock:
                script = next(self._rest)
            for turn in script["turns"]:
                if self._stops.is_set():
                    return
                self.answers.append(self._rolled.submit(script, turn))
                time.sleep(PAUSE)

    def __enter__(self):
        for client in self._clients:
            client.start()
        return self

    def __exit__(self, *_error):
        self._stops.set()
        for client in self._clients:
            client.join()


class TestRoll:
    def test_it_begins_with_blue(self, rolled):
        assert rolled.live() == "blue"
        assert {unit.partition("@")[2] for unit in rolled.machine.running()} == {"blue.service"}
        assert len(rolled.machine.running()) == 7

    def test_it_leaves_what_it_has_prepared_to_the_site(self, rolled):
        data = rolled.machine.folder / "data"

        assert {path.owner() for path in (data, *(data / "static").rglob("*"))} == {OWNER}

    def test_it_loses_no_turn_while_a_release_takes_over(self, rolled, scripts):
        with Load(rolled, scripts) as load:
            before = len(load.answers)
            ended = rolled.roll("v1")
            during = len(load.answers)

        assert ended.returncode == 0, ended.stdout + ended.stderr
        assert rolled.live() == "green"
        assert {unit.partition("@")[2] for unit in rolled.machine.running()} == {"green.service"}
        print(f"{len(load.answers)} turns, {during - before} of them while it rolled")
        assert during - before > 100
        assert Counter(load.answers) == {302: len(load.answers)}

    def test_it_leaves_the_site_as_it_was_where_the_new_one_does_not_get_ready(self, rolled):
        colour = rolled.live()
        idle = "green" if colour == "blue" else "blue"
        ports = rolled.machine.etc / f"{idle}.env"
        before, upstreams = ports.read_text(), rolled.nginx.upstreams.read_text()
        ports.write_text("PORT=1\nSOCKETS_PORT=nonsense\n")
        try:
            ended = rolled.roll("v1", PATIENCE="3")
        finally:
            ports.write_text(before)

        assert ended.returncode == 1
        assert "the site is as it was" in ended.stderr
        assert rolled.live() == colour
        assert rolled.nginx.upstreams.read_text() == upstreams
        assert {unit.partition("@")[2] for unit in rolled.machine.running()} == {
            f"{colour}.service"
        }

    def test_it_takes_no_file_that_nginx_refuses(self, rolled):
        upstreams = rolled.nginx.upstreams.read_text()

        ended = rolled.roll("send", HOSTS="no;good", DRAIN="0")

        assert ended.returncode == 1
        assert "goes on with the old one" in ended.stderr
        assert rolled.nginx.upstreams.read_text() == upstreams

    def test_it_asks_for_a_version(self, rolled):
        assert "which version?" in rolled.roll().stderr


class TestManage:
    def test_it_runs_a_command_in_the_release_that_is_live(self, rolled):
        ended = rolled.manage("verify")

        assert ended.returncode == 0, ended.stderr
        assert "Everything is as it should be." in ended.stdout

    def test_it_says_what_the_command_says_and_how_it_ended(self, rolled):
        ended = rolled.manage("restore", "/nowhere")

        assert ended.returncode == 1
        assert "/nowhere cannot be read" in ended.stderr
