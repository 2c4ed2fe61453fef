"""The components of our own edition (rules 1 to 3 and 13.3), as tables and nothing else.

Whoever has other components changes this file and the version of the rules, and no code. The fronts
of cards are predicates in the language of rule 2, which `predicates` reads.
"""

from functools import cache
from typing import Final, NamedTuple, TypeAlias

Cards: TypeAlias = tuple[str, ...]
Tiles: TypeAlias = tuple[str, ...]

# -- tiles (rule 1) -----------------------------------------------------------------------------


class Tile(NamedTuple):
    """What a tile shows. `sort` is the colour of a plant, or the shape of a hedge."""

    ground: str
    element: str
    sort: str = ""


TILES: Final[dict[str, Tile]] = {
    "A1": Tile("grass", "flower", "red"),
    "A2": Tile("earth", "flower", "red"),
    "A3": Tile("grass", "flower", "yellow"),
    "A4": Tile("earth", "flower", "yellow"),
    "A5": Tile("grass", "flower", "blue"),
    "A6": Tile("earth", "flower", "blue"),
    "A7": Tile("grass", "tree", "red"),
    "A8": Tile("earth", "tree", "red"),
    "A9": Tile("grass", "tree", "yellow"),
    "A10": Tile("earth", "tree", "blue"),
    "A11": Tile("grass", "bare"),
    "A12": Tile("grass", "bare"),
    "A13": Tile("grass", "bare"),
    "A14": Tile("grass", "bare"),
    "A15": Tile("earth", "bare"),
    "A16": Tile("earth", "bare"),
    "B1": Tile("grass", "bench"),
    "B2": Tile("grass", "bench"),
    "B3": Tile("earth", "bench"),
    "B4": Tile("earth", "bench"),
    "B5": Tile("earth", "flower", "red"),
    "B6": Tile("grass", "flower", "yellow"),
    "B7": Tile("earth", "flower", "blue"),
    "B8": Tile("earth", "tree", "yellow"),
    "B9": Tile("grass", "tree", "blue"),
    "C1": Tile("grass", "statue"),
    "C2": Tile("earth", "statue"),
    "C3": Tile("grass", "hedge", "corner"),
    "C4": Tile("grass", "hedge", "corner"),
    "C5": Tile("earth", "hedge", "corner"),
    "C6": Tile("earth", "hedge", "corner"),
    "C7": Tile("earth", "hedge", "corner"),
    "C8": Tile("grass", "hedge", "straight"),
    "C9": Tile("grass", "hedge", "straight"),
    "C10": Tile("earth", "hedge", "straight"),
    "C11": Tile("earth", "hedge", "straight"),
}
TURNS: Final = {"bench": 4, "corner": 4, "straight": 2}
"""How many turns can be told apart, by the element or shape; of all others one (rule 1.3)."""
LOOKS: Final = {"bench": 0}
"""The direction in which it looks at turn 0 (rule 1.4): 0 1 2 3 are N E S W."""
ENDS: Final = {"corner": (0, 1), "straight": (0, 2)}
"""The sides on which a hedge has its ends at turn 0."""

# -- selectors and patterns (rules 2.2 and 2.11) ------------------------------------------------

SELECTORS: Final[dict[str, tuple[tuple[str, str, str], ...]]] = {
    # Ground, element and sort that a tile may have; what is empty is not looked at.
    "g": (("grass", "", ""),),
    "e": (("earth", "", ""),),
    "fR": (("", "flower", "red"),),
    "fY": (("", "flower", "yellow"),),
    "fB": (("", "flower", "blue"),),
    "tR": (("", "tree", "red"),),
    "tY": (("", "tree", "yellow"),),
    "tB": (("", "tree", "blue"),),
    "f": (("", "flower", ""),),
    "t": (("", "tree", ""),),
    "p": (("", "flower", ""), ("", "tree", "")),
    "bn": (("", "bench", ""),),
    "st": (("", "statue", ""),),
    "hg": (("", "hedge", ""),),
    "ba": (("", "bare", ""),),
}
ANYTHING: Final = "."
PATTERNS: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    # Rows of selectors from the top; each also counts turned and mirrored.
    "statue4": ((ANYTHING, "f", ANYTHING), ("f", "st", "f"), (ANYTHING, "f", ANYTHING)),
    "cross9": (("e", "g", "e"), ("g", "g", "g"), ("e", "g", "e")),
    "ring9": (("g", "g", "g"), ("g", "e", "g"), ("g", "g", "g")),
    "line3": (("fR", "fY", "fB"),),
}

