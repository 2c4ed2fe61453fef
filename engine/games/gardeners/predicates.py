"""The fronts of cards: predicates over a garden, read from their text (rules 2.2 to 2.11).

`parse` reads one, and `marks` says whether a garden is conform with it and which of its tiles make
it so. The verdict counts for a complete garden alone. Of one that is not complete the marks say how
it looks so far, within the box that it has.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias

from engine.games.gardeners.components import (
    CARDS,
    LOOKS,
    PATTERNS,
    SELECTORS,
    TILES,
)
from engine.games.gardeners.hedges import Run, runs
from engine.games.gardeners.patterns import occurrences
from engine.games.gardeners.plot import Cell, Plot, around, groups, step
from engine.games.gardeners.selectors import Number, Selector

Cells: TypeAlias = frozenset[Cell]
NO_CELLS: Final[Cells] = frozenset()


class Sight(NamedTuple):
    """What a bench sees (rule 2.7): the line from it, and what of it the card speaks of."""

    bench: Cell
    line: tuple[Cell, ...]
    seen: Cells


@dataclass(frozen=True, slots=True)
class Marks:
    """Whether a garden is conform with a front, and how one can see it."""

    holds: bool
    fits: Cells = NO_CELLS
    """What the front asks of, and has."""
    breaks: Cells = NO_CELLS
    """What stands against it, or lacks what it should have."""
    refers: Cells = NO_CELLS
    """What else the front speaks of."""
    groups: tuple[Cells, ...] = ()
    """The groups, runs or patterns that it looks at, the largest first."""
    sights: tuple[Sight, ...] = ()


# -- what a front can ask for -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Near:
    """Each a has so many b next to it (rule 2.4)."""

    a: Selector
    b: Selector
    least: int = 1

    def marks(self, plot: Plot) -> Marks:
        subjects, others = self.a.cells(plot), self.b.cells(plot)
        fits = frozenset(c for c in subjects if len(others & {*around(c)}) >= self.least)
        return Marks(fits == subjects, fits, subjects - fits, others)


@dataclass(frozen=True, slots=True)
class Apart:
    """No a has a b next to it (rule 2.5)."""

    a: Selector
    b: Selector

    def marks(self, plot: Plot) -> Marks:
        some, others = self.a.cells(plot), self.b.cells(plot)
        breaks = _touching(some, others) | _touching(others, some)
        return Marks(not breaks, some - breaks, breaks, others)


@dataclass(frozen=True, slots=True)
class Group:
    """Some group of a has so many tiles (rule 2.6)."""

    a: Selector
    number: Number

    def marks(self, plot: Plot) -> Marks:
        found = groups(self.a.cells(plot))
        right = [group for group in found if self.number.admits(len(group))]
        return _of_groups(found, right)


@dataclass(frozen=True, slots=True)
class Unite:
    """All a are one group (rule 2.6)."""

    a: Selector

    def marks(self, plot: Plot) -> Marks:
        found = groups(self.a.cells(plot))
        fits, breaks = NO_CELLS.union(*found[:1]), NO_CELLS.union(*found[1:])
        return Marks(not breaks, fits, breaks, groups=tuple(found))


@dataclass(frozen=True, slots=True)
class View:
    """Every bench sees each of these (rule 2.7)."""

    wanted: tuple[Selector, ...]

    def marks(self, plot: Plot) -> Marks:
        wanted = [selector.cells(plot) for selector in self.wanted]
        sights = _sights(plot, NO_CELLS.union(*wanted))
        fits = frozenset(s.bench for s in sights if all(s.seen & cells for cells in wanted))
        benches = frozenset(sight.bench for sight in sights)
        return Marks(fits == benches, fits, benches - fits, _seen(sights), sights=sights)


@dataclass(frozen=True, slots=True)
class Blind:
    """No bench sees an a (rule 2.7)."""

    a: Selector

    def marks(self, plot: Plot) -> Marks:
        sights = _sights(plot, self.a.cells(plot))
        breaks = frozenset(sight.bench for sight in sights if sight.seen)
        fits = frozenset(sight.bench for sight in sights) - breaks
        return Marks(not breaks, fits, breaks, _seen(sights), sights=sights)


@dataclass(frozen=True, slots=True)
class Edge:
    """All a are on the outer ring (rule 2.8)."""

    a: Selector

    def marks(self, plot: Plot) -> Marks:
        cells = self.a.cells(plot)
        fits = _on_rim(plot, cells)
        return Marks(fits == cells, fits, cells - fits)


@dataclass(frozen=True, slots=True)
class Core:
    """No a is on the outer ring (rule 2.8)."""

    a: Selector

    def marks(self, plot: Plot) -> Marks:
        cells = self.a.cells(plot)
        breaks = _on_rim(plot, cells)
        return Marks(not breaks, cells - breaks, breaks)


@dataclass(frozen=True, slots=True)
class RimCount:
    """Exactly so many of a are on the outer ring (rule 2.8)."""

    a: Selector
    number: int

    def marks(self, plot: Plot) -> Marks:
        cells = self.a.cells(plot)
        fits = _on_rim(plot, cells)
        return Marks(len(fits) == self.number, fits, refers=cells - fits)


@dataclass(frozen=True, slots=True)
class Link:
    """A group of a joins two opposite sides, or all four (rule 2.9)."""

    a: Selector
    all_sides: bool = False

    def marks(self, plot: Plot) -> Marks:
        north, east, south, west = plot.box.sides()
        found, right = groups(self.a.cells(plot)), list[Cells]()
        for group in found:
            joins = [bool(group & north and group & south), bool(group & east and group & west)]
            if all(joins) if self.all_sides else any(joins):
                right.append(group)
        return _of_groups(found, right)


@dataclass(frozen=True, slots=True)
class Lines:
    """Every row and every column has an a (rule 2.11)."""

    a: Selector

    def marks(self, plot: Plot) -> Marks:
        cells = self.a.cells(plot)
        columns, rows = {x for x, _ in cells}, {y for _, y in cells}
        breaks = frozenset((x, y) for x, y in plot.laid if x not in columns or y not in rows)
        return Marks(not breaks, cells, breaks)


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern occurs, turned and mirrored as it likes (rule 2.11)."""

    name: str

    def marks(self, plot: Plot) -> Marks:
        found = occurrences(plot, self.name)
        return _of_groups(found, found)


