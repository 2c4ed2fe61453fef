"""A position of Botanik drawn as text, for the command line and for reading tests."""

from collections.abc import Iterator

from engine.games.botanik.cells import SOURCE_CELL, Cell, cell_at, place_of
from engine.games.botanik.machine import Machine
from engine.games.botanik.moves import COLUMNS
from engine.games.botanik.position import Position
from engine.games.botanik.scoring import score
from engine.games.botanik.tiles import E, N, S, Tile, W
from engine.state import Nature

_COLUMN_WIDTH = 5


def draw(position: Position) -> str:
    """Draw the Registry, what waits to be dealt with, and both machines."""
    return "\n".join([*_table(position), *_machines(position)])


def draw_machine(machine: Machine) -> str:
    """Draw a machine with y up: three lines a cell, pipes as strokes, the Source as `*`.

    A tile that is not joined to the Source has its code in small letters.
    """
    cells = [SOURCE_CELL, *machine.laid]
    places = [place_of(cell) for cell in cells]
    left, right = min(x for x, _ in places), max(x for x, _ in places)
    low, high = min(y for _, y in places), max(y for _, y in places)
    lines = []
    for y in range(high, low - 1, -1):
        row = [_cell(machine, cell_at(x, y)) for x in range(left, right + 1)]
        lines += [f"{label}{''.join(part)}".rstrip() for label, part in _labelled(y, row)]
    return "\n".join([*lines, "    " + "".join(f"{x:^5}" for x in range(left, right + 1)).rstrip()])


def _labelled(y: int, row: list[tuple[str, str, str]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    return zip(("    ", f"{y:>3} ", "    "), zip(*row, strict=True), strict=True)


def _cell(machine: Machine, cell: Cell) -> tuple[str, str, str]:
    if machine.is_empty(cell):
        return ("     ", "  .  ", "     ")
    name = "*" if cell == SOURCE_CELL else machine.laid[cell].tile.code
    if cell not in machine.joined:
        name = name.lower()
    openings = machine.openings(cell)
    west, east = ("-" if openings & W else " "), ("-" if openings & E else " ")
    return (
        "  |  " if openings & N else "     ",
        f"{west}{name:^3}{east}",
        "  |  " if openings & S else "     ",
    )


def _table(position: Position) -> Iterator[str]:
    registry = position.registry
    yield f"Round {position.round}, {_whose_word(position)}"
    yield f"Arrival: {_codes(position.arrival)}"
    for seat, hand in enumerate(position.held):
        if hand:
            yield f"Seat {seat} holds: {_codes(hand)}"
    yield "Column   " + "".join(f"{column + 1:<{_COLUMN_WIDTH}}" for column in COLUMNS).rstrip()
    yield "Seat 1   " + _row(registry.sides[1])
    yield "Centre   " + _row(registry.centre)
    yield "Seat 0   " + _row(registry.sides[0])


def _whose_word(position: Position) -> str:
    if isinstance(position.to_move, Nature):
        return "chance draws"
    if not position.to_move:
        return "the game is over"
    return "the word is with seat " + ", ".join(map(str, sorted(position.to_move)))


def _row(tiles: tuple[Tile | None, ...]) -> str:
    return "".join(f"{tile.code if tile else '.':<{_COLUMN_WIDTH}}" for tile in tiles).rstrip()


def _codes(tiles: tuple[Tile, ...]) -> str:
    return " ".join(tile.code for tile in tiles) or "-"


def _machines(position: Position) -> Iterator[str]:
    for seat, machine in enumerate(position.machines):
        numbers = ", ".join(f"{name} {number}" for name, number in score(machine).as_json().items())
        yield f"\nMachine of seat {seat}: {numbers}"
        yield draw_machine(machine)
