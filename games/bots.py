"""The bots as pages show them: the engine's own words, in the reader's language."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.utils.translation import gettext_lazy as _

from engine import COMPANIONS, ROSTER, Opponent, Ruleset, players_of
from games.boards import choices_in_company, games_here
from games.boards.options import Choice

# The English is the engine's; a test holds both together.
WORDS: dict[str, tuple[Any, Any]] = {
    "pip": (
        _("Playful"),
        _("Tries the first few ideas that come along and keeps the prettiest."),
    ),
    "bramble": (
        _("Grasping"),
        _("Grabs whatever scores most this turn and never looks across the table."),
    ),
    "hazel": (
        _("Careful"),
        _("Weighs what every turn is good for later, and what you would answer."),
    ),
    "yew": (
        _("Unhurried"),
        _("Counts what is still unseen and plays its best ideas through a hundred futures."),
    ),
    "fern": (
        _("Obliging"),
        _("Keeps to its own part, guesses the others’ from what they do, disturbs little."),
    ),
    "pea": (
        _("Obliging too"),
        _("Thinks as Lady Fern does, so that there is company for three."),
    ),
    "thyme": (
        _("Just as obliging"),
        _("Thinks as the other two do, and makes a team of four."),
    ),
}
# The colour of the meca-botanist that is their face. Companions have that of their team.
FACES = {"pip": "Y", "bramble": "R", "hazel": "G", "yew": "K"} | dict.fromkeys(
    ("fern", "pea", "thyme"), "B"
)


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A bot to play with. There is one of each."""

    slug: str
    name: str
    level: int
    """0 for a companion: nobody plays against it."""
    temper: Any
    thinks: Any
    colour: str


@cache
def faces() -> Sequence[Face]:
    """All opponents, the weakest first."""
    return tuple(map(_face, ROSTER))


def face(slug: str) -> Face:
    return next(_face(one) for one in (*ROSTER, *COMPANIONS) if one.slug == slug)


@cache
def _face(bot: Opponent) -> Face:
    return Face(bot.slug, bot.name, bot.level, *WORDS[bot.slug], FACES[bot.slug])


def faces_of(ruleset: Ruleset) -> Sequence[Face]:
    """Who can be met in a game: opponents, or companions where all are one team."""
    return tuple(face(one.slug) for one in players_of(ruleset))


@dataclass(frozen=True, slots=True)
class Roster:
    """The bots of one game, and what can be chosen to play with them."""

    ruleset: Ruleset
    games: Sequence[Ruleset]
    """To change to another; empty where there is none."""
    bots: Sequence[Face]
    choices: Sequence[Choice]

    @property
    def alone(self) -> bool:
        """Whether one can play against a single bot."""
        return bool(self.bots) and 2 in self.ruleset.seats

    @property
    def chairs(self) -> Sequence[bool]:
        """Where bots can sit down if there is something to choose, and whether each must be taken.

        Nothing is to be chosen where two sit at a table and there are no options.
        """
        seats = self.ruleset.seats
        if not self.bots or (max(seats) == 2 and not self.choices):
            return []
        return [chair < max(min(seats), 2) for chair in range(1, max(seats))]


def roster_of(ruleset: Ruleset) -> Roster:
    games = games_here()
    return Roster(
        ruleset=ruleset,
        games=games if len(games) > 1 else (),
        bots=faces_of(ruleset),
        choices=choices_in_company(ruleset),
    )


def gentlest(ruleset: Ruleset) -> Face | None:
    """With whom to begin; nobody where no bot can be met alone."""
    roster = roster_of(ruleset)
    return roster.bots[0] if roster.alone else None
