"""Pictures for docs/, drawn by hand: no dependency, and the same bytes for the same numbers."""

from collections.abc import Callable, Iterator, Sequence
from math import log2

WIDTH, HEIGHT, MARGIN = 640, 360, 56
LOWEST = 0.5
INK = "#2a6"

Point = tuple[int, float, tuple[float, float]]
"""A budget, the share of games taken with it, and the interval of that share."""


def strength_over_budget(points: Sequence[Point]) -> str:
    """Draw shares of games over budgets, these on a scale of doublings, with their intervals."""
    first, last = log2(points[0][0]), log2(points[-1][0])
    wide, high = WIDTH - 2 * MARGIN - 60, HEIGHT - 2 * MARGIN

    def x(budget: int) -> float:
        return MARGIN + 30 + wide * (log2(budget) - first) / (last - first)

    def y(share: float) -> float:
        return HEIGHT - MARGIN - high * max(0, share - LOWEST) / (1 - LOWEST)

    parts = [*_scale(y), *(_budget(x(budget), budget) for budget, *_ in points)]
    path = " ".join(f"{x(budget):.1f},{y(share):.1f}" for budget, share, _ in points)
    parts.append(f'<polyline points="{path}" fill="none" stroke="{INK}" stroke-width="2"/>')
    for budget, share, (low, top) in points:
        parts.append(f'<path d="M{x(budget):.1f} {y(low):.1f}V{y(top):.1f}" stroke="{INK}"/>')
        parts.append(f'<circle cx="{x(budget):.1f}" cy="{y(share):.1f}" r="4" fill="{INK}"/>')
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="sans-serif" font-size="13" fill="#334">\n'
        f"<title>Share of games that the strongest takes from greedy, by its budget</title>\n"
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>\n{body}\n</svg>\n'
    )


def _scale(y: Callable[[float], float]) -> Iterator[str]:
    for percent in range(round(LOWEST * 100), 101, 10):
        at = y(percent / 100)
        yield f'<path d="M{MARGIN} {at:.1f}H{WIDTH - MARGIN}" stroke="#dde"/>'
        yield f'<text x="{MARGIN - 8}" y="{at + 4:.1f}" text-anchor="end">{percent} %</text>'
    yield f'<text x="{WIDTH / 2}" y="{HEIGHT - 12}" text-anchor="middle">nodes a choice</text>'


def _budget(at: float, budget: int) -> str:
    low = HEIGHT - MARGIN + 20
    return f'<text x="{at:.1f}" y="{low}" text-anchor="middle">{budget:,}</text>'


LOW, HIGH, ROOM = 500, 2500, 520
"""The scale of ratings on both sides of a picture, and how wide it is."""


def found_over_true(dots: Sequence[tuple[int, int]]) -> str:
    """Draw the rating that was found for each strength, next to a line where both are equal."""

    def at(points: int) -> float:
        return (ROOM - 2 * MARGIN) * (min(max(points, LOW), HIGH) - LOW) / (HIGH - LOW)

    def x(points: int) -> float:
        return MARGIN + at(points)

    def y(points: int) -> float:
        return ROOM - MARGIN - at(points)

    parts = []
    for points in range(LOW, HIGH + 1, 500):
        parts.append(f'<path d="M{MARGIN} {y(points):.1f}H{ROOM - MARGIN}" stroke="#dde"/>')
        parts.append(
            f'<text x="{MARGIN - 8}" y="{y(points) + 4:.1f}" text-anchor="end">{points}</text>'
        )
        low = ROOM - MARGIN + 20
        parts.append(f'<text x="{x(points):.1f}" y="{low}" text-anchor="middle">{points}</text>')
    ends = f"M{x(LOW):.1f} {y(LOW):.1f}L{x(HIGH):.1f} {y(HIGH):.1f}"
    parts.append(f'<path d="{ends}" stroke="#99a" stroke-dasharray="4 4"/>')
    for true, found in dots:
        parts.append(
            f'<circle cx="{x(true):.1f}" cy="{y(found):.1f}" r="2.5" fill="{INK}" opacity=".5"/>'
        )
    parts.append(f'<text x="{ROOM / 2}" y="{ROOM - 12}" text-anchor="middle">true strength</text>')
    parts.append(f'<text x="{MARGIN}" y="{MARGIN - 16}">rating found</text>')
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {ROOM} {ROOM}" '
        f'font-family="sans-serif" font-size="13" fill="#334">\n'
        f"<title>The rating that was found for each true strength</title>\n"
        f'<rect width="{ROOM}" height="{ROOM}" fill="#fff"/>\n{body}\n</svg>\n'
    )
