"""Botanik: two players build machines of pipes. RULES.md has the numbers that code cites."""

from engine.games.botanik.refusals import REASONS as BOTANIK_REASONS
from engine.games.botanik.rules import BotanikState
from engine.games.botanik.tiles import CANONICAL_DECK as BOTANIK_DECK
from engine.games.botanik.view import BotanikView

__all__ = ["BOTANIK_DECK", "BOTANIK_REASONS", "BotanikState", "BotanikView"]
