"""The components of our own edition (rules 1 and 2), as tables and nothing else.

Whoever has other components changes this file and the version of the rules, and no code. Actions
are the codes of rule 2.1, parted by spaces.
"""

from typing import Final

Actions = tuple[str, ...]

ROMAN: Final = ("", "I", "II", "III", "IV")
HIGHEST: Final = 4
"""The highest level of a plant."""

# -- gardens (rule 1) ---------------------------------------------------------------------------

BEDS: Final = (11, 12, 13, 21, 22, 23, 24, 31, 32, 33, 34, 41, 42, 43, 44, 52, 53, 54)
"""Row and column, from the top left: 14 and 51 do not exist (rule 1.2)."""
ROWS: Final = (1, 2, 3, 4, 5)
COLUMNS_OF_BEDS: Final = (1, 2, 3, 4)
FOUNTAIN: Final = "b2"
COLUMN_POINTS: Final = (0, 2, 5, 9, 15)
"""What a full column scores, by the level of its best plant (rule 1.7)."""
ANIMALS: Final = ("bird", "butterfly", "frog", "squirrel", "tortoise")
ANIMAL_POINTS: Final = (3, 6, 10, 15, 21)
COINS_AT_START: Final = 6
COINS_A_POINT: Final = 3

# -- prices (rules 5, 7) ------------------------------------------------------------------------

STEP_PRICE: Final = 1
"""A step of a walk."""
CARD_PRICE: Final = 2
CARD_SALE: Final = 3
FLOWER_PRICE: Final = 3
"""For each flower that stands on a space already."""
POLE_COINS: Final = 3
EXTRA_STEP_PRICE: Final = 3
"""A step on a track beyond those that were gained."""

# -- tracks (rule 2.2) --------------------------------------------------------------------------

TRACKS: Final = ("M", "B", "S")
ARROWS: Final[dict[str, tuple[tuple[str, int], ...]]] = {
    # From each space where the arrows lead, and what the path costs.
    "M0": (("M1", 0),),
    "M1": (("M2u", 0), ("M2l", 0)),
    "M2u": (("M3", 0),),
    "M2l": (("M3", 0),),
    "M3": (("M4u", 0), ("M4l", 0)),
    "M4u": (("M5", 0),),
    "M4l": (("M5", 0),),
    "M5": (("M6", 0),),
    "M6": (),
    "B0": (("B1", 0),),
    "B1": (("B2u", 0), ("B2l", 0)),
    "B2u": (("B3", 0),),
    "B2l": (("B3", 0),),
    "B3": (("B4u", 0), ("B4l", 0)),
    "B4u": (("B5", 0),),
    "B4l": (("B5", 0),),
    "B5": (),
    "S0": (("S1", 0),),
    "S1": (("S2", 2),),
    "S2": (("S3", 0),),
    "S3": (("S4", 1),),
    "S4": (("S5", 0),),
    "S5": (("S7", 2), ("S6", 0)),
    "S6": (("S7", 0),),
    "S7": (),
}
GIVES: Final[dict[str, Actions]] = {
    "M1": ("$2",),
    "M2u": ("$4",),
    "M2l": ("$2", "C"),
    "M3": ("$4",),
    "M4u": ("$6",),
    "M4l": ("$3", "C"),
    "M5": ("$5", "G2"),
    "M6": ("$3", "R"),
    "B1": ("W",),
    "B2u": ("P1", "W"),
    "B2l": ("A",),
    "B3": ("W", "W"),
    "B4u": ("P2", "W"),
    "B4l": ("C", "W", "W"),
    "B5": ("V7", "W", "W"),
    "S1": ("P1",),
    "S2": ("P1", "P1"),
    "S3": ("P2",),
    "S4": ("P1", "P1", "P1"),
    "S5": ("P3",),
    "S6": ("P2", "P2"),
    "S7": ("P2", "R"),
}

# -- flower board (rules 2.3, 2.4) --------------------------------------------------------------

