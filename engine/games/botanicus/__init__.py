"""Botanicus: two to four tend gardens. RULES.md has the numbers that code cites."""

from engine.games.botanicus.components import CARD_DECK, DOTTED, LINED, SPECIAL_TASKS
from engine.games.botanicus.refusals import REASONS as BOTANICUS_REASONS
from engine.games.botanicus.rules import BotanicusState
from engine.games.botanicus.view import BotanicusView

BOTANICUS_LISTS = (DOTTED, LINED, tuple(SPECIAL_TASKS), CARD_DECK)

__all__ = ["BOTANICUS_LISTS", "BOTANICUS_REASONS", "BotanicusState", "BotanicusView"]
