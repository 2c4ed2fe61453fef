"""How much a complete garden lacks of a front: 0 if it is conform, more the further it is from it.

`predicates` says whether a front holds and shows why; this answers the same question thousands of
times while somebody looks for a garden (`designs`). So a garden is a `Sketch`: for each tile a
number with one bit, eight bits a row, and its turn. Tiles of a kind are looked at together.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from engine.games.gardeners import predicates
from engine.games.gardeners.components import ENDS, LOOKS, MODES, TILES
from engine.games.gardeners.components import tiles_of as tiles_in
from engine.games.gardeners.patterns import forms
from engine.games.gardeners.selectors import Number, Selector, tiles_of

Bits: TypeAlias = int
ROW: Final = 8
"""Bits in a row: two more than any garden is wide, so that no step leads round an edge."""


class Sketch(NamedTuple):
    """A complete garden: where each tile lies, and how it is turned. It may be changed."""

    places: dict[str, Bits]
    turns: dict[str, int]


Lack: TypeAlias = Callable[[Sketch], int]


def bit_at(x: int, y: int) -> Bits:
    """The bit of a cell, counted from the lower left corner."""
    return 1 << y * ROW + x


@cache
def lack_of(card: str, mode: str) -> Lack:
    """What measures how much a garden of a mode lacks of a card's front."""
    front = predicates.front_of(card)
    return _MEASURES[type(front)](front, Ground(mode))


@cache
def subjects_of(card: str, mode: str) -> tuple[str, ...]:
    """The tiles of a mode that a card's front speaks of: to move another one changes nothing."""
    front, found = predicates.front_of(card), set[str]()
    named = [getattr(front, name) for name in front.__slots__]
    for part in named:
        for one in part if isinstance(part, tuple) else (part,):
            if isinstance(one, Selector):
                found |= one.tiles
    if isinstance(front, predicates.View | predicates.Blind):
        found |= {tile for tile, shown in TILES.items() if shown.element in LOOKS}
    if isinstance(front, _OF_HEDGES):
        found |= {tile for tile, shown in TILES.items() if shown.element == "hedge"}
    if isinstance(front, predicates.Pattern):
        found |= {t for form in forms(front.name) for _, code in form for t in tiles_of(code)}
    return tuple(tile for tile in tiles_in(mode) if tile in found)


class Ground:
    """The square of a mode, and its tiles."""

    def __init__(self, mode: str) -> None:
        self.size = size = MODES[mode].size
        self.tiles = frozenset(tiles_in(mode))
        self.cells = tuple((x, y) for y in range(size) for x in range(size))
        self.all = sum(bit_at(x, y) for x, y in self.cells)
        self.sides = (
            sum(bit_at(x, size - 1) for x in range(size)),
            sum(bit_at(size - 1, y) for y in range(size)),
            sum(bit_at(x, 0) for x in range(size)),
            sum(bit_at(0, y) for y in range(size)),
        )
        self.rim = self.sides[0] | self.sides[1] | self.sides[2] | self.sides[3]

    def chosen(self, selector: Selector) -> tuple[str, ...]:
        return tuple(sorted(selector.tiles & self.tiles))

    def shown(self, element: str) -> tuple[str, ...]:
        return tuple(sorted(tile for tile in self.tiles if TILES[tile].element == element))

    def rays(self) -> dict[tuple[Bits, int], Bits]:
        """What is seen from each cell in each direction."""
        found = {}
        for x, y in self.cells:
            after = range(1, self.size)
            for side, (east, north) in enumerate(((0, 1), (1, 0), (0, -1), (-1, 0))):
                line = [(x + east * far, y + north * far) for far in after]
                seen = sum(bit_at(*cell) for cell in line if cell in self.cells)
                found[bit_at(x, y), side] = seen
        return found


def spread(bits: Bits) -> Bits:
    """The cells next to these."""
    return bits << 1 | bits >> 1 | bits << ROW | bits >> ROW


def lying(tiles: tuple[str, ...], places: dict[str, Bits]) -> Bits:
    bits = 0
    for tile in tiles:
        bits |= places[tile]
    return bits


def _pieces(bits: Bits) -> Iterator[Bits]:
    """The groups, in any order."""
    while bits:
        piece, grown = 0, bits & -bits
        while grown != piece:
            piece = grown
            grown = (piece | spread(piece)) & bits
        bits &= ~piece
        yield piece


def _off(sizes: list[int], number: Number) -> int:
    """How far the best of some sizes is from what is asked."""
    if number.exactly:
        return min((abs(size - number.value) for size in sizes), default=number.value)
    return max(0, number.value - max(sizes, default=0))


# -- one measure for each predicate --------------------------------------------------------------


def _near(front: predicates.Near, ground: Ground) -> Lack:
    a, b, least = ground.chosen(front.a), ground.chosen(front.b), front.least

    def lack(sketch: Sketch) -> int:
        some, others = lying(a, sketch.places), lying(b, sketch.places)
        alone = (some & ~spread(others)).bit_count()
        if least == 1:
            return alone
        n, e, s, w = others >> ROW, others >> 1, others << ROW, others << 1
        twice = n & (e | s | w) | e & (s | w) | s & w
        return alone + (some & ~twice).bit_count()

    return lack


