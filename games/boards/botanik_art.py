"""Which drawing stands for a tile of Botanik."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.games.botanik.tiles import Tile, Turn
from games.boards.botanik_tiles import NAMES


@dataclass(frozen=True, slots=True)
class Art:
    """A symbol of tiles.svg, the class that paints it, and its name in words."""

    symbol: str
    colour: str
    name: str


def art_of(tile: Tile, turn: Turn = 0) -> Art:
    flower = "f" if tile.code.endswith("f") else ""
    return Art(f"{tile.type}{turn}{flower}", tile.colour, str(NAMES[tile.code]))


def art_of_source() -> Art:
    return Art("SRC0", "", _("Source"))
