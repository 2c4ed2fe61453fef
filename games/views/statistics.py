"""How somebody plays, in numbers and pictures."""

from datetime import timedelta

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.http import SiteRequest
from accounts.refusals import NotFound
from engine import get_ruleset
from games import charts
from games.boards import BOARDS
from games.selectors import statistics as selectors
from games.selectors.reliability import reliability_of
from games.views.profiles import dots, find


@never_cache
@require_safe
def statistics(request: SiteRequest, name: str, ruleset: str) -> HttpResponse:
    """The statistics of one person at one game, as far as the viewer may know."""
    player = find(name)
    if ruleset not in BOARDS or player.bot:
        raise NotFound(_("There are no statistics here."))
    if player.username != name:
        return redirect("games:statistics", player.username, ruleset)
    viewer = request.user
    moments = selectors.curve(player, ruleset)
    last = selectors.last(player, viewer, ruleset)
    answer = selectors.usual_answer(last.games)
    context = {
        "player": player,
        "game": get_ruleset(ruleset),
        "strength": selectors.rating_of(player, ruleset),
        "curve": charts.curve(dots(moments)) if moments else None,
        "tally": selectors.tally_of(player, viewer, ruleset),
        "rivals": selectors.rivals(player, viewer, ruleset),
        "last": last,
        "reliability": reliability_of(player),
        "answer": in_words(answer) if answer is not None else "",
    }
    return render(request, "games/statistics/detail.html", context)


def in_words(span: timedelta) -> str:
    """How long something usually takes, in one unit that says enough."""
    minutes = round(span.total_seconds() / 60)
    if minutes < 1:
        return _("less than a minute")
    if minutes < 90:
        return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    hours = round(minutes / 60)
    if hours < 36:
        return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}
    days = round(hours / 24)
    return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}
