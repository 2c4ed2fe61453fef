"""The rules, for people who read."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.http import SiteRequest
from accounts.refusals import NotFound
from games.boards import BOARDS, plates, sole_game


@require_safe
def rules(request: SiteRequest) -> HttpResponse:
    """Which games have rules here; of a single game the rules, to which old anchors lead."""
    if sole := sole_game():
        return _rules_of(request, sole.slug)
    return render(request, "games/rules.html", {"plates": plates()})


@require_safe
def rules_of(request: SiteRequest, ruleset: str) -> HttpResponse:
    """The rules of one game, in our own words and pictures."""
    if ruleset not in BOARDS:
        raise NotFound(_("No game here has this name."))
    return _rules_of(request, ruleset)


def _rules_of(request: SiteRequest, ruleset: str) -> HttpResponse:
    page = BOARDS[ruleset].RULES
    return render(request, page.template, {**page.context, "back_to": _table(request)})


def _table(request: SiteRequest) -> str:
    """The address of the table that somebody came from to look something up."""
    try:
        return reverse("games:table", args=[UUID(request.GET.get("table", ""))])
    except ValueError:
        return ""
