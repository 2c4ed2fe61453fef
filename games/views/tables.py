"""The table: a game's page, its turns, and everything else that can be done at it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.http import SiteRequest, client_address, is_attentive
from accounts.models import User
from accounts.refusals import Conflict, Forbidden, MethodNotAllowed, NotFound, Refusal
from engine import Fact
from games import events, positions
from games.boards import Scene, board_of, lessons_of
from games.bots import face, faces
from games.forms import read_entropy
from games.models import Game, Offer, Player
from games.positions import Step
from games.selectors import (
    belongings,
    drafts,
    draws,
    eyes,
    moves,
    queues,
    records,
    results,
    sharing,
    tables,
    talk,
)
from games.selectors.drafts import Draft
from games.selectors.moves import Turn
from games.selectors.offers import rematches
from games.selectors.tables import Table
from games.services import clocks, decks, endings, notices, offers, turns
from games.services import notes as note_services
from games.views import scenes
from games.views.scenes import Drafted


@never_cache
def table(request: SiteRequest, game_id: UUID) -> HttpResponse:
    """Show a game, with what is drafted; or play a turn."""
    if request.method in ("GET", "HEAD"):
        return _show(request, tables.access(game_id, request.user))
    if request.method != "POST":
        raise MethodNotAllowed(_("A turn is sent with the form on this page."))
    return _submit(request, game_id)


def _show(request: SiteRequest, table: Table) -> HttpResponse:
    step = moves.step_at(table, _number(request, "at")) if "at" in request.GET else None
    if step is not None:
        return _replay(request, table, step)
    draft = drafts.read(table, request.GET.get("draft", ""), request.GET.get("ply", ""))
    if is_attentive(request):
        notices.see_table(table)
    template = "partials/table.html" if request.htmx else "detail.html"
    status = 422 if draft.problem and not draft.is_stale else 200
    response = render(
        request, f"games/tables/{template}", table_context(request, table, draft), status=status
    )
    if status != 200 and request.htmx:
        # An answer that says no names the place where it wants to be.
        response["HX-Retarget"] = "#table"
    return response


def _replay(request: SiteRequest, table: Table, step: Step) -> HttpResponse:
    """Show the table as it was after one move: what happened is played back move by move."""
    game, turn = table.game, moves.turn_of(table, step, eyes.own(table))
    seen = _number(request, "since")
    past = Draft.untouched(step.after)
    context = table_context(request, table, past, replayed=turn)
    address = reverse("games:table", args=[game.pk])
    following = f"{address}?at={turn.ply + 1}&since={seen}" if turn.ply < game.ply else ""
    context["replay"] = {
        "sentences": turn.sentences,
        "next": following,
        "end": f"{address}?since={seen}",
    }
    context["address"] = f"{address}?at={turn.ply}&since={seen}"
    template = "partials/table.html" if request.htmx else "detail.html"
    return render(request, f"games/tables/{template}", context)


def _number(request: HttpRequest, name: str) -> int:
    """A small number of the query; 0 for anything else."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 0


def _submit(request: SiteRequest, game_id: UUID) -> HttpResponse:
    ply = request.POST.get("ply", "")
    if not ply.isascii() or not ply.isdigit() or len(ply) > 5:
        raise Refusal(_("It is not said on which position this turn was chosen."))
    text = request.POST.get("moves", "")
    if len(text) > drafts.LONGEST:
        raise Refusal(_("This is longer than any turn."))
    played = turns.submit(game_id=game_id, user=_person(request), moves=text.split(), ply=int(ply))
    address = reverse("games:table", args=[game_id])
    if not request.htmx:
        return redirect(address)
    context = table_context(request, played, drafts.read(played, "", ""))
    response = render(request, "games/tables/partials/table.html", context)
    response["HX-Replace-Url"] = address
    return response


