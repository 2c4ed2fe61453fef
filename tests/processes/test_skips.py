"""What a skipped test does to a run."""

import subprocess
import sys

import pytest

from tests.sites import ROOT, clean_environment


@pytest.fixture
def run_with_a_skip(tmp_path):
    def run(**variables):
        (tmp_path / "test_it.py").write_text(
            "import pytest\ndef test_a(): pass\ndef test_b(): pytest.skip('no browser here')\n"
        )
        # As a developer's run, unless said otherwise: this very run may be one with CI=true.
        environment = clean_environment(**{"CI": "", **variables})
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-p", "tests.skips", "-c", "/dev/null", tmp_path],
            env={**environment, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )

    return run


class TestSkip:
    def test_it_is_said_loudly(self, run_with_a_skip):
        assert "SKIPPED: not everything was tested" in run_with_a_skip().stdout

    def test_it_does_not_fail_a_developers_run(self, run_with_a_skip):
        assert run_with_a_skip().returncode == 0

    def test_it_fails_a_run_in_which_everything_must_be_there(self, run_with_a_skip):
        assert run_with_a_skip(CI="true").returncode == 1
