"""Everything of Botanicus by name: actions, places, tracks, cards, tasks, plants, animals.

People never read codes where there is room for words. What stands here in small letters is for the
middle of a sentence or for a button; `capital` makes the beginning of a line of it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from engine import Seat
from engine.games.botanicus.components import (
    BASIC_TASKS,
    POLE,
    PRINTED,
    ROMAN,
    SPECIAL_TASKS,
    TILES,
)
from games.boards.phrases import points_in_words

# -- people and plants (rules A.1, A.4) ---------------------------------------------------------

SEAT_COLOURS: Mapping[Seat, Any] = {
    0: pgettext_lazy("a player's colour", "blue"),
    1: pgettext_lazy("a player's colour", "yellow"),
    2: pgettext_lazy("a player's colour", "green"),
    3: pgettext_lazy("a player's colour", "red"),
}
NEUTRAL_FLOWER: Any = gettext_lazy("neutral flower")

PLANTS: Mapping[int, Any] = {
    0: gettext_lazy("empty bed"),
    1: pgettext_lazy("a plant", "sprout"),
    2: pgettext_lazy("a plant", "bud"),
    3: pgettext_lazy("a plant", "bloom"),
    4: pgettext_lazy("a plant", "tree"),
}
"""By level; a numeral stands with it wherever it is seen."""

ANIMAL_NAMES: Mapping[str, Any] = {
    "bird": gettext_lazy("bird"),
    "butterfly": gettext_lazy("butterfly"),
    "frog": gettext_lazy("frog"),
    "squirrel": gettext_lazy("squirrel"),
    "tortoise": gettext_lazy("tortoise"),
}

# -- tracks (rules A.3) -------------------------------------------------------------------------

TRACK_NAMES: Mapping[str, Any] = {
    "M": gettext_lazy("money track"),
    "B": gettext_lazy("wheelbarrow track"),
    "S": gettext_lazy("shovel track"),
}
PIECE_NAMES: Mapping[str, Any] = {
    "M": gettext_lazy("purse"),
    "B": gettext_lazy("wheelbarrow"),
    "S": gettext_lazy("shovel"),
}
SPACE_NAMES: Mapping[str, Any] = {
    "M0": gettext_lazy("the start of the money track"),
    "M1": gettext_lazy("Money 1"),
    "M2u": gettext_lazy("Money 2, upper path"),
    "M2l": gettext_lazy("Money 2, lower path"),
    "M3": gettext_lazy("Money 3"),
    "M4u": gettext_lazy("Money 4, upper path"),
    "M4l": gettext_lazy("Money 4, lower path"),
    "M5": gettext_lazy("Money 5"),
    "M6": gettext_lazy("the end of the money track"),
    "B0": gettext_lazy("the start of the wheelbarrow track"),
    "B1": gettext_lazy("Wheelbarrow 1"),
    "B2u": gettext_lazy("Wheelbarrow 2, upper path"),
    "B2l": gettext_lazy("Wheelbarrow 2, lower path"),
    "B3": gettext_lazy("Wheelbarrow 3"),
    "B4u": gettext_lazy("Wheelbarrow 4, upper path"),
    "B4l": gettext_lazy("Wheelbarrow 4, lower path"),
    "B5": gettext_lazy("the end of the wheelbarrow track"),
    "S0": gettext_lazy("the start of the shovel track"),
    "S1": gettext_lazy("Shovel 1"),
    "S2": gettext_lazy("Shovel 2"),
    "S3": gettext_lazy("Shovel 3"),
    "S4": gettext_lazy("Shovel 4"),
    "S5": gettext_lazy("Shovel 5"),
    "S6": gettext_lazy("Shovel 6"),
    "S7": gettext_lazy("the end of the shovel track"),
    "S7u": gettext_lazy("the end by the upper path"),
    "S7l": gettext_lazy("the end by the lower path"),
}
"""Spaces of the tracks, and the two ways to the end of the shovel's."""

# -- cards and tasks (rules A.4, A.5) -----------------------------------------------------------

CARD_NAMES: Mapping[str, Any] = {
    "C1": gettext_lazy("Watering Can"),
    "C2": gettext_lazy("Potted Plants"),
    "C3": gettext_lazy("Long Stroll"),
    "C4": gettext_lazy("In Full Bloom"),
    "C5": gettext_lazy("Packet of Seeds"),
    "C6": gettext_lazy("Market Day"),
    "C7": gettext_lazy("Full Barrow"),
    "C8": gettext_lazy("Spadework"),
}
CARD_TEXTS: Mapping[str, Any] = {
    "C1": gettext_lazy("Water twice."),
    "C2": gettext_lazy("Plant two of level II."),
    "C3": gettext_lazy("Move the gardener up to 5 steps."),
    "C4": gettext_lazy("Plant one of level III."),
    "C5": gettext_lazy("Plant three of level I."),
    "C6": gettext_lazy("2 steps on the money track."),
    "C7": gettext_lazy("2 steps on the wheelbarrow track."),
    "C8": gettext_lazy("2 steps on the shovel track."),
}

