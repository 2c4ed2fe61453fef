"""Gardeners: a team lays one garden that fulfils all wishes. RULES.md has the numbers cited."""

from engine.games.gardeners.components import LIMITS, MODES
from engine.games.gardeners.refusals import REASONS as GARDENERS_REASONS
from engine.games.gardeners.rules import GardenersState
from engine.games.gardeners.setup import lists_of as gardeners_lists
from engine.games.gardeners.view import GardenersView

GARDENERS_MODES = tuple(MODES)
GARDENERS_LIMITS = LIMITS

__all__ = [
    "GARDENERS_LIMITS",
    "GARDENERS_MODES",
    "GARDENERS_REASONS",
    "GardenersState",
    "GardenersView",
    "gardeners_lists",
]
