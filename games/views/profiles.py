"""A person as everybody may see them."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import absences, blocks, selectors
from accounts.countries import country_names
from accounts.models import User
from accounts.refusals import NotFound
from games.boards import games_here
from games.bots import face, faces
from games.selectors import ladder, profiles


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """The profile; from a former name, or one in another case, it leads to the right address."""
    player = _find(name)
    if player.username != name:
        return redirect("games:profile", player.username)
    viewer = request.user
    context = {
        "player": player,
        "head_to_head": profiles.head_to_head(player, viewer),
        **(_of_bot(player) if player.bot else _of_person(player, viewer)),
    }
    return render(request, "games/profiles/detail.html", context)


def _of_bot(player: User) -> dict[str, Any]:
    """How strong it is. Its games are everybody's, and too many to be counted for each page."""
    level = face(player.bot).level
    return {
        "face": face(player.bot),
        "weaker": next((one for one in faces() if one.level == level - 1), None),
        "stronger": next((one for one in faces() if one.level == level + 1), None),
        "games": [game for game in games_here() if game.against_bots],
    }


def _of_person(player: User, viewer: User | AnonymousUser) -> dict[str, Any]:
    """What they say of themselves, and how they have played as far as the viewer may know."""
    return {
        "country": country_names().get(player.country, ""),
        "absence": absences.coming(player),
        "now": timezone.now(),
        "blocked": isinstance(viewer, User) and blocks.has_blocked(viewer, player),
        "records": profiles.records(player, viewer),
        "recent": profiles.recent(player, viewer),
        "marks": ladder.marks_of(player),
    }


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
