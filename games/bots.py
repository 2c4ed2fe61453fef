"""The bots as pages show them: the engine's own words, in the reader's language."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from engine import ROSTER

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
        _("Counts the unseen tiles and plays its best ideas through a hundred futures."),
    ),
}
# The colour of the meca-botanist that is their face.
FACES = {"pip": "Y", "bramble": "R", "hazel": "G", "yew": "K"}


@dataclass(frozen=True, slots=True)
class Face:
    """A bot to play against."""

    slug: str
    name: str
    level: int
    temper: Any
    thinks: Any
    colour: str


def faces() -> list[Face]:
    """All of them, the weakest first."""
    return [
        Face(one.slug, one.name, one.level, *WORDS[one.slug], FACES[one.slug]) for one in ROSTER
    ]


def face(slug: str) -> Face:
    return next(one for one in faces() if one.slug == slug)