def table_context(
    request: HttpRequest, table: Table, draft: Draft, replayed: Turn | None = None
) -> dict[str, Any]:
    """All that the page of a game shows, now or while a move is played back."""
    game = table.game
    board, own = board_of(game.ruleset), eyes.own(table)
    last = moves.last_turns(table)
    link = _linker(game)
    scene = scenes.scene_of(
        table,
        draft,
        own,
        link=link,
        last=scenes.deeds(replayed) if replayed else _last_deeds(last),
        is_past=replayed is not None,
        pick=request.GET.get("pick", ""),
    )
    if table.is_first:
        steps = [(turn.seat, scenes.deeds(turn)) for turn in reversed(last)]
        scene = replace(scene, first_steps=steps)
    viewer = table.me.user if table.me else None
    mine = belongings.of(table)
    points = positions.points_of(draft.state) if replayed else [p.score for p in table.players]
    return {
        **scenes.looker_context(table, own, viewer=viewer),
        **scenes.people_context(table, own, points=points),
        **scenes.board_context(game, board.present(scene)),
        "draft": Drafted.of(draft),
        "status_words": _status(table, draft),
        "board_in_short": board.IN_SHORT,
        "lessons": reverse("games:lessons", args=[game.ruleset])
        if lessons_of(game.ruleset)
        else "",
        "last": last,
        "since": _since(request, table, last),
        "topic": events.game_topic(game.pk),
        # What was said about a stale draft must outlive the next look at the table.
        "address": request.get_full_path()
        if draft.is_stale
        else _address_to_follow(request, table, link, scene),
        "typed": "",
        "note": mine.note,
        "call": talk.call_of(table, unread=mine.unread),
        "next_game": _next_game(request, game) if not draft.can_act else None,
        "share": None if getattr(request, "htmx", False) else sharing.share(table),
        "verdict": results.verdict(game, table.players, table.me) if game.ending else "",
        **_ending_context(table),
        **scenes.rating_context(table),
        **scenes.proof_context(table),
    }


def _status(table: Table, draft: Draft) -> str:
    """Whose turn it is, or how the game ended, in a few words. A board may know better."""
    game, me = table.game, table.me
    if not game.is_running:
        return _("Game over: %(how)s") % {"how": game.get_ending_display()}
    if draft.moves and not draft.can_act:
        return _("Your turn: confirm")
    if draft.can_act or (me and me.has_word):
        return _("Your turn")
    return _waiting(table.thinking)


def _waiting(thinking: Sequence[Player]) -> str:
    """For whom the table waits, if for anybody."""
    if not thinking:
        return ""
    if len(thinking) > 1:
        return _("Waiting for %(waiting_for)s") % {"waiting_for": results.names_of(thinking)}
    user = thinking[0].user
    words = {"name": user.table_name}
    return (_("%(name)s is thinking …") if user.bot else _("%(name)s’s turn")) % words


def _ending_context(table: Table) -> dict[str, Any]:
    """How the game may end, and what may follow it."""
    game, me = table.game, table.me
    return {
        "can_be_aborted": me is not None and endings.can_be_aborted(table),
        "can_give_day": me is not None and any(other.has_word for other in table.others),
        "can_draw": me is not None and endings.can_draw(table),
        "asked_for_draw": me is not None and game.draw_asked_by not in (None, me.seat),
        "asks_for_draw": me is not None and game.draw_asked_by == me.seat,
        **(_after_bot(table) if me and not game.is_running else {}),
        "rematch": rematches(game.pk).first() if me and not game.is_running else None,
    }


def _after_bot(table: Table) -> dict[str, Any]:
    """Whom to play after a game against a bot alone: the same one, or the next one up."""
    bots = [player.user.bot for player in table.others]
    if len(bots) != 1 or not bots[0]:
        return {}
    level = face(bots[0]).level
    return {
        "against_bot": True,
        "next_bot": next((one for one in faces() if level and one.level == level + 1), None),
    }


def _last_deeds(last: Sequence[Turn]) -> Sequence[Fact]:
    played = (turn for turn in last if turn.seat is not None)
    return next((deeds for turn in played if (deeds := scenes.deeds(turn))), [])


def _seen(request: HttpRequest, table: Table) -> int:
    """The ply up to which the viewer knows the game: what the page says, or what was noted.

    The page has to say it because looking at the table notes it, and a page looks more than once.
    """
    if table.me is None:
        return table.game.ply
    return _number(request, "since") or table.me.seen_ply


