"""What a card wishes, as a sentence made from its predicate (rules 2.16).

One grammar for each language, so that a text cannot say anything but what the engine judges, and a
new card needs no translator. A predicate is read as it is written: `GROUP fR+tR 6+`.
"""

from collections.abc import Callable, Mapping
from functools import cache

from django.utils.translation import get_language

from games.boards.gardeners.nouns import English, French

_EN, _FR = English(), French()


def wish(predicate: str) -> str:
    """The sentence of a predicate, in the reader's language."""
    is_french = (get_language() or "").startswith("fr")
    return in_french(predicate) if is_french else in_english(predicate)


@cache
def in_english(predicate: str) -> str:
    head, *rest = predicate.split()
    return _IN_ENGLISH[head](*rest)


@cache
def in_french(predicate: str) -> str:
    head, *rest = predicate.split()
    return _IN_FRENCH[head](*rest)


def _number(size: str, words: English | French) -> str:
    """A bound as it is written, `6+` or `6!`, in words."""
    return f"{words.LEAST if size.endswith('+') else words.EXACTLY} {size[:-1]}"


# -- patterns, which have a sentence each -------------------------------------------------------

_PATTERNS: Mapping[str, tuple[str, str]] = {
    "statue4": (
        "A statue has a flower on each of its four sides.",
        "Une statue a une fleur sur chacun de ses quatre côtés.",
    ),
    "cross9": (
        "A square of 3 × 3 has earth in its corners and grass in the five other cells.",
        "Un carré de 3 × 3 a de la terre dans ses coins et de l’herbe dans les cinq autres cases.",
    ),
    "ring9": (
        "A square of 3 × 3 has earth in its middle and grass in the eight other cells.",
        "Un carré de 3 × 3 a de la terre au milieu et de l’herbe dans les huit autres cases.",
    ),
    "line3": (
        (
            "A red, a yellow and a blue flower stand side by side in a line, the yellow one in the"
            " middle."
        ),
        "Une fleur rouge, une jaune et une bleue se suivent en ligne droite, la jaune au milieu.",
    ),
}


# -- English ------------------------------------------------------------------------------------


def _near(of: str, to: str) -> str:
    return f"Every {_EN.one(of)} stands next to {_EN.other(to) if of == to else _EN.a(to)}."


def _near_two(of: str, to: str) -> str:
    return f"Every {_EN.one(of)} stands next to at least two {_EN.many(to, 'or')}."


def _apart(of: str, to: str) -> str:
    return f"No {_EN.one(of)} stands next to {_EN.other(to) if of == to else _EN.a(to)}."


def _seen(of: str) -> str:
    return _EN.other(of) if of == "bn" else _EN.a(of)


_IN_ENGLISH: Mapping[str, Callable[..., str]] = {
    "NEAR": _near,
    "NEAR2": _near_two,
    "APART": _apart,
    "GROUP": lambda of, size: f"A group of {_EN.many(of)} has {_number(size, _EN)} tiles.",
    "UNITE": lambda of: f"All {_EN.many(of)} form one group.",
    "VIEW": lambda of: f"Every bench looks towards {_seen(of)}.",
    "VIEW2": lambda of, to: f"Every bench looks towards {_seen(of)} and {_seen(to)}.",
    "BLIND": lambda of: f"No bench looks towards {_seen(of)}.",
    "EDGE": lambda of: f"All {_EN.many(of)} lie on the outer ring.",
    "CORE": lambda of: f"No {_EN.one(of)} lies on the outer ring.",
    "RIMCOUNT": lambda of, size: f"Exactly {size} {_EN.many(of)} lie on the outer ring.",
    "LINK": lambda of: f"A group of {_EN.many(of)} joins two opposite sides.",
    "CROSS": lambda of: f"One group of {_EN.many(of)} touches all four sides.",
    "LINES": lambda of: f"Each row and each column has at least one {_EN.one(of)}.",
    "HALL": lambda: "Every hedge is connected to another hedge.",
    "HCHAIN": lambda size: f"A run of hedges has {_number(size, _EN)} tiles.",
    "HLOOP": lambda: "Some hedges form a closed run.",
    "HRING": lambda of: f"A closed run of hedges has {_EN.a(of)} inside.",
    "PATTERN": lambda name: _PATTERNS[name][0],
}


# -- French -------------------------------------------------------------------------------------


def _beside(of: str, to: str) -> str:
    return _FR.beside_other(to) if of == to else _FR.beside(to)


def _regarded(of: str) -> str:
    return _FR.other(of) if of == "bn" else _FR.a(of)


_IN_FRENCH: Mapping[str, Callable[..., str]] = {
    "NEAR": lambda of, to: f"Chaque {_FR.one(of)} est à côté {_beside(of, to)}.",
    "NEAR2": lambda of, to: (
        f"Chaque {_FR.one(of)} est à côté d’au moins deux {_FR.many(to, 'ou')}."
    ),
    "APART": lambda of, to: f"{_FR.no(of)} n’est à côté {_beside(of, to)}.",
    "GROUP": lambda of, size: f"Un groupe {_FR.of(of)} compte {_number(size, _FR)} tuiles.",
    "UNITE": lambda of: f"{_FR.every(of)} forment un seul groupe.",
    "VIEW": lambda of: f"Chaque banc regarde {_regarded(of)}.",
    "VIEW2": lambda of, to: f"Chaque banc regarde {_regarded(of)} et {_regarded(to)}.",
    "BLIND": lambda of: f"Aucun banc ne regarde {_regarded(of)}.",
    "EDGE": lambda of: f"{_FR.every(of)} sont sur le pourtour.",
    "CORE": lambda of: f"{_FR.no(of)} n’est sur le pourtour.",
    "RIMCOUNT": lambda of, size: f"Exactement {size} {_FR.many(of)} sont sur le pourtour.",
    "LINK": lambda of: f"Un groupe {_FR.of(of)} relie deux côtés opposés.",
    "CROSS": lambda of: f"Un même groupe {_FR.of(of)} touche les quatre côtés.",
    "LINES": lambda of: f"Il y a au moins {_FR.a(of)} dans chaque ligne et dans chaque colonne.",
    "HALL": lambda: "Chaque haie est raccordée à une autre haie.",
    "HCHAIN": lambda size: f"Une suite de haies compte {_number(size, _FR)} tuiles.",
    "HLOOP": lambda: "Des haies forment une suite fermée.",
    "HRING": lambda of: f"Une suite fermée de haies entoure {_FR.a(of)}.",
    "PATTERN": lambda name: _PATTERNS[name][1],
}
