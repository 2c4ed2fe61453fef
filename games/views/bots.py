"""Playing bots, now."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.guests import ensure_player
from accounts.http import SiteRequest, client_address
from accounts.refusals import NotFound
from engine import Options, Ruleset, get_ruleset
from games.boards import BOARDS, games_here
from games.bots import WORDS, roster_of
from games.forms import read_entropy
from games.services import bots, lessons, offers
from games.services.offers import Wish


@require_safe
def roster(request: SiteRequest) -> HttpResponse:
    """All bots of the first game, and the way to those of the others."""
    return _roster(request, games_here()[0])


@require_http_methods(["GET", "HEAD", "POST"])
def bots_of(request: SiteRequest, ruleset: str) -> HttpResponse:
    """The bots of one game, or a table with some of them."""
    if ruleset in WORDS:
        return _challenge(request, ruleset)
    if ruleset not in BOARDS:
        raise NotFound(_("No game here has this name."))
    game = get_ruleset(ruleset)
    return _sit_down(request, game) if request.method == "POST" else _roster(request, game)


@require_POST
def _challenge(request: SiteRequest, bot: str) -> HttpResponse:
    """One bot in the first game that it plays: where its button led when there was no other."""
    return _begin(request, bots.wish_for(bot, ruleset=bots.first_game_of(bot).slug))


def _roster(request: SiteRequest, game: Ruleset) -> HttpResponse:
    return render(request, "games/bots/roster.html", {"roster": roster_of(game)})


def _sit_down(request: SiteRequest, game: Ruleset) -> HttpResponse:
    chosen = [bot for bot in request.POST.getlist("bot") if bot]
    if not set(chosen) <= set(WORDS):
        raise NotFound(_("There is no such bot."))
    wish = bots.wish_for(*chosen, ruleset=game.slug, options=_options(request, game))
    return _begin(request, wish)


def _options(request: SiteRequest, game: Ruleset) -> Options:
    """What was chosen; what is left empty is left to the rules."""
    given = {option: request.POST.get(f"option-{option.name}", "") for option in game.options}
    return {option.name: option.read(text) for option, text in given.items() if text}


def _begin(request: SiteRequest, wish: Wish) -> HttpResponse:
    """Sit down at a table with bots; a visitor becomes a guest by it."""
    entropy = read_entropy(request.POST.get("entropy", ""))
    address = client_address(request)
    if isinstance(request.user, AnonymousUser):
        offers.foresee(visitor=request.user, wish=wish, address=address)
    user = ensure_player(request)
    lessons.take_along(user=user, session=request.session)
    game = bots.begin(wish=wish, user=user, entropy=entropy, address=address)
    return redirect("games:table", game.pk)
