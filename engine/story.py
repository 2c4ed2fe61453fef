"""The story that the scores of a game tell: who was ahead, and where that changed."""

from collections.abc import Sequence

from engine.outcome import Seat


def lead_changes(totals: Sequence[Sequence[int]]) -> list[int]:
    """Say at which positions the lead passed to another seat.

    `totals[n]` are the points of every seat after n plies. Being level changes nothing until
    somebody else is ahead alone, and the first to be ahead takes the lead from nobody.
    """
    found, leading = list[int](), None
    for ply, points in enumerate(totals):
        ahead = leader(points)
        if ahead is None or ahead == leading:
            continue
        if leading is not None:
            found.append(ply)
        leading = ahead
    return found


def leader(points: Sequence[int]) -> Seat | None:
    """Say who is ahead of everybody else; nobody where the first are level."""
    most = max(points)
    return points.index(most) if points.count(most) == 1 and len(points) > 1 else None
