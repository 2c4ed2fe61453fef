"""The drawings of Botanicus where there is no style sheet: gardens and flowers, by Pillow.

All are drawn in units of a hundredth of a bed, at twice their size, so that edges come out smooth.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import cos, radians, sin
from typing import TypeAlias

from PIL import Image, ImageDraw

from engine import Seat
from engine.games.botanicus.components import BEDS, FOUNTAIN, HIGHEST
from engine.games.botanicus.ground import FOOTPRINT_AT, Footprint
from engine.games.botanicus.position import NEUTRAL, Garden

Point: TypeAlias = tuple[float, float]

# The colours of the style sheet, by day.
SEATS = ("#2850b6", "#fad24a", "#53ab8c", "#b83a20")
EDGES = ("#0e2a60", "#6e4e06", "#1d5540", "#6e1a0b")
PAPER, GROUND, LINE, INK, FAINT = "#faf6eb", "#efe8d8", "#cfc3a8", "#2b1b10", "#55605a"
SOIL, FURROW, WOOD, FRAME = "#6e5038", "#4a3321", "#a97c4b", "#3a2614"
LEAF, STEM, BUD, CREAM, HEART, CROWN, TRUNK = (
    *("#7fbf5b", "#3f7a35", "#f28ca8", "#fff6e0", "#e59a1e", "#4e9a4a", "#a8743c"),
)
STONE, POOL, SKIN, STRAW, GREY = "#d9c9a4", "#3e93b8", "#f2c79b", "#f0cb7c", "#3b3941"
COLUMNS_WIDE, ROWS_HIGH = 4, 5
CARD = (1200, 630)  # what is shown beside a link, wherever links are shown with pictures
STROKES = {1: "I", 2: "II", 3: "III", HIGHEST: "IV"}


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws things of one size, each in a square of 100 units from a corner."""

    on: ImageDraw.ImageDraw
    size: float
    corner: Point = (0, 0)

    def at(self, x: float, y: float) -> Point:
        unit = self.size / 100
        return self.corner[0] + x * unit, self.corner[1] + y * unit

    def thick(self, width: float) -> int:
        return max(1, round(width * self.size / 100))

    def line(self, points: list[Point], colour: str, width: float) -> None:
        placed = [self.at(*point) for point in points]
        self.on.line(placed, fill=colour, width=self.thick(width), joint="curve")
        for x, y in (placed[0], placed[-1]):
            radius = self.thick(width) / 2
            self.on.ellipse((x - radius, y - radius, x + radius, y + radius), colour)

    def disc(self, middle: Point, radius: float, colour: str, edge: float = 3) -> None:
        self.on.circle(
            self.at(*middle), radius * self.size / 100, colour, INK, self.thick(edge) if edge else 0
        )

    def shape(self, points: list[Point], colour: str, edge: float = 3, ink: str = INK) -> None:
        placed = [self.at(*point) for point in points]
        self.on.polygon(placed, colour)
        if edge:
            self.on.line([*placed, placed[0]], fill=ink, width=self.thick(edge), joint="curve")

    def box(self, corners: tuple[Point, Point], round_: float, colour: str) -> None:
        (left, top), (right, bottom) = self.at(*corners[0]), self.at(*corners[1])
        self.on.rounded_rectangle((left, top, right, bottom), self.thick(round_), colour)

    # -- a garden's things -----------------------------------------------------------------

    def draw_bed(self) -> None:
        self.box(((2, 2), (98, 98)), 13, FRAME)
        self.box(((3.5, 3.5), (96.5, 96.5)), 12, WOOD)
        self.box(((10, 10), (90, 89)), 7, FURROW)
        self.box(((11.5, 12), (88.5, 88)), 6, SOIL)
        for y in (27, 46, 65, 80):
            self.line([(20, y), (35, y - 4), (50, y), (65, y + 4), (80, y)], FURROW, 2.4)

    def draw_plant(self, level: int) -> None:
        if level:
            (self._sprout, self._bud, self._bloom, self._tree)[level - 1]()
            self._numeral(level)

    def _stem(self, top: float) -> None:
        self.line([(50, 82), (50, top)], INK, 10)
        self.line([(50, 82), (50, top)], STEM, 5)

    def _leaves(self, y: float, reach: float) -> None:
        for side in (-1, 1):
            tip = (50 + side * reach, y - 20)
            self.shape(
                [(50, y), (50 + side * reach * 0.5, y), (50 + side * reach * 0.9, y - 9), tip,
                 (50 + side * reach * 0.45, y - 19), (50 + side * reach * 0.1, y - 9)],
                LEAF,
            )  # fmt: skip

    def _sprout(self) -> None:
        self._stem(56)
        self._leaves(60, 32)

    def _bud(self) -> None:
        self._stem(38)
        self._leaves(76, 34)
        self.shape([(50, 5), (65, 17), (67, 30), (60, 44), (40, 44), (33, 30), (35, 17)], BUD)

    def _bloom(self) -> None:
        for top in ((26, 46), (74, 46), (50, 30)):
            self.line([(50, 80), top], INK, 10)
            self.line([(50, 80), top], STEM, 5)
        self._leaves(84, 34)
        for middle in ((26, 42), (74, 42), (50, 24)):
            self._blossom(middle, 9)

    def _blossom(self, middle: Point, radius: float) -> None:
        for angle in range(-90, 270, 72):
            self.disc(_around(middle, radius, angle), radius * 0.78, CREAM, 2.4)
        self.disc(middle, radius * 0.7, HEART, 0)

    def _tree(self) -> None:
        self.shape([(43, 58), (57, 58), (61, 88), (39, 88)], TRUNK)
        crown = [(50, 24), (27, 34), (73, 34), (25, 52), (75, 52), (50, 52)]
        for middle in crown:
            self.disc(middle, 22, INK, 0)
        for middle in crown:
            self.disc(middle, 19, CROWN, 0)
        for middle in ((34, 36), (62, 46), (52, 22)):
            self.disc(middle, 4.5, CREAM, 0)

    def _numeral(self, level: int) -> None:
        width = {1: 18, 2: 26, 3: 34, 4: 38}[level]
        self.box(((95 - width, 70), (97, 98)), 5, INK)
        self.box(((97 - width, 72), (95, 96)), 4, CREAM)
        left = 97 - width + 7
        for number, stroke in enumerate(STROKES[level]):
            x = left + number * 8
            points: list[Point] = [(x, 78), (x, 90)]
            if stroke == "V":
                points = [(x, 78), (x + 6, 90), (x + 12, 78)]
            self.line(points, INK, 4)

    def draw_fountain(self) -> None:
        self.disc((50, 50), 44, STONE, 4)
        self.disc((50, 50), 29, POOL, 3)
        self.disc((50, 50), 10, STONE, 3)

    def draw_footprint(self) -> None:
        self.disc((50, 50), 40, PAPER, 0)
        self.disc((50, 50), 34, LINE, 0)

    def draw_gardener(self, seat: Seat) -> None:
        self.shape([(26, 96), (30, 62), (40, 54), (60, 54), (70, 62), (74, 96)], SEATS[seat], 4)
        self.disc((50, 40), 18, SKIN, 4)
        self.shape([(14, 34), (34, 28), (38, 10), (62, 10), (66, 28), (86, 34), (50, 40)], STRAW, 4)

    # -- flowers ---------------------------------------------------------------------------

    def draw_flower(self, seat: int) -> None:
        """The flower of a seat: a star, a daisy, a clover or a tulip; nobody's is a clock."""
        if seat == NEUTRAL:
            self._clock()
        elif seat == len(SEATS) - 1:
            self._tulip(seat)
        else:
            self._petals(seat)

    def _petals(self, seat: Seat) -> None:
        count, reach, width = ((5, 45, 15), (11, 44, 9), (4, 44, 23))[seat]
        start = -90 if seat < 2 else -45
        turns = [start + 360 * number / count for number in range(count)]
        for grown, colour in ((4, EDGES[seat]), (0, SEATS[seat])):
            for turn in turns:
                self._petal(turn, reach + grown, width + grown, colour)
        self.disc((50, 50), 12, CREAM if seat != 1 else "#7a4612", 4)

    def _petal(self, turn: float, reach: float, width: float, colour: str) -> None:
        sides = [(0.0, 0.0), (0.4, 0.8), (0.65, 1.0), (0.85, 0.75), (1.0, 0.0)]
        mirrored = [(along, -across) for along, across in reversed(sides[1:-1])]
        points = [
            _turned(along * reach, across * width, turn) for along, across in [*sides, *mirrored]
        ]
        self.shape(points, colour, 0)

    def _tulip(self, seat: Seat) -> None:
        cup: list[Point] = [
            *((19, 10), (36, 28), (50, 9), (64, 28), (81, 10), (87, 40), (82, 68), (66, 88)),
            *((50, 92), (34, 88), (18, 68), (13, 40)),
        ]
        self.shape(cup, SEATS[seat], 7, EDGES[seat])
        self.line([(50, 26), (44, 44), (44, 64)], "#ffc0a6", 5)

    def _clock(self) -> None:
        self.line([(50, 60), (50, 95)], GREY, 7)
        self.disc((50, 38), 35, GREY, 4)
        for number in range(13):
            tip = _around((50, 38), 26, 360 * number / 13)
            self.line([(50, 38), tip], "#b9b2a2", 2)
            self.disc(tip, 3.6, CREAM, 0)


