"""The board of Gardeners: one garden for all, and what each wishes of it."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy, pgettext_lazy

from games.boards.gardeners.art import ART
from games.boards.gardeners.edition import RULES
from games.boards.gardeners.films import film
from games.boards.gardeners.glimpses import glimpse
from games.boards.gardeners.lessons import LESSONS
from games.boards.gardeners.letter import card, picture, sketch
from games.boards.gardeners.portraits import portrait
from games.boards.gardeners.presenter import present
from games.boards.gardeners.refusals import SAYINGS
from games.boards.gardeners.telling import spoken, tell
from games.boards.gardeners.words import GRADES, OPTIONS, PARTS
from games.boards.pages import Measures, Teaser

__all__ = [
    "ALT", "ART", "GRADES", "IN_SHORT", "LANDMARKS", "LESSONS", "MEASURES", "MINIATURE", "OPTIONS",
    "PARTS", "RULES", "SAYINGS", "STYLE", "TEASER", "TEMPLATE",
    "card", "film", "glimpse", "picture", "portrait", "present", "sketch", "spoken", "tell",
]  # fmt: skip

TEMPLATE = "games/boards/gardeners/board.html"
MINIATURE = "games/boards/gardeners/miniature.html"
STYLE = "css/boards/gardeners.css"
TEASER = Teaser(
    title=gettext_lazy("One garden, one team, without a word"),
    description=gettext_lazy(
        "A cooperative game of gardens for one to four, played by correspondence and in silence."
    ),
    pitch=gettext_lazy(
        "Gardeners is a game for a silent team, or for one alone: the same tiles become a garden"
        " again and again, and each wish for it is known to one of you only."
    ),
    figure="games/boards/gardeners/teaser.html",
    steps="games/boards/gardeners/steps.html",
)
MEASURES = Measures(
    done=gettext_lazy("Gardens"),
    spent=pgettext_lazy("of a game", "Actions"),
    daily=gettext_lazy("The garden of the day"),
    daily_pitch=gettext_lazy(
        "Alone, with the same tiles and the same cards in the same order as everybody else today:"
        " 200 actions for as many gardens as you can."
    ),
)
IN_SHORT = "games/boards/gardeners/in_short.html"
ALT: Any = gettext_lazy("The garden; the text of this mail has it in letters")

LANDMARKS: Mapping[str, Any] = {
    "complete": gettext_lazy("The garden is complete"),
    "checked": gettext_lazy("A check"),
    "validated": gettext_lazy("Card validated"),
    "discarded": gettext_lazy("Card discarded"),
    "banked": gettext_lazy("Cards banked"),
}
