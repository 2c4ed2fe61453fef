"""The board of Botanik: from a view to what its template shows, and from facts to sentences."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine import Seat
from engine.games.botanik.facts import (
    BotanikFact,
    Built,
    Ended,
    Played,
    Released,
    Removed,
    Revealed,
    Swapped,
    WordPassed,
)
from games.boards.botanik.art import ART
from games.boards.botanik.films import film
from games.boards.botanik.gains import gains
from games.boards.botanik.lessons import LESSONS
from games.boards.botanik.letter import card, picture, sketch
from games.boards.botanik.machine import glimpse
from games.boards.botanik.portraits import portrait
from games.boards.botanik.presenter import BotanikBoard, present
from games.boards.botanik.registry import listed
from games.boards.botanik.tiles import COLOUR_NAMES, THE_TILE, TYPE_NAMES
from games.boards.pages import Page, Teaser

Deed: TypeAlias = Played | Swapped | Built | Released | Removed | WordPassed

__all__ = [
    "ALT", "ART", "GRADES", "IN_SHORT", "LANDMARKS", "LESSONS", "MINIATURE", "PARTS", "RULES",
    "SAYINGS", "STYLE", "TEASER", "TEMPLATE", "BotanikBoard",
    "card", "film", "gains", "glimpse", "picture", "portrait", "present", "sketch", "spoken",
    "tell",
]  # fmt: skip

TEMPLATE = "games/boards/botanik/board.html"
STYLE = "css/boards/botanik.css"
TEASER = Teaser(
    title=gettext_lazy("A garden of pipes, played at the pace of the post"),
    description=gettext_lazy(
        "A game of pipes and plants for two, played by correspondence: a move now, the next one"
        " when the answer comes."
    ),
    pitch=gettext_lazy(
        "Botanik is a game for two inventors who grow their machines from the same five piles. No"
        " tile is simply taken: it comes free when somebody breaks its link."
    ),
    figure="games/boards/botanik/teaser.html",
    steps="games/boards/botanik/steps.html",
)
MINIATURE = "games/boards/botanik/miniature.html"
IN_SHORT = "games/boards/botanik/in_short.html"
# The kinds of tile, each with the symbol that shows it and how many there are of a colour.
KINDS = (("I", "I0", 3), ("L", "L0", 3), ("T", "T0", 3), ("X", "X0", 1), ("P", "P0", 1),
         ("V", "V0", 1), ("M", "M0", 1))  # fmt: skip
RULES = Page(
    "games/boards/botanik/rules.html",
    {
        "colours": COLOUR_NAMES.items(),
        "kinds": [(TYPE_NAMES[letter], symbol, copies) for letter, symbol, copies in KINDS],
    },
)
ALT: Any = gettext_lazy("Both machines; the text of this mail has them in letters")

GRADES: Mapping[str, Any] = {}
PARTS: Mapping[str, Any] = {
    "groups": gettext_lazy("Groups of three or more"),
    "flowers": gettext_lazy("Flowers"),
}
LANDMARKS: Mapping[str, Any] = {"released": gettext_lazy("Release")}
SAYINGS: Mapping[str, Any] = {
    "revealed-by-chance": gettext_lazy("Tiles are drawn, nobody chooses them."),
    "draw-size": gettext_lazy("{size} tiles are drawn here, not {drawn}."),
    "not-unseen": gettext_lazy("So many tiles {tile} cannot be drawn any more."),
    "not-in-arrival": gettext_lazy("There is no {tile} in the arrival area."),
    "space-taken": gettext_lazy("Your side of pile {column} holds {tile} already."),
    "not-linked": gettext_lazy(
        "{tile} has neither the colour nor the shape of {centre} on pile {column}."
    ),
    "swap-first": gettext_lazy("You hold {tile}, which must be swapped first."),
    "build-first": gettext_lazy("You hold {tile}, which must be built first."),
    "no-meca-held": gettext_lazy("You hold no meca-botanist to swap."),
    "meca-on-top": gettext_lazy("{tile} on pile {column} cannot be taken by a swap."),
    "not-held": gettext_lazy("You hold no {tile} to build."),
    "cell-taken": gettext_lazy("There is a tile at {x},{y} already."),
    "not-adjacent": gettext_lazy("{x},{y} is not next to a tile of your machine."),
    "pipes-do-not-meet": gettext_lazy(
        "At {x},{y} with this turn {tile} has a pipe where a neighbour has none, or none where it"
        " has."
    ),
    "closes-network": gettext_lazy("{tile} at {x},{y} would leave the Source without an opening."),
}


def spoken(parameters: Mapping[str, str | int]) -> Mapping[str, str | int]:
    """The blanks of a refusal: tiles stay codes, as they are written in the moves."""
    return parameters


def tell(fact: BotanikFact, names: Sequence[str], viewer: Seat | None) -> str:
    """What happened, as a sentence to `viewer`."""
    if isinstance(fact, Revealed):
        return _tell_reveal(fact)
    if isinstance(fact, Ended):
        return _("The last tile has been played.")
    if isinstance(fact, WordPassed) and fact.seat == viewer:
        return ""  # the table asks them to reply
    words = _words(fact, names)
    if fact.seat == viewer:
        return _tell_you(fact) % words
    return _tell_of_others(fact) % words


def _tell_reveal(fact: Revealed) -> str:
    tiles = listed(fact.tiles)
    if fact.round == 0:
        return _("The piles begin with %(tiles)s.") % {"tiles": tiles}
    return _("Round %(round)d brings %(tiles)s.") % {"round": fact.round, "tiles": tiles}


def _words(fact: Deed, names: Sequence[str]) -> dict[str, Any]:
    words: dict[str, Any] = {"name": names[fact.seat]}
    if isinstance(fact, Removed):
        words["tiles"] = listed(fact.tiles)
    elif not isinstance(fact, WordPassed):
        words["tile"] = THE_TILE[fact.tile.code]
    if isinstance(fact, Played | Swapped | Released):
        words["column"] = fact.column + 1
    if isinstance(fact, Swapped):
        words["taken"] = THE_TILE[fact.taken.code]
    return words


def _tell_you(fact: Deed) -> str:
    match fact:
        case Removed():
            return _("Nothing fitted in your machine: %(tiles)s left the game.")
        case Built():
            return _("You built %(tile)s.")
        case Released():
            return _("You received %(tile)s from pile %(column)d.")
        case Swapped():
            return _("You swapped %(tile)s for %(taken)s on pile %(column)d.")
        case Played(covered=None):
            return _("You put %(tile)s on your side of pile %(column)d.")
    return _("You put %(tile)s on pile %(column)d.")


def _tell_of_others(fact: Deed) -> str:
    match fact:
        case WordPassed():
            return _("%(name)s had to act before the turn was over.")
        case Removed():
            return _("Nothing fitted in the machine of %(name)s: %(tiles)s left the game.")
        case Built():
            return _("%(name)s built %(tile)s.")
        case Released():
            return _("%(name)s received %(tile)s from pile %(column)d.")
        case Swapped():
            return _("%(name)s swapped %(tile)s for %(taken)s on pile %(column)d.")
        case Played(covered=None):
            return _("%(name)s put %(tile)s on their side of pile %(column)d.")
    return _("%(name)s put %(tile)s on pile %(column)d.")