def _around(middle: Point, radius: float, angle: float) -> Point:
    return middle[0] + radius * cos(radians(angle)), middle[1] + radius * sin(radians(angle))


def _turned(along: float, across: float, turn: float) -> Point:
    """A point so far along a direction from the middle, and so far beside it."""
    x, y = _around((50, 50), along, turn)
    return _around((x, y), across, turn + 90)


# -- pictures that lie ready to be pasted ---------------------------------------------------------


@lru_cache(maxsize=256)
def bed(level: int, size: int) -> Image.Image:
    """A bed with what grows on it."""
    image, pen = _twice(size)
    pen.draw_bed()
    pen.draw_plant(level)
    return _halved(image)


@lru_cache(maxsize=64)
def flower(seat: int, size: int) -> Image.Image:
    image, pen = _twice(size)
    pen.draw_flower(seat)
    return _halved(image)


@lru_cache(maxsize=64)
def gardener(seat: Seat, size: int) -> Image.Image:
    image, pen = _twice(size)
    pen.draw_gardener(seat)
    return _halved(image)


@lru_cache(maxsize=64)
def step(at: Footprint, size: int) -> Image.Image:
    """A footprint, or the fountain."""
    image, pen = _twice(size)
    if at == FOOTPRINT_AT[FOUNTAIN]:
        pen.draw_fountain()
    else:
        pen.draw_footprint()
    return _halved(image)


def _twice(size: int) -> tuple[Image.Image, Pen]:
    image = Image.new("RGBA", (2 * size, 2 * size))
    return image, Pen(ImageDraw.Draw(image), 2 * size)


def _halved(image: Image.Image) -> Image.Image:
    return image.resize((image.width // 2, image.height // 2), Image.Resampling.LANCZOS)


def draw_garden(
    image: Image.Image, garden: Garden, seat: Seat, *, corner: tuple[int, int], cell: int
) -> None:
    """A whole garden: beds, footprints between them, and who tends them."""
    left, top = corner
    for name, level in zip(BEDS, garden.beds, strict=True):
        row, column = divmod(name, 10)
        plate = bed(level, cell)
        image.paste(plate, (left + (column - 1) * cell, top + (row - 1) * cell), plate)
    for at in FOOTPRINT_AT.values():
        is_here = at == garden.gardener
        size = round(cell * (0.52 if is_here else 0.3 if at == FOOTPRINT_AT[FOUNTAIN] else 0.16))
        plate = gardener(seat, size) if is_here else step(at, size)
        row, column = divmod(at, 3)
        middle = left + (column + 1) * cell, top + (row + 1) * cell
        image.paste(plate, (middle[0] - size // 2, middle[1] - size // 2), plate)
