"""Bots play through the contract alone, on what their seat may see.

A bot is a function of a view, a `Random` and a budget of nodes: the same three give the same
move. Which bots there are is a tuple that can be read.
"""

from typing import Final

from engine.bots import greedy_bot, random_bot
from engine.bots.base import Bot
from engine.bots.roster import COMPANIONS, ROSTER, STRONGEST, Opponent, get_opponent

BOTS: Final = (
    Bot("random", random_bot.choose),
    Bot("greedy", greedy_bot.choose),
    *(opponent.bot for opponent in (*ROSTER, COMPANIONS[0])),
)
"""The yardsticks that never change, the opponents on the roster, and one of the companions."""


def get_bot(name: str, game: str = "") -> Bot:
    """Find a bot by its name, or raise a KeyError. `yew:6000` is yew with 6000 nodes.

    Without a number it has the budget that it has in that game, if one is named.
    """
    name, colon, nodes = name.partition(":")
    bot = {bot.name: bot for bot in BOTS}[name]
    if not colon:
        met = {opponent.slug: opponent for opponent in (*ROSTER, *COMPANIONS)}.get(name)
        return met.bot_for(game) if met else bot
    if not (bot.nodes and nodes.isascii() and nodes.isdigit() and int(nodes)):
        raise KeyError(name + colon + nodes)
    return bot.within(int(nodes))


__all__ = [
    "BOTS",
    "COMPANIONS",
    "ROSTER",
    "STRONGEST",
    "Bot",
    "Opponent",
    "get_bot",
    "get_opponent",
]
