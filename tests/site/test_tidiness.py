"""What must never be in the repository."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
INDEX = re.compile(r"https?://\S*/(simple|packages)/|^\s*--(extra-)?(index-url|find-links)", re.M)


def tracked(*patterns: str) -> list[Path]:
    command = ["git", "ls-files", *patterns]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [ROOT / name for name in names.splitlines() if (ROOT / name).exists()]


class TestRepository:
    def test_it_holds_no_address_of_a_package_index(self):
        texts = {path: path.read_bytes().decode(errors="ignore") for path in tracked()}

        found = [path.name for path, text in texts.items() if INDEX.search(text)]
        assert found == []

    def test_it_holds_nothing_that_a_run_left_behind(self):
        left = re.compile(r"celerybeat|\.sqlite3|\.mo$|\.log$|__pycache__")

        assert [path.name for path in tracked() if left.search(str(path.relative_to(ROOT)))] == []

    @pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
    def test_it_pins_every_package_with_a_hash(self, name):
        entries = re.split(r"\n(?=\S)", (ROOT / name).read_text().strip())

        assert entries
        assert [entry for entry in entries if "==" not in entry or "--hash=" not in entry] == []

    def test_it_pins_the_same_versions_for_running_and_for_testing(self):
        def pins(name):
            return set(re.findall(r"^(\S+==\S+)", (ROOT / name).read_text(), re.MULTILINE))

        assert pins("requirements.txt") <= pins("requirements-dev.txt")
