"""The board of Botanik where there is no style sheet: as text, and as a picture for mails."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import TypeAlias

from django.utils.translation import gettext as _
from PIL import Image, ImageDraw

from engine import Seat
from engine.games.botanik.drawing import draw_machine
from engine.games.botanik.machine import SOURCE_OPENINGS
from engine.games.botanik.tiles import E, N, Openings, S, Tile, W
from engine.games.botanik.view import BotanikView
from games.boards.botanik.machine import Sheet

Point: TypeAlias = tuple[float, float]

# The colours of the style sheet, by day.
HUES = {"R": "#b83a20", "Y": "#fad24a", "G": "#53ab8c", "B": "#2850b6", "K": "#27252b"}
GLYPHS = {"R": "#fff7e6", "Y": "#2b1b10", "G": "#2b1b10", "B": "#fff7e6", "K": "#fff7e6"}
PAPER, GRID, INK, BRASS, SHINE = "#faf6eb", "#e6dfcc", "#2b1b10", "#c98f3c", "#f0cb7c"
PETAL, HEART, LEAF = "#fff7e6", "#e59a1e", "#3f7a35"

CELL = 88  # drawn at twice its size, so that edges come out smooth
TOWARDS = {N: (0, -1), E: (1, 0), S: (0, 1), W: (-1, 0)}
SOURCE: tuple[int, int] = (0, 0)


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
    sheets = [_draw_machine(view, owner) for owner in (mine, 1 - mine)]
    width = sum(sheet.width for sheet in sheets) + CELL // 2
    both = Image.new("RGB", (width, max(sheet.height for sheet in sheets)), PAPER)
    both.paste(sheets[0], (0, 0))
    both.paste(sheets[1], (width - sheets[1].width, 0))
    file = BytesIO()
    small = both.resize((both.width // 2, both.height // 2), Image.Resampling.LANCZOS)
    small.quantize(64).save(file, "PNG", optimize=True)
    return file.getvalue()


def _draw_machine(view: BotanikView, owner: Seat) -> Image.Image:
    tiles = view.machine(owner)
    sheet = Sheet.around([SOURCE, *[one.place for one in tiles]], ring=1)
    image = Image.new("RGB", (sheet.columns * CELL, sheet.rows * CELL), PAPER)
    pen = ImageDraw.Draw(image)
    for number in range(1, max(sheet.columns, sheet.rows)):
        pen.line([(number * CELL, 0), (number * CELL, image.height)], fill=GRID, width=2)
        pen.line([(0, number * CELL), (image.width, number * CELL)], fill=GRID, width=2)
    _draw_source(pen, _corner(sheet, SOURCE))
    for one in tiles:
        _draw_tile(pen, _corner(sheet, one.place), one.tile, one.tile.openings[one.turn])
    return image


def _corner(sheet: Sheet, place: tuple[int, int]) -> Point:
    return (sheet.column(place) - 1) * CELL, (sheet.row(place) - 1) * CELL


def _draw_tile(pen: ImageDraw.ImageDraw, corner: Point, tile: Tile, openings: Openings) -> None:
    hue = HUES[tile.colour]
    x, y = corner
    pen.rounded_rectangle([x + 2, y + 2, x + CELL - 2, y + CELL - 2], 12, hue, INK, 3)
    _draw_pipes(pen, corner, openings)
    pen.text((x + 9, y + 4), tile.colour, fill=GLYPHS[tile.colour], font_size=22)
    middle = (x + CELL / 2, y + CELL / 2)
    if tile.is_crop:
        pen.circle(middle, 24, LEAF, INK, 3)
        _draw_flower(pen, middle, 13)
    elif tile.flowers:
        _draw_flower(pen, (x + CELL * 0.76, y + CELL * 0.76), 9)


def _draw_source(pen: ImageDraw.ImageDraw, corner: Point) -> None:
    x, y = corner
    pen.rounded_rectangle([x + 2, y + 2, x + CELL - 2, y + CELL - 2], 12, "#17635c", INK, 3)
    _draw_pipes(pen, corner, SOURCE_OPENINGS)
    pen.circle((x + CELL / 2, y + CELL / 2), 24, SHINE, INK, 3)


def _draw_pipes(pen: ImageDraw.ImageDraw, corner: Point, openings: Openings) -> None:
    x, y = corner[0] + CELL / 2, corner[1] + CELL / 2
    for colour, width in ((INK, 26), (BRASS, 18), (SHINE, 6)):
        for side, (dx, dy) in TOWARDS.items():
            if openings & side:
                end = (x + dx * CELL / 2, y + dy * CELL / 2)
                pen.line([(x, y), end], fill=colour, width=width)
        if openings:
            pen.circle((x, y), width / 2, colour)


def _draw_flower(pen: ImageDraw.ImageDraw, middle: Point, radius: float) -> None:
    for x, y in _petals(middle, radius):
        pen.circle((x, y), radius * 0.62, PETAL, INK, 2)
    pen.circle(middle, radius * 0.55, HEART, INK, 2)


def _petals(middle: Point, radius: float) -> Iterator[Point]:
    x, y = middle
    for dx, dy in ((0, -1), (0.95, -0.31), (0.59, 0.81), (-0.59, 0.81), (-0.95, -0.31)):
        yield x + dx * radius * 0.8, y + dy * radius * 0.8
