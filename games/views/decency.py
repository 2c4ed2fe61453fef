"""How people are asked to behave, and in numbers what became of it: for everybody to read."""

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.http import SiteRequest
from games.selectors import decency as selectors


@require_safe
def conduct(request: SiteRequest) -> HttpResponse:
    """The rules of conduct."""
    return render(request, "games/decency/conduct.html", {"contact": settings.CONTACT_MAIL})


@require_safe
def decency(request: SiteRequest) -> HttpResponse:
    """What the last months came to."""
    context = {"months": selectors.months(timezone.now()), "few": selectors.FEW}
    return render(request, "games/decency/detail.html", context)
