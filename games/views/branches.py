"""What if: other moves from any ply of a game that is over, and playing on from there."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import limits
from accounts import selectors as people
from accounts.guests import ensure_player
from accounts.http import SiteRequest, client_address
from accounts.limits import Limit
from accounts.models import User
from accounts.refusals import NotFound
from engine import STRONGEST, Seat
from games.boards import Scene, board_of
from games.bots import WORDS, faces_of
from games.forms import read_entropy
from games.positions import ruleset_of
from games.selectors import branches, results, tables
from games.selectors.branches import Branch, Opinion
from games.selectors.drafts import Draft
from games.selectors.eyes import Eyes
from games.services import branches as services
from games.services import offers
from games.views import scenes
from games.views.scenes import Drafted

# A judgement costs as much as several pages.
JUDGEMENTS = Limit("judgements", most=60, seconds=60)


@never_cache
@require_safe
def try_out(request: SiteRequest, game_id: UUID, ply: int) -> HttpResponse:
    """A branch of a game, with the turn that is drafted at its end."""
    branch = _branch(request, game_id, ply, request.GET.get("moves", ""))
    return _show(request, branch, _draft(request, branch))


@never_cache
@require_safe
def judged(request: SiteRequest, game_id: UUID, ply: int) -> HttpResponse:
    """What the strongest bot makes of a branch and of the drafted turn: as a part, or the page."""
    branch = _branch(request, game_id, ply, request.GET.get("moves", ""))
    draft = _draft(request, branch)
    seat = branch.seat(_side(request))
    if seat is None:
        return redirect(_address(branch, branch.text))
    limits.demand(
        JUDGEMENTS,
        address=client_address(request),
        otherwise=_("You have asked for many opinions. Wait a minute, and ask again."),
    )
    opinion = branches.opinion(branch, draft, seat)
    if not request.htmx:
        return _show(request, branch, draft, opinion)
    context = {"opinion": opinion, **_opinion_context(branch, opinion)}
    return render(request, "games/branches/partials/opinion.html", context)


@require_POST
def play_on(request: SiteRequest, game_id: UUID, ply: int) -> HttpResponse:
    """Begin a game against bots at the end of a branch; a visitor becomes a guest by it."""
    branch = _branch(request, game_id, ply, request.POST.get("moves", ""))
    bot = request.POST.get("bot", "")
    if bot not in WORDS:
        raise NotFound(_("There is no such bot."))
    wish = services.wish_for(branch, bot=bot, seat=_number(request.POST.get("seat", "")))
    entropy, address = read_entropy(request.POST.get("entropy", "")), client_address(request)
    if isinstance(request.user, AnonymousUser):
        offers.foresee(visitor=request.user, wish=wish, address=address)
    user = ensure_player(request)
    game = services.play_on(wish=wish, user=user, entropy=entropy, address=address)
    return redirect("games:table", game.pk)


def _branch(request: SiteRequest, game_id: UUID, ply: int, text: str) -> Branch:
    return branches.read(tables.access(game_id, request.user), ply, text)


def _draft(request: SiteRequest, branch: Branch) -> Draft:
    seat = branch.seat(_side(request))
    draft = branches.draft(branch, seat, request.GET.get("draft", ""))
    return replace(draft, problem=branch.problem or draft.problem)


def _side(request: HttpRequest) -> Seat | None:
    return _number(request.GET.get("side", ""))


def _number(text: str) -> Seat | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) == 1 else None


def _show(
    request: SiteRequest, branch: Branch, draft: Draft, opinion: Opinion | None = None
) -> HttpResponse:
    status = 422 if draft.problem else 200
    template = "partials/branch.html" if request.htmx else "detail.html"
    context = _context(request, branch, draft) | {"opinion": opinion}
    context |= _opinion_context(branch, opinion)
    response = render(request, f"games/branches/{template}", context, status=status)
    if status != 200 and request.htmx:
        response["HX-Retarget"] = "#table"
    return response


def _context(request: SiteRequest, branch: Branch, draft: Draft) -> dict[str, Any]:
    seat, viewer = branch.seat(_side(request)), request.user
    end = branches.followed(branch, draft) if draft.is_complete else branch
    board = board_of(branch.game.ruleset).present(_scene(request, branch, draft, seat))
    return {
        **scenes.board_context(branch.game, board),
        "branch": branch,
        "names": results.names_of(branch.table.players),
        "draft": Drafted.of(draft),
        "me": {"seat": seat} if seat is not None else None,
        "mover": _name(branch, seat),
        "wishes": people.board_wishes(viewer if isinstance(viewer, User) else None),
        "here": reverse("games:try_out", args=[branch.game.pk, branch.ply]),
        "origin": reverse("games:replay_at", args=[branch.game.pk, branch.ply]),
        "tried": _tried(branch),
        "following": _address(branch, end.text),
        "verdict": branches.verdict(branch),
        "link": f"{settings.SITE_URL}{_address(branch, end.text)}",
        "judged": _judged_address(request, branch, draft, seat),
        **_play_on_context(branch, end),
    }


def _scene(request: SiteRequest, branch: Branch, draft: Draft, seat: Seat | None) -> Scene:
    """The board for who is to move: they sit below, and whoever tries is them."""
    below = seat or 0
    scene = scenes.scene_of(
        branch.table,
        draft,
        Eyes(viewer=seat, below=below, reader=seat),
        link=_linker(branch, request),
        last=branches.last_facts(branch),
        is_past=False,
        pick=request.GET.get("pick", ""),
    )
    return replace(scene, is_running=bool(branch.to_move))


def _linker(branch: Branch, request: HttpRequest) -> Callable[..., str]:
    """Addresses of this branch with another draft."""

    def link(*, draft: Sequence[str] = (), pick: str = "") -> str:
        side = request.GET.get("side", "")
        return _address(branch, branch.text, draft=" ".join(draft), pick=pick, side=side)

    return link


def _address(branch: Branch, text: str, *, page: str = "try_out", **more: str) -> str:
    """A page of the branch that these moves make."""
    address = reverse(f"games:{page}", args=[branch.game.pk, branch.ply])
    query = {name: value for name, value in {"moves": text, **more}.items() if value}
    return f"{address}?{urlencode(query)}" if query else address


def _name(branch: Branch, seat: Seat | None) -> str:
    return "" if seat is None else branch.table.players[seat].user.shown_name


def _tried(branch: Branch) -> list[dict[str, Any]]:
    """What was tried, and where each turn of it can be looked at once more."""
    return [
        {"told": told, "name": _name(branch, told.seat), "address": _address(branch, told.moves)}
        for told in branches.told(branch)
    ]


def _judged_address(
    request: HttpRequest, branch: Branch, draft: Draft, seat: Seat | None
) -> dict[str, Any]:
    """Where the strongest bot says what it makes of it, and whether it can say so now."""
    if seat is None or results.is_team(branch.game):
        return {}
    side = request.GET.get("side", "")
    text = draft.text if draft.is_complete else ""
    return {
        "address": _address(branch, branch.text, page="judged_try", draft=text, side=side),
        "is_ready": draft.is_complete or not (draft.moves or request.GET.get("pick")),
    }


def _opinion_context(branch: Branch, opinion: Opinion | None) -> dict[str, Any]:
    if opinion is None:
        return {"judge": STRONGEST.name}
    return {
        "judge": opinion.bot,
        "who": _name(branch, opinion.seat),
        "shown": _address(branch, branch.text, draft=opinion.line, side=str(opinion.seat)),
    }


def _play_on_context(branch: Branch, end: Branch) -> dict[str, Any]:
    """What can be chosen to play on; nothing where no bot could join."""
    if branches.obstacle(end) or not (bots := faces_of(ruleset_of(branch.game))):
        return {}
    met = [player.user.bot for player in branch.table.players if player.user.bot]
    seats = [
        (player, player.seat in end.to_move[:1])
        for player in branch.table.players
        if player.seat not in end.state.gone
    ]
    return {
        "play_on": {
            "address": reverse("games:play_on", args=[branch.game.pk, branch.ply]),
            "moves": end.text,
            "seats": seats,
            "bots": bots,
            "met": met[0] if met else bots[-1].slug,
        }
    }
