"""Which names a person may take."""

import re
from pathlib import Path
from unicodedata import combining, normalize

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

NAMES = Path(__file__).parent / "names"

# Of the Latin alphabets those letters that nobody takes for others: no dotless i, no long s, no
# ligatures of two letters that are written as two. Other scripts have their own a and o.
LATIN = "A-Za-zÀ-ÖØ-öø-ÿĀ-İĴ-ķĹ-ľŁ-ňŊ-žȘ-țẀ-ẅẠ-ỹ"
is_well_formed = RegexValidator(
    rf"\A[{LATIN}0-9_-]{{3,20}}\Z", _("Use 3 to 20 Latin letters, digits, - and _.")
)
# What has no plain letter inside it, as far as Unicode knows.
SPELLED = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "ß": "ss", "þ": "th", "ð": "d", "đ": "d", "ħ": "h",
     "ł": "l", "ŋ": "n", "ŧ": "t"}
)  # fmt: skip
SAME_STROKE = str.maketrans("i10", "llo")


def listed(file: Path) -> frozenset[str]:
    """The words of a list; lines that begin with # are for who keeps it."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


RESERVED = listed(NAMES / "reserved.txt")
RUDE = listed(NAMES / "rude.txt")
RUDE_INSIDE = tuple(word.removeprefix("*") for word in RUDE if word.startswith("*"))
LOOKALIKES = str.maketrans("013457", "oieast")


def skeleton(name: str) -> str:
    """What is left of a name when all that is easily overlooked is taken away.

    Whose skeletons are the same could be taken for each other: élise and Elise, Ian and lan.
    """
    return plain(name).translate(SAME_STROKE)


def plain(name: str) -> str:
    """In small letters from a to z, digits and signs."""
    letters = normalize("NFKD", name.lower())
    return "".join(one for one in letters if not combining(one)).translate(SPELLED)


def normal(name: str) -> str:
    """As it is kept: a letter and its accent are one sign."""
    return normalize("NFC", name)


def is_decent(name: str) -> None:
    """Refuse a name that is reserved, or that insults."""
    small = plain(name)
    if _joined(small) in RESERVED:
        raise ValidationError(_("This name is reserved."), code="reserved")
    if _insults(small) or _insults(small.translate(LOOKALIKES)):
        raise ValidationError(_("Please choose a name that offends nobody."), code="rude")


# What allauth asks of a name that somebody signs up with.
validators = [is_well_formed, is_decent]


def _joined(name: str) -> str:
    return re.sub(r"[-_]", "", name)


def _insults(name: str) -> bool:
    joined = _joined(name)
    if any(word in joined for word in RUDE_INSIDE):
        return True
    return not RUDE.isdisjoint([joined, *re.split(r"[-_0-9]+", name)])
