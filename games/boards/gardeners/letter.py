"""The board of Gardeners where there is no style sheet: as text, as a picture for mails, and as one
that stands beside a link to the game.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO

from django.utils.translation import gettext as _
from PIL import Image, ImageDraw

from engine import Seat
from engine.games.gardeners.components import CARDS
from engine.games.gardeners.plot import Garden, Laid
from engine.games.gardeners.position import Wish
from engine.games.gardeners.rules import GardenersState
from engine.games.gardeners.scoring import score
from engine.games.gardeners.view import GardenersView
from games.boards import phrases
from games.boards.gardeners import words
from games.boards.gardeners.pen import CARD, INK, PAPER, draw_garden, tile
from games.boards.gardeners.record import turn_words
from games.boards.gardeners.wishes import wish
from games.boards.lettering import BOLD, font

CELL, SMALL, MARGIN, TRAY = 64, 48, 16, 8
# The garden of the pictures that stand for the game: a closed run of hedges around a statue.
SPECIMEN: Garden = tuple(
    sorted(
        Laid(column, -row, code, turn)
        for row, line in enumerate(
            (
                "B6 B5 A13 B9 B4^2 A3",
                "C3^1 C8^1 C5^2 A7 A14 A10",
                "C10 C1 C11 B8 A15 B2^3",
                "C6 C9^1 C7^3 A16 B7 A5",
                "B3^1 A8 A11 A4 C2 A6",
                "A2 A1 A12 A9 B1 C4^1",
            )
        )
        for column, (code, turn) in enumerate(
            (word.partition("^")[0], int(word.partition("^")[2] or 0)) for word in line.split()
        )
    )
)


# -- as text --------------------------------------------------------------------------------------


def sketch(view: GardenersView, seat: Seat | None, names: Sequence[str]) -> str:
    """The position in the notation of the moves: the garden, the wishes, everybody's tiles."""
    state = view.position
    lines = [
        _head(state),
        "",
        *_rows(state),
        "",
        _("Wishes in play:"),
        *(f"  {_wish(one, names)}" for one in state.in_play),
        "",
        _("Reserves:"),
        *_reserves(state, seat or 0, names),
    ]
    return "\n".join(line.rstrip() for line in lines)


def _head(state: GardenersState) -> str:
    points = phrases.points_in_words(score(state).total)
    return f"{words.MODE_NAMES[state.mode]}: {turn_words(state)}, {points}"


def _rows(state: GardenersState) -> Iterator[str]:
    """From above, with the coordinates that moves have."""
    if not state.garden:
        yield "  " + _("The garden is empty.")
        return
    box = state.plot.box
    for y in range(box.top, box.bottom - 1, -1):
        cells = (state.plot.laid.get((x, y)) for x in range(box.left, box.right + 1))
        yield f"{y:>5} " + "".join(f"{_cell(one):>7}" for one in cells)
    yield " " * 6 + "".join(f"{x:>7}" for x in range(box.left, box.right + 1))


def _cell(one: Laid | None) -> str:
    return "." if one is None else f"{one.tile}^{one.turn}" if one.turn else one.tile


def _wish(one: Wish, names: Sequence[str]) -> str:
    said = words.of_family(one.family) if one.is_covered else wish(CARDS[one.card].predicate)
    return f"{one.number}  {names[one.holder]}: {said}"


def _reserves(state: GardenersState, mine: Seat, names: Sequence[str]) -> Iterator[str]:
    order = [(mine + at) % state.seats for at in range(state.seats)]
    for seat in (seat for seat in order if seat not in state.gone):
        tiles = [f"{code} ({words.tile(code)})" for code in state.reserve(seat)]
        yield f"  {names[seat]}: {', '.join(tiles) or '-'}"


# -- as pictures ----------------------------------------------------------------------------------


def picture(view: GardenersView, seat: Seat | None) -> bytes:
    """The garden, and beneath it the tiles of who looks, as a PNG. No front is drawn in it."""
    state = view.position
    size, own = state.rules.size, state.reserve(seat or 0)[:TRAY]
    width = size * CELL + 2 * MARGIN
    image = Image.new("RGB", (width, width + SMALL + MARGIN), PAPER)
    draw_garden(image, state.garden, corner=(MARGIN, MARGIN), cell=CELL, size=size)
    step = min(SMALL + 6, (width - 2 * MARGIN) // max(1, len(own)))
    for at, code in enumerate(own):
        plate = tile(code, 0, min(SMALL, step - 2))
        image.paste(plate, (MARGIN + at * step, width), plate)
    file = BytesIO()
    few = image.quantize(128, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(file, "PNG", optimize=True)
    return file.getvalue()


@cache
def card() -> bytes:
    """A garden beside the name of the game, as a PNG."""
    _width, height = CARD
    image = Image.new("RGB", CARD, PAPER)
    cell = (height - 60) // 6
    draw_garden(image, SPECIMEN, corner=(1200 - 6 * cell - 30, 30), cell=cell, size=6)
    ImageDraw.Draw(image).text((56, 236), "Gardeners", fill=INK, font=font(BOLD, 100))
    for at, code in enumerate(("A1", "A3", "A5", "C1")):
        plate = tile(code, 0, 96)
        image.paste(plate, (60 + at * 112, 400), plate)
    file = BytesIO()
    few = image.quantize(160, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(file, "PNG", optimize=True)
    return file.getvalue()
