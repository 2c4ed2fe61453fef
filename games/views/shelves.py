"""Favourites and tags: what somebody keeps of a game for themselves."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from accounts.http import SiteRequest
from accounts.models import User
from games.models import Game
from games.services import shelves


@login_required
@require_POST
def favourite(request: SiteRequest, game_id: UUID) -> HttpResponse:
    """Make a game a favourite, or no longer."""
    assert isinstance(request.user, User)
    wished = request.POST.get("favourite") != "no"
    return _shelf(request, shelves.mark(game_id=game_id, user=request.user, is_favourite=wished))


@login_required
@require_POST
def tags(request: SiteRequest, game_id: UUID) -> HttpResponse:
    """Put tags to a game, or take one away."""
    assert isinstance(request.user, User)
    change = shelves.untag if "remove" in request.POST else shelves.tag
    text = request.POST.get("remove") or request.POST.get("text", "")
    return _shelf(request, change(game_id=game_id, user=request.user, text=text))


def _shelf(request: SiteRequest, game: Game) -> HttpResponse:
    if request.htmx:
        context = {"game": game, "is_taken_away": "remove" in request.POST}
        return render(request, "games/replays/partials/tags.html", context)
    return redirect("games:replay" if game.ply else "games:table", game.pk)
