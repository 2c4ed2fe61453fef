"""A slow reading of the wishes of Gardeners (rules 2), written anew from the rules.

It imports nothing of the engine and shares no way of thinking with it. A garden is a square of
letters for grounds and one of words for what stands there: it looks at every cell, follows every
path by trying all of them again until nothing is new, and asks the text of a predicate each time.
"""

GRASS = " A1 A3 A5 A7 A9 A11 A12 A13 A14 B1 B2 B6 B9 C1 C3 C4 C8 C9 "
THINGS = {
    "fR": "A1 A2 B5",
    "fY": "A3 A4 B6",
    "fB": "A5 A6 B7",
    "tR": "A7 A8",
    "tY": "A9 B8",
    "tB": "A10 B9",
    "ba": "A11 A12 A13 A14 A15 A16",
    "bn": "B1 B2 B3 B4",
    "st": "C1 C2",
    "corner": "C3 C4 C5 C6 C7",
    "straight": "C8 C9 C10 C11",
}
STANDS = {tile: thing for thing, tiles in THINGS.items() for tile in tiles.split()}
KINDS = {
    "f": ("fR", "fY", "fB"),
    "t": ("tR", "tY", "tB"),
    "p": ("fR", "fY", "fB", "tR", "tY", "tB"),
    "hg": ("corner", "straight"),
}
AROUND = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
COMPASS = "NESW"


class Square:
    """A complete garden as {(column, row): (tile, turn)}, both from 0."""

    def __init__(self, laid):
        left, bottom = min(one.x for one in laid), min(one.y for one in laid)
        self.tiles = {(one.x - left, one.y - bottom): (one.tile, one.turn) for one in laid}
        self.size = round(len(laid) ** 0.5)

    def is_a(self, cell, selector):
        if cell not in self.tiles:
            return False
        tile, _ = self.tiles[cell]
        ground = "g" if f" {tile} " in GRASS else "e"
        return any(
            code == ground or STANDS[tile] in KINDS.get(code, (code,))
            for code in selector.split("+")
        )

    def every(self, selector):
        return [cell for cell in sorted(self.tiles) if self.is_a(cell, selector)]

    def beside(self, cell, selector):
        near = [(cell[0] + dx, cell[1] + dy) for dx, dy in AROUND.values()]
        return sum(self.is_a(other, selector) for other in near)

    def on_ring(self, cell):
        return 0 in cell or self.size - 1 in cell

    def seen_by(self, bench):
        dx, dy = AROUND[COMPASS[self.tiles[bench][1]]]
        return [(bench[0] + n * dx, bench[1] + n * dy) for n in range(1, self.size)]

    def sees(self, bench, selector):
        return any(self.is_a(cell, selector) for cell in self.seen_by(bench))

    def groups(self, selector):
        return self.spread(self.every(selector), lambda cell, side: True)

    def spread(self, cells, is_way):
        """Paint each cell with its own number, then let the smaller number win until it is calm."""
        paint = {cell: number for number, cell in enumerate(cells)}
        changed = True
        while changed:
            changed = False
            for cell in cells:
                for side, (dx, dy) in AROUND.items():
                    other = (cell[0] + dx, cell[1] + dy)
                    if other in paint and is_way(cell, side) and paint[other] < paint[cell]:
                        paint[cell] = paint[other]
                        changed = True
        return [
            [cell for cell in cells if paint[cell] == number]
            for number in sorted(set(paint.values()))
        ]

    def ends(self, cell):
        tile, turn = self.tiles[cell]
        ends = {"corner": "NE", "straight": "NS"}.get(STANDS[tile], "")
        return {COMPASS[(COMPASS.index(end) + turn) % 4] for end in ends}

    def is_connected(self, cell, side):
        dx, dy = AROUND[side]
        other = (cell[0] + dx, cell[1] + dy)
        facing = COMPASS[(COMPASS.index(side) + 2) % 4]
        return side in self.ends(cell) and other in self.tiles and facing in self.ends(other)

    def runs(self):
        return self.spread(self.every("hg"), self.is_connected)

    def is_closed(self, run):
        return all(self.is_connected(cell, side) for cell in run for side in self.ends(cell))

    def shut_in(self, run):
        """The cells that a walk from outside, on a grid twice as fine, does not reach."""
        wall = set()
        for x, y in run:
            wall.add((2 * x, 2 * y))
            for side in self.ends((x, y)):
                dx, dy = AROUND[side]
                wall.add((2 * x + dx, 2 * y + dy))
        edge = range(-2, 2 * self.size + 1)
        reached = {(-2, -2)}
        while True:
            more = {
                (x + dx, y + dy)
                for x, y in reached
                for dx, dy in AROUND.values()
                if x + dx in edge and y + dy in edge
            }
            more -= wall | reached
            if not more:
                return [(x, y) for x, y in self.tiles if (2 * x, 2 * y) not in reached | wall]
            reached |= more


