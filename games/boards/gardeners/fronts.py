"""The picture of a wish, made from its predicate: squares that touch are next to each other, brass
is the place in the garden, and a stroke through something means "none".

It is 50 units high and as wide as it needs. The sentence beside it says the same.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import NamedTuple

from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

SPRITE = "img/gardeners.svg"
SIDE, STEP = 44, 46
_KINDS = {"g": "ground-g", "e": "ground-e", "bn": "el-bn1"}
_PLANTS = {"fR+tR": "el-pR", "tR+fR": "el-pR", "fY+tY": "el-pY", "fB+tB": "el-pB"}
_RUN = "M53 25H67M59 18L67 25L59 32"
_NUMBER = '<text class="num" x="{}" y="36">{}</text>'


class Part(NamedTuple):
    """A piece of a picture, and where the next one may begin."""

    svg: str
    width: float


@cache
def front(predicate: str) -> SafeString:
    """The drawing of a predicate as it is written: `NEAR fR fR`."""
    head, *rest = predicate.split()
    part = _FRONTS[head](*rest)
    return format_html(
        '<svg viewBox="0 0 {0} 50" width="{0}" height="50" aria-hidden="true">{1}</svg>',
        f"{part.width:g}",
        SafeString(part.svg),
    )


def kinds_of(selector: str) -> tuple[str, ...]:
    """The drawings of a selector: one of each of its kinds."""
    if selector in _PLANTS:
        return (_PLANTS[selector],)
    if selector.startswith("fR+tR+"):
        return "el-pR", *kinds_of(selector.removeprefix("fR+tR+"))
    return tuple(_KINDS.get(kind, f"el-{kind}") for kind in selector.split("+"))


# -- pieces -------------------------------------------------------------------------------------


def _use(name: str, x: float, y: float, size: float) -> str:
    place = f'x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"'
    return f'<use href="{static(SPRITE)}#{name}" {place}/>'


def _square(name: str, x: float, classes: str = "sq") -> str:
    frame = f'<rect class="{classes}" x="{x:g}" y="3" width="{SIDE}" height="{SIDE}" rx="6"/>'
    return frame + _use(name, x + 2.2, 5.2, 39.6)


def _small_square(name: str, x: float) -> str:
    frame = f'<rect class="sq" x="{x:g}" y="11" width="28" height="28" rx="3"/>'
    return frame + _use(name, x + 1.4, 12.4, 25.2)


def _sign(path: str, more: str = "") -> str:
    return f'<path class="sign{more}" d="{path}"/>'


def _row(selector: str, number: int, x: float = 1) -> str:
    """Squares that touch; those of several kinds in turn."""
    kinds = kinds_of(selector)
    return "".join(_square(kinds[at % len(kinds)], x + at * STEP) for at in range(number))


def _size(size: str) -> tuple[str, int]:
    """A bound as it is drawn, and how wide it is."""
    shown = f"{size[:-1]}+" if size.endswith("+") else f"= {size[:-1]}"
    return shown, 32 + 14 * (len(shown) - 2) if size.endswith("+") else 40 + 14 * (len(shown) - 3)


def _lattice(are_on: Iterable[tuple[int, int]], x: float) -> str:
    """The garden with some of its cells in brass."""
    on = set(are_on)
    return "".join(
        f'<rect class="{"on" if (column, row) in on else "off"}" x="{x + 10 * column:g}"'
        f' y="{0.7 + 10 * row:g}" width="8.6" height="8.6" rx="2"/>'
        for column in range(5)
        for row in range(5)
    )


_ALL = {(column, row) for column in range(5) for row in range(5)}
_INNER = {(column, row) for column in range(1, 4) for row in range(1, 4)}
_ONE_EACH = {(0, 1), (1, 3), (2, 0), (3, 2), (4, 4)}


def _nine(names: Mapping[tuple[int, int], str]) -> Part:
    svg = "".join(_use(name, 17 * x, 17 * y, 16) for (x, y), name in names.items())
    return Part(svg, 52)


# -- predicates ---------------------------------------------------------------------------------


def _near(of: str, to: str) -> Part:
    return Part(_square(kinds_of(of)[0], 1) + _square(kinds_of(to)[-1], 1 + STEP), 94)


def _near_two(of: str, to: str) -> Part:
    one, *_rest = kinds_of(to)
    sides = _square(one, 1) + _square(one, 93)
    me = _square(kinds_of(of)[0], 47, "sq me")
    return Part(sides + me + _NUMBER.format(144, "2+"), 178)


def _apart(of: str, to: str) -> Part:
    cross = _sign("M55 17L67 33M67 17L55 33", " no")
    return Part(_square(kinds_of(of)[0], 1) + cross + _square(kinds_of(to)[0], 77), 124)


def _group(of: str, size: str) -> Part:
    shown, width = _size(size)
    return Part(_row(of, 3) + _NUMBER.format(145, shown), 145 + width)


def _unite(of: str) -> Part:
    loop = '<path class="ring" d="M8 1H92Q97 1 97 6V44Q97 49 92 49H8Q3 49 3 44V6Q3 1 8 1Z"/>'
    kinds = kinds_of(of)
    inside = "".join(_small_square(kinds[at % len(kinds)], 8 + 29 * at) for at in range(3))
    struck = _small_square(kinds[0], 112) + _sign("M108 7L144 43M144 7L108 43", " no")
    return Part(loop + inside + struck, 148)


def _view(of: str) -> Part:
    look = _sign("M54 25H92M84 18L92 25L84 32")
    return Part(_square("el-bn1", 1) + look + _square(kinds_of(of)[0], 102), 148)


def _view_two(of: str, to: str) -> Part:
    look, plus = _sign("M54 25H84M76 18L84 25L76 32"), _sign("M147 25H159M153 19V31")
    seen = _square(kinds_of(of)[0], 94) + plus + _square(kinds_of(to)[0], 168)
    return Part(_square("el-bn1", 1) + look + seen, 214)


def _blind(of: str) -> Part:
    whole = _view(of)
    return Part(whole.svg + _sign("M62 10L84 40", " no"), whole.width)


def _placed(are_on: set[tuple[int, int]]) -> Callable[[str], Part]:
    def drawn(of: str) -> Part:
        return Part(_square(kinds_of(of)[0], 1) + _sign(_RUN) + _lattice(are_on, 78.7), 130)

    return drawn


def _rim_count(of: str, size: str) -> Part:
    said = _NUMBER.format(53, f"= {size}")
    x = 85.7 + 14 * len(size)
    return Part(_square(kinds_of(of)[0], 1) + said + _lattice(_ALL - _INNER, x), x + 51.3)


def _link(of: str) -> Part:
    return Part(_sign("M3 3V47M151 3V47") + _row(of, 3, 9), 154)


def _cross(of: str) -> Part:
    (kind, *_rest) = kinds_of(of)
    cells = [(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)]
    plus = "".join(_use(kind, 5.5 + 13 * x, 5.5 + 13 * y, 13) for x, y in cells)
    return Part(_sign("M3 3H47V47H3Z") + plus, 50)


def _lines(of: str) -> Part:
    whole = _placed(_ONE_EACH)(of)
    ticks = _sign("M77 5H80M77 15H80M77 25H80M77 35H80M77 45H80", " thin")
    return Part(whole.svg + ticks, 136)


def _hedges(names: Iterable[str]) -> str:
    return "".join(_use(name, 1 + SIDE * at, 3, SIDE) for at, name in enumerate(names))


def _chain(size: str) -> Part:
    shown, width = _size(size)
    return Part(_hedges(["el-hs1"] * 3) + _NUMBER.format(141, shown), 141 + width)


def _loop() -> Part:
    corners = {(0, 0): "el-hc1", (1, 0): "el-hc2", (0, 1): "el-hc0", (1, 1): "el-hc3"}
    return Part("".join(_use(name, 25 * x, 25 * y, 25) for (x, y), name in corners.items()), 50)


_RING = {(0, 0): "hc1", (1, 0): "hs1", (2, 0): "hc2", (0, 1): "hs0", (2, 1): "hs0",
         (0, 2): "hc0", (1, 2): "hs1", (2, 2): "hc3"}  # fmt: skip


def _ring(of: str) -> Part:
    hedges = (_use(f"el-{name}", 17 * x, 17 * y - 0.5, 17) for (x, y), name in _RING.items())
    inward = _sign("M76 25H62M69 18L62 25L69 32")
    return Part("".join(hedges) + inward + _square(kinds_of(of)[0], 84), 130)


_CELLS = [(x, y) for x in range(3) for y in range(3)]
_PATTERNS = {
    "statue4": {
        (1, 1): "el-st", (0, 1): "el-f", (2, 1): "el-f", (1, 0): "el-f", (1, 2): "el-f",
    },
    "cross9": {(x, y): f"ground-{'g' if 1 in (x, y) else 'e'}" for x, y in _CELLS},
    "ring9": {(x, y): f"ground-{'e' if x == y == 1 else 'g'}" for x, y in _CELLS},
}  # fmt: skip


def _pattern(name: str) -> Part:
    if name in _PATTERNS:
        return _nine(_PATTERNS[name])
    flowers = ("el-fR", "el-fY", "el-fB")
    return Part("".join(_square(kind, 1 + STEP * at) for at, kind in enumerate(flowers)), 140)


_FRONTS: Mapping[str, Callable[..., Part]] = {
    "NEAR": _near,
    "NEAR2": _near_two,
    "APART": _apart,
    "GROUP": _group,
    "UNITE": _unite,
    "VIEW": _view,
    "VIEW2": _view_two,
    "BLIND": _blind,
    "EDGE": _placed(_ALL - _INNER),
    "CORE": _placed(_INNER),
    "RIMCOUNT": _rim_count,
    "LINK": _link,
    "CROSS": _cross,
    "LINES": _lines,
    "HALL": lambda: Part(_hedges(["el-hs1", "el-hc2"]), 92),
    "HCHAIN": _chain,
    "HLOOP": _loop,
    "HRING": _ring,
    "PATTERN": _pattern,
}