def _since(request: HttpRequest, table: Table, last: Sequence[Turn]) -> dict[str, Any]:
    """What others did since the viewer last looked, and where it is played back.

    Who has just seen it need not read it; who hears the page is told all the same.
    """
    seen = _seen(request, table)
    mine = table.me.seat if table.me else None
    news = [turn for turn in last if turn.ply > seen and turn.seat not in (None, mine)]
    address = reverse("games:table", args=[table.game.pk])
    told = (text for turn in reversed(news) for text in turn.sentences)
    said = list(dict.fromkeys(told))
    # Two will do: all of it is played back, and stands in the list of moves.
    said = said if len(said) <= 2 else [said[0], said[-1]]
    return {
        "sentences": [] if _has_just_seen(request) else said,
        "heard": said if _follows(request) else [],
        "show": f"{address}?at={seen + 1}&since={seen}" if news and seen else "",
        "is_new": "since" not in request.GET,
    }


def _follows(request: HttpRequest) -> bool:
    """Whether this is a tab before somebody's eyes that fetches what has just happened."""
    is_part = getattr(request, "htmx", False)  # its middleware may not have been reached
    return bool(is_part) and "X-Attention" in request.headers and "since" not in request.GET


def _has_just_seen(request: HttpRequest) -> bool:
    """Whether what is new happened before the viewer's eyes, or was played back to them."""
    return _follows(request) or ("since" in request.GET and "unseen" not in request.GET)


def _address_to_follow(
    request: HttpRequest, table: Table, link: Callable[..., str], scene: Scene
) -> str:
    """Where the table is fetched anew: the same draft, and the same news until it is begun."""
    drafted = [move.notation for move in scene.draft]
    seen = _seen(request, table)
    if drafted or scene.pick or seen in (0, table.game.ply) or _has_just_seen(request):
        return link(draft=drafted, pick=scene.pick)
    return f"{link()}?since={seen}&unseen=1"


def _next_game(request: HttpRequest, game: Game) -> UUID | None:
    user = request.user
    return queues.next_game(user, but=game.pk) if isinstance(user, User) else None


def _linker(game: Game) -> Callable[..., str]:
    """Addresses of this table with another draft."""
    address = reverse("games:table", args=[game.pk])

    def link(*, draft: Sequence[str] = (), pick: str = "") -> str:
        query = {"ply": game.ply, "draft": " ".join(draft), "pick": pick}
        chosen = {name: value for name, value in query.items() if value != ""}
        return f"{address}?{urlencode(chosen)}" if draft or pick else address

    return link


def refused(request: HttpRequest, status: int, context: dict[str, Any]) -> HttpResponse | None:
    """Answer a refused request about a table with the notice and the table as it stands.

    None where there is no table to show: the usual answer will do.
    """
    match = request.resolver_match
    game_id = match.kwargs.get("game_id") if match and match.namespace == "games" else None
    if game_id is None or status in (404, 500, 503):
        return None
    try:
        table = tables.access(game_id, request.user)
    except NotFound:
        return None
    draft = drafts.read(table, "", "")
    typed = request.POST.get("moves", "")
    everything = {**table_context(request, table, draft), "refusal": context, "typed": typed}
    if "typed" in request.POST and status in (400, 422):
        return _at_the_field(request, status, everything, _example(table, draft))
    if not getattr(request, "htmx", False):  # its middleware may not have been reached
        page = render_to_string("games/tables/detail.html", everything, request)
        return HttpResponse(page, status=status)
    notice = render_to_string("errors/notice.html", context)
    everything["oob"] = True
    fresh = render_to_string("games/tables/partials/table.html", everything, request)
    return HttpResponse(
        notice + fresh,
        status=status,
        headers={"HX-Retarget": "#notices", "HX-Reswap": "innerHTML"},
    )


def _at_the_field(
    request: HttpRequest, status: int, everything: dict[str, Any], example: str
) -> HttpResponse:
    """Say what is wrong with a typed move where it was typed, with one that could be."""
    refusal = everything.pop("refusal")
    everything["mistyped"] = {"why": refusal["message"] or refusal["title"], "example": example}
    is_part = getattr(request, "htmx", False)
    template = "partials/table.html" if is_part else "detail.html"
    response = HttpResponse(
        render_to_string(f"games/tables/{template}", everything, request), status=status
    )
    if is_part:
        response["HX-Retarget"] = "#table"
    return response


