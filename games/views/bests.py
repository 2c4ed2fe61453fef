"""Lists of the best, by the terms on which a game was played."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.http import SiteRequest
from accounts.refusals import NotFound, Refusal
from engine import Ruleset
from games.boards import measures_of
from games.selectors import bests
from games.selectors.bests import Variant


@require_safe
def bests_here(request: SiteRequest) -> HttpResponse:
    """Which games have such lists; of a single one those."""
    games = bests.games_with_bests()
    if len(games) == 1:
        return redirect("games:bests_of", games[0].slug)
    return render(request, "games/bests/list.html", {"games": games})


@never_cache
@require_safe
def bests_of(request: SiteRequest, ruleset: str) -> HttpResponse:
    """One list of a game, a page at a time; the viewer's own place comes first."""
    game = next((one for one in bests.games_with_bests() if one.slug == ruleset), None)
    if game is None:
        raise NotFound(_("No game of this name has such a list."))
    variant, has_bots = _variant(request, game), request.GET.get("with") == "bots"
    after = read_after(request)
    listed = bests.of_variant(game, variant, has_bots=has_bots)
    context = {
        "game": game,
        "measures": measures_of(game.slug),
        "variant": variant,
        "variant_words": variant.words(game.slug),
        "choices": _choices(game),
        "own": [(one, one.variant.words(game.slug)) for one in bests.own_bests(game, request.user)],
        "has_bots": has_bots,
        "sight": bests.look(listed, request.user, after=after),
        "after": after,
    }
    return render(request, "games/bests/detail.html", context)


def _choices(game: Ruleset) -> list[tuple[int, list[tuple[str, str]]]]:
    """What can be chosen, by the number of seats."""
    found: dict[int, list[tuple[str, str]]] = {}
    for one in bests.variants(game):
        found.setdefault(one.seats, []).append((one.code, one.words(game.slug)))
    return list(found.items())


def _variant(request: SiteRequest, game: Ruleset) -> Variant:
    code = request.GET.get("terms", "")
    if not code:
        return bests.default_variant(game)
    found = next((one for one in bests.variants(game) if one.code == code), None)
    if found is None:
        raise NotFound(_("There is no list of such games."))
    return found


def read_after(request: SiteRequest) -> UUID | None:
    """The game that came last on the page before."""
    text = request.GET.get("after", "")
    if not text:
        return None
    try:
        return UUID(text)
    except ValueError as error:
        raise Refusal(_("This is no page of the list.")) from error
