"""Looking on while others play."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.http import SiteRequest
from games.selectors import watching


@never_cache
@require_safe
def watch(request: SiteRequest) -> HttpResponse:
    """What is played just now, in public."""
    return render(request, "games/watching.html", {"games": watching.games()})
