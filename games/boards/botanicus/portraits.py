"""Whole games of Botanicus as pictures to be sent: how one ended."""

from collections.abc import Sequence
from io import BytesIO
from typing import NamedTuple

from PIL import Image, ImageDraw
from PIL.PngImagePlugin import PngInfo

from engine import Seat
from engine.games.botanicus.view import BotanicusView
from games.boards.botanicus.pen import (
    CARD,
    COLUMNS_WIDE,
    FAINT,
    GROUND,
    INK,
    LINE,
    PAPER,
    ROWS_HIGH,
    draw_garden,
    flower,
)
from games.boards.captions import Caption
from games.boards.lettering import BOLD, NUMBERS, TEXT, fitted, font
from games.boards.pictures import Box

EDGE, GAP = 40, 20
INSIDE = 12  # between a garden and the edge of its sheet


class Layout(NamedTuple):
    """Where everything is on a picture of two to four gardens."""

    size: tuple[int, int]
    head: Box
    top: int
    height: int
    """Of the sheets on which the gardens lie."""
    foot: int
    """Under each garden, for a name and a score."""
    edge: int
    gap: int
    name: int
    score: int
    """How large the letters are."""

    def sheet(self, seat: Seat, seats: int) -> Box:
        width = (self.size[0] - 2 * self.edge - (seats - 1) * self.gap) // seats
        return Box(self.edge + seat * (width + self.gap), self.top, width, self.height)

    def foot_of(self, seat: Seat, seats: int) -> Box:
        sheet = self.sheet(seat, seats)
        return Box(sheet.left, sheet.bottom, sheet.width, self.foot)

    def garden(self, seat: Seat, seats: int) -> tuple[tuple[int, int], int]:
        """The corner of a garden in the middle of its sheet, and the size of its beds."""
        sheet = self.sheet(seat, seats)
        room = sheet.width - 2 * INSIDE, sheet.height - 2 * INSIDE
        cell = min(room[0] // COLUMNS_WIDE, room[1] // ROWS_HIGH)
        left = sheet.left + (sheet.width - COLUMNS_WIDE * cell) // 2
        return (left, sheet.top + (sheet.height - ROWS_HIGH * cell) // 2), cell


PORTRAIT = Layout(
    size=CARD, head=Box(40, 20, 1120, 84), top=112, height=400, foot=106, edge=EDGE, gap=GAP,
    name=36, score=76,
)  # fmt: skip


def portrait(view: BotanicusView, caption: Caption) -> bytes:
    """All gardens as they stand, with names, points and who won, as a PNG of 1200 × 630.

    What is written on it also stands in its text chunks, for programs that read no pictures.
    """
    image = blank(PORTRAIT, view.position.seats)
    _draw_head(image, PORTRAIT.head, caption)
    draw_gardens(image, PORTRAIT, view)
    scores = [score.total for score in view.scores()]
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


def blank(layout: Layout, seats: int) -> Image.Image:
    """The sheets on which gardens are drawn."""
    image = Image.new("RGB", layout.size, GROUND)
    pen = ImageDraw.Draw(image)
    for seat in range(seats):
        box = layout.sheet(seat, seats)
        edges = (box.left, box.top, box.right, box.bottom)
        pen.rounded_rectangle(edges, 18, PAPER, LINE, 2)
    return image


def draw_gardens(image: Image.Image, layout: Layout, view: BotanicusView) -> None:
    gardens = view.position.gardens
    for seat, garden in enumerate(gardens):
        corner, cell = layout.garden(seat, len(gardens))
        draw_garden(image, garden, seat, corner=corner, cell=cell)


def _draw_head(image: Image.Image, box: Box, caption: Caption) -> None:
    pen, middle = ImageDraw.Draw(image), box.top + box.height // 2
    small = font(TEXT, 30)
    pen.text((box.right, middle), caption.game, fill=FAINT, font=small, anchor="rm")
    room = box.width - small.getlength(caption.game) - 40
    said, letters = fitted(caption.verdict, face=BOLD, size=50, width=room, least=28)
    pen.text((box.left + 4, middle), said, fill=INK, font=letters, anchor="lm")


def draw_feet(image: Image.Image, layout: Layout, scores: Sequence[int], caption: Caption) -> None:
    """Flowers, names and points; the name of who won is underlined."""
    pen = ImageDraw.Draw(image)
    for seat, total in enumerate(scores):
        box = layout.foot_of(seat, len(scores))
        middle, left = box.top + box.height // 2, box.left + 4
        digits = font(NUMBERS, layout.score)
        pen.text((box.right - 8, middle), str(total), fill=INK, font=digits, anchor="rm")
        plate = flower(seat, round(layout.name * 1.2))
        image.paste(plate, (left, middle - plate.height // 2), plate)
        left += plate.width + layout.name // 4
        room = box.right - 20 - digits.getlength(str(total)) - left
        name = caption.names[seat]
        said, letters = fitted(name, face=BOLD, size=layout.name, width=room, least=18)
        pen.text((left, middle), said, fill=INK, font=letters, anchor="lm")
        if seat in caption.winners:
            line = middle + round(layout.name * 0.62)
            pen.line([(left, line), (left + letters.getlength(said), line)], fill=INK, width=4)
