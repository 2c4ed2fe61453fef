"""The arithmetic of ratings: openskill computes what a result changes, and this says how it shows.

No clock, no database. Ratings of any number of seats are computed alike (Plackett-Luce), from the
placings with which a game ended.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from openskill.models import PlackettLuce

_MODEL: Final = PlackettLuce()

MIDDLE: Final = 1500
POINTS: Final = 30
"""What one of openskill's units is on the scale that people know from chess.

There 400 points are odds of ten to one, which are `log(10) * sqrt(2) * beta` units here: 13.6.
"""
UNSURE_FROM: Final = 200
"""A rating that may be off by more points is provisional: that of the first eight games or so."""
SIGMA_OF_A_WEEK: Final = 0.6
"""What a week without a rated game adds to the uncertainty (as variances add up).

Who has played a hundred games is unsure again after about two years, who has played ten after a
quarter of one.
"""
_WEEK: Final = timedelta(weeks=1)


@dataclass(frozen=True, slots=True)
class Strength:
    """How strong somebody is believed to be, and how far off that may be."""

    mu: float
    sigma: float

    @property
    def points(self) -> int:
        return round(MIDDLE + POINTS * (self.mu - _MODEL.mu))

    @property
    def margin(self) -> int:
        """One standard deviation: in two of three cases the truth is within."""
        return round(POINTS * self.sigma)

    @property
    def is_unsure(self) -> bool:
        return self.margin > UNSURE_FROM


AT_FIRST: Final = Strength(_MODEL.mu, _MODEL.sigma)


def mu_of(points: int) -> float:
    """The strength that is shown as so many points."""
    return float(_MODEL.mu + (points - MIDDLE) / POINTS)


def aged(strength: Strength, *, since: datetime | None, now: datetime) -> Strength:
    """What is left of a belief after weeks in which nothing was seen: as strong, but less sure."""
    weeks = 0 if since is None else max(0, (now - since) // _WEEK)
    if not weeks:
        return strength
    sigma = math.sqrt(strength.sigma**2 + weeks * SIGMA_OF_A_WEEK**2)
    return Strength(strength.mu, max(strength.sigma, min(sigma, AT_FIRST.sigma)))


def after(
    strengths: Sequence[Strength], placings: Sequence[int], *, share: float = 1
) -> list[Strength]:
    """What everybody's strength is after a game; 1 is the first place, and places may be shared.

    Of a `share` below 1 as much of the way from the old to the new strength is gone.
    """
    sides = [[_MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in strengths]
    rated = _MODEL.rate(sides, ranks=[float(placing) for placing in placings])
    new = [Strength(side[0].mu, side[0].sigma) for side in rated]
    if share == 1:
        return new
    return [_between(old, now, share) for old, now in zip(strengths, new, strict=True)]


def _between(old: Strength, new: Strength, share: float) -> Strength:
    return Strength(old.mu + share * (new.mu - old.mu), old.sigma + share * (new.sigma - old.sigma))


def share_of_time_loss(earlier: int) -> float:
    """How much a loss on time counts after so many others within `TIME_LOSSES_COUNT_FOR`.

    Who stops playing loses all their games at once: each counts half as much as the one before,
    so that all of them together hand out less than two games do.
    """
    return float(0.5**earlier)


TIME_LOSSES_COUNT_FOR: Final = timedelta(days=14)
