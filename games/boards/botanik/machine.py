"""A machine as it is drawn: cells on a sheet, what each scores, and where a tile may go."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from engine import Seat
from engine.games.botanik.moves import Build
from engine.games.botanik.rules import BotanikState
from engine.games.botanik.scoring import Breakdown, ColourGroup
from engine.games.botanik.tiles import COLOURS, PLANT, Tile
from engine.games.botanik.view import BotanikView, MachineTile
from games.boards.botanik.art import Art, art_of, art_of_source

Place: TypeAlias = tuple[int, int]

LATIN = {"R": "rubra", "Y": "flava", "G": "viridis", "B": "caerulea", "K": "nigra"}
SIDES = (  # of a cell, as the two corners of its edge, and the cell beyond; y points down
    ((0, 0), (1, 0), (0, -1)),
    ((1, 0), (1, 1), (1, 0)),
    ((1, 1), (0, 1), (0, 1)),
    ((0, 1), (0, 0), (-1, 0)),
)


class Sheet(NamedTuple):
    """The part of the endless grid that is shown. Rows and columns begin with 1, top left."""

    left: int
    top: int
    columns: int
    rows: int

    @classmethod
    def around(cls, places: Iterable[Place], ring: int) -> "Sheet":
        xs, ys = zip(*places, strict=True)
        left, top = min(xs) - ring, max(ys) + ring
        return cls(left, top, max(xs) + ring - left + 1, top - min(ys) + ring + 1)

    def column(self, place: Place) -> int:
        return place[0] - self.left + 1

    def row(self, place: Place) -> int:
        return self.top - place[1] + 1

    @property
    def xs(self) -> range:
        """The coordinates of its columns."""
        return range(self.left, self.left + self.columns)

    @property
    def ys(self) -> range:
        """The coordinates of its rows, from the top."""
        return range(self.top, self.top - self.rows, -1)


def whereabouts(place: Place) -> str:
    """Where a cell lies, in words: it has coordinates for those alone who ask for them."""
    return _steps_to(place, get_language())


@lru_cache(maxsize=4096)
def _steps_to(place: Place, _language: str) -> str:
    x, y = place
    steps = []
    if y:
        steps.append((abs(y), _("%(number)d up") if y > 0 else _("%(number)d down")))
    if x:
        steps.append((abs(x), _("%(number)d right") if x > 0 else _("%(number)d left")))
    said = [words % {"number": number} for number, words in steps]
    return _("%(steps)s from the Source") % {"steps": ", ".join(said)}


@dataclass(frozen=True, slots=True)
class Cell:
    """A tile where it lies."""

    column: int
    row: int
    place: Place
    art: Art
    points: int
    """What its flowers score."""
    is_cut_off: bool
    is_hungry: bool
    is_last: bool
    """Whether it came with the last turn."""
    is_chosen: bool
    """Whether it is drafted, and can still be turned or moved."""

    @property
    def marks(self) -> str:
        """Where it is and what is to be seen of it, in words of the style sheet."""
        marks = {
            f"x{self.column} y{self.row}": True,
            "last": self.is_last,
            "chosen": self.is_chosen,
            "cut": self.is_cut_off,
            "hungry": self.is_hungry,
        }
        return " ".join(mark for mark, holds in marks.items() if holds)

    @property
    def spot(self) -> str:
        """By what the script finds it."""
        return f"{self.place[0]}_{self.place[1]}"

    @property
    def label(self) -> str:
        """What it is, where, and how it fares."""
        state = _("cut off") if self.is_cut_off else _("hungry") if self.is_hungry else ""
        where = whereabouts(self.place) if self.art.tile else ""
        return ", ".join(filter(None, (str(self.art.name), where, state)))


@dataclass(frozen=True, slots=True)
class Ghost:
    """An empty cell that accepts the tile in hand."""

    column: int
    row: int
    place: Place
    notation: str
    href: str
    score: int
    gain: int
    is_joined: bool
    """Whether a pipe from the Source leads there: else what is built there is cut off."""
    adds: bool
    """Whether it lengthens the draft; else it moves what was laid last."""

    @property
    def loss(self) -> int:
        return -self.gain

    @property
    def label(self) -> str:
        """Where it is, and what comes of building there."""
        points = ngettext("%(number)d point", "%(number)d points", self.score)
        words = {"where": whereabouts(self.place), "points": points % {"number": self.score}}
        if self.is_joined:
            return _("build it %(where)s: joined, %(points)s") % words
        return _("build it %(where)s: cut off, %(points)s") % words


@dataclass(frozen=True, slots=True)
class Outline:
    """A group that scores, with where its number stands."""

    path: str
    points: int
    column: int
    row: int
    is_fresh: bool
    """Whether the drafted tile is in it."""


@dataclass(frozen=True, slots=True)
class Line:
    """One reason of a score."""

    kind: str
    colour: str
    text: str
    points: int
    is_new: bool = False

    @property
    def rule(self) -> str:
        """Where the rules explain it."""
        return "fed" if self.kind == "hungry" else self.kind


@dataclass(frozen=True, slots=True)
class Turning:
    """How the drafted tile may be turned on its cell."""

    href: str
    count: int


@dataclass(frozen=True, slots=True)
class MachinePicture:
    """One machine with its label."""

    is_mine: bool
    name: str
    sheet: Sheet
    cells: list[Cell]
    ghosts: list[Ghost]
    outlines: list[Outline]
    turning: Turning | None
    latin: str
    tiles: int
    lines: list[Line]
    score: int
    before: int
    """What it scored before the draft."""
    in_groups: int
    flowers: int
    cut_off: int
    joined: int
    """Tiles joined to the Source, which decide where the points are equal."""
    is_building: bool

    @property
    def has_changed(self) -> bool:
        return self.score != self.before

    @property
    def in_small(self) -> list[tuple[Art, int, int]]:
        """Each drawing with its column and row."""
        return [(cell.art, cell.column, cell.row) for cell in self.cells]

    @property
    def last_in_small(self) -> list[tuple[int, int]]:
        """The columns and rows of those that came with the last turn."""
        return [(cell.column, cell.row) for cell in self.cells if cell.is_last]

    @property
    def tally(self) -> dict[str, int]:
        """Points by their reason; for what scores nothing, how often it happens."""
        tally = {"flower": 0, "fed": 0, "hungry": 0, "cut": self.cut_off}
        for line in self.lines:
            if line.kind in ("flower", "fed"):
                tally[line.kind] += line.points
            elif line.kind == "hungry":
                tally["hungry"] += 1
        return tally

    @property
    def news(self) -> list[Line]:
        return [line for line in self.lines if line.is_new]


@dataclass(frozen=True, slots=True)
class Site:
    """Where the tile in hand may be built, and how the addresses of its moves are made."""

    before: BotanikState
    seat: Seat
    tile: Tile
    adds: bool
    href: Callable[[Build], str]

    def builds(self) -> dict[Place, list[Build]]:
        """Every way to build it, by cell, the turns in their order."""
        ways: dict[Place, list[Build]] = {}
        for move in self.before.legal_moves(self.seat):
            if isinstance(move, Build) and move.tile is self.tile:
                ways.setdefault(move.place, []).append(move)
        return {place: sorted(ways[place], key=lambda b: b.turn) for place in sorted(ways)}

    def score(self, build: Build) -> int:
        return self.before.after(self.seat, build).score(self.seat).total


def draw_machine(
    before: BotanikView,
    view: BotanikView,
    seat: Seat,
    *,
    name: str,
    is_mine: bool,
    last: frozenset[Place],
    chosen: Build | None = None,
    site: Site | None = None,
    turning: Turning | None = None,
) -> MachinePicture:
    """Draw a machine as it is in `view`, after the draft; `before` is before it."""
    tiles, reasons = view.machine(seat), view.breakdown(seat)
    here = {tile.place: tile for tile in tiles}
    spot = chosen.place if chosen else None
    ring = 1 if site or chosen else 0
    # A drafted tile may still wander: the sheet must not move with it.
    framed = {place for place in here if place != spot or not _may_move(site)} | {(0, 0)}
    sheet = Sheet.around(framed, ring)
    lines = label_of(reasons)
    old = Counter(label_of(before.breakdown(seat)))
    score_before = before.position.score(seat).total
    return MachinePicture(
        is_mine=is_mine,
        name=name,
        sheet=sheet,
        cells=_cells(sheet, tiles, reasons, last, spot),
        ghosts=_ghosts(sheet, site, score_before, spot),
        outlines=[_outline(sheet, group, spot) for group in reasons.groups if group.points],
        turning=turning,
        latin=_latin(tile.tile for tile in tiles),
        tiles=len(tiles),
        lines=[_marked(line, old) for line in lines],
        score=reasons.score.total,
        before=score_before,
        in_groups=reasons.score.parts["groups"],
        flowers=reasons.score.parts["flowers"],
        cut_off=len(reasons.cut_off),
        joined=reasons.score.tie_breaks["tiles"],
        is_building=bool(site),
    )


def _may_move(site: Site | None) -> bool:
    return site is not None and not site.adds


def _cells(
    sheet: Sheet,
    tiles: Sequence[MachineTile],
    reasons: Breakdown,
    last: frozenset[Place],
    chosen: Place | None,
) -> list[Cell]:
    blooms = {bloom.place: bloom.points for bloom in reasons.blooms}
    hungry = {barren.place for barren in reasons.barren if barren.why == "other-colour"}
    source = Cell(
        sheet.column((0, 0)), sheet.row((0, 0)), (0, 0), art_of_source(), 0,
        is_cut_off=False, is_hungry=False, is_last=False, is_chosen=False,
    )  # fmt: skip
    cells = [
        Cell(
            column=sheet.column(tile.place),
            row=sheet.row(tile.place),
            place=tile.place,
            art=art_of(tile.tile, tile.turn),
            points=blooms.get(tile.place, 0),
            is_cut_off=not tile.is_joined,
            is_hungry=tile.place in hungry,
            is_last=tile.place in last,
            is_chosen=tile.place == chosen,
        )
        for tile in tiles
    ]
    # Read out from the top left to the bottom right.
    return sorted([source, *cells], key=lambda cell: (cell.row, cell.column))


def _ghosts(sheet: Sheet, site: Site | None, before: int, chosen: Place | None) -> list[Ghost]:
    if site is None:
        return []
    ghosts = []
    leads = site.before.machines[site.seat].leads
    for place, ways in site.builds().items():
        if place == chosen and not site.adds:
            continue
        # The turn that scores most comes first: others are a tap away.
        score, best = max(((site.score(way), way) for way in ways), key=lambda pair: pair[0])
        ghosts.append(
            Ghost(
                sheet.column(place), sheet.row(place), place, best.notation, site.href(best),
                score, score - before, best.cell in leads, site.adds,
            )
        )  # fmt: skip
    return sorted(ghosts, key=lambda ghost: (ghost.row, ghost.column))


def turning_of(site: Site, chosen: Build) -> Turning | None:
    """The next of the turns that fit where a drafted tile lies; None if no other does."""
    ways = site.builds()[chosen.place]
    if len(ways) < 2:
        return None
    following = ways[(ways.index(chosen) + 1) % len(ways)]
    return Turning(site.href(following), len(ways))


def _outline(sheet: Sheet, group: ColourGroup, chosen: Place | None) -> Outline:
    cells = {(sheet.column(place) - 1, sheet.row(place) - 1) for place in group.places}
    row, column = min((y, -x) for x, y in cells)
    return Outline(
        path=_path_around(cells),
        points=group.points,
        column=1 - column,
        row=row + 1,
        is_fresh=chosen in group.places,
    )


def _path_around(cells: set[Place]) -> str:
    """The edges of a set of cells that lead out of it, chained into closed paths."""
    onward: dict[Place, list[Place]] = {}
    for x, y in sorted(cells):
        for (ax, ay), (bx, by), (dx, dy) in SIDES:
            if (x + dx, y + dy) not in cells:
                onward.setdefault((x + ax, y + ay), []).append((x + bx, y + by))
    path = []
    while onward:
        here = start = min(onward)
        path.append(f"M{start[0]} {start[1]}")
        while here in onward:
            ends = onward[here]
            there = ends.pop()
            if not ends:
                del onward[here]
            here = there
            path.append("Z" if here == start else f"L{here[0]} {here[1]}")
    return "".join(path)


def label_of(reasons: Breakdown) -> list[Line]:
    """Every reason of a score, the weighty ones first."""
    lines = [
        Line("group", group.colour, _("group of %(size)d") % {"size": group.points}, group.points)
        for group in sorted(reasons.groups, key=lambda g: (-g.points, COLOURS.index(g.colour)))
        if group.points
    ]
    pipes = sum(bloom.points for bloom in reasons.blooms if not bloom.tile.is_crop)
    if pipes:
        text = ngettext("%(number)d flower on pipes", "%(number)d flowers on pipes", pipes)
        lines.append(Line("flower", "", text % {"number": pipes}, pipes))
    lines += [
        Line("fed", bloom.tile.colour, _fed(bloom.tile), bloom.points)
        for bloom in reasons.blooms
        if bloom.tile.is_crop
    ]
    lines += [
        Line("hungry", barren.tile.colour, _hungry(barren.tile), 0)
        for barren in reasons.barren
        if barren.why == "other-colour"
    ]
    if cut := len(reasons.cut_off):
        text = ngettext("%(number)d tile cut off", "%(number)d tiles cut off", cut)
        lines.append(Line("cut", "", text % {"number": cut}, 0))
    return lines


def _fed(tile: Tile) -> str:
    return _("plant, fed") if tile.type == PLANT else _("vegetable, fed")


def _hungry(tile: Tile) -> str:
    return _("plant, hungry") if tile.type == PLANT else _("vegetable, hungry")


def _marked(line: Line, old: "Counter[Line]") -> Line:
    """Mark a reason that was not there before."""
    old[line] -= 1
    if old[line] >= 0:
        return line
    return Line(line.kind, line.colour, line.text, line.points, is_new=True)


def _latin(tiles: Iterable[Tile]) -> str:
    """A machine is named after its commonest colour."""
    colours = [tile.colour for tile in tiles]
    return f"Machina {LATIN[max(COLOURS, key=colours.count)]}" if colours else "Machina nova"


@dataclass(frozen=True, slots=True)
class Glimpse:
    """A machine in a few square centimetres, with how far its game has come."""

    columns: int
    rows: int
    cells: list[tuple[Art, int, int]]
    """Each drawing with its column and row, both from 0 on."""
    progress: str
    template: str = "games/boards/botanik/glimpse.html"


def glimpse(view: BotanikView, seat: Seat) -> Glimpse:
    tiles = view.machine(seat)
    sheet = Sheet.around([(0, 0), *(tile.place for tile in tiles)], ring=0)
    drawn = [(art_of_source(), (0, 0)), *((art_of(t.tile, t.turn), t.place) for t in tiles)]
    cells = [(art, sheet.column(place) - 1, sheet.row(place) - 1) for art, place in drawn]
    progress = _("round %(round)s") % {"round": view.position.round}
    return Glimpse(sheet.columns, sheet.rows, cells, progress)
