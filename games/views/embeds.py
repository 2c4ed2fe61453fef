"""A game inside somebody else's page: the only address here that may be framed.

Whoever looks at it is nobody, also to us: cookies are neither read nor set
(botanik_site/cookieless.py), there is no form, no script and no login.
"""

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from csp.constants import NONE
from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games import positions
from games.boards import board_of
from games.selectors import replays, results, sharing
from games.selectors.replays import Look
from games.views import scenes
from games.views.sharing import language_of

A_MINUTE = 60
# In frames everywhere, and with even less than other pages may do.
IN_FRAMES = {"frame-ancestors": ["*"], "form-action": [NONE], "script-src": [NONE]}


@require_safe
@cache_control(public=True, max_age=A_MINUTE)
@xframe_options_exempt
@csp_replace(IN_FRAMES)  # type: ignore[arg-type]  # it is typed for views without blanks
def embed(request: HttpRequest, game_id: UUID, ply: int | None = None) -> HttpResponse:
    """A public game after one of its moves, or after the last, as those see it who watch."""
    language = language_of(request)
    with translation.override(language):
        look = replays.look(sharing.public(game_id), ply=ply, side=None)
        context = {**_board(look), **_around(look, lang=request.GET.get("lang", ""))}
        return render(request, "games/embeds/detail.html", context)


def _board(look: Look) -> dict[str, Any]:
    table, points = look.table, positions.points_of(look.step.after)
    board = board_of(table.game.ruleset)
    return {
        "board": board.present(scenes.scene_at(look, link=lambda **_draft: "")),
        "board_template": board.MINIATURE,
        "board_style": board.STYLE,
        "game": table.game,
        "players": list(zip(table.players, points, strict=True)),
    }


def _around(look: Look, *, lang: str) -> dict[str, Any]:
    """Where one is in the game, and where the links of the page lead."""
    game, players = look.table.game, look.table.players
    query = f"?{urlencode({'lang': lang})}" if lang else ""

    def at(ply: int) -> str:
        return reverse("games:embed_at", args=[game.pk, ply]) + query

    return {
        "ply": look.ply,
        "names": results.title_of(players),
        "title": positions.ruleset_of(game).name,
        "says": results.verdict(game, players, None) if look.is_end else look.turn.words,
        "first": at(1) if look.ply > 1 else "",
        "previous": at(look.ply - 1) if look.ply > 1 else "",
        "next": at(look.ply + 1) if not look.is_last else "",
        "whole": reverse("games:replay_at", args=[game.pk, look.ply]),
    }
