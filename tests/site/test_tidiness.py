"""What must never be in the repository."""

import ast
import re
import subprocess
import sys
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

    @pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
    def test_it_pins_every_package_with_a_hash(self, name):
        entries = re.split(r"\n(?=\S)", (ROOT / name).read_text().strip())

        assert entries
        assert [entry for entry in entries if "==" not in entry or "--hash=" not in entry] == []

    def test_it_pins_the_same_versions_for_running_and_for_testing(self):
        def pins(name):
            return set(re.findall(r"^(\S+==\S+)", (ROOT / name).read_text(), re.MULTILINE))

        assert pins("requirements.txt") <= pins("requirements-dev.txt")


class TestEngine:
    def test_it_imports_the_standard_library_alone(self):
        own = {*sys.stdlib_module_names, "engine"}

        foreign = {
            f"{path.name}: {module}"
            for path in tracked("engine/*.py", "engine/**/*.py")
            for module in imported_modules(path)
            if module not in own
        }
        assert foreign == set()


def imported_modules(path: Path) -> set[str]:
    modules: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            modules |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            modules.add(node.module.split(".")[0])
    return modules
