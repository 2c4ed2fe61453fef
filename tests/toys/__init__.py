"""Seedlings and the nurseries on the site: rules and boards of a few lines, for tests alone.

In a test: ask for the fixture `seedlings`, `nursery` or `shared_nursery` (tests/toys/fixtures.py),
which registers the game until the test is over, and lay a table with `TableFactory`. A site in
processes of its own has all three with `DJANGO_SETTINGS_MODULE=tests.toys.settings`.
"""

from contextlib import contextmanager
from pathlib import Path

from engine import registry
from tests.engine.nursery import NURSERY, SHARED_NURSERY
from tests.engine.seedlings import SEEDLINGS

TEMPLATES = Path(__file__).parent / "templates"
TOYS = (SEEDLINGS, NURSERY, SHARED_NURSERY)


def register(*rulesets):
    """Add games and their boards to those of the site; without a name, all of them."""
    from games.boards import BOARDS
    from tests.toys.board import ToyBoard

    wanted = rulesets or TOYS
    registry.RULESETS = (*registry.RULESETS, *wanted)
    BOARDS.update({rules.slug: ToyBoard(rules) for rules in wanted})


def take_back(*rulesets):
    """Undo `register`."""
    from games.boards import BOARDS

    wanted = rulesets or TOYS
    registry.RULESETS = tuple(rules for rules in registry.RULESETS if rules not in wanted)
    for rules in wanted:
        del BOARDS[rules.slug]


@contextmanager
def registered(*rulesets):
    register(*rulesets)
    try:
        yield
    finally:
        take_back(*rulesets)
