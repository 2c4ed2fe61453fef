"""Whether ratings find out who is stronger: the picture of docs/ratings.md.

    python -m bench.ratings [--players N] [--games N] [--seed N] [--write]

People of known strength play each other, near in rating as people find each other; each game is
won with the odds of their true strengths. Then the order by rating is compared with the truth.
Ends with status 1 if the two correlate by less than `AIM`.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from math import erf, sqrt
from pathlib import Path
from random import Random

from bench.pictures import found_over_true
from games.strengths import AT_FIRST, MIDDLE, POINTS, Strength, after

DOCS = Path(__file__).parent.parent / "docs"
PLAYERS, GAMES, SEED = 1_000, 30, 18
AIM = 0.9
"""What the ranks by rating and by true strength correlate by, at least."""
SPREAD = 25 / 3
"""How far true strengths lie apart, as openskill believes: two of three within 250 points."""
BETA = 25 / 6
"""How much luck there is in a game, as openskill believes."""
NEAR = 8
"""How far apart in the order by rating two may be who meet."""
MARKS = ("<!-- measured -->", "<!-- end -->")


@dataclass
class Person:
    """Somebody whose true strength nobody else knows."""

    truth: float
    rating: Strength = AT_FIRST

    @property
    def true_points(self) -> int:
        return round(MIDDLE + POINTS * (self.truth - AT_FIRST.mu))


def simulate(*, players: int = PLAYERS, games: int = GAMES, seed: int = SEED) -> list[Person]:
    """Let everybody play so many games, a round at a time; the same for the same seed."""
    rng = Random(seed)
    people = [Person(rng.gauss(AT_FIRST.mu, SPREAD)) for _ in range(players)]
    for _ in range(games):
        for one, other in _pairs(people, rng):
            _play(one, other, rng)
    return people


def _pairs(people: Sequence[Person], rng: Random) -> list[tuple[Person, Person]]:
    """Neighbours by rating, give or take a few places: not always the same ones."""
    places = {id(one): at for at, one in enumerate(sorted(people, key=lambda p: p.rating.mu))}
    mixed = sorted(people, key=lambda one: places[id(one)] + rng.uniform(0, NEAR))
    return list(zip(mixed[::2], mixed[1::2], strict=False))


def _play(one: Person, other: Person, rng: Random) -> None:
    wins = rng.random() < odds(one.truth, other.truth)
    placings = (1, 2) if wins else (2, 1)
    one.rating, other.rating = after([one.rating, other.rating], placings)


def odds(strength: float, other: float) -> float:
    """How likely the first of two wins: what both do is off by luck, which is normal."""
    return (1 + erf((strength - other) / (2 * BETA))) / 2


def rank_correlation(people: Sequence[Person]) -> float:
    """Spearman's: 1 where both orders are the same."""
    found, true = _ranks([p.rating.mu for p in people]), _ranks([p.truth for p in people])
    middle = (len(people) - 1) / 2
    together = sum((a - middle) * (b - middle) for a, b in zip(found, true, strict=True))
    return together / sqrt(_squares(found, middle) * _squares(true, middle))


def _squares(ranks: Sequence[int], middle: float) -> float:
    return sum((rank - middle) ** 2 for rank in ranks)


def _ranks(values: Sequence[float]) -> list[int]:
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks = [0] * len(values)
    for rank, at in enumerate(order):
        ranks[at] = rank
    return ranks


def table(*, players: int, games: int, seed: int) -> list[tuple[int, float, float, int]]:
    """After so many games each: the correlation, how far off two of three are, and the margin."""
    rows = []
    for played in sorted({3, 8, 15, games}):
        people = simulate(players=players, games=played, seed=seed)
        off = sorted(abs(one.rating.points - one.true_points) for one in people)
        margins = sorted(one.rating.margin for one in people)
        rows.append(
            (
                played,
                rank_correlation(people),
                off[round(len(off) * 0.68)],
                margins[len(margins) // 2],
            )
        )
    return rows


def write(people: Sequence[Person], rows: Sequence[tuple[int, float, float, int]]) -> None:
    dots = [(one.true_points, one.rating.points) for one in people]
    (DOCS / "ratings.svg").write_text(found_over_true(dots))
    page = DOCS / "ratings.md"
    before, rest = page.read_text().split(MARKS[0])
    _old, behind = rest.split(MARKS[1])
    lines = ["| games each | rank correlation | two of three are off by | said of it |"]
    lines.append("|---|---|---|---|")
    lines += [f"| {n} | {r:.3f} | {off:.0f} points | ±{margin} |" for n, r, off, margin in rows]
    body = "\n".join(lines)
    page.write_text(f"{before}{MARKS[0]}\n{body}\n{MARKS[1]}{behind}")


def main() -> bool:
    parser = argparse.ArgumentParser(prog="python -m bench.ratings", description=__doc__)
    parser.add_argument("--players", type=int, default=PLAYERS)
    parser.add_argument("--games", type=int, default=GAMES, help="of each")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--write", action="store_true", help="into docs/ratings.md")
    options = parser.parse_args()
    terms = {"players": options.players, "games": options.games, "seed": options.seed}
    people = simulate(**terms)
    found = rank_correlation(people)
    print(f"{options.players} players, {options.games} games each: rank correlation {found:.3f}")
    if options.write:
        write(people, table(**terms))
    return found >= AIM


if __name__ == "__main__":
    sys.exit(not main())
