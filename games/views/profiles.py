"""A person as everybody may see them."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import absences, blocks, roles, selectors
from accounts.countries import country_names
from accounts.models import User
from accounts.refusals import NotFound
from games import charts
from games.boards import games_here
from games.bots import face, faces, faces_of
from games.selectors import ladder, profiles, statistics


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """The profile; from a former name, or one in another case, it leads to the right address."""
    player = find(name)
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
    shown = face(player.bot)
    opponents = {one.level: one for one in faces()} if shown.level else {}
    return {
        "face": shown,
        "weaker": opponents.get(shown.level - 1),
        "stronger": opponents.get(shown.level + 1),
        "games": [game for game in games_here() if shown in faces_of(game)],
    }


def _of_person(player: User, viewer: User | AnonymousUser) -> dict[str, Any]:
    """What they say of themselves, and how they have played as far as the viewer may know."""
    records = profiles.records(player, viewer)
    return {
        "country": country_names().get(player.country, ""),
        "absence": absences.coming(player),
        "now": timezone.now(),
        "blocked": isinstance(viewer, User) and blocks.has_blocked(viewer, player),
        "records": records,
        "ratings": [_rating(player, record) for record in records if record.strength],
        "recent": profiles.recent(player, viewer),
        "marks": ladder.marks_of(player),
        "may_judge": isinstance(viewer, User) and roles.may_judge(viewer, player),
    }


def _rating(player: User, record: profiles.Record) -> dict[str, Any]:
    """A rating with its last changes as a small picture."""
    moments = statistics.curve(player, record.ruleset.slug, most=statistics.ON_SMALL_CURVE)
    return {
        "ruleset": record.ruleset,
        "strength": record.strength,
        "curve": charts.small_curve(dots(moments)) if moments else "",
    }


def dots(moments: Iterable[statistics.Moment]) -> list[charts.Dot]:
    """A rating over time as it is drawn."""
    return [charts.Dot(one.at, one.strength.points, one.strength.margin) for one in moments]


@login_required
@require_POST
def change_block(request: HttpRequest, name: str) -> HttpResponse:
    """Block somebody, or take it back."""
    assert isinstance(request.user, User)
    player = find(name)
    change = blocks.unblock if request.POST.get("block") == "no" else blocks.block
    change(owner=request.user, blocked=player)
    return redirect("games:profile", player.username)


def find(name: str) -> User:
    player = selectors.find_player(name)
    if player is None:
        raise NotFound(_("Nobody here has this name."))
    return player
