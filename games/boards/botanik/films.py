"""A whole game of Botanik as a film: the piles above, and how both machines grow."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from engine.games.botanik.tiles import Tile
from engine.games.botanik.view import BotanikView
from games.boards.botanik.pen import INK
from games.boards.botanik.portraits import (
    GROUND,
    Layout,
    Setting,
    blank,
    draw_feet,
    draw_machine,
    drawn,
    setting,
)
from games.boards.captions import Caption
from games.boards.pictures import Box, as_film, write_verdict

FILM = Layout(
    size=(800, 600),
    head=Box(24, 10, 752, 150),
    machines=(Box(24, 166, 370, 366), Box(406, 166, 370, 366)),
    feet=(Box(24, 532, 370, 64), Box(406, 532, 370, 64)),
    name=26,
    score=48,
)
PILE = 48  # how large a tile of the piles is
GAP = 8
EACH = 700  # milliseconds
COLOURS = 160


def film(views: Sequence[BotanikView], caption: Caption) -> bytes:
    """One picture for each view, as an animated WebP that is shown again and again."""
    last = views[-1]
    settings = [setting(box, last.machine(seat)) for seat, box in enumerate(FILM.machines)]
    running = Caption(caption.game, caption.names, (), "")
    pictures = [_frame(view, settings, running) for view in views[:-1]]
    pictures.append(_frame(last, settings, caption))
    return as_film(pictures, each=EACH, colours=COLOURS)


def _frame(view: BotanikView, settings: Sequence[Setting], caption: Caption) -> Image.Image:
    image = blank(FILM)
    if caption.verdict:
        write_verdict(image, FILM.head, caption.verdict, INK)
    else:
        _draw_piles(image, view)
    for seat, where in enumerate(settings):
        draw_machine(image, where, view.machine(seat))
    draw_feet(image, FILM, [view.breakdown(seat).score.total for seat in (0, 1)], caption)
    return image


def _draw_piles(image: Image.Image, view: BotanikView) -> None:
    """Each pile between the sides of both, and beside them what has arrived."""
    registry, step = view.position.registry, PILE + GAP
    rows: list[Sequence[Tile | None]] = [registry.sides[1], registry.centre, registry.sides[0]]
    left = FILM.head.left + (FILM.head.width - 5 * step + GAP) // 2
    for row, tiles in enumerate(rows):
        for column, tile in enumerate(tiles):
            _put(image, tile, left + column * step, FILM.head.top + row * (PILE + 2))
    for number, tile in enumerate(view.position.arrival):
        _put(image, tile, left + (6 + number) * step, FILM.head.top + PILE + 2)


def _put(image: Image.Image, tile: Tile | None, left: int, top: int) -> None:
    if tile is None:
        box = (left + 6, top + 6, left + PILE - 6, top + PILE - 6)
        ImageDraw.Draw(image).rounded_rectangle(box, 8, GROUND, "#cfc3a8", 2)
        return
    plate = drawn(tile, 0, PILE)
    image.paste(plate, (left, top), plate)
