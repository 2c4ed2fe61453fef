"""The board of Botanicus: gardens, a flower board, and what happens on them in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from games.boards.botanicus.art import ART
from games.boards.botanicus.edition import RULES
from games.boards.botanicus.films import film
from games.boards.botanicus.glimpses import glimpse
from games.boards.botanicus.lessons import LESSONS
from games.boards.botanicus.letter import card, picture, sketch
from games.boards.botanicus.portraits import portrait
from games.boards.botanicus.presenter import present
from games.boards.botanicus.refusals import SAYINGS
from games.boards.botanicus.telling import spoken, tell
from games.boards.botanicus.words import PART_NAMES
from games.boards.pages import Teaser

__all__ = [
    "ALT", "ART", "GRADES", "IN_SHORT", "LANDMARKS", "LESSONS", "MINIATURE", "PARTS", "RULES",
    "SAYINGS", "STYLE", "TEASER", "TEMPLATE",
    "card", "film", "glimpse", "picture", "portrait", "present", "sketch", "spoken", "tell",
]  # fmt: skip

TEMPLATE = "games/boards/botanicus/board.html"
MINIATURE = "games/boards/botanicus/miniature.html"
STYLE = "css/boards/botanicus.css"
TEASER = Teaser(
    title=gettext_lazy("A kitchen garden, tended at the pace of the post"),
    description=gettext_lazy(
        "A game of gardens for two to four, played by correspondence: a turn now, the next one when"
        " the others have had theirs."
    ),
    pitch=gettext_lazy(
        "Botanicus is a game for two to four gardeners whose flowers walk along one board. Where a"
        " flower stands decides what its gardener may do, and who comes first in the next column."
    ),
    figure="games/boards/botanicus/teaser.html",
    steps="games/boards/botanicus/steps.html",
)
IN_SHORT = "games/boards/botanicus/in_short.html"
ALT: Any = gettext_lazy("The gardens; the text of this mail has them in letters")

GRADES: Mapping[str, Any] = {}
PARTS: Mapping[str, Any] = PART_NAMES
LANDMARKS: Mapping[str, Any] = {
    "task-done": gettext_lazy("Task completed"),
    "prize": gettext_lazy("Prize taken"),
    "again": gettext_lazy("Two turns in a row"),
    "round-over": gettext_lazy("End of a round"),
}