@dataclass(frozen=True, slots=True)
class AllConnected:
    """Every hedge is connected to another (rule 2.10)."""

    def marks(self, plot: Plot) -> Marks:
        found = runs(plot)
        fits = _cells([run for run in found if len(run.cells) > 1])
        breaks = _cells(found) - fits
        return Marks(not breaks, fits, breaks, groups=_groups(found))


@dataclass(frozen=True, slots=True)
class Chain:
    """Some run of hedges has so many tiles (rule 2.10)."""

    number: Number

    def marks(self, plot: Plot) -> Marks:
        found = runs(plot)
        right = [run for run in found if self.number.admits(len(run.cells))]
        return _of_groups(_groups(found), _groups(right))


@dataclass(frozen=True, slots=True)
class Loop:
    """Some run of hedges is closed (rule 2.10)."""

    def marks(self, plot: Plot) -> Marks:
        found = runs(plot)
        return _of_groups(_groups(found), _groups([run for run in found if run.closed]))


@dataclass(frozen=True, slots=True)
class Ring:
    """A closed run of hedges has an a inside (rule 2.10)."""

    a: Selector

    def marks(self, plot: Plot) -> Marks:
        found, cells = runs(plot), self.a.cells(plot)
        right = [run for run in found if run.inside & cells]
        inside = NO_CELLS.union(*(run.inside & cells for run in right))
        return Marks(bool(right), _cells(right) | inside, refers=cells, groups=_groups(found))


Predicate: TypeAlias = (
    Near | Apart | Group | Unite | View | Blind | Edge | Core | RimCount | Link | Lines | Pattern
    | AllConnected | Chain | Loop | Ring
)  # fmt: skip


def marks(predicate: Predicate, plot: Plot) -> Marks:
    """Look at a garden through a front."""
    return predicate.marks(plot)