def enough(count, text):
    number = int(text[:-1])
    return count == number if text[-1] == "!" else count >= number


def touches(cells, size):
    columns, rows = {x for x, _ in cells}, {y for _, y in cells}
    return {0, size - 1} <= columns, {0, size - 1} <= rows


PICTURES = {
    "statue4": [" f ", "f#f", " f "],
    "cross9": ["ege", "ggg", "ege"],
    "ring9": ["ggg", "geg", "ggg"],
    "line3": ["RYB"],
}
LETTERS = {"f": "f", "#": "st", "e": "e", "g": "g", "R": "fR", "Y": "fY", "B": "fB"}


def all_ways(picture):
    for _ in range(4):
        picture = ["".join(row[at] for row in picture[::-1]) for at in range(len(picture[0]))]
        yield picture
        yield [row[::-1] for row in picture]


def shows(square, picture):
    return any(
        all(
            letter == " " or square.is_a((x + right, y + up), LETTERS[letter])
            for up, row in enumerate(picture)
            for right, letter in enumerate(row)
        )
        for x in range(-2, square.size)
        for y in range(-2, square.size)
    )


def fulfils(laid, predicate):
    """Whether a complete garden is conform with a predicate."""
    square = Square(laid)
    word, *rest = predicate.split()
    return WORDS[word](square, *rest)


WORDS = {
    "NEAR": lambda s, a, b: all(s.beside(cell, b) >= 1 for cell in s.every(a)),
    "NEAR2": lambda s, a, b: all(s.beside(cell, b) >= 2 for cell in s.every(a)),
    "APART": lambda s, a, b: all(s.beside(cell, b) == 0 for cell in s.every(a)),
    "GROUP": lambda s, a, n: any(enough(len(group), n) for group in s.groups(a)),
    "UNITE": lambda s, a: len(s.groups(a)) <= 1,
    "VIEW": lambda s, a: all(s.sees(bench, a) for bench in s.every("bn")),
    "VIEW2": lambda s, a, b: all(s.sees(n, a) and s.sees(n, b) for n in s.every("bn")),
    "BLIND": lambda s, a: not any(s.sees(bench, a) for bench in s.every("bn")),
    "EDGE": lambda s, a: all(s.on_ring(cell) for cell in s.every(a)),
    "CORE": lambda s, a: not any(s.on_ring(cell) for cell in s.every(a)),
    "RIMCOUNT": lambda s, a, n: sum(s.on_ring(cell) for cell in s.every(a)) == int(n),
    "LINK": lambda s, a: any(any(touches(group, s.size)) for group in s.groups(a)),
    "CROSS": lambda s, a: any(all(touches(group, s.size)) for group in s.groups(a)),
    "LINES": lambda s, a: (
        len({x for x, _ in s.every(a)}) == s.size and len({y for _, y in s.every(a)}) == s.size
    ),
    "HALL": lambda s: all(
        any(s.is_connected(cell, side) for side in COMPASS) for cell in s.every("hg")
    ),
    "HCHAIN": lambda s, n: any(enough(len(run), n) for run in s.runs()),
    "HLOOP": lambda s: any(s.is_closed(run) for run in s.runs()),
    "HRING": lambda s, a: any(
        s.is_a(cell, a) for run in s.runs() if s.is_closed(run) for cell in s.shut_in(run)
    ),
    "PATTERN": lambda s, name: any(shows(s, way) for way in all_ways(PICTURES[name])),
}
