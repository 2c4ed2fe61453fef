"""The replay: a game to step through, from any side, move by move."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.http import SiteRequest
from accounts.models import User
from engine import Seat
from games import charts, positions
from games.boards import board_of
from games.charts import KINDS, Chart, Line, Moment
from games.selectors import eyes, moves, replays, results, tables, talk
from games.selectors.drafts import Draft
from games.selectors.replays import Entry, Look, Story
from games.selectors.tables import Table
from games.views import reviews, scenes, sharing
from games.views.scenes import Drafted


@never_cache
@require_safe
def replay(request: SiteRequest, game_id: UUID, ply: int | None = None) -> HttpResponse:
    """A game after one of its moves, or after the last."""
    table, side = tables.access(game_id, request.user), _number(request, "side")
    if ply is None and (chosen := _number(request, "ply")) is not None:
        return redirect(address_of(table, ply=chosen, side=side))  # of the slider, without scripts
    if request.htmx:
        look = replays.look(table, ply=ply, side=side)
        return render(request, "games/replays/partials/table.html", _context(request, look))
    look, story = replays.whole(table, ply=ply, side=side)
    step = _context(request, look)
    review = reviews.review_context(
        table, look.eyes, step["review"], user=request.user, here=look.ply
    )
    has_talk = not table.game.is_running and bool(talk.names_of_rooms(table))
    context = {**step, **_story_context(look, story), **review, "has_talk": has_talk}
    return render(request, "games/replays/detail.html", context)


def address_of(table: Table, *, ply: int, side: Seat | None) -> str:
    """A game after one of its moves, from a side; one's own is not named."""
    address = reverse("games:replay_at", args=[table.game.pk, ply])
    return f"{address}{_query(table, side)}"


def _query(table: Table, side: Seat | None) -> str:
    return "" if side in (None, eyes.own(table).below) else f"?side={side}"


def _number(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None


def _context(request: SiteRequest, look: Look) -> dict[str, Any]:
    """What changes with every step: the board, and all that is said of the move."""
    table = look.table
    here = address_of(table, ply=look.ply, side=look.eyes.below)
    scene = scenes.scene_at(look, link=lambda **_draft: here)
    viewer = request.user if isinstance(request.user, User) else None
    points = positions.points_of(look.step.after)
    return {
        **reviews.turn_context(look),
        **scenes.looker_context(table, look.eyes, viewer=viewer),
        **scenes.board_context(table.game, board_of(table.game.ruleset).present(scene)),
        **sharing.to_send(look),
        "draft": Drafted.of(Draft.untouched(look.step.after)),
        "replay": _steps(look),
        "look": look,
        "ply": look.ply,
        "side": look.eyes.below,
        "seats_in_order": _seats(look, points),
        "verdict": results.verdict(table.game, table.players, table.me) if look.is_end else "",
        **(scenes.rating_context(table) if look.is_end else {}),
    }


def _steps(look: Look) -> dict[str, Any]:
    """Where the page leads, by plain links; those of all plies are `base`, the number, `query`."""
    table, last = look.table, look.table.game.ply
    query = _query(table, look.eyes.below)
    base = reverse("games:replay", args=[table.game.pk])
    return {
        "is_page": True,
        "sentences": look.turn.sentences,
        "where": where(look),
        "base": base,
        "query": query,
        "first": f"{base}1/{query}",
        "previous": f"{base}{max(look.ply - 1, 1)}/{query}",
        "next": f"{base}{min(look.ply + 1, last)}/{query}",
        "end": f"{base}{last}/{query}",
    }


def where(look: Look) -> str:
    """Where one is, in words: for the title, and for who hears the slider."""
    words = {"ply": look.ply, "last": look.table.game.ply}
    return _("Move %(ply)d of %(last)d") % words


def _seats(look: Look, points: Sequence[int]) -> list[dict[str, Any]]:
    """Everybody with their points, who sits below last, and who had the word then."""
    table, to_move = look.table, look.step.after.to_move
    return [
        {
            "player": table.players[seat],
            "name": _("You") if seat == look.eyes.reader else table.players[seat].user.table_name,
            "kind": kind,
            "points": points[seat],
            "has_word": isinstance(to_move, frozenset) and seat in to_move,
            "is_below": seat == look.eyes.below,
            "href": address_of(table, ply=look.ply, side=seat),
            "query": _query(table, seat),
        }
        for kind, seat in reversed(list(zip(KINDS, _order(look), strict=False)))
    ]


def _order(look: Look) -> list[Seat]:
    """All seats as one sees them, from the one below on."""
    below, seats = look.eyes.below, len(look.table.players)
    return [*range(below, seats), *range(below)]


# --- What stays while one steps ------------------------------------------------------------------


def _story_context(look: Look, story: Story) -> dict[str, Any]:
    kinds = dict(zip(_order(look), KINDS, strict=False))
    return {
        **scenes.proof_context(look.table),
        "entries": [
            {
                "entry": entry,
                "kind": "chance" if entry.turn.seat is None else kinds[entry.turn.seat],
                "name": _mover(look.table, entry),
            }
            for entry in story.entries
        ],
        "landmarks": [
            {
                "landmark": landmark,
                "before": landmark.before(look.ply),
                "after": landmark.after(look.ply),
            }
            for landmark in story.landmarks
        ],
        "curve": _curve(look, story, kinds),
        "has_lead_changes": bool(story.lead_changes),
        "ruleset": positions.ruleset_of(look.table.game),
    }


def _mover(table: Table, entry: Entry) -> str:
    """Who made a move, as it is told; nobody made a reveal."""
    seat = entry.turn.seat
    return "" if seat is None else moves.names_at(table, entry.ply)[seat]


def _curve(look: Look, story: Story, kinds: dict[Seat, str]) -> Chart:
    players, is_one = look.table.players, len(story.lines) == 1
    lines = [
        Line(_("Points") if is_one else players[seat].user.shown_name, kinds[seat], points)
        for seat, points in enumerate(story.lines)
    ]
    moments = [
        Moment(
            ply=entry.ply,
            href=address_of(look.table, ply=entry.ply, side=look.eyes.below),
            title=_title(lines, entry.ply, entry.turn.words),
            is_marked=entry.changes_lead,
        )
        for entry in story.entries
        if entry.changes_lead
        or any(line.points[entry.ply] != line.points[entry.ply - 1] for line in lines)
    ]
    return charts.game_curve(lines, moments, here=look.ply)


def _title(lines: Sequence[Line], ply: int, words: str) -> str:
    """A moment of the curve: what happened, and what everybody has after it."""
    points = ", ".join(f"{line.name} {line.points[ply]}" for line in lines)
    return _("Move %(ply)d: %(words)s %(points)s.") % {"ply": ply, "words": words, "points": points}
