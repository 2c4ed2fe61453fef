"""A whole game of Botanicus as a film: the column in play above, and how the gardens grow."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from PIL import Image, ImageDraw

from engine.games.botanicus.components import SPACES
from engine.games.botanicus.position import FINAL
from engine.games.botanicus.view import BotanicusView
from games.boards.botanicus.pen import FAINT, INK, LINE, PAPER, flower
from games.boards.botanicus.portraits import Layout, blank, draw_feet, draw_gardens
from games.boards.captions import Caption
from games.boards.lettering import NUMBERS, TEXT, fitted, font
from games.boards.pictures import Box, as_film, draw_progress, write_verdict

FILM = Layout(
    size=(800, 600), head=Box(24, 10, 752, 130), top=150, height=376, foot=70, edge=24, gap=12,
    name=24, score=44,
)  # fmt: skip
SPACE, FLOWER = 118, 34  # how wide a space of the column is, and how large a flower on it
EACH = 600  # milliseconds
COLOURS = 96


def film(views: Sequence[BotanicusView], caption: Caption) -> bytes:
    """One picture for each view, as an animated WebP that is shown again and again."""
    running = Caption(caption.game, caption.names, (), "")
    pictures = [_frame(view, running) for view in views[:-1]]
    pictures.append(_frame(views[-1], caption))
    draw_progress(pictures, LINE)
    return as_film(pictures, each=EACH, colours=COLOURS)


def _frame(view: BotanicusView, caption: Caption) -> Image.Image:
    image = blank(FILM, view.position.seats)
    if caption.verdict:
        write_verdict(image, FILM.head, caption.verdict, INK)
    else:
        _draw_column(image, view)
    draw_gardens(image, FILM, view)
    draw_feet(image, FILM, [score.total for score in view.scores()], caption)
    return image


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
