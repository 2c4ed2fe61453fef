"""Finding an opponent with one button."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.guests import ensure_player
from accounts.http import SiteRequest, client_address
from accounts.models import User
from accounts.refusals import NotFound
from engine import Ruleset
from games.boards import games_for_two
from games.forms import SearchForm, read_entropy
from games.models import Game, Player
from games.selectors import offers as offer_selectors
from games.selectors import pairing as selectors
from games.services import offers, pairing


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def find(request: SiteRequest, ruleset: str) -> HttpResponse:
    """Find somebody to play with: at once where somebody waits, and else by waiting oneself."""
    game = _game(ruleset)
    obstacles = offer_selectors.obstacles(request.user)
    form = SearchForm(request.POST or None, ruleset=game, may_rate=not obstacles[True])
    if form.is_valid():
        return _find(request, form)
    context = {
        "form": form,
        "ruleset": game,
        "games": games_for_two(),
        "wait": selectors.usual_wait(ruleset),
        "newest": selectors.newest_play(request.user),
        "obstacle": obstacles[False],
        "why_unrated": obstacles[True],
    }
    status = 422 if form.errors else 200
    return render(request, "games/pairing/find.html", context, status=status)


def _game(slug: str) -> Ruleset:
    found = next((game for game in games_for_two() if game.slug == slug), None)
    if found is None:
        raise NotFound(_("No game here has this name."))
    return found


def _find(request: SiteRequest, form: SearchForm) -> HttpResponse:
    search = form.search()
    if begun := _begun_since(request, form.cleaned_data["newest"]):
        return redirect("games:table", begun)
    entropy, address = read_entropy(request.POST.get("entropy", "")), client_address(request)
    if isinstance(request.user, AnonymousUser):
        offers.foresee(visitor=request.user, wish=pairing.wish_of(search), address=address)
    found = pairing.find(
        user=ensure_player(request), search=search, entropy=entropy, address=address
    )
    return redirect("games:table" if isinstance(found, Game) else "games:offer", found.pk)


def _begun_since(request: SiteRequest, newest: int | None) -> object:
    """The game that began since the page was made: a second click leads there, too."""
    if not isinstance(request.user, User) or newest is None:
        return None
    plays = Player.objects.filter(user=request.user, pk__gt=newest, is_playing=True)
    return plays.order_by("pk").values_list("game", flat=True).first()
