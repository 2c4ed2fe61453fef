"""The drawings on one page for who works on them, and the site's card for devices."""

from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.http import SiteRequest
from accounts.refusals import NotFound
from games.boards import BOARDS, board_of

A_DAY = 24 * 60 * 60

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
    """All that boards are drawn with, in all sizes, by day and by night, and as others see it."""
    visions = {name: _matrix(values) for name, values in VISIONS.items()}
    around = {"sizes": SIZES, "visions": visions}
    parts = [
        render_to_string(board.ART.template, {**board.ART.context, **around})
        for board in BOARDS.values()
    ]
    return render(request, "games/art.html", {"parts": parts, "visions": visions})


def _matrix(values: str) -> str:
    """Three rows of three as the four rows of five that a filter wants."""
    numbers = values.split()
    rows = [" ".join(numbers[start : start + 3]) + " 0 0" for start in (0, 3, 6)]
    return "  ".join([*rows, "0 0 0 1 0"])


@require_safe
@cache_control(public=True, max_age=A_DAY)
def card(request: SiteRequest, ruleset: str) -> HttpResponse:
    """A game as a picture, for programs that show links with one."""
    if ruleset not in BOARDS:
        raise NotFound(_("No game here has this name."))
    return HttpResponse(board_of(ruleset).card(), content_type="image/png")


@require_safe
def manifest(request: SiteRequest) -> HttpResponse:
    """What a device shows when somebody keeps the site beside their apps."""
    return render(
        request, "games/manifest.json", content_type="application/manifest+json; charset=utf-8"
    )
