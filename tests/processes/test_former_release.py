"""While a release takes over, the code of the one before works on the schema of this one."""

import io
import json
import os
import re
import subprocess
import sys
import tarfile

import pytest

from tests.inside import ROOT
from tests.real_services import Missing, real_services
from tests.sites import clean_environment

# Of the commit that deploy/former-release names: whoever makes a release writes its own there.
FORMER = (ROOT / "deploy" / "former-release").read_text().split()[0]
# Turns are what nobody may be refused while a release takes over.
TURNS = "tests/games/test_turns.py"


def is_shallow():
    """Whether this clone was made without its history, which nothing here can bring back."""
    asked = ["git", "rev-parse", "--is-shallow-repository"]
    return subprocess.check_output(asked, cwd=ROOT, text=True).strip() == "true"


@pytest.fixture(scope="module")
def former(tmp_path_factory):
    """The code of the release before, with the packages of this one."""
    archive = subprocess.run(
        ["git", "archive", "--format=tar", FORMER], cwd=ROOT, check=False, capture_output=True
    )
    if archive.returncode and is_shallow():
        pytest.xfail(f"a shallow clone does not have the commit {FORMER}")
    if archive.returncode:
        pytest.skip(f"the commit {FORMER} is not here: this clone has no history")
    folder = tmp_path_factory.mktemp("former")
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as tree:
        tree.extractall(folder, filter="data")
    return folder


@pytest.fixture(scope="module")
def services():
    try:
        with real_services() as services:
            yield services
    except Missing as missing:
        pytest.skip(f"{missing} is not installed")


def migrate(services):
    """Lay the schema of this release where tests of the former one look for theirs."""
    url = services["DATABASE_URL"]
    server, _slash, name = url.rpartition("/")
    assert name == "botanik"
    script = (
        "import psycopg, sys; "
        "psycopg.connect(sys.argv[1], autocommit=True).execute('CREATE DATABASE test_botanik')"
    )
    subprocess.run([sys.executable, "-c", script, url], check=True)
    environment = clean_environment(**{**services, "DATABASE_URL": f"{server}/test_botanik"})
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity=0"],
        cwd=ROOT,
        env=environment,
        check=True,
    )


class TestFormerRelease:
    def test_its_turns_are_made_on_the_schema_of_this_one(self, former, services):
        migrate(services)

        ended = subprocess.run(
            [sys.executable, "-m", "pytest", "--reuse-db", "-q", "-p", "no:cacheprovider", TURNS],
            cwd=former,
            env={**clean_environment(), "BOTANIK_TEST_SERVICES": json.dumps(services)},
            check=False,
            capture_output=True,
            text=True,
        )

        assert ended.returncode == 0, ended.stdout[-4000:] + ended.stderr[-2000:]
        assert int(re.search(r"(\d+) passed", ended.stdout)[1]) > 20
        print(os.linesep.join(ended.stdout.splitlines()[-1:]))
