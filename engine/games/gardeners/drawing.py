"""A whole position as text, in the notation of the moves: for the server and finished games."""

from collections.abc import Iterable

from engine.games.gardeners.plot import Plot
from engine.games.gardeners.position import Position, Wish
from engine.games.gardeners.scoring import score


def draw(position: Position) -> str:
    lines = [
        f"{position.mode}, turn {position.turn}, {score(position).total} points",
        *_garden(position.plot),
        *(_seat(position, seat) for seat in range(position.seats)),
        *_wishes("in play", position.in_play),
        *_wishes("validated", position.validated),
        *_wishes("discarded", position.discarded),
    ]
    return "\n".join(lines)


def _garden(plot: Plot) -> list[str]:
    """The box from the top, with the cell of its lower left corner."""
    if not plot.laid:
        return ["  no tile lies yet"]
    box = plot.box
    rows = [
        "".join(f"{_tile(plot, x, y):<7}" for x in range(box.left, box.right + 1)).rstrip()
        for y in range(box.top, box.bottom - 1, -1)
    ]
    return [*(f"  {row}" for row in rows), f"  from {box.left},{box.bottom}"]


def _tile(plot: Plot, x: int, y: int) -> str:
    laid = plot.laid.get((x, y))
    return f"{laid.tile}^{laid.turn}" if laid else "."


def _seat(position: Position, seat: int) -> str:
    heights = [str(pile.height) for pile in position.piles if pile.seat == seat]
    tiles = " ".join(position.reserve(seat)) or "-"
    left = ", left" if seat in position.gone else ""
    return f"Seat {seat}{left}: {tiles}; piles {' '.join(heights)}"


def _wishes(title: str, wishes: Iterable[Wish]) -> list[str]:
    texts = [f"{w.number} {w.card} of {w.holder}{'' if w.is_open else ' hidden'}" for w in wishes]
    return [f"{title}: {', '.join(texts)}"] if texts else []
