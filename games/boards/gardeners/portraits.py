"""How a game of Gardeners ended, as a picture to be sent: the garden, and what was reached."""

from collections.abc import Sequence
from io import BytesIO

from PIL import Image, ImageDraw
from PIL.PngImagePlugin import PngInfo

from engine.games.gardeners.scoring import score
from engine.games.gardeners.view import GardenersView
from games.boards import phrases
from games.boards.captions import Caption
from games.boards.gardeners.pen import CARD, FAINT, GROUND, INK, LINE, PAPER, draw_garden
from games.boards.gardeners.record import turn_words
from games.boards.lettering import BOLD, NUMBERS, TEXT, fitted, font

EDGE, SHEET = 40, 550
"""The edge of the picture, and the side of the sheet on which the garden lies."""


def portrait(view: GardenersView, caption: Caption) -> bytes:
    """The last garden with names, score and its word, as a PNG of 1200 × 630.

    What is written on it also stands in its text chunks, for programs that read no pictures.
    """
    image = drawn(view, caption, CARD)
    file = BytesIO()
    few = image.quantize(160, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(file, "PNG", pnginfo=_written(view, caption))
    return file.getvalue()


def _written(view: GardenersView, caption: Caption) -> PngInfo:
    info = PngInfo()
    info.add_itxt("Title", caption.verdict)
    total = str(score(view.position).total)
    for seat, name in enumerate(caption.names):
        info.add_itxt(f"Seat{seat}", name)
        info.add_itxt(f"Score{seat}", total)
    return info


def drawn(view: GardenersView, caption: Caption, size: tuple[int, int]) -> Image.Image:
    """The garden on its sheet at the right, and everything in words at the left."""
    width, height = size
    image = Image.new("RGB", size, GROUND)
    side = height - 2 * EDGE
    left = width - EDGE - side
    ImageDraw.Draw(image).rounded_rectangle(
        (left, EDGE, left + side, EDGE + side), 18, PAPER, LINE, 2
    )
    cells = view.position.rules.size
    cell = (side - 40) // cells
    aside = (side - cells * cell) // 2
    corner = (left + aside, EDGE + aside)
    draw_garden(image, view.position.garden, corner=corner, cell=cell, size=cells)
    _write(image, view, caption, room=left - 2 * EDGE)
    return image


def _write(image: Image.Image, view: GardenersView, caption: Caption, *, room: int) -> None:
    pen, height = ImageDraw.Draw(image), image.height
    pen.text((EDGE, EDGE), caption.game, fill=FAINT, font=font(TEXT, 28))
    said = caption.verdict or turn_words(view.position)
    title, letters = fitted(said, face=BOLD, size=46, width=room, least=22)
    pen.text((EDGE, EDGE + 48), title, fill=INK, font=letters)
    total = str(score(view.position).total)
    pen.text((EDGE, height * 0.3), total, fill=INK, font=font(NUMBERS, 140))
    finished = phrases.cards_in_words(len(view.position.validated))
    pen.text((EDGE, height * 0.3 + 150), finished, fill=FAINT, font=font(TEXT, 26))
    _write_names(pen, caption.names, top=height - EDGE - 48 * len(caption.names), room=room)


def _write_names(pen: ImageDraw.ImageDraw, names: Sequence[str], *, top: float, room: int) -> None:
    for at, name in enumerate(names):
        said, letters = fitted(name, face=BOLD, size=34, width=room, least=18)
        pen.text((EDGE, top + 48 * at), said, fill=INK, font=letters)
