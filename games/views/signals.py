"""Hints for moderators, and saying that there is nothing in one."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import roles
from accounts.guard import for_role
from accounts.http import SiteRequest
from accounts.models import User
from games.models import Signal
from games.selectors import signals as selectors
from games.services import signals

A_PAGE = 20


@for_role(roles.MODERATE)
@require_safe
def list_signals(request: SiteRequest) -> HttpResponse:
    """What nobody has dismissed, of one kind or of all."""
    assert isinstance(request.user, User)
    kind = request.GET.get("kind", "")
    kind = kind if kind in Signal.Kind.values else ""
    pages = Paginator(selectors.standing(request.user, kind=kind), A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    context = {
        "told": selectors.tell(list(page.object_list)),
        "page": page,
        "kind": kind,
        "kinds": Signal.Kind,
    }
    return render(request, "games/moderation/signals.html", context)


@for_role(roles.MODERATE)
@require_POST
def dismiss(request: SiteRequest, signal_id: int) -> HttpResponse:
    assert isinstance(request.user, User)
    signals.dismiss(signal_id=signal_id, by=request.user)
    messages.success(request, _("Dismissed. It returns if its numbers grow clearly."))
    return redirect("games:signals")
