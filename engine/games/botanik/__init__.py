"""Botanik: two players build machines of pipes. The rules are cited by their numbers."""

from engine.games.botanik.rules import BotanikState
from engine.games.botanik.tiles import CANONICAL_DECK as BOTANIK_DECK

__all__ = ["BOTANIK_DECK", "BotanikState"]