BASIC_NAMES: Mapping[int, Any] = {
    1: gettext_lazy("Edging"),
    2: gettext_lazy("Seedbed"),
    3: gettext_lazy("Nursery"),
    4: gettext_lazy("Growing Up"),
    5: gettext_lazy("Flower Basket"),
}
"""The basic tasks by row."""
TASK_NAMES: Mapping[str, Any] = {
    "T1": gettext_lazy("Gateway"),
    "T2": gettext_lazy("Arbour"),
    "T3": gettext_lazy("Glade"),
    "T4": gettext_lazy("Shade"),
    "T5": gettext_lazy("Posy"),
    "T6": gettext_lazy("Rose Garden"),
    "T7": gettext_lazy("Park"),
    "T8": gettext_lazy("Meadow Orchard"),
    "T9": gettext_lazy("Young Wood"),
    "T10": gettext_lazy("Ground Cover"),
    "T11": gettext_lazy("Hedge"),
    "T12": gettext_lazy("Pergola"),
    "T13": gettext_lazy("Shady Path"),
    "T14": gettext_lazy("Orchard"),
    "T15": gettext_lazy("Arboretum"),
    "T16": gettext_lazy("Avenue"),
    "T17": gettext_lazy("Flower Bed"),
    "T18": gettext_lazy("The Four Ages"),
    "T19": gettext_lazy("Mixed Border"),
    "T20": gettext_lazy("Edge of the Wood"),
}

# -- scores (rules A.6) -------------------------------------------------------------------------

PART_NAMES: Mapping[str, Any] = {
    "basic": gettext_lazy("Basic tasks"),
    "special": gettext_lazy("Special tasks"),
    "animals": gettext_lazy("Animals"),
    "prizes": gettext_lazy("Prizes"),
    "points": gettext_lazy("Points gained"),
    "steps": gettext_lazy("Steps not taken"),
    "columns": gettext_lazy("Full columns"),
    "coins": gettext_lazy("Coins"),
}
TIE_BREAK: Any = gettext_lazy("Decided by the higher flower")

# -- actions (rules A.2) ------------------------------------------------------------------------


def action(code: str) -> str:
    """What an action code of rule 2.1 does, as a label: "gain 3 coins", "plant a level II"."""
    kind, number = _parted(code)
    match kind:
        case "$":
            return ngettext("gain %(n)d coin", "gain %(n)d coins", number) % {"n": number}
        case "V":
            return ngettext("score %(n)d point", "score %(n)d points", number) % {"n": number}
        case "G":
            return ngettext(
                "move the gardener up to %(n)d step", "move the gardener up to %(n)d steps", number
            ) % {"n": number}
        case "P":
            return _("plant a level %(level)s") % {"level": ROMAN[number]}
        case "M" | "B" | "S":
            return _track_action(kind, number)
    return str(_ACTIONS[kind])


def short(code: str) -> str:
    """The same for a small button: "coins", "plant II", "shovel 2"."""
    kind, number = _parted(code)
    words = {"n": number, "level": ROMAN[number] if kind == "P" else ""}
    return str(_SHORT[kind]) % words


def actions(codes: Sequence[str]) -> str:
    """Several actions in words, equal ones counted: "water a plant (2 times), draw a garden card".

    They are parted by commas, as what follows a colon.
    """
    counted = {code: codes.count(code) for code in codes}
    return ", ".join(_times(action(code), times) for code, times in counted.items())


def _times(text: str, times: int) -> str:
    if times == 1:
        return text
    return _("%(action)s (%(times)d times)") % {"action": text, "times": times}


def _parted(code: str) -> tuple[str, int]:
    """The letter of an action code and its number, 0 where it has none."""
    return (POLE, 0) if code == POLE else (code[0], int(code[1:] or 0))


def _track_action(track: str, steps: int) -> str:
    one_and_more: dict[str, Callable[[], str]] = {
        "M": lambda: ngettext("money track, %(n)d step", "money track, %(n)d steps", steps),
        "B": lambda: ngettext(
            "wheelbarrow track, %(n)d step", "wheelbarrow track, %(n)d steps", steps
        ),
        "S": lambda: ngettext("shovel track, %(n)d step", "shovel track, %(n)d steps", steps),
    }
    return str(TRACK_NAMES[track]) if not steps else one_and_more[track]() % {"n": steps}


