"""Guesses for bots: how far the garden is, and how near to the wishes. No rule depends on them."""

from typing import Final

from engine.games.gardeners.moves import DONE, Deed, Give
from engine.games.gardeners.position import Position, Wish
from engine.games.gardeners.predicates import Marks, front_of
from engine.games.gardeners.scoring import score
from engine.outcome import Seat

BREADTH: Final = 3
"""How many unfinished turns bots follow up."""
_LAID: Final = 0.5
"""What a garden is worth in which all tiles lie, in points."""
_FULFILLED: Final = 0.5
"""What a wish in play is worth that is fulfilled; nearly is worth nearly as much."""
_NEARLY: Final = 0.8


def prospects(position: Position) -> int:
    """How many tiles lie: whoever knows nothing else lays them all, and calls for the check."""
    return len(position.garden)


def estimate(position: Position) -> float:
    """The score, the tiles that lie, and how far the wishes in play are fulfilled."""
    laid = len(position.garden) / (len(position.garden) + position.missing)
    wishes = sum(nearness(position, wish) for wish in position.in_play)
    return score(position).total + _LAID * laid + _FULFILLED * laid * wishes


def nearness(position: Position, wish: Wish) -> float:
    """How far the garden, as it lies, fulfils a wish: 1 if it does."""
    return 0.0 if wish.is_covered else _share(front_of(wish.card).marks(position.plot))


def _share(marks: Marks) -> float:
    if marks.holds:
        return 1.0
    if marks.breaks:
        return _NEARLY * len(marks.fits) / len(marks.fits | marks.breaks)
    longest = max(map(len, marks.groups), default=0)
    return _NEARLY * longest / (longest + len(marks.refers) + 1)


def sensible(position: Position, seat: Seat, legal: list[Deed]) -> list[Deed]:
    """Lay what is in the reserve before anything is lifted, and check what may be conform."""
    if position.missing and position.reserve(seat):
        return [move for move in legal if not isinstance(move, Give)]
    if DONE in legal and not _is_broken(position, seat):
        return [DONE]
    return [move for move in legal if move != DONE] or legal


def _is_broken(position: Position, seat: Seat) -> bool:
    """Whether a front that the seat sees is not fulfilled by the complete garden."""
    seen = (wish for wish in position.in_play if wish.is_open or wish.holder == seat)
    return any(nearness(position, wish) < 1 for wish in seen)
