"""A position of Botanik as versioned JSON, and back."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.errors import POSITION_UNREADABLE, PositionError
from engine.games.botanik import moves
from engine.games.botanik.columns import Registry
from engine.games.botanik.machine import BARE_SOURCE, Machine
from engine.games.botanik.moves import Build
from engine.games.botanik.position import Position
from engine.games.botanik.tiles import TILES, Tile, tile_of
from engine.outcome import Seat
from engine.state import CHANCE, Nature

FORMAT: Final = 1


def encode(position: Position) -> dict[str, Any]:
    """Write a position; machines as the builds that made them, in their order."""
    to_move = position.to_move
    return {
        "format": FORMAT,
        "game": "botanik",
        "to_move": "chance" if isinstance(to_move, Nature) else sorted(to_move),
        "centre": _codes(position.registry.centre),
        "sides": [_codes(side) for side in position.registry.sides],
        "arrival": _codes(position.arrival),
        "played": position.played,
        "held": [_codes(hand) for hand in position.held],
        "machines": [_builds(machine) for machine in position.machines],
        "unseen": {t.code: position.unseen[t.index] for t in TILES if position.unseen[t.index]},
        "left": position.left,
    }


def decode(data: Mapping[str, Any]) -> dict[str, Any]:
    """Read the fields of a position, or raise a PositionError."""
    try:
        if (data["format"], data["game"]) == (FORMAT, "botanik"):
            return _fields(data)
        cause: Exception | None = None
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        cause = error
    raise PositionError(POSITION_UNREADABLE, game="Botanik") from cause


def _fields(data: Mapping[str, Any]) -> dict[str, Any]:
    first, second = (_tiles_or_none(side) for side in data["sides"])
    return {
        "to_move": _to_move(data["to_move"]),
        "registry": Registry(_tiles(data["centre"]), (first, second)),
        "arrival": _tiles(data["arrival"]),
        "played": data["played"],
        "held": tuple(_tiles(hand) for hand in data["held"]),
        "machines": tuple(_machine(builds) for builds in data["machines"]),
        "unseen": tuple(data["unseen"].get(tile.code, 0) for tile in TILES),
        "left": data["left"],
    }


def _to_move(seats: str | Sequence[Seat]) -> frozenset[Seat] | Nature:
    return CHANCE if isinstance(seats, str) else frozenset(seats)


def _codes(tiles: Sequence[Tile | None]) -> list[str | None]:
    return [None if tile is None else tile.code for tile in tiles]


def _tiles(codes: Sequence[str]) -> tuple[Tile, ...]:
    return tuple(tile_of(code) for code in codes)


def _tiles_or_none(codes: Sequence[str | None]) -> tuple[Tile | None, ...]:
    return tuple(None if code is None else tile_of(code) for code in codes)


def _builds(machine: Machine) -> list[str]:
    return [Build(laid.tile, cell, laid.turn).notation for cell, laid in machine.laid.items()]


def _machine(notations: Sequence[str]) -> Machine:
    machine = BARE_SOURCE
    for notation in notations:
        build = moves.parse(notation)
        if not isinstance(build, Build):
            raise TypeError(f"{notation} builds nothing")
        machine = machine.lay(build.tile, build.cell, build.turn)
    return machine