_ACTIONS: Mapping[str, Any] = {
    "C": gettext_lazy("draw a garden card"),
    "A": gettext_lazy("welcome an animal"),
    "R": gettext_lazy("take a prize"),
    "W": gettext_lazy("water a plant"),
    POLE: gettext_lazy("Pole Position"),
}
_SHORT: Mapping[str, Any] = {
    "$": pgettext_lazy("small button", "coins"),
    "V": pgettext_lazy("small button", "points"),
    "C": pgettext_lazy("small button", "card"),
    "A": pgettext_lazy("small button", "animal"),
    "R": pgettext_lazy("small button", "prize"),
    "P": pgettext_lazy("small button", "plant %(level)s"),
    "W": pgettext_lazy("small button", "water"),
    "G": pgettext_lazy("small button", "gardener %(n)d"),
    "M": pgettext_lazy("small button", "purse %(n)d"),
    "B": pgettext_lazy("small button", "barrow %(n)d"),
    "S": pgettext_lazy("small button", "shovel %(n)d"),
    POLE: gettext_lazy("Pole Position"),
}
BUTTONS: Mapping[str, Any] = {
    # By the kind of a move.
    "assign": pgettext_lazy("small button", "assign"),
    "neutral": NEUTRAL_FLOWER,
    "walk": pgettext_lazy("small button", "walk"),
    "use": pgettext_lazy("small button", "use"),
    "sell": pgettext_lazy("small button", "sell"),
    "flower": pgettext_lazy("small button", "place"),
    "stroll": pgettext_lazy("small button", "walk"),
    "plant": pgettext_lazy("small button", "plant"),
    "water": pgettext_lazy("small button", "water"),
    "step": pgettext_lazy("small button", "step"),
    "forfeit": pgettext_lazy("small button", "forfeit"),
}
FORFEIT: Any = gettext_lazy("forfeit the rest")
NO_STEP: Any = gettext_lazy("no step, 1 point")
USE_CARD: Any = gettext_lazy("use the card for 2 coins")
SELL_CARD: Any = gettext_lazy("sell the card for 3 coins")

# -- places (rules A.3) -------------------------------------------------------------------------


def flower_space(column: int, space: int) -> str:
    """A space of the flower board: "column 2, space 3"."""
    return _("column %(column)d, space %(space)d") % {"column": column, "space": space}


def bed(name: int) -> str:
    """As it is read: "bed 23"."""
    return _("bed %(bed)d") % {"bed": name}


def bed_spoken(name: int) -> str:
    """As it is heard: "row 2, bed 3"."""
    row, place = divmod(name, 10)
    return _("row %(row)d, bed %(bed)d") % {"row": row, "bed": place}


def footprint_spoken(name: str) -> str:
    """As it is heard: "row b, footprint 2"."""
    return _("row %(row)s, footprint %(number)s") % {"row": name[0], "number": name[1]}


def plant(level: int) -> str:
    """What stands on a bed, with its numeral: "III, bloom"; "empty bed"."""
    name = str(PLANTS[level])
    return f"{ROMAN[level]}, {name}" if level else name


def task(code: str, row: int = 0) -> str:
    """A task by its name; `basic` is that of a row."""
    return str(BASIC_NAMES[row] if code == "basic" else TASK_NAMES[code])


def task_with_needs(code: str, row: int = 0) -> str:
    """The same with what it needs and brings: "Edging: I I II, 7 points"."""
    needs, points = BASIC_TASKS[row] if code == "basic" else SPECIAL_TASKS[code]
    return _("%(task)s: %(needs)s, %(points)s") % {
        "task": task(code, row),
        "needs": numerals(needs),
        "points": points_in_words(points),
    }


def numerals(levels: Sequence[int]) -> str:
    """Levels as they are seen: "I I II"."""
    return " ".join(ROMAN[level] for level in levels)


def quoted(name: Any) -> str:
    """The name of a card or a task within a sentence; French puts it between « »."""
    return pgettext("a name in a sentence", "%(name)s") % {"name": name}


# -- amounts and lists --------------------------------------------------------------------------


def coins_in_words(coins: int) -> str:
    return ngettext("%(n)d coin", "%(n)d coins", coins) % {"n": coins}


def steps_in_words(steps: int) -> str:
    return ngettext("%(n)d step", "%(n)d steps", steps) % {"n": steps}


# -- what lies where ----------------------------------------------------------------------------


def printed(column: int, space: int) -> Sequence[str]:
    """What a space of the flower board gives."""
    return PRINTED[column][space - 1]


def tile_side(tile: str, round_: int) -> Sequence[str]:
    """What a tile gives: its light side in round one, its dark side in round two."""
    return TILES[tile][0 if round_ == 1 else 1]
