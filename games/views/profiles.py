"""A person as everybody may see them."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import absences, blocks, selectors
from accounts.countries import country_names
from accounts.models import User
from accounts.refusals import NotFound
from games.boards import games_here
from games.bots import face


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """The profile; from a former name, or one in another case, it leads to the right address."""
    player = _find(name)
    if player.username != name:
        return redirect("games:profile", player.username)
    viewer = request.user
    context = {
        "player": player,
        "country": country_names().get(player.country, ""),
        "away_until": absences.away_until(player),
        "face": face(player.bot) if player.bot else None,
        "games": [game for game in games_here() if game.against_bots],
        "blocked": isinstance(viewer, User) and blocks.has_blocked(viewer, player),
    }
    return render(request, "games/profiles/detail.html", context)


@login_required
@require_POST
def change_block(request: HttpRequest, name: str) -> HttpResponse:
    """Block somebody, or take it back."""
    assert isinstance(request.user, User)
    player = _find(name)
    change = blocks.unblock if request.POST.get("block") == "no" else blocks.block
    change(owner=request.user, blocked=player)
    return redirect("games:profile", player.username)


def _find(name: str) -> User:
    player = selectors.find_player(name)
    if player is None:
        raise NotFound(_("Nobody here has this name."))
    return player
