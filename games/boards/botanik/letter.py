"""The board of Botanik where there is no style sheet: as text, as a picture for mails, and as one
that stands beside a link to the game.
"""

from collections.abc import Sequence
from functools import cache
from io import BytesIO

from django.utils.translation import gettext as _
from PIL import Image, ImageDraw

from engine import Seat
from engine.games.botanik.drawing import draw_machine
from engine.games.botanik.moves import Build, parse
from engine.games.botanik.tiles import Tile
from engine.games.botanik.view import BotanikView
from games.boards.botanik.machine import Sheet
from games.boards.botanik.pen import CARD, CELL, INK, PAPER, SOURCE, Pen, Point

# The machine of the front page, in an order in which it could have been built.
SPECIMEN = (
    "GLf@0,1^2 KLf@-1,1^1 KTf@-1,0^3 RX@-1,-1^0 GT@-2,0^2 RL@0,-1^2 RTf@-2,-1^0 KIf@-1,-2^0"
    " GV@-3,0^1 KL@0,-2^0 RT@-3,-1^2 KT@1,-2^0 RV@-3,-2^0 YI@1,-1^0"
)  # fmt: skip


def sketch(view: BotanikView, seat: Seat | None, names: Sequence[str]) -> str:
    """The position in the notation of the moves: the Registry, and both machines."""
    position, registry = view.position, view.position.registry
    mine = seat or 0
    rows = [
        (_("Arrival"), position.arrival),
        (names[1 - mine], registry.sides[1 - mine]),
        (_("Piles"), registry.centre),
        (names[mine], registry.sides[mine]),
    ]
    width = max(len(name) for name, _tiles in rows) + 2
    lines = [f"{name:<{width}}{_codes(tiles)}" for name, tiles in rows]
    for owner in (mine, 1 - mine):
        lines += ["", f"{names[owner]}: {view.breakdown(owner).score.total}"]
        lines.append(draw_machine(position.machines[owner]))
    return "\n".join(line.rstrip() for line in lines)


def _codes(tiles: Sequence[Tile | None]) -> str:
    return "".join(f"{tile.code if tile else '.':<5}" for tile in tiles) or "-"


def picture(view: BotanikView, seat: Seat | None) -> bytes:
    """Both machines side by side as a PNG, one's own on the left."""
    mine = seat or 0
    sheets = [_draw_sheet(view, owner) for owner in (mine, 1 - mine)]
    width = sum(sheet.width for sheet in sheets) + CELL // 2
    both = Image.new("RGB", (width, max(sheet.height for sheet in sheets)), PAPER)
    both.paste(sheets[0], (0, 0))
    both.paste(sheets[1], (width - sheets[1].width, 0))
    file = BytesIO()
    small = both.resize((both.width // 2, both.height // 2), Image.Resampling.LANCZOS)
    small.quantize(64).save(file, "PNG", optimize=True)
    return file.getvalue()


@cache
def card() -> bytes:
    """The machine of the front page beside the name of the game, as a PNG."""
    width, height = (2 * side for side in CARD)
    image = Image.new("RGB", (width, height), PAPER)
    cell = height // 5
    pen = Pen(ImageDraw.Draw(image), cell)
    builds = [build for build in map(parse, SPECIMEN.split()) if isinstance(build, Build)]
    sheet = Sheet.around([SOURCE, *[build.place for build in builds]], ring=0)
    left, top = width - (sheet.columns + 0.5) * cell, (height - sheet.rows * cell) / 2

    def corner(place: tuple[int, int]) -> Point:
        x, y = _corner(sheet, place, cell)
        return left + x, top + y

    pen.draw_source(corner(SOURCE))
    for build in builds:
        pen.draw_tile(corner(build.place), build.tile, build.tile.openings[build.turn])
    pen.on.text((cell * 0.5, height * 0.36), "Botanik", fill=INK, font_size=cell * 0.8)
    pen.draw_flower((cell * 1.1, height * 0.27), cell * 0.24)
    file = BytesIO()
    small = image.resize(CARD, Image.Resampling.LANCZOS)
    small.quantize(128).save(file, "PNG", optimize=True)
    return file.getvalue()


def _draw_sheet(view: BotanikView, owner: Seat) -> Image.Image:
    tiles = view.machine(owner)
    sheet = Sheet.around([SOURCE, *[one.place for one in tiles]], ring=1)
    image = Image.new("RGB", (sheet.columns * CELL, sheet.rows * CELL), PAPER)
    pen = Pen(ImageDraw.Draw(image), CELL)
    pen.draw_grid(image)
    pen.draw_source(_corner(sheet, SOURCE, CELL))
    for one in tiles:
        pen.draw_tile(_corner(sheet, one.place, CELL), one.tile, one.tile.openings[one.turn])
    return image


def _corner(sheet: Sheet, place: tuple[int, int], cell: int) -> Point:
    return (sheet.column(place) - 1) * cell, (sheet.row(place) - 1) * cell