ROUNDS: Final = (1, 2)
COLUMNS: Final = (1, 2, 3, 4, 5, 6, 7, 8)
SPACES: Final = (1, 2, 3, 4)
POLE: Final = "pole"
PRINTED: Final[dict[int, tuple[Actions, Actions, Actions, Actions]]] = {
    1: ((POLE,), ("M1",), ("B2",), ("S2",)),
    2: (("$1",), ("C",), ("G3",), ("P1",)),
    3: ((POLE,), ("B1",), ("S2",), ("M3",)),
    4: (("G2",), ("$3",), ("W",), ("W", "W")),
    5: ((POLE,), ("S1",), ("M2",), ("B3",)),
    6: (("V2",), ("C",), ("G3",), ("P2",)),
    7: ((POLE,), ("M2",), ("B2",), ("S3",)),
    8: (("$2",), ("V4",), ("W", "W"), ("A",)),
}
TILED: Final = (2, 4, 6, 8)
"""The columns with tiles: dotted ones on spaces 1 and 2, lined ones on spaces 3 and 4."""
TILES: Final[dict[str, tuple[Actions, Actions]]] = {
    # The light side (round one) and the dark side (round two).
    "D1": (("$2",), ("$4",)),
    "D2": (("G2",), ("G4",)),
    "D3": (("V2",), ("V4",)),
    "D4": (("C",), ("C", "$2")),
    "D5": (("M1",), ("M2",)),
    "D6": (("B1",), ("B2",)),
    "D7": (("S1",), ("S2",)),
    "D8": (("P1",), ("P2",)),
    "L1": (("S1",), ("S2",)),
    "L2": (("$3",), ("S1", "$3")),
    "L3": (("B1",), ("B2",)),
    "L4": (("M2",), ("M3",)),
    "L5": (("W",), ("W", "W")),
    "L6": (("P2",), ("P3",)),
    "L7": (("A",), ("A", "$2")),
    "L8": (("V3",), ("V5",)),
}
DOTTED: Final = tuple(tile for tile in TILES if tile[0] == "D")
LINED: Final = tuple(tile for tile in TILES if tile[0] == "L")

# -- cards (rule 2.5) ---------------------------------------------------------------------------

CARDS: Final[dict[str, Actions]] = {
    "C1": ("W", "W"),
    "C2": ("P2", "P2"),
    "C3": ("G5",),
    "C4": ("P3",),
    "C5": ("P1", "P1", "P1"),
    "C6": ("M2",),
    "C7": ("B2",),
    "C8": ("S2",),
}
COPIES: Final = (3, 3, 3, 2, 2, 1, 2, 2)
CARD_DECK: Final = tuple(
    card for card, copies in zip(CARDS, COPIES, strict=True) for _ in range(copies)
)

# -- tasks (rules 2.6, 2.7) and prizes (rule 2.8) -----------------------------------------------

BASIC_TASKS: Final[dict[int, tuple[tuple[int, ...], int]]] = {
    # By row: the levels it needs, and its points.
    1: ((1, 1, 2), 7),
    2: ((1, 1, 1, 1), 8),
    3: ((2, 2, 2), 9),
    4: ((1, 2, 3), 9),
    5: ((2, 3), 7),
}
SPECIAL_TASKS: Final[dict[str, tuple[tuple[int, ...], int]]] = {
    "T1": ((4, 4), 10),
    "T2": ((3, 4), 9),
    "T3": ((2, 4), 8),
    "T4": ((1, 4), 7),
    "T5": ((3, 3), 8),
    "T6": ((3, 3, 3), 12),
    "T7": ((2, 3, 4), 12),
    "T8": ((1, 3, 4), 11),
    "T9": ((1, 2, 4), 10),
    "T10": ((1, 1, 4), 9),
    "T11": ((2, 2, 4), 11),
    "T12": ((3, 3, 4), 13),
    "T13": ((1, 4, 4), 12),
    "T14": ((2, 4, 4), 13),
    "T15": ((3, 4, 4), 14),
    "T16": ((4, 4, 4), 15),
    "T17": ((2, 3, 3), 11),
    "T18": ((1, 2, 3, 4), 14),
    "T19": ((2, 2, 3, 3), 14),
    "T20": ((1, 1, 4, 4), 14),
}
TASKS_A_SEAT: Final = 5
PRIZES: Final[dict[str, tuple[int, ...]]] = {
    "M": (18, 15, 12, 9, 7, 5),
    "S": (24, 20, 16, 12, 9, 6),
}
PRIZES_LEFT_OUT: Final = {2: 2, 3: 1, 4: 0}
"""So many of the highest are left out, by the number of seats."""
