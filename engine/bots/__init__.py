"""Bots play through the contract alone, on what their seat may see.

A bot is a function of a view and a `Random`: the same two give the same move. Which
bots there are is a tuple that can be read.
"""

from typing import Final

from engine.bots import greedy_bot, random_bot
from engine.bots.base import Bot

BOTS: Final = (
    Bot("random", random_bot.choose),
    Bot("greedy", greedy_bot.choose),
)


def get_bot(name: str) -> Bot:
    """Find a bot by its name, or raise a KeyError."""
    return {bot.name: bot for bot in BOTS}[name]


__all__ = ["BOTS", "Bot", "get_bot"]
