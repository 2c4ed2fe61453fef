"""The rules, for people who read."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.http import SiteRequest
from games.boards.botanik.tiles import COLOUR_NAMES, TYPE_NAMES

# The kinds of tile, each with the symbol that shows it and how many there are of a colour.
KINDS = (("I", "I0", 3), ("L", "L0", 3), ("T", "T0", 3), ("X", "X0", 1), ("P", "P0", 1),
         ("V", "V0", 1), ("M", "M0", 1))  # fmt: skip


@require_safe
def rules(request: SiteRequest) -> HttpResponse:
    """The rules of Botanik in our own words and pictures."""
    context = {
        "colours": COLOUR_NAMES.items(),
        "kinds": [(TYPE_NAMES[letter], symbol, copies) for letter, symbol, copies in KINDS],
    }
    return render(request, "games/rules.html", context)
