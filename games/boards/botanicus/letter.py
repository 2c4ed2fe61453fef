"""The board of Botanicus where there is no style sheet: as text, as a picture for mails, and as one
that stands beside a link to the game.
"""

from collections.abc import Sequence
from functools import cache
from io import BytesIO

from django.utils.translation import gettext as _
from PIL import Image, ImageDraw

from engine import Seat
from engine.games.botanicus.components import BEDS, ROMAN, ROWS, SPACES
from engine.games.botanicus.ground import BED_AT, FOOTPRINTS
from engine.games.botanicus.position import FINAL, NEUTRAL, Garden
from engine.games.botanicus.view import BotanicusView
from games.boards import phrases
from games.boards.botanicus import words
from games.boards.botanicus.films import when
from games.boards.botanicus.pen import (
    CARD,
    COLUMNS_WIDE,
    INK,
    PAPER,
    ROWS_HIGH,
    draw_garden,
    flower,
)
from games.boards.lettering import BOLD, font

CELL, SMALL = 56, 34  # beds of one's own garden, and of the others'
MARGIN = 14
# The garden of the front page: what grows on each bed.
SPECIMEN = (1, 2, 1, 1, 3, 4, 1, 2, 4, 2, 0, 3, 1, 2, 4, 0, 2, 3)


# -- as text --------------------------------------------------------------------------------------


def sketch(view: BotanicusView, seat: Seat | None, names: Sequence[str]) -> str:
    """The position in the notation of the moves: the column in play, then every garden."""
    position, mine = view.position, seat or 0
    lines = [phrases.capital(when(view))]
    if position.order:
        lines.append(_("Order: %(names)s") % {"names": _order(view, names)})
    lines += _column(view, names)
    others = [other for other in range(position.seats) if other != mine]
    for owner in (mine, *others):
        lines += ["", *_garden(view, owner, names[owner])]
    if view.hand:
        lines += ["", _("Your cards:"), *_hand(view.hand)]
    return "\n".join(line.rstrip() for line in lines)


def _order(view: BotanicusView, names: Sequence[str]) -> str:
    return ", ".join(names[seat] for seat in view.position.order)


def _column(view: BotanicusView, names: Sequence[str]) -> list[str]:
    """What each space of the column in play gives, and whose flowers stand there."""
    position = view.position
    if position.phase not in ("neutral", "turn") or position.round == FINAL:
        return []
    lines = []
    for space in SPACES:
        flowers = [_whose(one, names) for one in position.stacks[space - 1]]
        gives = words.actions(words.printed(position.column, space))
        tile = position.tile_at(position.column, space)
        if tile:
            gives += f" + {words.actions(words.tile_side(tile, position.round))}"
        lines.append(f"  F{space}  {gives}" + (f"  [{', '.join(flowers)}]" if flowers else ""))
    return lines


def _whose(flower_of: int, names: Sequence[str]) -> str:
    return str(words.NEUTRAL_FLOWER) if flower_of == NEUTRAL else names[flower_of]


def _garden(view: BotanicusView, owner: Seat, name: str) -> list[str]:
    position = view.position
    garden = position.gardens[owner]
    head = [
        phrases.points_in_words(view.scores()[owner].total),
        words.coins_in_words(garden.coins),
        phrases.cards_in_words(view.sizes[owner]),
        _("gardener on %(place)s") % {"place": FOOTPRINTS[garden.gardener]},
        " ".join(garden.pieces),
    ]
    rows = [_row(garden, row) for row in ROWS]
    dealt = [f"  {task}  {words.task_with_needs(task)}" for task in garden.dealt]
    return [f"{name}: {', '.join(head)}", *rows, *dealt]


def _row(garden: Garden, row: int) -> str:
    named = [10 * row + column for column in range(1, COLUMNS_WIDE + 1)]
    beds = "".join(f"{_bed(garden, name):>5}" for name in named)
    tasks = [_task(garden, "basic", row)]
    if row <= len(garden.tasks):
        tasks.append(_task(garden, garden.tasks[row - 1], row))
    return f"  {row}{beds}   {' · '.join(tasks)}"


def _bed(garden: Garden, name: int) -> str:
    return (ROMAN[garden.beds[BED_AT[name]]] or ".") if name in BEDS else ""


def _task(garden: Garden, task: str, row: int) -> str:
    done = (garden.basics if task == "basic" else garden.specials)[row - 1]
    text = words.task_with_needs(task, row)
    return _("%(task)s (done)") % {"task": text} if done else text


def _hand(cards: Sequence[str]) -> list[str]:
    """Each kind once, with how many there are of it."""
    counted = {card: cards.count(card) for card in cards}
    return [
        f"  {card}  {words.CARD_NAMES[card]}: {words.CARD_TEXTS[card]}"
        + (f" (×{number})" if number > 1 else "")
        for card, number in counted.items()
    ]


# -- as pictures ----------------------------------------------------------------------------------


def picture(view: BotanicusView, seat: Seat | None) -> bytes:
    """One's own garden with the others' beside it, as a PNG."""
    gardens, mine = view.position.gardens, seat or 0
    others = [other for other in range(len(gardens)) if other != mine]
    own, theirs = COLUMNS_WIDE * CELL, COLUMNS_WIDE * SMALL
    width = MARGIN + own + len(others) * (theirs + MARGIN) + MARGIN
    image = Image.new("RGB", (width, ROWS_HIGH * CELL + 2 * MARGIN), PAPER)
    draw_garden(image, gardens[mine], mine, corner=(MARGIN, MARGIN), cell=CELL)
    for number, other in enumerate(others):
        left = MARGIN + own + MARGIN + number * (theirs + MARGIN)
        top = image.height - MARGIN - ROWS_HIGH * SMALL
        draw_garden(image, gardens[other], other, corner=(left, top), cell=SMALL)
        plate = flower(other, SMALL)
        image.paste(plate, (left, top - SMALL - MARGIN), plate)
    file = BytesIO()
    image.quantize(160, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
        file, "PNG", optimize=True
    )
    return file.getvalue()


@cache
def card() -> bytes:
    """A garden beside the name of the game, as a PNG."""
    width, height = CARD
    image = Image.new("RGB", CARD, PAPER)
    cell = (height - 60) // ROWS_HIGH
    garden = Garden(beds=SPECIMEN, gardener=FOOTPRINTS.index("c2"))
    left = width - COLUMNS_WIDE * cell - 60
    draw_garden(image, garden, 0, corner=(left, 30), cell=cell)
    ImageDraw.Draw(image).text((70, 250), "Botanicus", fill=INK, font=font(BOLD, 110))
    for seat in range(4):
        plate = flower(seat, 84)
        image.paste(plate, (74 + seat * 104, 420 - seat % 2 * 14), plate)
    file = BytesIO()
    image.quantize(192, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(file, "PNG")
    return file.getvalue()
