"""What is in deploy/ says the same as the rest of the repository."""

import re
import shutil
import stat
import subprocess

import pytest

from tests.inside import ROOT
from tests.nginx import laid_nginx
from tests.real_services import Missing
from tests.sites import make_command
from tests.units import command_of, complaints, services, values
from tests.variables import VARIABLES

DEPLOY = ROOT / "deploy"
README = (DEPLOY / "README.md").read_text()
PROCESSES = re.findall(r"^(\w+):", (ROOT / "Procfile").read_text(), re.MULTILINE)
COLOURS = ("blue", "green")
FENCES = {
    "User": "botanik",
    "NoNewPrivileges": "yes",
    "ProtectSystem": "strict",
    "ProtectHome": "yes",
    "PrivateTmp": "yes",
    "CapabilityBoundingSet": "",
    "StateDirectory": "botanik",
}


def ports_of(colour):
    return dict(re.findall(r"^(\w+)=(\d+)$", (DEPLOY / f"{colour}.env").read_text(), re.MULTILINE))


@pytest.fixture
def machine(tmp_path):
    """What is in /etc of a machine once the commands of deploy/README were typed there."""
    for folder in ("systemd/system", "nginx/sites-enabled"):
        (tmp_path / folder).mkdir(parents=True)
    typed = re.findall(r"^    ((?:install|sed) .*?)(?: &&.*)?$", README, re.MULTILINE)
    for command in typed:
        here = command.replace("/etc/", f"{tmp_path}/").replace("NAME", "garden.example")
        subprocess.run(here, shell=True, cwd=DEPLOY, check=True)
    return tmp_path


class TestCommands:
    def test_they_lay_every_file_where_others_look_for_it(self, machine):
        said = [path.read_text() for path in (DEPLOY / "systemd").iterdir()]
        said.append((DEPLOY / "nginx" / "botanik.conf").read_text())
        named = set(re.findall(r"/etc/botanik/([\w.-]+)", " ".join(said).replace("%i", "blue")))

        assert {path.name for path in (machine / "botanik").iterdir()} == {*named, "green.env"}
        assert {path.name for path in (machine / "systemd" / "system").iterdir()} == {
            path.name for path in (DEPLOY / "systemd").iterdir()
        }

    def test_they_keep_secrets_from_others(self, machine):
        assert stat.S_IMODE((machine / "botanik" / "botanik.env").stat().st_mode) == 0o600

    def test_they_give_nginx_the_name_of_the_site(self, machine):
        text = (machine / "nginx" / "sites-enabled" / "botanik.conf").read_text()

        assert "server_name garden.example;" in text
        assert "/etc/letsencrypt/live/garden.example/privkey.pem" in text
        assert "botanik.example" not in text


class TestEnvironment:
    def test_it_names_every_variable_and_no_other(self):
        named = set(re.findall(r"^#?([A-Z_]+)=", (DEPLOY / "botanik.env").read_text(), re.M))

        assert named | {"PORT", "SOCKETS_PORT"} == VARIABLES

    def test_it_has_ports_for_two_releases_side_by_side(self):
        ports = [port for colour in COLOURS for port in ports_of(colour).values()]

        assert len(set(ports)) == 4

    def test_it_has_nginx_begin_with_the_ports_of_the_first(self):
        upstreams = (DEPLOY / "nginx" / "upstreams.conf").read_text()

        assert re.findall(r":(\d+) ", upstreams) == list(ports_of("blue").values())


class TestUnits:
    def test_there_is_one_for_each_process(self):
        assert set(services()) == {*PROCESSES, "backup"}

    @pytest.mark.parametrize("process", PROCESSES)
    def test_it_starts_what_make_starts(self, process):
        typed = make_command(process)[-1].removeprefix("exec ")
        command = command_of(services()[process]).replace("/srv/botanik/%i/", "")
        nice = values(services()[process], "Nice")

        assert (f"nice -n {nice[0]} {command}" if nice else command) == " ".join(typed.split())

    @pytest.mark.parametrize("process", [*PROCESSES, "backup"])
    def test_it_may_do_little(self, process):
        text = services()[process]

        assert {name: values(text, name)[0] for name in FENCES} == FENCES

    @pytest.mark.parametrize("process", PROCESSES)
    def test_it_is_started_again(self, process):
        assert values(services()[process], "Restart") == ["always"]

    def test_it_makes_a_backup_as_make_does(self):
        command = command_of(services()["backup"]).replace("/srv/botanik/%i/.venv/bin/python ", "")

        assert f"$(VENV_PYTHON) {command} " in (ROOT / "Makefile").read_text()

    def test_backups_are_made_where_the_site_is_live(self):
        target = (DEPLOY / "systemd" / "botanik@.target").read_text()
        timer = (DEPLOY / "systemd" / "botanik-backup@.timer").read_text()

        assert "botanik-backup@%i.timer" in target
        assert values(timer, "PartOf") == ["botanik@%i.target"]

    @pytest.mark.parametrize("process", PROCESSES)
    def test_it_is_begun_and_ended_with_the_others(self, process):
        target = (DEPLOY / "systemd" / "botanik@.target").read_text()

        assert f"botanik-{process}@%i.service" in target
        assert values(services()[process], "PartOf") == ["botanik@%i.target"]

    def test_systemd_understands_them(self):
        if not shutil.which("systemd-analyze"):
            pytest.skip("systemd-analyze is not installed")
        assert complaints() == ""


class TestNginx:
    def test_it_understands_its_file(self):
        try:
            with laid_nginx() as nginx:
                assert nginx.complaints() == ""
        except Missing as missing:
            pytest.skip(f"{missing} is not installed")
