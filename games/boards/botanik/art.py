"""Which drawing stands for a tile of Botanik, and all of them."""

from dataclasses import dataclass
from functools import cache

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.games.botanik.tiles import PLANT, VEGETABLE, Tile, Turn
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
    tile: str = ""
    """The tile that it shows, however it is turned; empty for what is none."""
    turn: Turn = 0
    sprite: str = SPRITE

    @property
    def pipe(self) -> str:
        """The part of it that turns: the light, the mark and the flower stay as they are."""
        if self._is_crop:
            return f"stub-{'NESW'[self.turn]}"
        return f"pipe-{self.symbol[:2]}"

    @property
    def parts(self) -> str:
        """The symbols that make it, from below to above."""
        bloom = ["bloom"] if self.symbol.endswith("f") else []
        crop = [f"art-{self.symbol[0]}"] if self._is_crop else bloom
        return " ".join(["plate", self.pipe, *crop, "mark"])

    @property
    def _is_crop(self) -> bool:
        return self.symbol[0] in (PLANT, VEGETABLE)


def art_of(tile: Tile, turn: Turn = 0) -> Art:
    return _art(tile, turn, get_language())


@cache
def _art(tile: Tile, turn: Turn, _language: str) -> Art:
    flower = "f" if tile.code.endswith("f") else ""
    symbol = f"{tile.type}{turn}{flower}"
    return Art(symbol, tile.colour, str(NAMES[tile.code]), tile.code, turn)


def art_of_source() -> Art:
    return Art("SRC0", "", _("Source"))
