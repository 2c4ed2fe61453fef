"""The first steps on a fresh machine: scripts/venv and the Makefile."""

import shutil
import subprocess

import pytest

from tests.sites import ROOT, clean_environment

TOO_OLD = '[ "$1" = -V ] && { echo Python 3.9.2; exit; }; exit 1'


def lay_out_clone(folder):
    """What scripts/venv needs of a clone, with no packages to install."""
    (folder / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "venv", folder / "scripts" / "venv")
    shutil.copy(ROOT / "Makefile", folder / "Makefile")
    (folder / "requirements.txt").touch()
    return folder


def make_venv(clone, *meanwhile, requirements="requirements.txt", **variables):
    return subprocess.run(
        [clone / "scripts" / "venv", requirements, *meanwhile],
        env=clean_environment(**variables),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def clone(tmp_path):
    return lay_out_clone(tmp_path)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A clone with its environment, and what was said when it was made."""
    clone = lay_out_clone(tmp_path_factory.mktemp("clone"))
    return clone, make_venv(clone)


def interpreter(path, *, body):
    """A program that answers like a Python on some other machine."""
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return str(path)


class TestVenv:
    def test_it_makes_the_environment_and_says_so(self, made):
        clone, said = made

        assert said.returncode == 0, said.stderr
        assert "Making .venv with Python 3" in said.stdout
        assert "Installing the Python packages" in said.stdout
        assert (clone / ".venv" / "bin" / "python").exists()

    def test_it_does_nothing_the_second_time(self, made):
        assert make_venv(made[0]).stdout == ""

    def test_it_installs_again_when_the_pins_have_changed(self, made):
        (made[0] / "requirements.txt").write_text("# another pin\n")

        assert "Installing the Python packages" in make_venv(made[0]).stdout

    def test_it_does_not_install_for_running_what_it_installed_for_testing(self, made):
        clone, _ = made
        (clone / "requirements.txt").write_text("# yet another pin\n")
        (clone / "requirements-dev.txt").write_text("# more pins\n")
        make_venv(clone, requirements="requirements-dev.txt")

        assert make_venv(clone).stdout == ""

    def test_it_waits_for_what_runs_meanwhile(self, made, tmp_path):
        beside = interpreter(tmp_path / "beside", body="sleep 0.3; echo done beside")

        ended = make_venv(made[0], beside)

        assert (ended.returncode, ended.stdout) == (0, "done beside\n")

    def test_it_fails_with_what_runs_meanwhile(self, made, tmp_path):
        beside = interpreter(tmp_path / "beside", body="exit 3")

        assert make_venv(made[0], beside).returncode == 3

    def test_it_fails_by_itself_however_the_other_ends(self, made, tmp_path):
        clone, _ = made
        (clone / "requirements-wrong.txt").write_text("not a pin\n")
        beside = interpreter(tmp_path / "beside", body="echo done beside")

        ended = make_venv(clone, beside, requirements="requirements-wrong.txt")

        assert ended.returncode == 1
        assert "done beside" in ended.stdout
        assert "the packages of requirements-wrong.txt could not be installed" in ended.stderr

    def test_it_refuses_a_python_that_is_too_old_in_one_line(self, clone):
        old = interpreter(clone / "old", body=TOO_OLD)

        ended = make_venv(clone, PYTHON=old)

        assert ended.returncode == 1
        assert ended.stderr.startswith(
            "botanik: Python 3.11 or newer is needed, and here is Python 3.9.2."
        )
        assert ended.stderr.count("\n") == 1

    def test_it_says_in_one_line_that_ensurepip_is_missing(self, clone):
        body = """case "$*" in
            *ensurepip*) exit 1 ;;
            *print*) echo python3.11-venv ;;
        esac"""
        bare = interpreter(clone / "bare", body=body)
        no_apt = clone / "bin"
        no_apt.mkdir()
        for name in ("sh", "dirname", "id", "cat", "cksum"):
            (no_apt / name).symlink_to(shutil.which(name))

        ended = make_venv(clone, PYTHON=bare, PATH=str(no_apt))

        assert ended.returncode == 1
        assert ended.stderr.startswith("botanik: this Python cannot make environments")
        assert ended.stderr.count("\n") == 1


class TestMake:
    def test_it_passes_the_named_interpreter_on(self, clone):
        old = interpreter(clone / "old", body=TOO_OLD)

        ended = subprocess.run(
            ["make", "--silent", "venv"],
            cwd=clone,
            env=clean_environment(PYTHON=old),
            capture_output=True,
            text=True,
            check=False,
        )

        assert "here is Python 3.9.2" in ended.stderr

    def test_it_says_in_one_line_what_is_wrong_with_a_variable(self):
        ended = subprocess.run(
            ["make", "--silent", "web"],
            cwd=ROOT,
            env=clean_environment(PORT="abc", REDIS_URL="redis://localhost"),
            capture_output=True,
            text=True,
            check=False,
        )

        assert ended.stderr.splitlines()[0].startswith("botanik: PORT must be a whole number")

    @pytest.mark.parametrize("target", ["web", "sockets", "worker", "beat"])
    def test_it_refuses_separate_processes_without_redis(self, target):
        ended = subprocess.run(
            ["make", "--silent", target],
            cwd=ROOT,
            env=clean_environment(),
            capture_output=True,
            text=True,
            check=False,
        )

        assert ended.returncode != 0
        assert ended.stderr.startswith("botanik: REDIS_URL is missing")

    def test_it_names_every_process_in_the_procfile(self):
        lines = (ROOT / "Procfile").read_text().splitlines()

        assert lines == [
            "web: make prepare web",
            "sockets: make sockets",
            "worker: make worker",
            "bots: make bots",
            "reviews: make reviews",
            "mail: make mail",
            "beat: make beat",
        ]
