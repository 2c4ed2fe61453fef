"""The rules, for people who read."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.http import SiteRequest
from accounts.refusals import NotFound
from engine import get_ruleset
from games.boards import BOARDS


@require_safe
def rules(request: SiteRequest) -> HttpResponse:
    """Which games have rules here; of a single game the rules, to which old anchors lead."""
    if len(BOARDS) == 1:
        return _rules_of(request, *BOARDS)
    return render(request, "games/rules.html", {"rulesets": [get_ruleset(slug) for slug in BOARDS]})


@require_safe
def rules_of(request: SiteRequest, ruleset: str) -> HttpResponse:
    """The rules of one game, in our own words and pictures."""
    if ruleset not in BOARDS:
        raise NotFound(_("No game here has this name."))
    return _rules_of(request, ruleset)


def _rules_of(request: SiteRequest, ruleset: str) -> HttpResponse:
    page = BOARDS[ruleset].RULES
    return render(request, page.template, dict(page.context))
