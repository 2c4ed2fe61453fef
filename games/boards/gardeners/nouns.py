"""What selectors of tiles are called (rules 2.16): the nouns, and how each language bends them.

A selector of two nouns has "or" where one of them is meant and "and" where many are.
"""

from typing import NamedTuple, TypeAlias


class Noun(NamedTuple):
    """One and many; English and French."""

    english: tuple[str, str]
    french: tuple[str, str]
    is_feminine: bool


Nouns: TypeAlias = tuple[Noun, ...]

_SINGLE = {
    "f": Noun(("flower", "flowers"), ("fleur", "fleurs"), is_feminine=True),
    "t": Noun(("tree", "trees"), ("arbre", "arbres"), is_feminine=False),
    "bn": Noun(("bench", "benches"), ("banc", "bancs"), is_feminine=False),
    "st": Noun(("statue", "statues"), ("statue", "statues"), is_feminine=True),
    "hg": Noun(("hedge", "hedges"), ("haie", "haies"), is_feminine=True),
    "ba": Noun(("bare tile", "bare tiles"), ("tuile nue", "tuiles nues"), is_feminine=True),
    "g": Noun(("grass tile", "grass tiles"), ("tuile d’herbe", "tuiles d’herbe"), is_feminine=True),
    "e": Noun(
        ("earth tile", "earth tiles"), ("tuile de terre", "tuiles de terre"), is_feminine=True
    ),
}
_COLOURS = {"R": ("red", "rouge", "rouges"), "Y": ("yellow", "jaune", "jaunes"),
            "B": ("blue", "bleue", "bleues")}  # fmt: skip
_FRUIT = {"R": "rouges", "Y": "jaunes", "B": "bleus"}


def nouns_of(selector: str) -> Nouns:
    """The nouns of a selector as it is written: `fR`, `p`, `t+bn`."""
    if selector == "p":
        return _SINGLE["f"], _SINGLE["t"]
    kinds = selector.split("+")
    if plants := _plants(frozenset(kinds)):
        return (plants,)
    return tuple(_noun(kind) for kind in kinds)


def _noun(kind: str) -> Noun:
    if kind in _SINGLE:
        return _SINGLE[kind]
    english, one, many = _COLOURS[kind[1]]
    if kind[0] == "f":
        return Noun(
            (f"{english} flower", f"{english} flowers"),
            (f"fleur {one}", f"fleurs {many}"),
            is_feminine=True,
        )
    fruit = _FRUIT[kind[1]]
    return Noun(
        (f"tree with {english} fruit", f"trees with {english} fruit"),
        (f"arbre à fruits {fruit}", f"arbres à fruits {fruit}"),
        is_feminine=False,
    )


def _plants(kinds: frozenset[str]) -> Noun | None:
    """Flowers and trees of the same colours are plants; None for anything else."""
    colours = [colour for colour in _COLOURS if {f"f{colour}", f"t{colour}"} <= kinds]
    if not colours or len(kinds) != 2 * len(colours):
        return None
    english = " or ".join(_COLOURS[colour][0] for colour in colours)
    one, many = (" ou ".join(_COLOURS[colour][form] for colour in colours) for form in (1, 2))
    return Noun(
        (f"{english} plant", f"{english} plants"),
        (f"plante {one}", f"plantes {many}"),
        is_feminine=True,
    )


class English:
    """The words of a selector in English sentences."""

    LEAST, EXACTLY = "at least", "exactly"

    def one(self, selector: str) -> str:
        """Without an article, for after *every* and *no*."""
        return " or ".join(noun.english[0] for noun in nouns_of(selector))

    def many(self, selector: str, joined: str = "and") -> str:
        return f" {joined} ".join(noun.english[1] for noun in nouns_of(selector))

    def a(self, selector: str) -> str:
        one = self.one(selector)
        return f"an {one}" if one[0] in "aeiou" else f"a {one}"

    def other(self, selector: str) -> str:
        return f"another {self.one(selector)}"


class French:
    """The words of a selector in French sentences: each noun has its own article."""

    LEAST, EXACTLY = "au moins", "exactement"

    def one(self, selector: str) -> str:
        return " ou ".join(noun.french[0] for noun in nouns_of(selector))

    def many(self, selector: str, joined: str = "et") -> str:
        return f" {joined} ".join(noun.french[1] for noun in nouns_of(selector))

    def a(self, selector: str) -> str:
        return " ou ".join(f"{_un(noun)} {noun.french[0]}" for noun in nouns_of(selector))

    def beside(self, selector: str) -> str:
        """After *à côté*: each noun with its preposition."""
        return " ou ".join(f"d’{_un(noun)} {noun.french[0]}" for noun in nouns_of(selector))

    def other(self, selector: str) -> str:
        return " ou ".join(f"{_un(noun)} autre {noun.french[0]}" for noun in nouns_of(selector))

    def beside_other(self, selector: str) -> str:
        return " ou ".join(f"d’{_un(noun)} autre {noun.french[0]}" for noun in nouns_of(selector))

    def of(self, selector: str) -> str:
        """After *un groupe*. The h of *haie* is aspirated: it takes no apostrophe."""
        return " et ".join(
            f"d’{noun.french[1]}" if noun.french[1][0] in "aeiou" else f"de {noun.french[1]}"
            for noun in nouns_of(selector)
        )

    def no(self, selector: str) -> str:
        """At the beginning of a sentence."""
        return " ou ".join(
            f"{'aucune' if noun.is_feminine else 'aucun'} {noun.french[0]}"
            for noun in nouns_of(selector)
        ).capitalize()

    def every(self, selector: str) -> str:
        """All of them, at the beginning of a sentence."""
        words = " et ".join(
            f"{'toutes' if noun.is_feminine else 'tous'} les {noun.french[1]}"
            for noun in nouns_of(selector)
        )
        return words.capitalize()


def _un(noun: Noun) -> str:
    return "une" if noun.is_feminine else "un"
