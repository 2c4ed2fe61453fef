"""A whole game of Botanicus as a film: the column in play above, and how the gardens grow."""

from collections.abc import Sequence
from io import BytesIO

from django.utils.translation import gettext as _
from PIL import Image, ImageDraw

from engine.games.botanicus.components import SPACES
from engine.games.botanicus.position import FINAL
from engine.games.botanicus.view import BotanicusView
from games.boards.botanicus.pen import FAINT, INK, LINE, PAPER, flower
from games.boards.botanicus.portraits import Box, Layout, blank, draw_feet, draw_gardens
from games.boards.captions import Caption
from games.boards.lettering import BOLD, NUMBERS, TEXT, fitted, font

FILM = Layout(
    size=(800, 600), head=Box(24, 10, 752, 130), top=150, height=376, foot=70, edge=24, gap=12,
    name=24, score=44,
)  # fmt: skip
SPACE, FLOWER = 118, 34  # how wide a space of the column is, and how large a flower on it
EACH, LAST = 600, 6000  # milliseconds
COLOURS = 96


def film(views: Sequence[BotanicusView], caption: Caption) -> bytes:
    """One picture for each view, as an animated WebP that is shown again and again."""
    running = Caption(caption.game, caption.names, (), "")
    pictures = [_frame(view, running) for view in views[:-1]]
    pictures.append(_frame(views[-1], caption))
    for number, image in enumerate(pictures, 1):
        _draw_progress(image, number / len(pictures))
    first, *others = _in_few_colours(pictures)
    times = [*[EACH] * len(others), LAST]
    file = BytesIO()
    # Of few colours: a tenth of the size, in a quarter of the time.
    first.save(
        file, "WEBP", save_all=True, append_images=others, duration=times, loop=0,
        lossless=True, quality=30, method=3,
    )  # fmt: skip
    return file.getvalue()


def _in_few_colours(pictures: Sequence[Image.Image]) -> list[Image.Image]:
    """The same in one palette, so that what stays the same is the same in each."""
    samples = [pictures[len(pictures) // 2], pictures[-1]]
    width, height = FILM.size
    both = Image.new("RGB", (width, height * len(samples)))
    for number, sample in enumerate(samples):
        both.paste(sample, (0, number * height))
    palette = both.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    plain = Image.Dither.NONE
    return [one.quantize(palette=palette, dither=plain).convert("RGB") for one in pictures]


def _frame(view: BotanicusView, caption: Caption) -> Image.Image:
    image = blank(FILM, view.position.seats)
    if caption.verdict:
        _draw_verdict(image, caption.verdict)
    else:
        _draw_column(image, view)
    draw_gardens(image, FILM, view)
    draw_feet(image, FILM, [score.total for score in view.scores()], caption)
    return image


def _draw_progress(image: Image.Image, part: float) -> None:
    """How much of the game is over. So no two pictures are equal, and none is left out."""
    width, height = image.size
    ImageDraw.Draw(image).rectangle((0, height - 5, round(width * part), height), LINE)


def _draw_verdict(image: Image.Image, verdict: str) -> None:
    box = FILM.head
    said, letters = fitted(verdict, face=BOLD, size=40, width=box.width, least=22)
    middle = (box.left + box.width // 2, box.top + box.height // 2)
    ImageDraw.Draw(image).text(middle, said, fill=INK, font=letters, anchor="mm")


def _draw_column(image: Image.Image, view: BotanicusView) -> None:
    """When it is, and the flowers on the four spaces of the column in play."""
    box, pen = FILM.head, ImageDraw.Draw(image)
    said, letters = fitted(when(view), face=TEXT, size=26, width=box.width - 4 * SPACE, least=16)
    pen.text((box.left + 4, box.top + 65), said, fill=FAINT, font=letters, anchor="lm")
    position = view.position
    if position.round == FINAL:
        return
    for space, stack in zip(SPACES, position.stacks, strict=True):
        left = box.right - (5 - space) * SPACE
        edges = (left + 4, box.top + 10, left + SPACE - 4, box.bottom - 10)
        pen.rounded_rectangle(edges, 12, PAPER, LINE, 2)
        pen.text((left + 12, box.top + 16), str(space), fill=FAINT, font=font(NUMBERS, 22))
        for number, seat in enumerate(stack):
            plate = flower(seat, FLOWER)
            at = (left + 42 + number * 12, box.bottom - 22 - FLOWER - number * 16)
            image.paste(plate, at, plate)


def when(view: BotanicusView) -> str:
    """How far the game has come, in two or three words."""
    position = view.position
    if position.phase == "over":
        return _("game over")
    if position.phase not in ("neutral", "turn"):
        return _("set-up")
    if position.round == FINAL:
        return _("final turn")
    words = {"round": position.round, "column": position.column}
    return _("round %(round)d, column %(column)d") % words
