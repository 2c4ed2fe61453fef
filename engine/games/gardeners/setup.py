"""What may be chosen before a game of Gardeners, and what is shuffled then (rules 3 and 11.5)."""

from collections.abc import Mapping
from typing import Final

from engine.errors import OPTION_UNKNOWN, SEATS_UNSUPPORTED, SetupError, quoted
from engine.games.gardeners.components import (
    FIRST_MODES,
    LIMITS,
    MODES,
    SOLO_PILES,
    cards_of,
    tiles_of,
)
from engine.games.gardeners.position import Position, first_position
from engine.games.gardeners.refusals import MODE_SEATS, OPTION_ELSEWHERE, OPTION_VALUE

NAME: Final = "Gardeners"
SEATS: Final = (1, 2, 3, 4)
MODE: Final = "mode"


def set_up(seats: int, options: Mapping[str, object]) -> Position:
    """Return the first position, or raise a SetupError by the order of rule 8.4."""
    if seats not in SEATS:
        raise SetupError(SEATS_UNSUPPORTED, game=NAME, seats=seats)
    mode = _mode(seats, options)
    if seats not in MODES[mode].seats:
        raise SetupError(MODE_SEATS, mode=mode, seats=seats)
    for option, value in options.items():
        if option != MODE:
            _check(mode, option, value)
    limited = MODES[mode].limit
    limit = options.get(limited, LIMITS[limited][1]) if limited else 0
    assert isinstance(limit, int)
    return first_position(seats, mode, limit, piles=SOLO_PILES if seats == 1 else seats)


def lists_of(seats: int, options: Mapping[str, object]) -> tuple[tuple[str, ...], ...]:
    """The tiles and the cards of a mode, in canonical order."""
    mode = _mode(seats, options)
    return tiles_of(mode), cards_of(mode)


def _mode(seats: int, options: Mapping[str, object]) -> str:
    mode = options.get(MODE, FIRST_MODES[seats])
    if not isinstance(mode, str) or mode not in MODES:
        raise SetupError(OPTION_VALUE, option=MODE, value=_said(mode))
    return mode


def _check(mode: str, option: str, value: object) -> None:
    if option not in LIMITS:
        raise SetupError(OPTION_UNKNOWN, game=NAME, option=option)
    if option != MODES[mode].limit:
        raise SetupError(OPTION_ELSEWHERE, option=option, mode=mode)
    values, _ = LIMITS[option]
    if type(value) is not int or value not in values:
        raise SetupError(OPTION_VALUE, option=option, value=_said(value))


def _said(value: object) -> str | int:
    return value if type(value) is int else quoted(str(value))
