"""The page on which anybody can see whether live updates reach them."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.http import SiteRequest, client_address
from games.services import live_checks


@require_safe
def new(request: SiteRequest) -> HttpResponse:
    """Begin a check of one's own."""
    return redirect("games:live_check", live_checks.new_check_id())


@never_cache
@require_safe
def detail(request: SiteRequest, check_id: UUID) -> HttpResponse:
    return _render(request, check_id)


@require_POST
def ask(request: SiteRequest, check_id: UUID) -> HttpResponse:
    live_checks.ask(check_id, address=client_address(request))
    if request.htmx:
        return _render(request, check_id)
    return redirect("games:live_check", check_id)


def _render(request: SiteRequest, check_id: UUID) -> HttpResponse:
    template = "partials/check.html" if request.htmx else "detail.html"
    context = {
        "check_id": check_id,
        "check": live_checks.read(check_id),
        "topic": live_checks.topic(check_id),
    }
    return render(request, f"games/live_checks/{template}", context)
