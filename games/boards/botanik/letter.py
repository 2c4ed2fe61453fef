"""The board of Botanik where there is no style sheet: as text, as a picture for mails, and as one
that stands beside a link to the game.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from typing import TypeAlias

from django.utils.translation import gettext as _
from PIL import Image, ImageDraw

from engine import Seat
from engine.games.botanik.drawing import draw_machine
from engine.games.botanik.machine import SOURCE_OPENINGS
from engine.games.botanik.moves import Build, parse
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

# The machine of the front page, in an order in which it could have been built.
SPECIMEN = (
    "GLf@0,1^2 KLf@-1,1^1 KTf@-1,0^3 RX@-1,-1^0 GT@-2,0^2 RL@0,-1^2 RTf@-2,-1^0 KIf@-1,-2^0"
    " GV@-3,0^1 KL@0,-2^0 RT@-3,-1^2 KT@1,-2^0 RV@-3,-2^0 YI@1,-1^0"
)  # fmt: skip
CARD = (1200, 630)  # what is shown beside a link, wherever links are shown with pictures


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


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws tiles of one size."""

    on: ImageDraw.ImageDraw
    cell: int

    def _thick(self, width: float) -> int:
        """How wide a line is that has this width on a tile of CELL."""
        return round(width * self.cell / CELL)

    def draw_grid(self, image: Image.Image) -> None:
        for at in range(self.cell, max(image.size), self.cell):
            self.on.line([(at, 0), (at, image.height)], fill=GRID, width=self._thick(2))
            self.on.line([(0, at), (image.width, at)], fill=GRID, width=self._thick(2))

    def draw_tile(self, corner: Point, tile: Tile, openings: Openings) -> None:
        self._draw_square(corner, HUES[tile.colour])
        self._draw_pipes(corner, openings)
        (x, y), unit = corner, self.cell / CELL
        at = (x + 9 * unit, y + 4 * unit)
        self.on.text(at, tile.colour, fill=GLYPHS[tile.colour], font_size=22 * unit)
        middle = (x + self.cell / 2, y + self.cell / 2)
        if tile.is_crop:
            self.on.circle(middle, 24 * unit, LEAF, INK, self._thick(3))
            self.draw_flower(middle, 13 * unit)
        elif tile.flowers:
            self.draw_flower((x + self.cell * 0.76, y + self.cell * 0.76), 9 * unit)

    def draw_source(self, corner: Point) -> None:
        self._draw_square(corner, "#17635c")
        self._draw_pipes(corner, SOURCE_OPENINGS)
        middle = (corner[0] + self.cell / 2, corner[1] + self.cell / 2)
        self.on.circle(middle, 24 * self.cell / CELL, SHINE, INK, self._thick(3))

    def _draw_square(self, corner: Point, hue: str) -> None:
        (x, y), edge = corner, self._thick(2)
        far = self.cell - edge
        box = [x + edge, y + edge, x + far, y + far]
        self.on.rounded_rectangle(box, self._thick(12), hue, INK, self._thick(3))

    def _draw_pipes(self, corner: Point, openings: Openings) -> None:
        x, y = corner[0] + self.cell / 2, corner[1] + self.cell / 2
        for colour, width in ((INK, 26), (BRASS, 18), (SHINE, 6)):
            for side, (dx, dy) in TOWARDS.items():
                if openings & side:
                    end = (x + dx * self.cell / 2, y + dy * self.cell / 2)
                    self.on.line([(x, y), end], fill=colour, width=self._thick(width))
            if openings:
                self.on.circle((x, y), width * self.cell / CELL / 2, colour)

    def draw_flower(self, middle: Point, radius: float) -> None:
        for x, y in _petals(middle, radius):
            self.on.circle((x, y), radius * 0.62, PETAL, INK, self._thick(2))
        self.on.circle(middle, radius * 0.55, HEART, INK, self._thick(2))


def _petals(middle: Point, radius: float) -> Iterator[Point]:
    x, y = middle
    for dx, dy in ((0, -1), (0.95, -0.31), (0.59, 0.81), (-0.59, 0.81), (-0.95, -0.31)):
        yield x + dx * radius * 0.8, y + dy * radius * 0.8
