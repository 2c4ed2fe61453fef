"""The engine is pure: the standard library alone, no files, no clock, no dice."""

import ast
import sys
from pathlib import Path

import pytest

import engine

ROOT = Path(engine.__file__).parent
MODULES = sorted(path.relative_to(ROOT.parent).as_posix() for path in ROOT.rglob("*.py"))
CLI = "engine/cli.py"
OUTSIDE_WORLD = {
    "io",
    "os",
    "pathlib",
    "socket",
    "subprocess",
    "secrets",
    "time",
    "datetime",
    "sys",
}


def imported(module):
    """The names that a module imports, and from where."""
    for node in ast.walk(ast.parse((ROOT.parent / module).read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.module, alias.name) for alias in node.names)


@pytest.mark.parametrize("module", MODULES)
class TestModules:
    def test_it_imports_the_standard_library_alone(self, module):
        packages = {name.partition(".")[0] for name, _ in imported(module)}

        assert packages <= sys.stdlib_module_names | {"engine"}

    def test_it_has_neither_files_nor_a_clock(self, module):
        packages = {name.partition(".")[0] for name, _ in imported(module)}

        assert module in (CLI, "engine/__main__.py") or not packages & OUTSIDE_WORLD

    def test_it_rolls_no_dice_of_its_own(self, module):
        assert ("random", None) not in set(imported(module))
        made = [
            node
            for node in ast.walk(ast.parse((ROOT.parent / module).read_text("utf-8")))
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Random", "open")
        ]
        assert module == CLI or not made

    def test_it_says_what_it_is_for(self, module):
        assert ast.get_docstring(ast.parse((ROOT.parent / module).read_text("utf-8")))


class TestLayers:
    @pytest.mark.parametrize("module", [m for m in MODULES if m.startswith("engine/bots/")])
    def test_it_keeps_bots_to_the_contract(self, module):
        outside = {name for name, _ in imported(module) if name.startswith("engine.")}

        assert {name for name in outside if not name.startswith("engine.bots")} <= {
            "engine.state",
            "engine.outcome",
            "engine.stack",  # which knows no game
        }

    @pytest.mark.parametrize("module", [m for m in MODULES if m.startswith("engine/games/")])
    def test_it_keeps_games_to_the_contract(self, module):
        outside = {name for name, _ in imported(module) if name.startswith("engine.")}
        own = ".".join(module.split("/")[:3])

        assert {name for name in outside if not name.startswith(own)} <= {
            "engine.state",
            "engine.decks",
            "engine.errors",
            "engine.outcome",
        }
