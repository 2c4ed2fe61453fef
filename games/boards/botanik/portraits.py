"""Whole games of Botanik as pictures to be sent: how one ended, and how it came to that."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from io import BytesIO
from typing import NamedTuple

from PIL import Image, ImageDraw
from PIL.PngImagePlugin import PngInfo

from engine.games.botanik.tiles import Tile, Turn
from engine.games.botanik.view import BotanikView, MachineTile
from games.boards.botanik.machine import Sheet
from games.boards.botanik.pen import CARD, INK, PAPER, SOURCE, Pen
from games.boards.captions import Caption
from games.boards.lettering import BOLD, NUMBERS, TEXT, fitted, font
from games.boards.pictures import Box

GROUND, FAINT = "#efe8d8", "#55605a"
LARGEST = 84  # of a tile: a young machine is not blown up
FADED = 0.35  # how much is to be seen of a tile that is cut off, and so does not score


class Layout(NamedTuple):
    """Where everything is on a picture of two machines."""

    size: tuple[int, int]
    head: Box
    machines: tuple[Box, Box]
    feet: tuple[Box, Box]
    """Under each machine, for a name and a score."""
    name: int
    score: int
    """How large the letters are."""


PORTRAIT = Layout(
    size=CARD,
    head=Box(40, 20, 1120, 84),
    machines=(Box(40, 112, 550, 400), Box(610, 112, 550, 400)),
    feet=(Box(40, 512, 550, 106), Box(610, 512, 550, 106)),
    name=40,
    score=84,
)


class Setting(NamedTuple):
    """Where the tiles of a machine lie: the same place for each, as long as it grows."""

    sheet: Sheet
    cell: int
    left: int
    top: int

    def corner(self, place: tuple[int, int]) -> tuple[int, int]:
        column, row = self.sheet.column(place) - 1, self.sheet.row(place) - 1
        return self.left + column * self.cell, self.top + row * self.cell


def portrait(view: BotanikView, caption: Caption) -> bytes:
    """Both machines as they stand, with names, points and who won, as a PNG of 1200 × 630.

    What is written on it also stands in its text chunks, for programs that read no pictures.
    """
    image = blank(PORTRAIT)
    _draw_head(image, PORTRAIT.head, caption)
    for seat, box in enumerate(PORTRAIT.machines):
        tiles = view.machine(seat)
        draw_machine(image, setting(box, tiles), tiles)
    scores = [view.breakdown(seat).score.total for seat in (0, 1)]
    draw_feet(image, PORTRAIT, scores, caption)
    file = BytesIO()
    few = image.quantize(160, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(file, "PNG", pnginfo=_written(caption, scores))
    return file.getvalue()


def _written(caption: Caption, scores: Sequence[int]) -> PngInfo:
    info = PngInfo()
    info.add_itxt("Title", caption.verdict)
    for seat, (name, score) in enumerate(zip(caption.names, scores, strict=True)):
        info.add_itxt(f"Seat{seat}", name)
        info.add_itxt(f"Score{seat}", str(score))
    return info


def blank(layout: Layout) -> Image.Image:
    """The two sheets on which machines are drawn."""
    image = Image.new("RGB", layout.size, GROUND)
    pen = ImageDraw.Draw(image)
    for box in layout.machines:
        edges = (box.left, box.top, box.right, box.bottom)
        pen.rounded_rectangle(edges, 18, PAPER, "#cfc3a8", 2)
    return image


def _draw_head(image: Image.Image, box: Box, caption: Caption) -> None:
    pen, middle = ImageDraw.Draw(image), box.top + box.height // 2
    small = font(TEXT, 30)
    pen.text((box.right, middle), caption.game, fill=FAINT, font=small, anchor="rm")
    room = box.width - small.getlength(caption.game) - 40
    said, letters = fitted(caption.verdict, face=BOLD, size=50, width=room, least=28)
    pen.text((box.left + 4, middle), said, fill=INK, font=letters, anchor="lm")


def draw_feet(image: Image.Image, layout: Layout, scores: Sequence[int], caption: Caption) -> None:
    """Names and points; who won has a flower beside the name."""
    pen = ImageDraw.Draw(image)
    for seat, box in enumerate(layout.feet):
        middle, left = box.top + box.height // 2, box.left + 8
        digits = font(NUMBERS, layout.score)
        pen.text((box.right - 8, middle), str(scores[seat]), fill=INK, font=digits, anchor="rm")
        if seat in caption.winners:
            radius = layout.name * 0.42
            Pen(pen, layout.name * 2).draw_flower((left + radius * 1.4, middle), radius)
            left += round(radius * 3.4)
        room = box.right - 24 - digits.getlength(str(scores[seat])) - left
        name = caption.names[seat]
        said, letters = fitted(name, face=BOLD, size=layout.name, width=room, least=20)
        pen.text((left, middle), said, fill=INK, font=letters, anchor="lm")


def setting(box: Box, tiles: Iterable[MachineTile]) -> Setting:
    """Where a machine lies in the middle of its box, as large as there is room."""
    room = box.within(16)
    sheet = Sheet.around([SOURCE, *[one.place for one in tiles]], ring=0)
    cell = min(room.width // sheet.columns, room.height // sheet.rows, LARGEST)
    left = room.left + (room.width - sheet.columns * cell) // 2
    top = room.top + (room.height - sheet.rows * cell) // 2
    return Setting(sheet, cell, left, top)


def draw_machine(image: Image.Image, where: Setting, tiles: Iterable[MachineTile]) -> None:
    source = drawn_source(where.cell)
    image.paste(source, where.corner(SOURCE), source)
    for one in tiles:
        plate = drawn(one.tile, one.turn, where.cell)
        mask = plate.getchannel("A")
        if not one.is_joined:
            mask = mask.point(lambda shade: round(shade * FADED))
        image.paste(plate, where.corner(one.place), mask)


@lru_cache(maxsize=512)
def drawn(tile: Tile, turn: Turn, cell: int) -> Image.Image:
    """A tile that lies ready to be pasted."""
    image, pen = _twice(cell)
    pen.draw_tile((0, 0), tile, tile.openings[turn])
    return image.resize((cell, cell), Image.Resampling.LANCZOS)


@lru_cache(maxsize=64)
def drawn_source(cell: int) -> Image.Image:
    image, pen = _twice(cell)
    pen.draw_source((0, 0))
    return image.resize((cell, cell), Image.Resampling.LANCZOS)


def _twice(cell: int) -> tuple[Image.Image, Pen]:
    """Something to draw on at twice its size, so that edges come out smooth."""
    image = Image.new("RGBA", (2 * cell, 2 * cell))
    return image, Pen(ImageDraw.Draw(image), 2 * cell)
