"""No part of the site knows a game by its name, but for its own files and the lines below."""

import re

import pytest

from engine import all_rulesets
from tests.site.test_tidiness import ROOT, tracked

# Not the rest of botanik_site: there it is the name of the site, of its queues and of its logs.
SHIPPED = ("accounts", "botanik_site/templatetags", "engine", "games", "static", "templates")
KINDS = (".py", ".html", ".txt", ".json", ".js", ".css")
# What a game owns; and what says how the tables of the database came to be.
OWN = ("engine/games/{slug}/", "games/boards/{slug}/", "templates/games/boards/{slug}/",
       "static/css/boards/{slug}.css", "static/img/{slug}.svg", "games/migrations/")  # fmt: skip
# The two registers, for every game.
REGISTERS = (
    ("engine/registry.py", 'slug="{slug}",'),
    ("engine/registry.py", "from engine.games.{slug} import ..."),
    ("games/boards/__init__.py", '"{slug}": {slug},'),
    ("games/boards/__init__.py", "from games.boards import ..."),
)
# And where a game may say how long the bots may think in it.
BUDGETS = ("engine/bots/roster.py", "budgets=")
# The site's own pages are decorated with tiles of its first game.
ORNAMENTS = ("botanik_site/templatetags/drawings.py", 'ORNAMENTS = "img/botanik.svg"')


def allowed(slug):
    return {(path, line.format(slug=slug)) for path, line in REGISTERS} | {ORNAMENTS}


def naming(slug):
    """Ways to name a game: as a word of its own, or by one of its files."""
    return re.compile(
        rf"""(["']){slug}\1|\b(?:games|boards|img|rules)[./]{slug}\b|boards import .*\b{slug}\b"""
    )


def lines_that_name(slug):
    own = tuple(place.format(slug=slug) for place in OWN)
    for path in tracked(*(f"{folder}/*{kind}" for folder in SHIPPED for kind in KINDS)):
        name = str(path.relative_to(ROOT))
        for line in path.read_text().splitlines() if not name.startswith(own) else ():
            is_budget = name == BUDGETS[0] and line.strip().startswith(BUDGETS[1])
            if naming(slug).search(line) and not is_budget:
                yield name, re.sub(r"^(from [\w.]+ import) .*", r"\1 ...", line.strip())


@pytest.mark.parametrize("slug", sorted({ruleset.slug for ruleset in all_rulesets()}))
def test_it_is_named_in_its_own_files_alone(slug):
    assert [found for found in lines_that_name(slug) if found not in allowed(slug)] == []


@pytest.mark.parametrize("slug", sorted({ruleset.slug for ruleset in all_rulesets()}))
def test_it_is_in_both_registers(slug):
    assert {*lines_that_name(slug), ORNAMENTS} == allowed(slug)


def test_it_allows_no_ornaments_that_are_not_there_any_more():
    assert ORNAMENTS in {found for rules in all_rulesets() for found in lines_that_name(rules.slug)}


@pytest.mark.parametrize(
    "line",
    [
        "if game.ruleset == 'botanik':",
        'Offer(ruleset="botanik")',
        "from engine.games.botanik.tiles import Tile",
        "from games.boards.botanik.tiles import NAMES",
        "from games.boards import Scene, botanik",
        '{% include "games/boards/botanik/card.html" %}',
        '<a href="/rules/botanik/">',
    ],
)
def test_it_would_be_noticed(line):
    assert naming("botanik").search(line)
