"""Which names a person may take."""

import re
from pathlib import Path

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

NAMES = Path(__file__).parent / "names"

is_well_formed = RegexValidator(
    r"\A[A-Za-z0-9_-]{3,20}\Z", _("Use 3 to 20 letters from a to z, digits, - and _.")
)


def _words(name: str) -> frozenset[str]:
    lines = (NAMES / name).read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


RESERVED = _words("reserved.txt")
RUDE = _words("rude.txt")
RUDE_INSIDE = tuple(word.removeprefix("*") for word in RUDE if word.startswith("*"))
LOOKALIKES = str.maketrans("013457", "oieast")


def is_decent(name: str) -> None:
    """Refuse a name that is reserved, or that insults."""
    plain = name.lower()
    if _joined(plain) in RESERVED:
        raise ValidationError(_("This name is reserved."), code="reserved")
    if _insults(plain) or _insults(plain.translate(LOOKALIKES)):
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
