"""A garden's ground: beds, footprints, and what a gardener reaches (rules 1.2 to 1.4)."""

from typing import Final, TypeAlias

from engine.games.botanicus.components import BEDS, COLUMNS_OF_BEDS, FOUNTAIN, ROWS

Bed: TypeAlias = int
"""A bed as its place in BEDS."""
Footprint: TypeAlias = int
"""A footprint as its place in FOOTPRINTS."""

FOOTPRINTS: Final = tuple(row + column for row in "abcd" for column in "123")
START: Final = FOOTPRINTS.index(FOUNTAIN)
NO_PLANTS: Final = (0,) * len(BEDS)

BED_AT: Final = {name: bed for bed, name in enumerate(BEDS)}
FOOTPRINT_AT: Final = {name: at for at, name in enumerate(FOOTPRINTS)}


def _reach(footprint: Footprint) -> tuple[Bed, ...]:
    row, column = divmod(footprint, 3)
    corners = [10 * r + c for r in (row + 1, row + 2) for c in (column + 1, column + 2)]
    return tuple(BED_AT[name] for name in corners if name in BED_AT)


def _steps(here: Footprint, there: Footprint) -> int:
    rows, columns = abs(here // 3 - there // 3), abs(here % 3 - there % 3)
    return rows + columns


REACH: Final = tuple(map(_reach, range(len(FOOTPRINTS))))
"""The beds that a gardener reaches from each footprint."""
STEPS: Final = tuple(
    tuple(_steps(here, there) for there in range(len(FOOTPRINTS)))
    for here in range(len(FOOTPRINTS))
)
"""How far each footprint is from each."""
NEAR: Final = tuple(
    tuple(
        tuple(there for there in range(len(FOOTPRINTS)) if 0 < STEPS[here][there] <= most)
        for most in range(6)
    )
    for here in range(len(FOOTPRINTS))
)
"""The other footprints at most so many steps away; five steps lead everywhere."""

ROW_OF: Final = tuple(name // 10 - 1 for name in BEDS)
"""The row of each bed, counted from 0."""
ROW_BEDS: Final = tuple(
    tuple(bed for bed, name in enumerate(BEDS) if name // 10 == row) for row in ROWS
)
COLUMN_BEDS: Final = tuple(
    tuple(bed for bed, name in enumerate(BEDS) if name % 10 == column) for column in COLUMNS_OF_BEDS
)
