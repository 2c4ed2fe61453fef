"""Games to be found: all of them, somebody's, and one's own. One list, at three addresses."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.http import SiteRequest
from accounts.models import User
from accounts.refusals import Refusal
from games.forms import RUNNING, FindForm
from games.selectors import finding, shelves
from games.selectors.finding import NOTHING, Place, Search, Sight
from games.views.profiles import find


@never_cache
@require_safe
def games(request: SiteRequest) -> HttpResponse:
    """All games that somebody may see, by what they look for."""
    return _list(request, player=None, title=_("Games"))


@never_cache
@require_safe
def games_of(request: SiteRequest, name: str) -> HttpResponse:
    """The games of one player; from a former name it leads to the right address."""
    player = find(name)
    if player.username != name:
        query = request.META.get("QUERY_STRING", "")
        address = redirect("games:games_of", player.username)
        address["Location"] += f"?{query}" if query else ""
        return address
    title = _("Games of %(name)s") % {"name": player.shown_name}
    return _list(request, player=player, title=title)


@never_cache
@login_required
@require_safe
def all_games(request: SiteRequest) -> HttpResponse:
    """Everything that somebody plays and has played."""
    assert isinstance(request.user, User)
    return _list(request, player=request.user, title=_("All your games"))


def _list(request: SiteRequest, *, player: User | None, title: str) -> HttpResponse:
    form = FindForm(request.GET, viewer=request.user, player=player)
    asked = {name: request.GET[name] for name in form.names if name in request.GET}
    if "" in asked.values():
        # A form sends what was left empty, too; the address keeps what was said.
        return redirect(_address(request, {**asked, "after": request.GET.get("after", "")}))
    after, is_valid = _after(request), form.is_valid()
    search = form.search() if is_valid else Search()
    sight = finding.look(search, request.user, after=after) if is_valid else NOTHING
    context = {
        "title": title,
        "player": player,
        "is_own": player is not None and player == request.user,
        "form": form,
        "address": request.path,
        "tags": shelves.tags_of(request.user),
        "is_running": asked.get("state") == RUNNING,
        "tabs": _tabs(request, form, asked),
        "chosen": _chosen(request, form, asked) if is_valid else [],
        "is_valid": is_valid,
        "running": _running(request, search, after) if is_valid else NOTHING,
        "sight": sight,
        "is_first": after is None,
        "newest": _address(request, asked),
        "further": _further(request, asked, sight),
    }
    template = "games/finding/list.html"
    return render(request, template, context, status=200 if is_valid else 422)


def _after(request: SiteRequest) -> Place | None:
    """Where the page before ended."""
    text = request.GET.get("after", "")
    try:
        return Place.read(text) if text else None
    except ValueError as error:
        raise Refusal(_("This is no page of the list.")) from error


def _running(request: SiteRequest, search: Search, after: Place | None) -> Sight:
    """What the player plays just now, above what is over: where both may fit."""
    is_above = search.player and not search.running and after is None
    if not (is_above and search.fits_running and not search.since and not search.before):
        return NOTHING
    return finding.look(replace(search, running=True), request.user)


def _address(request: SiteRequest, asked: Mapping[str, str]) -> str:
    kept = {name: value for name, value in asked.items() if value}
    return f"{request.path}?{urlencode(kept)}" if kept else request.path


def _tabs(request: SiteRequest, form: FindForm, asked: dict[str, str]) -> dict[str, str]:
    """The same search among games that are over, and among those that run."""
    over = {name: value for name, value in asked.items() if name != "state"}
    running = {name: value for name, value in over.items() if name not in form.OF_OVER}
    return {
        "over": _address(request, over),
        "running": _address(request, {**running, "state": RUNNING}),
    }


def _chosen(request: SiteRequest, form: FindForm, asked: dict[str, str]) -> list[dict[str, Any]]:
    """What is looked for in words, and where it leads to drop one of them."""
    return [
        {"words": words, "without": _address(request, {**asked, name: ""})}
        for name, words in form.chosen().items()
    ]


def _further(request: SiteRequest, asked: dict[str, str], sight: Sight) -> str:
    return _address(request, {**asked, "after": str(sight.further)}) if sight.further else ""
