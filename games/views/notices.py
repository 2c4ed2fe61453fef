"""What one was told: the bell, the list, and the ledger."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from accounts.http import SiteRequest, is_attentive
from accounts.models import User
from accounts.notices import ByMail, Event
from accounts.refusals import Refusal
from accounts.selectors import preferences_of
from accounts.services import stop_mail as stop_service
from games import events, links
from games.selectors import notices as selectors
from games.selectors.notices import Told
from games.services import notices


@never_cache
@require_safe
def bell(request: SiteRequest) -> HttpResponse:
    """The bell alone, for a page that was nudged; nothing for who has signed out meanwhile."""
    if not request.user.is_authenticated:
        return HttpResponse(status=204)
    return render(request, "games/notices/partials/bell.html")


@never_cache
@login_required
@require_safe
def list_notices(request: SiteRequest) -> HttpResponse:
    """What was told here, newest first. Who looks at it has read it."""
    context = _page(request, selectors.list_of)
    if is_attentive(request):
        shown = [told.notice.pk for told in context["page"]]
        notices.read(_person(request).notices.filter(pk__in=shown))
    template = "partials/list.html" if request.htmx else "list.html"
    return render(request, f"games/notices/{template}", context)


@never_cache
@login_required
@require_safe
def ledger(request: SiteRequest) -> HttpResponse:
    """What there was to tell, how it was told, and why not."""
    return render(request, "games/notices/ledger.html", _page(request, selectors.ledger_of))


# Exempt, for a mail program that is asked to stop posts here by itself (RFC 8058): the signature
# says for whom, and nobody's session is used.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop_mail(request: SiteRequest, token: str) -> HttpResponse:
    """Be mailed no more of one kind of event: a page with one button, and no login."""
    person, thing = links.read(links.STOP_MAIL, token, viewer=request.user)
    stopped = _events(person, thing)
    if request.method == "POST":
        stop_service(user=person, events=stopped)
    context = {"events": stopped, "is_done": request.method == "POST"}
    return render(request, "games/notices/stop.html", context)


def _events(person: User, thing: str) -> list[Event]:
    """What a link stops: one event, or whatever comes once a day."""
    if thing != links.DIGEST:
        return [Event(thing)]
    wishes = preferences_of(person).notices
    return [event for event in Event if wishes[event]["mail"] == ByMail.DAILY]


def _page(request: SiteRequest, find: Callable[..., list[Told]]) -> dict[str, Any]:
    text, user = request.GET.get("before", ""), _person(request)
    if text and not (text.isascii() and text.isdigit() and len(text) < 19):
        raise Refusal(_("This is no page of the list."))
    found = find(user, before=int(text) if text else None)
    page, more = found[: selectors.ON_A_PAGE], found[selectors.ON_A_PAGE :]
    return {
        "page": page,
        "before": text,
        "next_before": page[-1].notice.pk if more else "",
        "topic": events.user_topic(user.pk),
    }


def _person(request: SiteRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