# -- cards (rules 2.1 and 2.13 to 2.15) ---------------------------------------------------------


class Card(NamedTuple):
    """The back of a card is its family, the front a predicate over the complete garden."""

    family: str
    predicate: str


FAMILIES: Final = (
    "proximity", "distance", "agglomeration", "panorama", "edge", "centre", "link",
    "arrangement", "hedges",
)  # fmt: skip
CARDS: Final[dict[str, Card]] = {
    "TA1": Card("proximity", "NEAR fY fY"),
    "TA2": Card("proximity", "NEAR fR fR"),
    "TA3": Card("distance", "APART t t"),
    "TA4": Card("distance", "APART fB tR+fR"),
    "TA5": Card("agglomeration", "GROUP g 6+"),
    "TA6": Card("agglomeration", "GROUP p 6+"),
    "TB1": Card("panorama", "VIEW fR"),
    "TB2": Card("panorama", "VIEW bn"),
    "TB3": Card("edge", "EDGE fY+tY"),
    "TB4": Card("centre", "CORE bn"),
    "TB5": Card("link", "LINK e"),
    "TB6": Card("link", "LINK f"),
    "TC1": Card("arrangement", "PATTERN statue4"),
    "TC2": Card("arrangement", "PATTERN cross9"),
    "TC3": Card("hedges", "HLOOP"),
    "TC4": Card("hedges", "HCHAIN 6+"),
    "TC5": Card("hedges", "HALL"),
    "X01": Card("proximity", "NEAR fR fR"),
    "X02": Card("proximity", "NEAR fY fY"),
    "X03": Card("proximity", "NEAR fB fB"),
    "X04": Card("proximity", "NEAR t t"),
    "X05": Card("proximity", "NEAR bn t"),
    "X06": Card("proximity", "NEAR bn f"),
    "X07": Card("proximity", "NEAR t f"),
    "X08": Card("proximity", "NEAR st hg"),
    "X09": Card("proximity", "NEAR hg p"),
    "X10": Card("distance", "APART t t"),
    "X11": Card("distance", "APART bn bn"),
    "X12": Card("distance", "APART fR+tR fB+tB"),
    "X13": Card("distance", "APART fY+tY fR+tR"),
    "X14": Card("distance", "APART bn hg"),
    "X15": Card("distance", "APART st t"),
    "X16": Card("distance", "APART f hg"),
    "X17": Card("distance", "APART fB tR+fR"),
    "X18": Card("distance", "APART f f"),
    "X19": Card("agglomeration", "GROUP g 10+"),
    "X20": Card("agglomeration", "GROUP e 11+"),
    "X21": Card("agglomeration", "GROUP g 7!"),
    "X22": Card("agglomeration", "GROUP e 7!"),
    "X23": Card("agglomeration", "GROUP p 11+"),
    "X24": Card("agglomeration", "GROUP f 6+"),
    "X25": Card("agglomeration", "GROUP f 5!"),
    "X26": Card("agglomeration", "GROUP p 8+"),
    "X27": Card("agglomeration", "GROUP t+bn 6+"),
    "X28": Card("agglomeration", "GROUP fR+tR+fY+tY 7+"),
    "X29": Card("agglomeration", "GROUP ba+st 5+"),
    "X30": Card("panorama", "VIEW fR"),
    "X31": Card("panorama", "VIEW fY"),
    "X32": Card("panorama", "VIEW fB"),
    "X33": Card("panorama", "VIEW tR"),
    "X34": Card("panorama", "VIEW t"),
    "X35": Card("panorama", "VIEW st"),
    "X36": Card("panorama", "VIEW bn"),
    "X37": Card("edge", "EDGE fY+tY"),
    "X38": Card("edge", "EDGE bn"),
    "X39": Card("edge", "EDGE t"),
    "X40": Card("edge", "EDGE st"),
    "X41": Card("edge", "EDGE fB+tB"),
    "X42": Card("centre", "CORE bn"),
    "X43": Card("centre", "CORE f"),
    "X44": Card("centre", "CORE fR+tR"),
    "X45": Card("centre", "CORE hg"),
    "X46": Card("centre", "CORE t"),
    "X47": Card("link", "LINK e"),
    "X48": Card("link", "LINK g"),
    "X49": Card("link", "LINK f"),
    "X50": Card("link", "LINK p"),
    "X51": Card("link", "LINK hg+bn"),
    "X52": Card("arrangement", "PATTERN statue4"),
    "X53": Card("arrangement", "PATTERN cross9"),
    "X54": Card("arrangement", "PATTERN line3"),
    "X55": Card("arrangement", "PATTERN ring9"),
    "X56": Card("hedges", "HLOOP"),
    "X57": Card("hedges", "HALL"),
    "X58": Card("hedges", "HCHAIN 6+"),
    "X59": Card("hedges", "HCHAIN 8+"),
    "X60": Card("hedges", "HCHAIN 5!"),
    "E01": Card("hedges", "HRING st"),
    "E02": Card("hedges", "HRING bn"),
    "E03": Card("hedges", "HRING t"),
    "E04": Card("hedges", "HRING fR"),
    "E05": Card("hedges", "HCHAIN 9+"),
    "E06": Card("panorama", "BLIND bn"),
    "E07": Card("panorama", "BLIND t"),
    "E08": Card("panorama", "BLIND f"),
    "E09": Card("panorama", "VIEW2 t f"),
    "E10": Card("panorama", "VIEW2 fR fB"),
    "E11": Card("arrangement", "LINES f"),
    "E12": Card("arrangement", "LINES t"),
    "E13": Card("arrangement", "LINES hg"),
    "E14": Card("agglomeration", "UNITE g"),
    "E15": Card("agglomeration", "UNITE e"),
    "E16": Card("agglomeration", "UNITE p"),
    "E17": Card("agglomeration", "UNITE hg"),
    "E18": Card("proximity", "NEAR2 t f"),
    "E19": Card("proximity", "NEAR2 bn p"),
    "E20": Card("edge", "RIMCOUNT g 10"),
    "E21": Card("link", "CROSS e"),
}

