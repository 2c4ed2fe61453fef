"""Learning a game by playing: the list of its lessons, and each task on the game's own board."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import selectors as people
from accounts.http import SiteRequest
from accounts.models import User
from accounts.refusals import MethodNotAllowed, NotFound
from engine import get_ruleset
from games.boards import BOARDS, Scene, board_of, games_here, lessons_of
from games.boards.lessons import Task
from games.bots import faces
from games.selectors import lessons
from games.selectors.drafts import Draft
from games.selectors.lessons import Entry, Step
from games.services import lessons as lesson_services
from games.views.scenes import Drafted


@dataclass(frozen=True, slots=True)
class Result:
    """What a turn in a lesson came to."""

    is_reached: bool
    sentence: str


@require_safe
def learn(request: SiteRequest) -> HttpResponse:
    """The lessons of the first game that has some."""
    taught = next((slug for slug in BOARDS if lessons_of(slug)), None)
    if taught is None:
        raise NotFound(_("There are no lessons of this name."))
    return redirect("games:lessons", taught)


@never_cache
@require_safe
def list_lessons(request: SiteRequest, ruleset: str) -> HttpResponse:
    """All lessons of a game, and where to go on."""
    lesson_services.take_along(user=request.user, session=request.session)
    entries = lessons.entries(ruleset, request.user, request.session)
    unfinished = next((entry for entry in entries if not entry.is_done), None)
    context = {
        "ruleset": get_ruleset(ruleset),
        "taught": [game for game in games_here() if lessons_of(game.slug)],
        "entries": entries,
        "unfinished": unfinished,
    }
    return render(request, "games/lessons/list.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def lesson(request: SiteRequest, ruleset: str, lesson: str, number: int) -> HttpResponse:
    """One task, with what is drafted; or the turn that was played, and what it came to."""
    step = lessons.access(ruleset, lesson, number)
    if step.task is None:
        return _game(request, step)
    if request.method == "POST":
        return _play(request, step, step.task)
    if played := request.GET.get("played", ""):
        return _show_result(request, step, step.task, lessons.draft(step, played))
    return _show(request, step, step.task, lessons.draft(step, request.GET.get("draft", "")))


def _play(request: SiteRequest, step: Step, task: Task) -> HttpResponse:
    draft = lessons.draft(step, request.POST.get("moves", ""))
    if draft.problem or not draft.is_complete:
        return _show(request, step, task, draft)
    if not task.judge(lessons.attempt(task, draft)):
        lesson_services.note_done(step=step, user=request.user, session=request.session)
    address = f"{_address(step)}?{urlencode({'played': draft.text})}"
    if not request.htmx:
        return redirect(address)
    response = _show_result(request, step, task, draft)
    response["HX-Replace-Url"] = address
    return response


def _show(request: SiteRequest, step: Step, task: Task, draft: Draft) -> HttpResponse:
    """The position with a draft on it."""
    context = _board_context(request, step, task, draft) | {"draft": Drafted.of(draft)}
    return _respond(request, step, context, status=422 if draft.problem else 200)


def _show_result(request: SiteRequest, step: Step, task: Task, draft: Draft) -> HttpResponse:
    """The position after a turn, and what there is to say about it."""
    if draft.problem or not draft.is_complete:
        return _show(request, step, task, draft)
    attempt = lessons.attempt(task, draft)
    otherwise = task.judge(attempt)
    after = Draft.untouched(draft.state)
    context = _board_context(request, step, task, after, last=attempt.facts)
    context["result"] = Result(not otherwise, otherwise or task.praise)
    return _respond(request, step, context)


def _game(request: SiteRequest, step: Step) -> HttpResponse:
    """The last step: the first turns of a real game, which its own page begins."""
    if request.method == "POST":
        raise MethodNotAllowed(_("A game is begun with the button on this page."))
    user = request.user
    done = lessons.done_by(step.ruleset, user, request.session)
    context = {
        "bot": faces()[0],
        "is_done": step.key in done,
        "game": lessons.newest_game(step.ruleset, user) if isinstance(user, User) else None,
    }
    return _respond(request, step, context)


def _respond(
    request: SiteRequest, step: Step, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    entries = lessons.entries(step.ruleset, request.user, request.session)
    here = next(entry for entry in entries if entry.lesson is step.lesson)
    template = "partials/lesson.html" if request.htmx else "detail.html"
    response = render(
        request, f"games/lessons/{template}", _frame(step, here) | context, status=status
    )
    if status != 200 and request.htmx:
        response["HX-Retarget"] = "#table"
    return response


def _frame(step: Step, here: Entry) -> dict[str, Any]:
    """What stands around the board of every step."""
    following = lessons.following(step)
    return {
        "lesson": here,
        "step": step,
        "here": _address(step),
        "next_step": _address(following) if following else "",
        "opens_lesson": following is not None and following.lesson is not step.lesson,
    }


def _board_context(
    request: SiteRequest, step: Step, task: Task, draft: Draft, last: Sequence[Any] = ()
) -> dict[str, Any]:
    """The board as a table shows it, for a position that is nobody's game."""
    board, user = board_of(step.ruleset), request.user
    scene = Scene(
        view=draft.state.view_for(task.seat),
        before=draft.start.view_for(task.seat),
        seat=task.seat,
        at=task.seat,
        names=_names(task, draft),
        draft=draft.moves,
        pick=request.GET.get("pick", ""),
        is_running=True,
        can_act=draft.can_act,
        link=_linker(step),
        last=last,
    )
    return {
        "board": board.present(scene),
        "board_template": board.TEMPLATE,
        "board_style": board.STYLE,
        "rules": reverse("games:rules_of", args=[step.ruleset]),
        "wishes": people.board_wishes(user if isinstance(user, User) else None),
        "me": {"seat": task.seat},
        "solution": _linker(step)(draft=task.solution.split()),
    }


def _names(task: Task, draft: Draft) -> list[str]:
    """Everybody but the learner is a bot."""
    bots = iter(faces())
    return [_("You") if seat == task.seat else next(bots).name for seat in range(draft.state.seats)]


def _address(step: Step) -> str:
    return reverse("games:lesson", args=[step.ruleset, step.lesson.slug, step.number])


def _linker(step: Step) -> Callable[..., str]:
    """Addresses of this task with another draft."""

    def link(*, draft: Sequence[str] = (), pick: str = "") -> str:
        query = {"draft": " ".join(draft), "pick": pick}
        chosen = {name: value for name, value in query.items() if value}
        return f"{_address(step)}?{urlencode(chosen)}" if chosen else _address(step)

    return link
