"""Toys among the games of the site, for as long as a test runs."""

from dataclasses import replace

import pytest
from django.template import engines

from engine import registry
from games.boards import BOARDS
from tests.engine.nursery import NURSERY, SHARED_NURSERY
from tests.engine.seedlings import SEEDLINGS
from tests.toys import TEMPLATES, registered


@pytest.fixture
def _toy_templates():
    folders = engines["django"].engine.dirs
    folders.append(TEMPLATES)
    yield
    folders.remove(TEMPLATES)


@pytest.fixture
def seedlings(_toy_templates):
    """Three seats, hidden hands, everybody at once."""
    with registered(SEEDLINGS):
        yield SEEDLINGS


@pytest.fixture
def nursery(_toy_templates):
    """Two to four seats by turns, hidden hands, options, a reshuffle."""
    with registered(NURSERY):
        yield NURSERY


@pytest.fixture
def botless_nursery(_toy_templates):
    """The nursery, which no bot plays."""
    botless = replace(NURSERY, bots=False)
    with registered(botless):
        yield botless


@pytest.fixture
def silent_nursery(_toy_templates):
    """The nursery, where nobody may talk while it runs."""
    silent = replace(NURSERY, silent=True)
    with registered(silent):
        yield silent


@pytest.fixture
def shared_nursery(_toy_templates):
    """The same for a team of one to four."""
    with registered(SHARED_NURSERY):
        yield SHARED_NURSERY


@pytest.fixture
def sole_game(monkeypatch):
    """The first game alone, however many there are."""
    first, *others = BOARDS
    for slug in others:
        monkeypatch.delitem(BOARDS, slug)
    rulesets = [rules for rules in registry.RULESETS if rules.slug == first]
    monkeypatch.setattr(registry, "RULESETS", tuple(rulesets))
    return rulesets[-1]
