"""Small phrases that all boards say alike: amounts, lists, the beginning of a line."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def points_in_words(points: int) -> str:
    return ngettext("%(n)d point", "%(n)d points", points) % {"n": points}


def cards_in_words(cards: int) -> str:
    return ngettext("%(n)d card", "%(n)d cards", cards) % {"n": cards}


def listed(names: Sequence[str]) -> str:
    """Names with commas and an "and"."""
    if len(names) < 2:
        return "".join(names)
    return _("%(some)s and %(last)s") % {"some": ", ".join(names[:-1]), "last": names[-1]}


def capital(text: str) -> str:
    """The first letter as at the beginning of a line; all others stay."""
    return text[:1].upper() + text[1:]