def _example(table: Table, draft: Draft) -> str:
    """Some move that could be made now, as it is typed; empty where there is none."""
    if table.me is None or not draft.can_act:
        return ""
    return next((move.notation for move in draft.start.legal_moves(table.me.seat)), "")


@never_cache
@require_safe
def list_moves(request: SiteRequest, game_id: UUID) -> HttpResponse:
    """Everything that was played, in words and with its time."""
    table = tables.access(game_id, request.user)
    context = {"table": table, "game": table.game, "turns": moves.all_turns(table)}
    template = "partials/moves.html" if request.htmx else "moves.html"
    return render(request, f"games/tables/{template}", context)


@never_cache
@require_safe
def record(request: SiteRequest, game_id: UUID) -> HttpResponse:
    """The game as a file that the engine reads."""
    table = tables.access(game_id, request.user)
    text = records.write(table, decks.show_proof(table.game))
    name = f"{table.game.ruleset}-{table.game.pk.hex[:8]}.bgr"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=headers)


@never_cache
@require_safe
def show_draws(request: SiteRequest, game_id: UUID) -> HttpResponse:
    """From where everything was drawn, for a browser that verifies a game."""
    table = tables.access(game_id, request.user)
    if table.game.is_running:
        raise Conflict(_("A game can be verified when it is over."))
    if table.game.is_sealed:
        raise Conflict(_("This game can be verified when its day is over."))
    return JsonResponse(draws.of(table))


# What cannot be taken back is asked twice: the first step is a page of its own.


def _in_two_steps(action: str, do: Callable[..., None]) -> Callable[..., HttpResponse]:
    @never_cache
    def view(request: SiteRequest, game_id: UUID) -> HttpResponse:
        table = tables.access(game_id, request.user)
        if request.method == "POST":
            do(game_id=game_id, user=_person(request))
            return redirect("games:table", game_id)
        if request.method not in ("GET", "HEAD"):
            raise MethodNotAllowed(_("This is sent with the form on the page."))
        context = {"table": table, "game": table.game, "me": table.player, "action": action}
        context |= scenes.company(table)
        return render(request, "games/tables/confirm.html", context)

    return view


resign = _in_two_steps("resign", endings.resign)
abort = _in_two_steps("abort", endings.abort)
ask_draw = _in_two_steps("draw", endings.ask_draw)


@require_POST
def answer_draw(request: SiteRequest, game_id: UUID) -> HttpResponse:
    agrees = request.POST.get("answer") == "yes"
    endings.answer_draw(game_id=game_id, user=_person(request), agrees=agrees)
    return redirect("games:table", game_id)


@require_POST
def withdraw_draw(request: SiteRequest, game_id: UUID) -> HttpResponse:
    endings.withdraw_draw(game_id=game_id, user=_person(request))
    return redirect("games:table", game_id)


@require_POST
def give_day(request: SiteRequest, game_id: UUID) -> HttpResponse:
    clocks.give_day(game_id=game_id, user=_person(request))
    return redirect("games:table", game_id)


@require_POST
def write_note(request: SiteRequest, game_id: UUID) -> HttpResponse:
    text = request.POST.get("text", "")
    note_services.write(game_id=game_id, user=_person(request), text=text)
    messages.success(request, _("Your note is kept.") if text.strip() else _("The note is gone."))
    return redirect("games:table", game_id)


@require_POST
def rematch(request: SiteRequest, game_id: UUID) -> HttpResponse:
    entropy = read_entropy(request.POST.get("entropy", ""))
    made = offers.rematch(
        game_id=game_id, user=_person(request), entropy=entropy, address=client_address(request)
    )
    return redirect("games:offer" if isinstance(made, Offer) else "games:table", made.pk)


def _person(request: SiteRequest) -> User:
    if not isinstance(request.user, User):
        raise Forbidden(_("Only those who sit at this table can do that."))
    return request.user
