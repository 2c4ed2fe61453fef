"""Countries by their two letters, with names in the reader's language."""

from babel import Locale
from django.core.exceptions import ValidationError
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

# Of the territories in Babel's data, those that are no countries.
NOT_COUNTRIES = frozenset({"EU", "EZ", "UN", "QO", "XA", "XB", "ZZ"})


def country_names(language: str | None = None) -> dict[str, str]:
    """Every country's name, in the language of this request unless another is named."""
    territories = Locale.parse(language or get_language() or "en", sep="-").territories
    return {
        code: name
        for code, name in territories.items()
        if len(code) == 2 and code.isalpha() and code not in NOT_COUNTRIES
    }


def is_country(code: str) -> None:
    """Refuse what is neither a country nor nothing."""
    if code and code not in country_names("en"):
        raise ValidationError(_("There is no such country."), code="country")
