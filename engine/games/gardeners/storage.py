"""A position of Gardeners as versioned JSON, and back."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.errors import POSITION_UNREADABLE, PositionError
from engine.games.gardeners.plot import Laid
from engine.games.gardeners.position import Due, Pile, Position, Wish
from engine.outcome import Seat
from engine.state import CHANCE, Nature

FORMAT: Final = 1


def encode(position: Position) -> dict[str, Any]:
    """Write a position by the names of its fields. What has its first value is left out."""
    to_move = position.to_move
    defaults = Position._field_defaults
    fields = position._asdict().items()
    return {
        "format": FORMAT,
        "game": "gardeners",
        **{name: _data(value) for name, value in fields if defaults.get(name, ...) != value},
        "to_move": "chance" if isinstance(to_move, Nature) else sorted(to_move),
    }


def decode(data: Mapping[str, Any]) -> dict[str, Any]:
    """Read the fields of a position, or raise a PositionError."""
    try:
        if (data["format"], data["game"]) == (FORMAT, "gardeners"):
            return _fields(data)
        cause: Exception | None = None
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        cause = error
    raise PositionError(POSITION_UNREADABLE, game="Gardeners") from cause


_PARTS: Final[dict[str, type[Laid | Pile | Wish]]] = {
    "garden": Laid,
    "whole": Laid,
    "piles": Pile,
    "in_play": Wish,
    "validated": Wish,
    "discarded": Wish,
}


def _fields(data: Mapping[str, Any]) -> dict[str, Any]:
    names = [name for name in Position._fields if name in data]
    fields = {name: _value(name, data[name]) for name in names}
    fields["to_move"] = _to_move(data["to_move"])
    missing = set(Position._fields) - set(fields) - set(Position._field_defaults)
    if missing:
        raise KeyError(*missing)
    return fields


def _value(name: str, data: Any) -> Any:
    if name in _PARTS:
        return tuple(_PARTS[name](*part) for part in data)
    return Due(*data) if name == "due" else _tuples(data)


def _to_move(seats: str | Sequence[Seat]) -> frozenset[Seat] | Nature:
    return CHANCE if isinstance(seats, str) else frozenset(seats)


def _data(value: Any) -> Any:
    return [_data(part) for part in value] if isinstance(value, tuple) else value


def _tuples(data: Any) -> Any:
    return tuple(map(_tuples, data)) if isinstance(data, list) else data