# -- modes and options (rules 3 and 11.5) -------------------------------------------------------


class Mode(NamedTuple):
    """A way to play. What is drawn from are the sets of tiles and of cards, by their letters."""

    seats: tuple[int, ...]
    size: int
    tiles: str
    cards: tuple[str, ...]
    hidden: str
    """Which fronts in play are hidden: `newest`, `all` or `none`."""
    limit: str = ""
    """The option that limits the game: `turns`, `actions`, or none."""
    goal: int = 0
    """How many cards a training has to validate; 0 where the score is what counts."""


MODES: Final[dict[str, Mode]] = {
    "training-a": Mode((2, 3, 4), 4, "A", ("TA",), "newest", goal=3),
    "training-b": Mode((2, 3, 4), 5, "AB", ("TB",), "newest", goal=3),
    "training-c": Mode((2, 3, 4), 6, "ABC", ("TC",), "newest", goal=2),
    "initiation": Mode((2, 3, 4), 6, "ABC", ("X",), "newest", "turns"),
    "full": Mode((2, 3, 4), 6, "ABC", ("X",), "all", "turns"),
    "expert": Mode((2, 3, 4), 6, "ABC", ("X", "E"), "all", "turns"),
    "solo": Mode((1,), 6, "ABC", ("X",), "none", "actions"),
    "solo-expert": Mode((1,), 6, "ABC", ("X", "E"), "none", "actions"),
}
FIRST_MODES: Final = {1: "solo", 2: "training-a", 3: "training-a", 4: "training-a"}
"""What is played if nothing was chosen, by the number of seats."""
LIMITS: Final[dict[str, tuple[tuple[int, ...], int]]] = {
    # What can be chosen, and what it is otherwise.
    "turns": ((24, 48, 72), 48),
    "actions": ((200, 300, 400), 300),
}
ACTIONS_A_TURN: Final = 8
CARDS_IN_PLAY: Final = 3
SOLO_PILES: Final = 2
SOLO_CARDS: Final = 2
"""Alone so many cards are drawn at the beginning, and after a banking."""
SOLO_BANKINGS: Final = 2
FREE_DISCARDS: Final = 1

# -- grades (rule 13.3) -------------------------------------------------------------------------

GRADES: Final[tuple[tuple[str, int, int], ...]] = (
    # The least score that has the grade: of a table, and alone. Below the last it is OUCH.
    ("experts", 10, 14),
    ("impressive", 7, 10),
    ("well-done", 4, 6),
    ("coming-along", 2, 3),
    ("start", 1, 1),
)
OUCH: Final = "ouch"
PASSED: Final = "passed"
ENDED: Final = "ended"


@cache
def tiles_of(mode: str) -> Tiles:
    """The tiles of a mode, in canonical order (rule 11.5)."""
    return tuple(tile for tile in TILES if tile[0] in MODES[mode].tiles)


@cache
def cards_of(mode: str) -> Cards:
    """The cards of a mode, in canonical order (rule 11.5)."""
    return tuple(card for card in CARDS if card.rstrip("0123456789") in MODES[mode].cards)
