"""The drawings on one page for who works on them, and the site's card for devices."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.http import SiteRequest
from games.boards.botanik_tiles import COLOUR_NAMES

SYMBOLS = (
    *("I0", "I1", "I0f", "I1f"),
    *("L0", "L1", "L2", "L3", "L0f", "L1f", "L2f", "L3f"),
    *("T0", "T1", "T2", "T3", "T0f", "T1f", "T2f", "T3f"),
    *("X0", "P0", "P1", "P2", "P3", "V0", "V1", "V2", "V3", "M0"),
)
SIZES = (36, 44, 60, 88)
# Machado, Oliveira and Fernandes 2009, at full severity; in linear light.
VISIONS = {
    "protanopia": "0.152286 1.052583 -0.204868 0.114503 0.786281 0.099216"
    " -0.003882 -0.048116 1.051998",
    "deuteranopia": "0.367322 0.860646 -0.227968 0.280085 0.672501 0.047413"
    " -0.011820 0.042940 0.968881",
    "tritanopia": "1.255528 -0.076749 -0.178779 -0.078411 0.930809 0.147602"
    " 0.004733 0.691367 0.303900",
}


@require_safe
def art(request: SiteRequest) -> HttpResponse:
    """All tiles, in all sizes, by day and by night, and as others see them."""
    context = {
        "colours": COLOUR_NAMES.items(),
        "symbols": SYMBOLS,
        "few": ("I0f", "L0", "T2f", "X0", "P0", "V1", "M0"),
        "sizes": SIZES,
        "visions": {name: _matrix(values) for name, values in VISIONS.items()},
    }
    return render(request, "games/art.html", context)


def _matrix(values: str) -> str:
    """Three rows of three as the four rows of five that a filter wants."""
    numbers = values.split()
    rows = [" ".join(numbers[start : start + 3]) + " 0 0" for start in (0, 3, 6)]
    return "  ".join([*rows, "0 0 0 1 0"])


@require_safe
def manifest(request: SiteRequest) -> HttpResponse:
    """What a device shows when somebody keeps the site beside their apps."""
    return render(
        request, "games/manifest.json", content_type="application/manifest+json; charset=utf-8"
    )
