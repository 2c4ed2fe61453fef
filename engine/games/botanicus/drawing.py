"""A whole position as text, in the notation of the moves: for the server and finished games."""

from engine.games.botanicus.components import BEDS, ROMAN, ROWS, SPACES
from engine.games.botanicus.ground import BED_AT, FOOTPRINTS
from engine.games.botanicus.position import FINAL, NEUTRAL, Garden, Position
from engine.games.botanicus.scoring import score
from engine.games.botanicus.view import codes


def draw(position: Position) -> str:
    lines = [_when(position), *_column(position)]
    for seat, garden in enumerate(position.gardens):
        lines += ["", *_garden(position, seat, garden)]
    return "\n".join(lines)


def _when(position: Position) -> str:
    if position.phase not in ("neutral", "turn"):
        return position.phase.capitalize()
    order = " ".join(map(str, position.order))
    if position.round == FINAL:
        return f"Final turn, order {order}"
    return f"Round {position.round}, column {position.column}, order {order}"


def _column(position: Position) -> list[str]:
    if position.phase not in ("neutral", "turn") or position.round == FINAL:
        return []
    return [
        f"  {space} {position.tile_at(position.column, space) or '--'}"
        f" {' '.join('N' if f == NEUTRAL else str(f) for f in position.stacks[space - 1])}".rstrip()
        for space in SPACES
    ]


def _garden(position: Position, seat: int, garden: Garden) -> list[str]:
    head = (
        f"Seat {seat}: {score(position, seat).total} points, {garden.coins} coins,"
        f" gardener {FOOTPRINTS[garden.gardener]},"
        f" {' '.join(garden.pieces)}, {garden.animals} animals"
    )
    cards = f"  cards {' '.join(codes(garden.hand)) or '-'}"
    return [head, *(_row(garden, row) for row in ROWS), cards]


def _row(garden: Garden, row: int) -> str:
    names = [10 * row + column for column in range(1, 5)]
    beds = [_bed(garden, name) if name in BEDS else "" for name in names]
    task = garden.tasks[row - 1] if row <= len(garden.tasks) else "-"
    done = "basic" * garden.basics[row - 1] + " special" * garden.specials[row - 1]
    return f"  {row} " + "".join(f"{bed:>4}" for bed in beds) + f"  {task} {done}".rstrip()


def _bed(garden: Garden, name: int) -> str:
    return ROMAN[garden.beds[BED_AT[name]]] or "."