def _apart(front: predicates.Apart, ground: Ground) -> Lack:
    a, b = ground.chosen(front.a), ground.chosen(front.b)

    def lack(sketch: Sketch) -> int:
        some, others = lying(a, sketch.places), lying(b, sketch.places)
        one = (some & spread(others)).bit_count()
        if a == b:
            return (one + 1) // 2
        return min(one, (others & spread(some)).bit_count())

    return lack


def _group(front: predicates.Group, ground: Ground) -> Lack:
    a, number = ground.chosen(front.a), front.number

    def lack(sketch: Sketch) -> int:
        return _off([p.bit_count() for p in _pieces(lying(a, sketch.places))], number)

    return lack


def _unite(front: predicates.Unite, ground: Ground) -> Lack:
    a = ground.chosen(front.a)

    def lack(sketch: Sketch) -> int:
        sizes = [piece.bit_count() for piece in _pieces(lying(a, sketch.places))]
        return sum(sizes) - max(sizes, default=0)

    return lack


def _view(front: predicates.View, ground: Ground) -> Lack:
    wanted, benches = [ground.chosen(one) for one in front.wanted], ground.shown("bench")
    rays, looks = ground.rays(), LOOKS["bench"]

    def lack(sketch: Sketch) -> int:
        places, turns = sketch
        targets = [lying(tiles, places) for tiles in wanted]
        return sum(
            not rays[places[bench], (looks + turns[bench]) % 4] & target
            for bench in benches
            for target in targets
        )

    return lack


def _blind(front: predicates.Blind, ground: Ground) -> Lack:
    a, benches, rays, looks = ground.chosen(front.a), ground.shown("bench"), ground.rays(), LOOKS

    def lack(sketch: Sketch) -> int:
        places, turns = sketch
        seen = lying(a, places)
        return sum(
            bool(rays[places[bench], (looks["bench"] + turns[bench]) % 4] & seen)
            for bench in benches
        )

    return lack


def _edge(front: predicates.Edge, ground: Ground) -> Lack:
    a, inner = ground.chosen(front.a), ground.all & ~ground.rim
    return lambda sketch: (lying(a, sketch.places) & inner).bit_count()


def _core(front: predicates.Core, ground: Ground) -> Lack:
    a, rim = ground.chosen(front.a), ground.rim
    return lambda sketch: (lying(a, sketch.places) & rim).bit_count()


def _rim_count(front: predicates.RimCount, ground: Ground) -> Lack:
    a, rim, number = ground.chosen(front.a), ground.rim, front.number
    return lambda sketch: abs((lying(a, sketch.places) & rim).bit_count() - number)


def _link(front: predicates.Link, ground: Ground) -> Lack:
    a, (north, east, south, west) = ground.chosen(front.a), ground.sides

    def gap(bits: Bits, start: Bits, goal: Bits) -> int:
        """How many other tiles are on the way from side to side, at least."""
        missing, reached = 0, start & bits
        if not reached:
            missing, reached = 1, start
        while True:
            grown = 0
            while grown != reached:
                grown = reached
                reached |= spread(reached) & bits
            if reached & goal:
                return missing
            missing, reached = missing + 1, (reached | spread(reached) | start) & ground.all

    def lack(sketch: Sketch) -> int:
        bits = lying(a, sketch.places)
        up, across = gap(bits, south, north), gap(bits, west, east)
        if not front.all_sides:
            return min(up, across)
        sides = ground.sides
        if up + across == 0 and any(all(p & s for s in sides) for p in _pieces(bits)):
            return 0
        return max(1, up + across)

    return lack


def _lines(front: predicates.Lines, ground: Ground) -> Lack:
    a, size, (_, _, row, column) = ground.chosen(front.a), ground.size, ground.sides

    def lack(sketch: Sketch) -> int:
        bits = lying(a, sketch.places)
        rows = sum(not bits & row << ROW * at for at in range(size))
        return max(rows, sum(not bits & column << at for at in range(size)))

    return lack


def _pattern(front: predicates.Pattern, ground: Ground) -> Lack:
    found = dict[tuple[tuple[tuple[str, ...], Bits], ...], None]()
    for form in forms(front.name):
        for left, bottom in ground.cells:
            cells = [((left + x, bottom + y), code) for (x, y), code in form]
            if all(cell in ground.cells for cell, _ in cells):
                parts = dict[str, Bits]()
                for cell, code in cells:
                    parts[code] = parts.get(code, 0) | bit_at(*cell)
                chosen = ((ground.chosen(Selector(code)), bits) for code, bits in parts.items())
                found[tuple(sorted(chosen))] = None
    kinds = tuple({tiles: None for parts in found for tiles, _ in parts})
    spots = [[(kinds.index(tiles), bits) for tiles, bits in parts] for parts in found]

    def lack(sketch: Sketch) -> int:
        others = [~lying(tiles, sketch.places) for tiles in kinds]
        return min(sum((others[at] & bits).bit_count() for at, bits in spot) for spot in spots)

    return lack