def holds(card: str, plot: Plot) -> bool:
    """Whether a complete garden is conform with a card."""
    return front_of(card).marks(plot).holds


@cache
def front_of(card: str) -> Predicate:
    """The predicate on the front of a card."""
    return parse(CARDS[card].predicate)


# -- reading ------------------------------------------------------------------------------------


def parse(text: str) -> Predicate:
    """Read a predicate. Raises a ValueError for anything that rules 2.4 to 2.11 do not have."""
    name, *words = text.split(" ")
    form = _FORMS.get(name)
    if form is None or len(form[1]) != len(words):
        raise ValueError(f"{text!r} is no predicate")
    build, readers = form
    return build(*(read(word) for read, word in zip(readers, words, strict=True)))


def _selector(text: str) -> Selector:
    if not set(text.split("+")) <= SELECTORS.keys():
        raise ValueError(f"{text!r} is no selector")
    return Selector(text)


def _number(text: str) -> Number:
    if text[-1:] not in ("+", "!"):
        raise ValueError(f"{text!r} is no number with + or !")
    return Number(int(text[:-1]), text[-1] == "!")


def _pattern(text: str) -> str:
    if text not in PATTERNS:
        raise ValueError(f"{text!r} is no pattern")
    return text


_FORMS: Final[dict[str, tuple[Callable[..., Predicate], tuple[Callable[[str], Any], ...]]]] = {
    "NEAR": (Near, (_selector, _selector)),
    "NEAR2": (lambda a, b: Near(a, b, least=2), (_selector, _selector)),
    "APART": (Apart, (_selector, _selector)),
    "GROUP": (Group, (_selector, _number)),
    "UNITE": (Unite, (_selector,)),
    "VIEW": (lambda a: View((a,)), (_selector,)),
    "VIEW2": (lambda a, b: View((a, b)), (_selector, _selector)),
    "BLIND": (Blind, (_selector,)),
    "EDGE": (Edge, (_selector,)),
    "CORE": (Core, (_selector,)),
    "RIMCOUNT": (RimCount, (_selector, int)),
    "LINK": (Link, (_selector,)),
    "CROSS": (lambda a: Link(a, all_sides=True), (_selector,)),
    "LINES": (Lines, (_selector,)),
    "PATTERN": (Pattern, (_pattern,)),
    "HALL": (AllConnected, ()),
    "HCHAIN": (Chain, (_number,)),
    "HLOOP": (Loop, ()),
    "HRING": (Ring, (_selector,)),
}


# -- looking ------------------------------------------------------------------------------------


def _touching(some: Cells, others: Cells) -> Cells:
    return frozenset(cell for cell in some if not others.isdisjoint(around(cell)))


def _on_rim(plot: Plot, cells: Cells) -> Cells:
    return frozenset(filter(plot.box.on_rim, cells))


def _of_groups(found: Sequence[Cells], right: Sequence[Cells]) -> Marks:
    fits, everything = NO_CELLS.union(*right), NO_CELLS.union(*found)
    return Marks(bool(right), fits, refers=everything - fits, groups=tuple(found))


def _groups(found: list[Run]) -> tuple[Cells, ...]:
    return tuple(run.cells for run in found)


def _cells(found: list[Run]) -> Cells:
    return NO_CELLS.union(*_groups(found))


def _sights(plot: Plot, wanted: Cells) -> tuple[Sight, ...]:
    """What each bench sees of what is wanted."""
    found = list[Sight]()
    for cell, laid in plot.laid.items():
        looks = LOOKS.get(TILES[laid.tile].element)
        if looks is not None:
            line = tuple(_line(plot, cell, (looks + laid.turn) % 4))
            found.append(Sight(cell, line, wanted.intersection(line)))
    return tuple(found)


def _line(plot: Plot, cell: Cell, side: int) -> Iterator[Cell]:
    cell = step(cell, side)
    while plot.box.has(cell):
        yield cell
        cell = step(cell, side)


def _seen(sights: tuple[Sight, ...]) -> Cells:
    return NO_CELLS.union(*(sight.seen for sight in sights))
