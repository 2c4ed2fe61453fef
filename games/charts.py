"""Pictures of numbers, drawn on the server as SVG in the colours of the page.

They have no styles of their own, which the content security policy would refuse: classes say what
a line is, and `static/css/charts.css` how it looks by day and by night. Each comes with its numbers
as a table, for who would rather read, or cannot see it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Final, NamedTuple

from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

# In units of which a phone of 360 px shows about 300: letters of 13 can be read there.
WIDTH: Final = 340
HEIGHT: Final = 190
LEFT: Final = 42
FOOT: Final = 24
HEAD: Final = 22
STEPS: Final = (25, 50, 100, 200, 400, 800)
MOST_LINES: Final = 5


class Dot(NamedTuple):
    """A rating from some time on, and how far off it may be."""

    at: datetime
    points: int
    margin: int


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture, and the table behind it."""

    picture: SafeString
    head: Sequence[str]
    rows: Sequence[Sequence[str | int]]


# --- A rating over time ------------------------------------------------------------------------


def curve(dots: Sequence[Dot]) -> Chart:
    """A rating over time, in a band as wide as it is unsure. There is one dot at least."""
    scale = _Scale.of(dots, left=LEFT, right=WIDTH - 8, top=8, foot=HEIGHT - FOOT)
    parts = [*_lines(scale), _ends(dots), *_drawn(dots, scale)]
    return Chart(
        _picture(_("Rating over time"), curve_in_words(dots), parts, height=HEIGHT),
        head=(_("Date"), _("Rating"), _("Uncertainty")),
        rows=[(_day(dot.at), dot.points, f"±{dot.margin}") for dot in reversed(dots)],
    )


def small_curve(dots: Sequence[Dot]) -> SafeString:
    """The same without a scale, to stand beside the number."""
    scale = _Scale.of(dots, left=4, right=176, top=4, foot=44)
    parts = _drawn(dots, scale)
    words = curve_in_words(dots)
    return _picture(_("Rating over time"), words, parts, width=180, height=48, kind="small")


def curve_in_words(dots: Sequence[Dot]) -> str:
    lowest, highest = min(dot.points for dot in dots), max(dot.points for dot in dots)
    return _(
        "From %(first)d on %(begin)s to %(last)d on %(end)s; the lowest was %(lowest)d, the"
        " highest %(highest)d."
    ) % {
        "first": dots[0].points,
        "begin": _day(dots[0].at),
        "last": dots[-1].points,
        "end": _day(dots[-1].at),
        "lowest": lowest,
        "highest": highest,
    }


@dataclass(frozen=True, slots=True)
class _Scale:
    """Where something lies in a picture."""

    begin: float
    end: float
    low: int
    high: int
    left: int
    right: int
    top: int
    foot: int

    @classmethod
    def of(cls, dots: Sequence[Dot], *, left: int, right: int, top: int, foot: int) -> "_Scale":
        """One on which all dots have room, with what is likely around them."""
        low = min(dot.points - _shown_margin(dot) for dot in dots)
        high = max(dot.points + _shown_margin(dot) for dot in dots)
        begin, end = dots[0].at.timestamp(), dots[-1].at.timestamp()
        return cls(begin, end, low, max(high, low + 1), left, right, top, foot)

    def x(self, at: datetime) -> float:
        if self.end <= self.begin:
            return (self.left + self.right) / 2
        share = (at.timestamp() - self.begin) / (self.end - self.begin)
        return round(self.left + 4 + (self.right - self.left - 8) * share, 1)

    def y(self, points: float) -> float:
        share = (min(max(points, self.low), self.high) - self.low) / (self.high - self.low)
        return round(self.foot - (self.foot - self.top) * share, 1)


def _shown_margin(dot: Dot) -> int:
    """What a picture has room for: who has just begun may be off by hundreds."""
    return min(dot.margin, 200)


def _drawn(dots: Sequence[Dot], scale: _Scale) -> list[SafeString]:
    above = [(scale.x(dot.at), scale.y(dot.points + dot.margin)) for dot in dots]
    below = [(scale.x(dot.at), scale.y(dot.points - dot.margin)) for dot in reversed(dots)]
    line = [(scale.x(dot.at), scale.y(dot.points)) for dot in dots]
    return [
        format_html('<polygon class="band" points="{}" />', _points(above + below)),
        format_html('<polyline class="line" points="{}" />', _points(line)),
        format_html('<circle class="dot" cx="{}" cy="{}" r="4" />', *map(str, line[-1])),
    ]


