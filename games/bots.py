"""The bots as pages show them: the engine's own words, in the reader's language."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.utils.translation import gettext_lazy as _

from engine import ROSTER, Ruleset
from games.boards import choices_of, games_here
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
}
# The colour of the meca-botanist that is their face.
FACES = {"pip": "Y", "bramble": "R", "hazel": "G", "yew": "K"}


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A bot to play against. There is one of each."""

    slug: str
    name: str
    level: int
    temper: Any
    thinks: Any
    colour: str


@cache
def faces() -> Sequence[Face]:
    """All of them, the weakest first."""
    return tuple(
        Face(one.slug, one.name, one.level, *WORDS[one.slug], FACES[one.slug]) for one in ROSTER
    )


def face(slug: str) -> Face:
    return next(one for one in faces() if one.slug == slug)


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
        bots=faces() if ruleset.against_bots else (),
        choices=choices_of(ruleset),
    )


def gentlest(ruleset: Ruleset) -> Face | None:
    """With whom to begin; nobody where no bot can be met alone."""
    roster = roster_of(ruleset)
    return roster.bots[0] if roster.alone else None
