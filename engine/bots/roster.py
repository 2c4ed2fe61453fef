"""Whom people meet: opponents, from one that a child beats to the strongest, and companions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.bots import companion_bot, greedy_bot, hasty_bot, search
from engine.bots.base import Bot


@dataclass(frozen=True, slots=True)
class Opponent:
    """A bot as people meet it. The texts are English, to be translated where they are shown."""

    bot: Bot
    name: str
    level: int
    """1 is the weakest. Each is meant to take three games of four from the one below.

    0 is for who plays beside people and against nobody.
    """
    temper: str
    thinks: str
    """How it thinks, in one line."""
    budgets: Mapping[str, int] = field(default_factory=dict, hash=False)
    """The nodes for a choice in games whose turns are longer than Botanik's, by their slugs."""

    @property
    def slug(self) -> str:
        return self.bot.name

    def bot_for(self, game: str) -> Bot:
        """The bot with the budget that it has in a game."""
        return self.bot.within(self.budgets.get(game, self.bot.nodes))


ROSTER: Final = (
    Opponent(
        bot=Bot("pip", hasty_bot.choose),
        name="Pip",
        level=1,
        temper="Playful",
        thinks="Tries the first few ideas that come along and keeps the prettiest.",
    ),
    Opponent(
        bot=Bot("bramble", greedy_bot.choose),
        name="Bramble",
        level=2,
        temper="Grasping",
        thinks="Grabs whatever scores most this turn and never looks across the table.",
    ),
    Opponent(
        bot=Bot("hazel", search.choose, nodes=200),
        name="Hazel",
        level=3,
        temper="Careful",
        thinks="Weighs what every turn is good for later, and what you would answer.",
        budgets={"botanicus": 150},
    ),
    Opponent(
        bot=Bot("yew", search.choose, nodes=4_000),
        name="Yew",
        level=4,
        temper="Unhurried",
        thinks="Counts what is still unseen and plays its best ideas through a hundred futures.",
    ),
)

# Of two words, as nobody may be called who signs up: on a site that runs they are free.
COMPANIONS: Final = (
    Opponent(
        bot=Bot("fern", companion_bot.choose, nodes=companion_bot.NODES),
        name="Lady Fern",
        level=0,
        temper="Obliging",
        thinks="Keeps to its own part, guesses the others’ from what they do, disturbs little.",
    ),
    Opponent(
        bot=Bot("pea", companion_bot.choose, nodes=companion_bot.NODES),
        name="Sweet Pea",
        level=0,
        temper="Obliging too",
        thinks="Thinks as Lady Fern does, so that there is company for three.",
    ),
    Opponent(
        bot=Bot("thyme", companion_bot.choose, nodes=companion_bot.NODES),
        name="Wild Thyme",
        level=0,
        temper="Just as obliging",
        thinks="Thinks as the other two do, and makes a team of four.",
    ),
)
"""Who takes a seat in a team: all think alike, and each sits at a table once."""

STRONGEST: Final = max(ROSTER, key=lambda opponent: opponent.level)
"""Who is asked for an opinion."""


def get_opponent(slug: str) -> Opponent:
    """Find a bot that people meet by its slug, or raise a KeyError."""
    return {opponent.slug: opponent for opponent in (*ROSTER, *COMPANIONS)}[slug]