# -- hedges --------------------------------------------------------------------------------------

Sides: TypeAlias = tuple[Bits, Bits, Bits, Bits]
"""Where hedges lie that have an end to the N, E, S, W."""


def _ends(ground: Ground) -> Callable[[Sketch], Sides]:
    hedges = [(tile, ENDS[TILES[tile].sort]) for tile in ground.shown("hedge")]

    def ends(sketch: Sketch) -> Sides:
        places, turns = sketch
        found = [0, 0, 0, 0]
        for tile, (one, other) in hedges:
            turn = turns[tile]
            found[(one + turn) % 4] |= places[tile]
            found[(other + turn) % 4] |= places[tile]
        return found[0], found[1], found[2], found[3]

    return ends


def _runs(ends: Sides) -> Iterator[tuple[Bits, bool]]:
    """The runs, each with whether it is closed."""
    north, east, south, west = ends
    up, right = north & south >> ROW, east & west >> 1
    whole = (~north | up) & (~south | up << ROW) & (~east | right) & (~west | right << 1)
    left = north | east | south | west
    while left:
        run, grown = 0, left & -left
        while grown != run:
            run = grown
            grown |= (run & up) << ROW | run >> ROW & up | (run & right) << 1 | run >> 1 & right
        left &= ~run
        yield run, not run & ~whole


def _all_connected(front: predicates.AllConnected, ground: Ground) -> Lack:
    ends = _ends(ground)
    return lambda sketch: sum(run.bit_count() == 1 for run, _ in _runs(ends(sketch)))


def _chain(front: predicates.Chain, ground: Ground) -> Lack:
    ends, number = _ends(ground), front.number
    return lambda sketch: _off([run.bit_count() for run, _ in _runs(ends(sketch))], number)


def _loop(front: predicates.Loop, ground: Ground) -> Lack:
    """Closed runs are mostly rectangles; how much of one there is shows the way."""
    ends = _ends(ground)
    frames = [_Frame(ground, *sides) for sides in _RECTANGLES if max(sides) <= ground.size]

    def lack(sketch: Sketch) -> int:
        found = ends(sketch)
        if any(closed for _, closed in _runs(found)):
            return 0
        return max(1, min(frame.lack(found) for frame in frames))

    return lack


def _ring(front: predicates.Ring, ground: Ground) -> Lack:
    """With these tiles only a ring of three by three has an inside (rule 2.10)."""
    a, ends, frame = ground.chosen(front.a), _ends(ground), _Frame(ground, 3, 3)
    return lambda sketch: frame.lack(ends(sketch), lying(a, sketch.places) >> ROW + 1)


_RECTANGLES: Final = ((2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3))


class _Frame:
    """A closed run of hedges in the shape of a rectangle."""

    def __init__(self, ground: Ground, wide: int, high: int) -> None:
        rows, columns = range(ground.size - high + 1), range(ground.size - wide + 1)
        self.spots = sum(bit_at(x, y) for x in columns for y in rows)
        right, top = wide - 1, high - 1
        self.parts = [(0, 1, 0), (0, 3, right), (2, 1, top * ROW), (2, 3, top * ROW + right)]
        """The two sides on which a hedge has its ends, and how far it lies from the corner."""
        for x in range(1, right):
            self.parts += [(1, 3, x), (1, 3, top * ROW + x)]
        for y in range(1, top):
            self.parts += [(0, 2, y * ROW), (0, 2, y * ROW + right)]

    def lack(self, ends: Sides, *inside: Bits) -> int:
        """How many hedges are missing where most of it lies, by adding up bits of equal weight."""
        ones, twos, fours, eights = sum(inside), 0, 0, 0
        for one, other, far in self.parts:
            carry = (ends[one] & ends[other]) >> far
            ones, carry = ones ^ carry, ones & carry
            twos, carry = twos ^ carry, twos & carry
            fours, carry = fours ^ carry, fours & carry
            eights ^= carry
        spots, most = self.spots, 0
        for weight, bits in ((8, eights), (4, fours), (2, twos), (1, ones)):
            if spots & bits:
                spots, most = spots & bits, most + weight
        return len(self.parts) + len(inside) - most


_OF_HEDGES: Final = predicates.AllConnected | predicates.Chain | predicates.Loop | predicates.Ring
_MEASURES: Final[dict[type[predicates.Predicate], Callable[..., Lack]]] = {
    predicates.Near: _near,
    predicates.Apart: _apart,
    predicates.Group: _group,
    predicates.Unite: _unite,
    predicates.View: _view,
    predicates.Blind: _blind,
    predicates.Edge: _edge,
    predicates.Core: _core,
    predicates.RimCount: _rim_count,
    predicates.Link: _link,
    predicates.Lines: _lines,
    predicates.Pattern: _pattern,
    predicates.AllConnected: _all_connected,
    predicates.Chain: _chain,
    predicates.Loop: _loop,
    predicates.Ring: _ring,
}
