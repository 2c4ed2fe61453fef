"""Why the engine refuses, in the reader's language."""

import pytest
from django.utils.translation import override

from engine import all_rulesets
from engine.errors import REASONS
from games.boards import board_of, sayings

# What no page can bring about: it is for who reads records, and for the server.
NOT_TOLD = {"already-left", "rules-unknown", "position-unreadable"}


def english(texts):
    with override("en"):
        return {code: str(text) for code, text in texts.items()}


def test_it_says_what_the_engine_says():
    said = {reason.code: reason.template for reason in REASONS if reason.code not in NOT_TOLD}

    assert english(sayings.SAYINGS) == said


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_it_says_what_each_game_says(ruleset):
    said = {reason.code: reason.template for reason in ruleset.reasons}

    assert english(board_of(ruleset.slug).SAYINGS) == said
