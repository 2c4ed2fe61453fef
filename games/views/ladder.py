"""The ladder: where one stands, whom one may challenge, and seasons that are over."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import selectors as people
from accounts.http import SiteRequest, is_attentive
from accounts.models import User
from accounts.refusals import NotFound, Refusal
from engine import Ruleset
from games import events
from games.boards import games_for_two
from games.forms import read_entropy
from games.models import Ladder, Notice
from games.selectors import ladder as selectors
from games.services import challenges, notices
from games.services import ladder as rungs


@never_cache
@require_safe
def ladders(request: SiteRequest) -> HttpResponse:
    """Which games have a ladder here; of a single one the ladder itself."""
    games = games_for_two()
    if len(games) == 1:
        return _show(request, games[0])
    return render(request, "games/ladder/list.html", {"games": games})


@never_cache
@require_safe
def ladder_of(request: SiteRequest, ruleset: str) -> HttpResponse:
    """The ladder of one game, as who is looking sees it."""
    return _show(request, selectors.game_of(ruleset))


def _show(request: SiteRequest, game: Ruleset) -> HttpResponse:
    ladder, start = selectors.find(game.slug), _start(request)
    footing = selectors.footing(ladder, request.user)
    now = timezone.now()
    if ladder and isinstance(request.user, User) and is_attentive(request):
        notices.read(Notice.objects.filter(user=request.user, ladder=ladder))
    context = {
        "game": game,
        "footing": footing,
        "start": start,
        "topic": events.ladder_topic(game.slug),
        "rules": _rules(footing.length),
        "season": selectors.season_of(now),
        "season_ends": selectors.season_after(selectors.season_of(now)),
        **(_shown(ladder, footing, start) if ladder else {}),
    }
    template = "partials/ladder.html" if request.htmx else "detail.html"
    return render(request, f"games/ladder/{template}", context)


def _shown(ladder: Ladder, footing: selectors.Footing, start: int) -> dict[str, object]:
    page, more = selectors.rungs_from(ladder, footing, start=start)
    return {
        "neighbours": selectors.neighbours(ladder, footing),
        "running_of_mine": selectors.running_of(ladder, footing.user) if footing.rung else [],
        "running": selectors.running(ladder, beside=footing.user),
        "results": selectors.results(ladder),
        "climbers": selectors.climbers(ladder),
        "seasons": selectors.seasons(ladder),
        "page": page,
        "more": more,
    }


def _rules(length: int) -> dict[str, int]:
    """The numbers of the rules, for their words."""
    return {
        "reach": selectors.reach(length),
        "least": selectors.LEAST_REACH,
        "open": selectors.MOST_OPEN,
        "answer": selectors.ANSWERED_WITHIN.days,
        "free": selectors.FREE_DECLINE_EVERY.days,
        "again": selectors.AGAIN_AFTER.days,
        "idle": (selectors.WARNED_AFTER + selectors.SINKS_EVERY).days,
    }


def _start(request: SiteRequest) -> int:
    """With which rung the list begins."""
    text = request.GET.get("from", "1")
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise Refusal(_("This is no rung of the ladder."))
    return int(text)


@login_required
@require_POST
def join(request: SiteRequest, ruleset: str) -> HttpResponse:
    rung = rungs.join(user=_person(request), ruleset=ruleset)
    words = _("You stand on rung %(number)d. Challenge somebody above you!")
    messages.success(request, words % {"number": rung.number})
    return redirect("games:ladder_of", ruleset)


@login_required
@require_POST
def leave(request: SiteRequest, ruleset: str) -> HttpResponse:
    challenges.leave(user=_person(request), ruleset=ruleset)
    messages.success(request, _("You have left the ladder."))
    return redirect("games:ladder_of", ruleset)


@login_required
@require_POST
def challenge(request: SiteRequest, ruleset: str) -> HttpResponse:
    opponent = people.find_player(request.POST.get("name", ""))
    if opponent is None:
        raise NotFound(_("Nobody here has this name."))
    entropy = read_entropy(request.POST.get("entropy", ""))
    challenges.challenge(user=_person(request), ruleset=ruleset, opponent=opponent, entropy=entropy)
    words = _("You have challenged %(name)s. We tell you when they answer.")
    messages.success(request, words % {"name": opponent.shown_name})
    return redirect("games:ladder_of", ruleset)


@require_safe
def season(request: SiteRequest, ruleset: str, year: int, quarter: int) -> HttpResponse:
    """How a season ended, for everybody who stood on the ladder."""
    game = selectors.game_of(ruleset)
    found = selectors.season(game.slug, year=year, quarter=quarter)
    page, more = selectors.final_rungs(found, start=_start(request))
    context = {"game": game, "season": found, "page": page, "more": more}
    return render(request, "games/ladder/season.html", context)


def _person(request: SiteRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
