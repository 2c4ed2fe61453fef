"""Which bots sit down at which game."""

from collections.abc import Sequence

from engine.bots import COMPANIONS, ROSTER, Opponent
from engine.registry import Ruleset


def players_of(ruleset: Ruleset) -> Sequence[Opponent]:
    """Who sits down at a game: opponents, or companions where all are one team."""
    if not ruleset.with_bots:
        return ()
    return COMPANIONS if ruleset.cooperative else ROSTER
