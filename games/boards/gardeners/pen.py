"""The drawings of Gardeners where there is no style sheet: the tiles of the sprite, as pixels.

They lie side by side in one picture, which `scripts/tile_sheet.py` makes from the sprite.
"""

from functools import lru_cache

from django.conf import settings
from PIL import Image, ImageDraw

from engine.games.gardeners.plot import Garden, plot_of
from games.boards.gardeners.drawings import symbol_of

SHEET = "static/img/gardeners-tiles.png"
SIDE, COLUMNS = 128, 9
_ELEMENTS = ("ba", "fR", "fY", "fB", "tR", "tY", "tB", "bn0", "bn1", "bn2", "bn3", "st", "hc0",
             "hc1", "hc2", "hc3", "hs0", "hs1")  # fmt: skip
SYMBOLS = tuple(f"{ground}-{element}" for ground in "ge" for element in _ELEMENTS)

# The colours of the style sheet, by day.
PAPER, GROUND, LINE, INK, FAINT = "#faf6eb", "#efe8d8", "#cfc3a8", "#22302b", "#55605a"
BRASS, BRASS_LOW = "#c98f3c", "#8c5a22"
CARD = (1200, 630)  # what is shown beside a link, wherever links are shown with pictures


@lru_cache(maxsize=1)
def _sheet() -> Image.Image:
    with Image.open(settings.BASE_DIR / SHEET) as sheet:
        return sheet.convert("RGBA")


@lru_cache(maxsize=256)
def tile(code: str, turn: int, size: int) -> Image.Image:
    """A tile of so many pixels; its corners let the paper through."""
    row, column = divmod(SYMBOLS.index(symbol_of(code, turn)), COLUMNS)
    left, top = column * SIDE, row * SIDE
    whole = _sheet().crop((left, top, left + SIDE, top + SIDE))
    return whole.resize((size, size), Image.Resampling.LANCZOS)


def draw_garden(
    image: Image.Image, garden: Garden, *, corner: tuple[int, int], cell: int, size: int
) -> None:
    """The garden in the middle of a square of `size` cells, in the frame it may not outgrow."""
    pen = ImageDraw.Draw(image)
    left, top = corner
    edges = (left, top, left + size * cell, top + size * cell)
    pen.rectangle(tuple(at + out for at, out in zip(edges, (-4, -4, 4, 4), strict=True)),
                  outline=BRASS, width=4)  # fmt: skip
    box = plot_of(garden).box
    aside = (size - box.width) * cell // 2 if garden else 0
    above = (size - box.height) * cell // 2 if garden else 0
    for one in garden:
        at = (left + aside + (one.x - box.left) * cell, top + above + (box.top - one.y) * cell)
        plate = tile(one.tile, one.turn, cell)
        image.paste(plate, at, plate)
