"""The drawings of Botanik where there is no style sheet: tiles and the Source, by Pillow."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from PIL import Image, ImageDraw

from engine.games.botanik.machine import SOURCE_OPENINGS
from engine.games.botanik.tiles import E, N, Openings, S, Tile, W

Point: TypeAlias = tuple[float, float]

# The colours of the style sheet, by day.
HUES = {"R": "#b83a20", "Y": "#fad24a", "G": "#53ab8c", "B": "#2850b6", "K": "#27252b"}
GLYPHS = {"R": "#fff7e6", "Y": "#2b1b10", "G": "#2b1b10", "B": "#fff7e6", "K": "#fff7e6"}
PAPER, GRID, INK, BRASS, SHINE = "#faf6eb", "#e6dfcc", "#2b1b10", "#c98f3c", "#f0cb7c"
PETAL, HEART, LEAF = "#fff7e6", "#e59a1e", "#3f7a35"

CELL = 88  # drawn at twice its size, so that edges come out smooth
TOWARDS = {N: (0, -1), E: (1, 0), S: (0, 1), W: (-1, 0)}
SOURCE: tuple[int, int] = (0, 0)
CARD = (1200, 630)  # what is shown beside a link, wherever links are shown with pictures


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
