"""Leaderboards: where one stands, and who is ahead."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.http import SiteRequest
from accounts.models import User
from accounts.refusals import NotFound, Refusal
from engine import get_ruleset
from games import charts
from games.boards import BOARDS, games_for_two, plates, sole_game
from games.selectors import standings
from games.selectors.standings import Kind, Sight

# Far above any place, and within what any database counts to.
FARTHEST = 10**9
LONGEST_NAME = 40


@require_safe
def leaders(request: SiteRequest) -> HttpResponse:
    """Which games have leaderboards; of a single game those."""
    if sole := sole_game():
        return redirect("games:leaders_of", sole.slug)
    return render(request, "games/leaders/list.html", {"plates": plates()})


@never_cache
@require_safe
def leaders_of(request: SiteRequest, ruleset: str) -> HttpResponse:
    """One leaderboard of a game, a page at a time; the viewer's own place comes first."""
    if ruleset not in BOARDS:
        raise NotFound(_("No game here has this name."))
    kind, after = _kind(request), _after(request)
    sight = standings.look(ruleset, kind, request.user, after=after)
    context = {
        "game": get_ruleset(ruleset),
        "has_ladder": ruleset in [game.slug for game in games_for_two()],
        "kind": kind.value,
        "kinds": Kind,
        "sight": sight,
        "after": after,
        "next_after": sight.rows[-1].number if sight.has_more else 0,
        **_searched(request, sight),
        **_place(request, ruleset, kind, sight),
    }
    return render(request, "games/leaders/detail.html", context)


def _kind(request: SiteRequest) -> Kind:
    try:
        return Kind(request.GET.get("by", Kind.RATING))
    except ValueError as error:
        raise NotFound(_("There is no such leaderboard.")) from error


def _after(request: SiteRequest) -> int:
    """The number of the last one on the page before."""
    text = request.GET.get("after", "0")
    if not (text.isascii() and text.isdigit() and len(text) < len(str(FARTHEST))):
        raise Refusal(_("This is no page of the leaderboard."))
    return int(text)


def _searched(request: SiteRequest, sight: Sight) -> dict[str, object]:
    name = request.GET.get("name", "").strip()[:LONGEST_NAME]
    if not name or sight.board is None:
        return {"name": name, "found": []}
    return {"name": name, "found": standings.search(sight.board, name)}


def _place(request: SiteRequest, ruleset: str, kind: Kind, sight: Sight) -> dict[str, object]:
    """How ratings are spread, or why the viewer has no place by rating."""
    if kind != Kind.RATING:
        return {}
    viewer = request.user
    is_absent = sight.me is None
    here = sight.me.value if sight.me else None
    shape = sight.board.shape if sight.board else []
    return {
        "absent": (
            standings.why_absent(viewer, ruleset)
            if isinstance(viewer, User) and is_absent
            else None
        ),
        "chart": charts.distribution(shape, here=here) if shape else None,
    }
