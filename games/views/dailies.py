"""The game of a day: to be played once, with the lists of the day and of the week."""

from datetime import date

from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.guests import ensure_player
from accounts.http import SiteRequest, client_address
from accounts.refusals import NotFound
from engine import Ruleset
from games.boards import measures_of
from games.models import Daily
from games.selectors import bests
from games.selectors import dailies as selectors
from games.selectors.dailies import A_DAY
from games.services import dailies, offers
from games.services.offers import Wish
from games.views.bests import read_after


@require_safe
def dailies_here(request: SiteRequest) -> HttpResponse:
    """Which games have one of the day; of a single one that."""
    games = selectors.games_with_dailies()
    if len(games) == 1:
        return redirect("games:daily_of", games[0].slug)
    return render(request, "games/dailies/list.html", {"games": games})


@never_cache
@require_safe
def daily_of(request: SiteRequest, ruleset: str) -> HttpResponse:
    """Today's game, or with `?day=` one before: what one has made of it, and all others."""
    game, now = dailies.demand(ruleset), timezone.now()
    today = selectors.day_of(now)
    daily = _asked_for(request, game, today)
    listed, after = selectors.results_of(daily), read_after(request)
    mine = selectors.try_of(daily, request.user)
    context = {
        "game": game,
        "measures": measures_of(game.slug),
        "daily": daily,
        "is_today": daily.day == today,
        "is_open": daily.opened_at is not None,
        "counts": selectors.still_counts(daily, now),
        "ends_at": selectors.ends_at(daily.day),
        "closes_at": selectors.closes_at(daily.day),
        "mine": mine,
        "sight": bests.look(listed, request.user, after=after),
        "after": after,
        "week": selectors.week_of(game.slug, daily.day, request.user),
        "before": selectors.find(game.slug, daily.day - A_DAY),
        "next": selectors.find(game.slug, daily.day + A_DAY),
        "tomorrow": dailies.of_day(game, today + A_DAY) if daily.day == today else None,
    }
    return render(request, "games/dailies/detail.html", context)


def _asked_for(request: SiteRequest, game: Ruleset, today: date) -> Daily:
    """Of days to come nothing is shown but their commitment."""
    text = request.GET.get("day", "")
    if not text:
        return dailies.of_day(game, today)
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise NotFound(_("There is no such day.")) from error
    found = selectors.find(game.slug, day) if day <= today else None
    if found is None:
        raise NotFound(_("There was no daily game on that day."))
    return found


@never_cache
@require_POST
def play_daily(request: SiteRequest, ruleset: str) -> HttpResponse:
    """Begin today's game, or go on with it; a visitor becomes a guest by it."""
    game, address = dailies.demand(ruleset), client_address(request)
    if isinstance(request.user, AnonymousUser):
        wish = Wish(ruleset=game.slug, seats=1, options=game.daily or {})
        offers.foresee(visitor=request.user, wish=wish, address=address)
    begun = dailies.play(ruleset=game, user=ensure_player(request), address=address)
    return redirect("games:table", begun.pk)
