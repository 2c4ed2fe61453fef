"""Which drawing stands for a tile of Botanik, and all of them."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.games.botanik.tiles import Tile, Turn
from games.boards.botanik.tiles import COLOUR_NAMES, NAMES
from games.boards.pages import Page

SPRITE = "img/botanik.svg"
SYMBOLS = (
    *("I0", "I1", "I0f", "I1f"),
    *("L0", "L1", "L2", "L3", "L0f", "L1f", "L2f", "L3f"),
    *("T0", "T1", "T2", "T3", "T0f", "T1f", "T2f", "T3f"),
    *("X0", "P0", "P1", "P2", "P3", "V0", "V1", "V2", "V3", "M0"),
)
ART = Page(
    "games/boards/botanik/art.html",
    {
        "colours": COLOUR_NAMES.items(),
        "symbols": SYMBOLS,
        "few": ("I0f", "L0", "T2f", "X0", "P0", "V1", "M0"),
    },
)


@dataclass(frozen=True, slots=True)
class Art:
    """A symbol of the sprite, the class that paints it, and its name in words."""

    symbol: str
    colour: str
    name: str
    sprite: str = SPRITE


def art_of(tile: Tile, turn: Turn = 0) -> Art:
    flower = "f" if tile.code.endswith("f") else ""
    return Art(f"{tile.type}{turn}{flower}", tile.colour, str(NAMES[tile.code]))


def art_of_source() -> Art:
    return Art("SRC0", "", _("Source"))
