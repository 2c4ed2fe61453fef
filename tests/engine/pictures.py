"""Positions drawn as text, so that a reader of a test sees the case.

A colon marks the left margin. A machine is drawn as `python -m engine show` draws it: three
lines a cell, `|` and `-` for pipes, `*` for the Source, `.` for an empty cell, numbers for
x and y. Small letters (a tile that is not joined to the Source) are read like capitals.
"""

from collections import Counter

from engine.games.botanik import BotanikState
from engine.games.botanik.cells import cell_at
from engine.games.botanik.columns import Registry
from engine.games.botanik.machine import BARE_SOURCE
from engine.games.botanik.moves import Build, parse
from engine.games.botanik.tiles import TILES, E, N, S, W, tile_of


def machine(picture):
    """Read a drawn machine."""
    *rows, footer = _lines(picture)
    left = int(footer.split()[0])
    drawn = BARE_SOURCE
    for top, middle, bottom in zip(*[iter(rows)] * 3, strict=True):
        y = int(middle[:4])
        for number in range((max(map(len, (top, middle, bottom))) + 1) // 5):
            at = slice(4 + 5 * number, 9 + 5 * number)
            cell = [line[at].ljust(5) for line in (top, middle, bottom)]
            drawn = _lay(drawn, left + number, y, cell)
    return drawn


def _lines(picture):
    lines = [line.partition(":")[2] for line in picture.splitlines() if ":" in line]
    return [line.ljust(4) for line in lines]


def _lay(drawn, x, y, cell):
    top, middle, bottom = cell
    name = middle[1:4].strip()
    if name in ("", ".", "*"):
        return drawn
    tile = tile_of(name[:2].upper() + name[2:])
    pipes = ((N, top[2]), (E, middle[4]), (S, bottom[2]), (W, middle[0]))
    openings = sum(side for side, stroke in pipes if stroke != " ")
    return drawn.lay(tile, cell_at(x, y), tile.openings.index(openings))


def built(notations):
    """Lay tiles without a look at the rules."""
    grown = BARE_SOURCE
    for build in map(parse, notations.split()):
        grown = grown.lay(build.tile, build.cell, build.turn)
    return grown


def fits(grown, code):
    """All ways to build a tile, as sorted texts without its code: `0,1^2`."""
    return sorted(build.notation.partition("@")[2] for build in grown.builds(tile_of(code)))


def accepts(grown, notation):
    """Whether that very build is legal."""
    build = parse(notation)
    assert isinstance(build, Build)
    return build in grown.builds(build.tile)


def table(picture, *, turn=0, word=None, machines=(BARE_SOURCE, BARE_SOURCE)):
    """Read a drawn Registry; `turn` is whose turn it is, `word` who has the word.

    Lines: Arrival, Seat 1, Centre, Seat 0, and where needed Held 0 and Held 1.
    """
    rows = {}
    for line in picture.splitlines():
        if ":" in line:
            name, _, codes = line.partition(":")[2].partition("|")
            rows[name.strip()] = tuple(None if c == "." else tile_of(c) for c in codes.split())
    held = (rows.get("Held 0", ()), rows.get("Held 1", ()))
    arrival = rows["Arrival"]
    seen = Counter(code for row in rows.values() for code in row)
    return BotanikState(
        to_move=frozenset({turn if word is None else word}),
        registry=Registry(rows["Centre"], (rows["Seat 0"], rows["Seat 1"])),
        arrival=arrival,
        played=_played(len(arrival), turn, is_dealing=any(held)),
        held=held,
        machines=machines,
        unseen=tuple(max(0, 2 - seen[tile]) for tile in TILES),
        left=None,
    )


def _played(waiting, turn, *, is_dealing):
    """The first number of played tiles that agrees with what is drawn."""
    return next(
        played
        for played in range(60, 0, -1)
        if (played + waiting) % 3 == 0 and (played - is_dealing) % 2 == turn
        if waiting or is_dealing or played == 60
    )


def texts(state, seat=None):
    """The legal moves of who has the word, as a set of texts."""
    (word,) = state.to_move if seat is None else (seat,)
    return {move.notation for move in state.legal_moves(word)}


def play(state, line):
    """Play several moves for whoever has the word."""
    for text in line.split():
        move = state.parse(text)
        state = state.play(state.mover(move), move)
    return state
