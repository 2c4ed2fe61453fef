"""Playing a bot, now."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.guests import ensure_player
from accounts.http import SiteRequest, client_address
from accounts.refusals import NotFound
from games.bots import WORDS, faces
from games.forms import read_entropy
from games.services import bots, offers


@require_safe
def roster(request: SiteRequest) -> HttpResponse:
    """All bots, and what they are like."""
    return render(request, "games/bots/roster.html", {"bots": faces()})


@require_POST
def challenge(request: SiteRequest, slug: str) -> HttpResponse:
    """Sit down at a table with a bot; a visitor becomes a guest by it."""
    if slug not in WORDS:
        raise NotFound(_("There is no such bot."))
    entropy = read_entropy(request.POST.get("entropy", ""))
    address = client_address(request)
    if isinstance(request.user, AnonymousUser):
        offers.foresee(visitor=request.user, wish=bots.wish_for(slug), address=address)
    user = ensure_player(request)
    game = bots.challenge(slug=slug, user=user, entropy=entropy, address=address)
    return redirect("games:table", game.pk)
