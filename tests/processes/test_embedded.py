"""The site in one process, as `make run` starts it."""

import signal
import socket
import subprocess
import sys

import pytest

from tests.real_services import free_port, wait_until
from tests.sites import ROOT, clean_environment, embedded_site

COUNT_SESSIONS = "from django.contrib.sessions.models import Session as S; print(S.objects.count())"
DEMO_PASSWORDS = (
    "from accounts.models import User;print(*(user.password[:1] for user in User.objects.all()))"
)
OLD_SESSION = (
    "from django.contrib.sessions.models import Session as S;"
    "from django.utils import timezone as t;"
    "S.objects.create(session_key='old', session_data='', expire_date=t.now())"
)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with embedded_site(tmp_path_factory.mktemp("site")) as site:
        yield site


def start_again(site):
    site.start("site", sys.executable, "manage.py", "serve")
    site.wait_until_ready()


class TestServing:
    def test_it_prepares_only_what_is_missing(self, site):
        again = site.manage("prepare")

        assert "Bringing" not in again
        assert "Collecting" not in again
        assert "Compiling" not in again

    def test_it_says_where_it_is(self, site):
        assert site.url in site.log("site")

    def test_it_listens_on_loopback_alone(self, site):
        port = int(site.url.rsplit(":", 1)[1])

        # 127.9.9.9 is this machine too, and reaches only what listens on every address.
        with socket.socket() as probe:
            assert probe.connect_ex(("127.9.9.9", port)) != 0

    def test_it_runs_periodic_tasks_as_soon_as_it_starts(self, site):
        site.stop("site")
        site.run(OLD_SESSION)
        start_again(site)

        wait_until(
            lambda: site.run(COUNT_SESSIONS).strip() == "0",
            what="beat and worker to remove the old session",
        )

    def test_it_adds_demo_players_who_cannot_log_in(self, site):
        passwords = site.run(DEMO_PASSWORDS)

        assert set(passwords.split()) == {"!"}


class TestStopping:
    @pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
    def test_it_ends_cleanly_within_ten_seconds(self, site, sign):
        process = site.processes.pop("site")
        process.send_signal(sign)

        assert process.wait(10) == 0
        assert site.log("site").rstrip().endswith("Stopped.")
        assert "Traceback" not in site.log("site")
        start_again(site)


class TestStarting:
    def serve(self, tmp_path, **variables):
        environment = clean_environment(DATA_DIR=str(tmp_path), **variables)
        return subprocess.run(
            [sys.executable, "manage.py", "serve"],
            env=environment,
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    def test_it_says_in_one_line_that_the_port_is_in_use(self, tmp_path):
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            other.listen()
            ended = self.serve(tmp_path, PORT=str(other.getsockname()[1]))

        assert ended.returncode == 1
        assert "Address already in use" in ended.stderr
        assert ended.stderr.count("\n") == 1

    def test_it_says_in_one_line_that_a_host_is_not_this_machine(self, tmp_path):
        variables = {
            "HOST": "192.0.2.1",
            "PORT": str(free_port()),
            "SITE_URL": "http://garden.example",
            "SMTP_HOST": "localhost",
            "SECRET_KEY": "0123456789abcdef" * 4,
        }
        ended = self.serve(tmp_path, **variables)

        assert ended.returncode == 1
        assert "Cannot listen on 192.0.2.1" in ended.stderr
        assert ended.stderr.count("\n") == 1

    def test_it_says_in_one_line_that_its_data_cannot_be_written(self, tmp_path):
        (tmp_path / "file").touch()

        ended = self.serve(tmp_path / "file")

        assert ended.returncode == 1
        assert ended.stderr.startswith("botanik: DATA_DIR is ")
        assert ended.stderr.count("\n") == 1
