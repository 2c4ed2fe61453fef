"""A position of Botanicus as versioned JSON, and back."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.errors import POSITION_UNREADABLE, PositionError
from engine.games.botanicus.position import Garden, Position, Scored
from engine.outcome import Seat
from engine.state import CHANCE, Nature

FORMAT: Final = 1


def encode(position: Position) -> dict[str, Any]:
    """Write a position by the names of its fields. What has its first value is left out."""
    to_move = position.to_move
    return {
        "format": FORMAT,
        "game": "botanicus",
        **_changed(position, _FIRST),
        "to_move": "chance" if isinstance(to_move, Nature) else sorted(to_move),
        "gardens": [_changed(garden, Garden()) for garden in position.gardens],
    }


def decode(data: Mapping[str, Any]) -> dict[str, Any]:
    """Read the fields of a position, or raise a PositionError."""
    try:
        if (data["format"], data["game"]) == (FORMAT, "botanicus"):
            return _fields(data)
        cause: Exception | None = None
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        cause = error
    raise PositionError(POSITION_UNREADABLE, game="Botanicus") from cause


_FIRST: Final = Position(CHANCE, "layout", ())


def _changed(values: Any, first: Any) -> dict[str, Any]:
    named = zip(values._fields, values, first, strict=True)
    return {name: _data(value) for name, value, before in named if value != before}


def _fields(data: Mapping[str, Any]) -> dict[str, Any]:
    names = [name for name in Position._fields if name in data]
    fields = {name: _value(data[name]) for name in names}
    fields["phase"] = data.get("phase", _FIRST.phase)
    fields["to_move"] = _to_move(data["to_move"])
    fields["gardens"] = tuple(_garden(garden) for garden in data["gardens"])
    return fields


def _garden(data: Mapping[str, Any]) -> Garden:
    fields = {name: _value(value) for name, value in data.items()}
    if "scored" in fields:
        fields["scored"] = Scored(*fields["scored"])
    return Garden(**fields)


def _to_move(seats: str | Sequence[Seat]) -> frozenset[Seat] | Nature:
    return CHANCE if isinstance(seats, str) else frozenset(seats)


def _data(value: Any) -> Any:
    return [_data(part) for part in value] if isinstance(value, tuple) else value


def _value(data: Any) -> Any:
    return tuple(map(_value, data)) if isinstance(data, list) else data