def _points(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in places)


def _lines(scale: _Scale) -> Iterator[SafeString]:
    """Lines across at round numbers, with the numbers beside them."""
    span = scale.high - scale.low
    step = next((one for one in STEPS if span / one <= MOST_LINES), STEPS[-1])
    for points in range(-(-scale.low // step) * step, scale.high + 1, step):
        y = scale.y(points)
        yield format_html('<path class="grid" d="M{} {}H{}" />', LEFT, str(y), WIDTH - 8)
        yield _text(str(points), LEFT - 6, y + 4, anchor="end")


def _ends(dots: Sequence[Dot]) -> SafeString:
    first, last = _day(dots[0].at), _day(dots[-1].at)
    if first == last:
        return _text(last, (LEFT + WIDTH) // 2, HEIGHT - 6, anchor="middle")
    return _text(first, LEFT, HEIGHT - 6) + _text(last, WIDTH - 8, HEIGHT - 6, anchor="end")


def _day(at: datetime) -> str:
    return date_format(at, "SHORT_DATE_FORMAT")


# --- The points of a game ----------------------------------------------------------------------

KINDS: Final = ("mine", "theirs", "third", "fourth")
"""How seats are marked, from the one below on."""
GAME_WIDTH: Final = 720
GAME_HEIGHT: Final = 220
POINT_STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200)


class Line(NamedTuple):
    """The points of one seat, or of a team, after each ply from the beginning on."""

    name: str
    kind: str
    """The class of its seat; each kind has a colour and dashes of its own."""
    points: Sequence[int]


class Moment(NamedTuple):
    """A point of the curve that leads to its ply."""

    ply: int
    href: str
    title: str
    is_marked: bool


def game_curve(lines: Sequence[Line], moments: Sequence[Moment], *, here: int) -> Chart:
    """The points of everybody over a game, with ways to some moments of it and a mark `here`."""
    title, words = _("Points over the game"), _points_in_words(lines)
    return Chart(
        _game_picture(title, words, lines, moments, frame=_Frame.of(lines), here=here),
        head=(_("Move"), *(line.name for line in lines)),
        rows=[(moment.ply, *(line.points[moment.ply] for line in lines)) for moment in moments],
    )


def chances(lines: Sequence[Line], moments: Sequence[Moment], *, here: int) -> SafeString:
    """The chances of everybody to win over a game, in percent, as `game_curve` shows points."""
    words = ", ".join(f"{line.name} {line.points[-1]} %" for line in lines)
    title, frame = _("Chance to win over the game"), _Frame(len(lines[0].points) - 1, 0, 100)
    return _game_picture(title, f"{words}.", lines, moments, frame=frame, here=here)


def _game_picture(
    title: str,
    words: str,
    lines: Sequence[Line],
    moments: Sequence[Moment],
    *,
    frame: "_Frame",
    here: int,
) -> SafeString:
    parts = [
        *_levels(frame),
        *(_mark(moment.ply, frame) for moment in moments if moment.is_marked),
        *(_stairs(line, frame) for line in lines),
        _now(here, frame),
        *_ways(moments, lines, frame),
        *_results(lines, frame),
    ]
    return _picture(
        title, words, parts, width=GAME_WIDTH, height=GAME_HEIGHT, kind="game", role="group"
    )


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where plies and points lie in the picture of a game."""

    last: int
    low: int
    high: int
    left: int = 30
    right: int = GAME_WIDTH - 40
    top: int = 16
    foot: int = GAME_HEIGHT - 10

    @classmethod
    def of(cls, lines: Sequence[Line]) -> "_Frame":
        every = [points for line in lines for points in line.points]
        low = min(0, *every)
        return cls(max(len(lines[0].points) - 1, 1), low, max(low + 1, *every))

    def x(self, ply: float) -> float:
        return round(self.left + (self.right - self.left) * ply / self.last, 1)

    def y(self, points: int) -> float:
        share = (points - self.low) / (self.high - self.low)
        return round(self.foot - (self.foot - self.top) * share, 1)


def _levels(frame: _Frame) -> Iterator[SafeString]:
    """Lines across at round numbers, with the numbers beside them."""
    span = frame.high - frame.low
    step = next((one for one in POINT_STEPS if span / one <= MOST_LINES), POINT_STEPS[-1])
    for points in range(-(-frame.low // step) * step, frame.high + 1, step):
        y = frame.y(points)
        line = '<path class="grid" d="M{} {}H{}" />'
        yield format_html(line, frame.left, str(y), frame.right)
        yield _text(str(points), frame.left - 6, y + 4, anchor="end")


def _stairs(line: Line, frame: _Frame) -> SafeString:
    """Points come at once: they stay what they were until a move changes them."""
    way = [(frame.x(0), frame.y(line.points[0]))]
    for ply, (before, points) in enumerate(pairwise(line.points), start=1):
        if points != before:
            way += [(frame.x(ply), frame.y(before)), (frame.x(ply), frame.y(points))]
    way.append((frame.x(len(line.points) - 1), frame.y(line.points[-1])))
    return format_html('<polyline class="line {}" points="{}" />', line.kind, _points(way))


def _mark(ply: int, frame: _Frame) -> SafeString:
    """A line at a moment that stands out, with a mark above it."""
    x, top = str(frame.x(ply)), frame.top
    return format_html(
        '<path class="marked" d="M{} {}V{}" /><path class="mark" d="M{} {}l5.5 -9h-11z" />',
        x, top, frame.foot, x, top,
    )  # fmt: skip


def _now(ply: int, frame: _Frame) -> SafeString:
    """Where one is. Scripts move it: by `data-per-ply` units to the right for each ply."""
    return format_html(
        '<path class="now" d="M{} {}V{}" transform="translate({} 0)" data-per-ply="{}" />',
        frame.left, frame.top, frame.foot, str(round(frame.x(ply) - frame.left, 1)),
        str(round((frame.right - frame.left) / frame.last, 4)),
    )  # fmt: skip


def _ways(moments: Sequence[Moment], lines: Sequence[Line], frame: _Frame) -> Iterator[SafeString]:
    """Columns that lead to plies, each as wide as it is nearest, with dots where points changed.

    Keys pass over them: the list of moves has the same ways, and more.
    """
    if not moments:
        return
    edges = [0.0, *((a.ply + b.ply) / 2 for a, b in pairwise(moments)), float(frame.last)]
    for moment, (begin, end) in zip(moments, pairwise(edges), strict=True):
        changed = [
            (line.kind, str(frame.x(moment.ply)), str(frame.y(line.points[moment.ply])))
            for line in lines
            if moment.ply and line.points[moment.ply] != line.points[moment.ply - 1]
        ]
        yield format_html(
            '<a href="{}" data-ply="{}" tabindex="-1"><title>{}</title>'
            '<rect class="column" x="{}" y="0" width="{}" height="{}" />{}</a>',
            moment.href,
            moment.ply,
            moment.title,
            str(frame.x(begin)),
            str(round(frame.x(end) - frame.x(begin), 1)),
            GAME_HEIGHT,
            format_html_join("", '<circle class="dot {}" cx="{}" cy="{}" r="3.4" />', changed),
        )


def _results(lines: Sequence[Line], frame: _Frame) -> Iterator[SafeString]:
    """What each has in the end, beside its line; those that end together give each other room."""
    ends = sorted(lines, key=lambda line: line.points[-1], reverse=True)
    lowest = 0.0
    for line in ends:
        lowest = max(frame.y(line.points[-1]) + 4, lowest + 14)
        yield _text(str(line.points[-1]), frame.right + 8, lowest, kind=f"end {line.kind}")


def _points_in_words(lines: Sequence[Line]) -> str:
    said = [
        ngettext("%(name)s: %(points)d point.", "%(name)s: %(points)d points.", line.points[-1])
        % {"name": line.name, "points": line.points[-1]}
        for line in lines
    ]
    return " ".join(said)


# --- How ratings are spread --------------------------------------------------------------------


def distribution(shape: Sequence[Sequence[int]], *, here: int | None) -> Chart:
    """How many have a rating in each step of the scale, and where the viewer stands among them."""
    width = shape[1][0] - shape[0][0] if len(shape) > 1 else STEPS[1]
    low, high = shape[0][0], shape[-1][0] + width

    def x(points: float) -> float:
        return round(6 + (WIDTH - 12) * (points - low) / (high - low), 1)

    floor = HEIGHT - FOOT
    parts = [
        *_bars(shape, width=width, x=x, here=here),
        format_html('<path class="grid" d="M6 {}H{}" />', floor, WIDTH - 6),
        *(_text(str(points), x(points), HEIGHT - 6, "middle") for points in _marks(low, high)),
    ]
    if here is not None:
        parts += _here(x(min(max(here, low), high)))
    everybody = sum(people for _begin, people in shape)
    return Chart(
        _picture(
            _("How ratings are spread"), _spread(shape, everybody, here), parts, height=HEIGHT
        ),
        head=(_("Rating"), _("Players")),
        rows=[(f"{begin} – {begin + width - 1}", people) for begin, people in shape],
    )


def _bars(
    shape: Sequence[Sequence[int]],
    *,
    width: int,
    x: Callable[[float], float],
    here: int | None,
) -> Iterator[SafeString]:
    floor, most = HEIGHT - FOOT, max(people for _begin, people in shape)
    for begin, people in shape:
        high = round((floor - HEAD) * people / most, 1)
        kind = "bar mine" if here is not None and begin <= here < begin + width else "bar"
        left, wide = x(begin) + 0.5, max(x(begin + width) - x(begin) - 1, 1)
        yield format_html(
            '<rect class="{}" x="{}" y="{}" width="{}" height="{}" />',
            kind, str(round(left, 1)), str(round(floor - high, 1)), str(round(wide, 1)), str(high),
        )  # fmt: skip


def _marks(low: int, high: int) -> Iterator[int]:
    """Round numbers below a scale, not too near its ends nor to each other."""
    step = next((one for one in STEPS[2:] if (high - low) / one <= MOST_LINES), STEPS[-1])
    edge = (high - low) * 0.06
    for points in range(-(-low // step) * step, high + 1, step):
        if low + edge <= points <= high - edge:
            yield points


def _here(x: float) -> list[SafeString]:
    """A line where the viewer stands. What is written above it stays inside of the picture."""
    anchor = "start" if x < 60 else "end" if x > WIDTH - 60 else "middle"
    return [
        format_html('<path class="here" d="M{} {}V{}" />', str(x), HEAD - 4, HEIGHT - FOOT),
        _text(_("you are here"), x, 13, anchor, kind="here"),
    ]


def _spread(shape: Sequence[Sequence[int]], everybody: int, here: int | None) -> str:
    fullest = max(shape, key=lambda step: step[1])[0]
    words = ngettext(
        "%(everybody)d player; most are around %(fullest)d.",
        "%(everybody)d players; most are around %(fullest)d.",
        everybody,
    ) % {"everybody": everybody, "fullest": fullest}
    if here is None:
        return words
    mine = _("You have %(points)d.") % {"points": here}
    return f"{words} {mine}"


# --- Shares ------------------------------------------------------------------------------------


def shares(won: int, drawn: int, lost: int) -> SafeString:
    """A bar of what was won, drawn and lost. The numbers stand beside it, so it is not read out."""
    whole = won + drawn + lost
    if not whole:
        return SafeString()
    bars, left = [], 0.0
    for kind, part in (("won", won), ("drawn", drawn), ("lost", lost)):
        wide = round(100 * part / whole, 2)
        if part:
            bars.append((kind, str(left), str(wide)))
        left = round(left + wide, 2)
    return format_html(
        '<svg class="shares" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">'
        "{}</svg>",
        format_html_join("", '<rect class="{}" x="{}" y="0" width="{}" height="6" />', bars),
    )


def _text(words: str, x: float, y: float, anchor: str = "start", kind: str = "") -> SafeString:
    return format_html(
        '<text class="{}" x="{}" y="{}" text-anchor="{}">{}</text>', kind, str(x), str(y), anchor,
        words,
    )  # fmt: skip


def _picture(
    title: str,
    words: str,
    parts: Sequence[SafeString],
    *,
    height: int,
    width: int = WIDTH,
    kind: str = "",
    role: str = "img",
) -> SafeString:
    return format_html(
        '<svg class="chart {}" viewBox="0 0 {} {}" role="{}" aria-label="{}">{}</svg>',
        kind,
        width,
        height,
        role,
        f"{title}. {words}",
        mark_safe("".join(parts)),  # noqa: S308 - each part is escaped
    )
