"""Talk at a table: its rooms, saying something, and taking it back."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.http import SiteRequest, client_address, is_attentive
from accounts.models import User
from accounts.refusals import Forbidden, MethodNotAllowed, NotFound, Refusal
from games.models.talk import LONGEST
from games.selectors import belongings, results, tables
from games.selectors import talk as selectors
from games.selectors.tables import Table
from games.selectors.talk import PHRASES, Page, Room
from games.services import talk as services


@never_cache
def talk(request: SiteRequest, game_id: UUID, room: str = "") -> HttpResponse:
    """What is said in a room of a game, by default the first that is open to who is looking."""
    if request.method == "POST":
        return _say(request, game_id, room)
    if request.method not in ("GET", "HEAD"):
        raise MethodNotAllowed(_("A line is sent with the form on this page."))
    table = tables.access(game_id, request.user)
    shown = selectors.room_of(table, request.user, room)
    page = _page(request, shown)
    heard = shown.table.me.heard_line if shown.table.me else None
    has_heard = is_attentive(request) and services.hear(shown, page)
    context = _context(request, shown, page) | {"fresh": _fresh(page, heard) if has_heard else []}
    return render(request, _template(request, "room.html"), context)


def _template(request: SiteRequest, part: str) -> str:
    """The page, or of it what was asked for: a room, or its lines when something has changed."""
    if not request.htmx:
        return "games/talk/detail.html"
    part = "lines.html" if request.htmx.target == "lines" else part
    return f"games/talk/partials/{part}"


def _page(request: HttpRequest, room: Room) -> Page:
    if not room.may_read:
        return Page([], earlier=0, is_newest=True)
    text = request.GET.get("before", "")
    before = int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0
    return selectors.page_of(room, before=before)


def _fresh(page: Page, heard: int | None) -> list[selectors.Said]:
    """What others have said since: for those who hear the page."""
    return [
        said
        for said in page.lines
        if heard is not None and said.line.pk > heard and not said.is_mine and not said.gone
    ]


def _context(request: HttpRequest, room: Room, page: Page) -> dict[str, Any]:
    table = room.table
    return {
        "table": table,
        "game": table.game,
        "names": results.title_of(table.players),
        "room": room,
        "rooms": selectors.names_of_rooms(table),
        "page": page,
        "phrases": PHRASES.items(),
        "longest": LONGEST,
    }


def _say(request: SiteRequest, game_id: UUID, room: str) -> HttpResponse:
    try:
        line = services.say(
            game_id=game_id,
            user=_person(request),
            room=room,
            text=request.POST.get("text", ""),
            phrase=request.POST.get("phrase", ""),
            token=request.POST.get("token", ""),
            address=client_address(request),
        )
    except NotFound:
        raise
    except Refusal as refusal:
        return _refused(request, tables.access(game_id, request.user), room, refusal)
    typed = request.POST.get("text", "") if line.phrase else ""
    return _answer(request, game_id, line.room, "said", typed=typed)


def _answer(
    request: SiteRequest, game_id: UUID, room: str, template: str, *, typed: str = ""
) -> HttpResponse:
    """The room as it is after something was said or taken back."""
    if not request.htmx:
        return redirect("games:talk_room", game_id, room)
    shown = selectors.room_of(tables.access(game_id, request.user), request.user, room)
    page = selectors.page_of(shown)
    services.hear(shown, page)
    context = _context(request, shown, page) | {"typed": typed}
    return render(request, f"games/talk/partials/{template}.html", context)


def _refused(request: SiteRequest, table: Table, room: str, refusal: Refusal) -> HttpResponse:
    """Say what is wrong where it was typed, and keep what was typed."""
    shown = selectors.room_of(table, request.user, room)
    context = {
        **_context(request, shown, _page(request, shown)),
        "problem": refusal.message,
        "typed": request.POST.get("text", ""),
        "token": getattr(refusal, "token", ""),
    }
    if not request.htmx:
        return render(request, "games/talk/detail.html", context, status=refusal.status)
    template = "games/talk/partials/form.html"
    response = render(request, template, context, status=refusal.status)
    response["HX-Retarget"], response["HX-Reswap"] = "#talk-form", "outerHTML"
    return response


@require_POST
def take_back(request: SiteRequest, game_id: UUID, line_id: int) -> HttpResponse:
    """Take back what one has just said."""
    user = _person(request)
    try:
        line = services.take_back(game_id=game_id, line_id=line_id, user=user)
    except NotFound:
        raise
    except Refusal as refusal:
        room = request.POST.get("room", "")
        return _refused(request, tables.access(game_id, user), room, refusal)
    return _answer(request, game_id, line.room, "lines")


@never_cache
@require_safe
def call(request: SiteRequest, game_id: UUID) -> HttpResponse:
    """The way to the talk, with how much of it is new: fetched by the table when something is."""
    table = tables.access(game_id, request.user)
    call = selectors.call_of(table, unread=belongings.of(table).unread)
    context = {"game": table.game, "call": call, "oob": True}
    return render(request, "games/talk/partials/tool.html", context)


def _person(request: SiteRequest) -> User:
    if not isinstance(request.user, User):
        raise Forbidden(_("Log in to talk with others who watch."))
    return request.user
