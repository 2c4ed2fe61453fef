"""A game to send to others: its picture, its film, and all of it for programs."""

from contextlib import suppress
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.html import format_html
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_safe
from redis.exceptions import RedisError

from accounts.http import SiteRequest, client_address
from games import positions
from games.boards import board_of
from games.boards.captions import Caption
from games.selectors import sharing, tables, transcripts
from games.selectors.replays import Look
from games.selectors.tables import Table
from games.services import decks, films

AN_HOUR = 60 * 60
# Browsers and programs keep a picture for an hour. Here it is kept for who asks at the same time:
# they lie in the same Redis as everything else.
KEPT_FOR = 5 * 60
FRAME = (640, 560)


def to_send(look: Look) -> dict[str, Any]:
    """All that the page of a game offers to whoever wants to show it to others."""
    game, share = look.table.game, sharing.share(look.table)
    at_this_ply = {} if look.is_end else {"ply": look.ply}
    page = "replay_at" if at_this_ply else "replay"
    path = reverse(f"games:{page}", kwargs={"game_id": game.pk, **at_this_ply})
    names = [player.user.table_name for player in look.table.players]
    view = look.step.after.view_for(look.eyes.viewer)
    return {
        "share": share and replace(share, path=path),
        "link": settings.SITE_URL + path,
        "snippet": _snippet(share.title, game.pk, at_this_ply) if share else "",
        "sketch": board_of(game.ruleset).sketch(view, look.eyes.below, names),
    }


def _snippet(title: str, game_id: UUID, at_this_ply: dict[str, int]) -> str:
    """What somebody writes into a page of their own, to show the game there."""
    page = "embed_at" if at_this_ply else "embed"
    path = reverse(f"games:{page}", kwargs={"game_id": game_id, **at_this_ply})
    width, height = FRAME
    return format_html(
        '<iframe src="{}{}" width="{}" height="{}" title="{}" loading="lazy"></iframe>',
        settings.SITE_URL,
        path,
        width,
        height,
        title,
    )


@require_safe
@cache_control(public=True, max_age=AN_HOUR)
def picture(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """How a public game ended, for programs that show links with a picture.

    It is the same for everybody who asks in one language (see botanik_site/cookieless.py).
    """
    with translation.override(language_of(request)):
        table = sharing.finished(game_id)
        caption = sharing.caption(table)
        digest = sharing.digest(table, caption)
        etag = f'"{digest}"'
        answer = get_conditional_response(request, etag=etag)
        if answer is None:
            answer = HttpResponse(_drawn(table, caption, digest), content_type="image/png")
    answer["ETag"] = etag
    return answer


def language_of(request: HttpRequest) -> str:
    """The language that an address names, or the one that the browser prefers."""
    named = request.GET.get("lang", "")
    return named if named in dict(settings.LANGUAGES) else translation.get_language()


def _drawn(table: Table, caption: Caption, digest: str) -> bytes:
    key = f"portrait:{digest}"
    try:
        kept = caches["pictures"].get(key)
    except RedisError:
        kept = None  # to draw it takes no longer than a page
    if isinstance(kept, bytes):
        return kept
    view = positions.load(table.game).view_for(None)
    drawn = board_of(table.game.ruleset).portrait(view, caption)
    with suppress(RedisError):
        caches["pictures"].set(key, drawn, timeout=KEPT_FOR)
    return drawn


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def film(request: SiteRequest, game_id: UUID) -> HttpResponse:
    """How far the film of a game is; while it is being made, the page asks again every second."""
    table = sharing.finished(game_id)
    if request.method == "POST":
        films.ask(table=table, address=client_address(request))
        if not request.htmx:
            return redirect("games:film", game_id)
    context = {"game": table.game, "film": films.find(table), "share": sharing.share(table)}
    template = "partials/film.html" if request.htmx else "detail.html"
    return render(request, f"games/films/{template}", context)


@require_safe
@cache_control(public=True, max_age=AN_HOUR)
def film_file(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """A film that is ready."""
    with translation.override(language_of(request)):
        made = films.access(sharing.finished(game_id))
    return HttpResponse(bytes(made.data or b""), content_type="image/webp")


@never_cache
@require_safe
def game_json(request: SiteRequest, game_id: UUID) -> HttpResponse:
    """The game for programs; see `transcripts.transcribe` for what stands where."""
    table = tables.access(game_id, request.user)
    text = transcripts.transcribe(table, decks.show_proof(table.game))
    name = f"{table.game.ruleset}-{table.game.pk.hex[:8]}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return JsonResponse(text, json_dumps_params={"indent": 1}, headers=headers)
