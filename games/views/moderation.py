"""The pages of moderators: the queue, and a case with all that is needed to judge it."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import roles, traces
from accounts.guard import for_role
from accounts.http import SiteRequest
from accounts.models import User
from accounts.refusals import Conflict, NotFound, Refusal, Unprocessable
from games.models import Case
from games.selectors import moderation as selectors
from games.selectors.moderation import Place
from games.selectors.reports import ANSWERS, ENDS, answer_of
from games.services import moderation

Kind, Outcome = Case.Kind, Case.Outcome


@for_role(roles.MODERATE)
@require_safe
def queue(request: SiteRequest) -> HttpResponse:
    """Open cases, the heaviest first; of one kind where the address says so."""
    kind = request.GET.get("kind", "")
    if kind and kind not in Kind.values:
        raise NotFound(_("There is no such kind of report."))
    sight = selectors.queue(_moderator(request), kind=kind, after=_after(request))
    context = {
        "rows": sight.rows,
        "kinds": [_link(one, one.label, kind) for one in Kind],
        "all": _link("", _("All"), kind),
        "is_first": "after" not in request.GET,
        "first": _address(kind=kind),
        "further": _address(kind=kind, after=str(sight.further)) if sight.further else "",
    }
    return render(request, "games/moderation/queue.html", context)


def _link(kind: str, words: object, chosen: str) -> dict[str, Any]:
    return {"address": _address(kind=kind), "words": words, "is_chosen": kind == chosen}


def _address(**asked: str) -> str:
    kept = {name: value for name, value in asked.items() if value}
    return reverse("games:moderation") + (f"?{urlencode(kept)}" if kept else "")


def _after(request: SiteRequest) -> Place | None:
    """Where the page before ended."""
    text = request.GET.get("after", "")
    try:
        return Place.read(text) if text else None
    except ValueError as error:
        raise Refusal(_("This is no page of the list.")) from error


@for_role(roles.MODERATE)
@require_safe
def case(request: SiteRequest, case_id: int) -> HttpResponse:
    """All that is needed to judge a case, and what can be done with it."""
    return _case(request, case_id)


def _case(request: SiteRequest, case_id: int, refusal: Refusal | None = None) -> HttpResponse:
    """The page of a case; where a note was refused, with what was typed and why."""
    moderator = _moderator(request)
    found = selectors.access(case_id, moderator)
    file = selectors.file_of(found, moderator)
    ends = selectors.claim_ends(found)
    is_mine = found.claimed_by_id == moderator.pk
    context = {
        "case": found,
        "person": found.person,
        "file": file,
        "lines": file.lines,
        "games": file.games,
        "obstacle": selectors.obstacle(found, moderator) if found.is_open else "",
        "claim_ends": ends,
        "is_mine": is_mine and found.is_open,
        "is_taken": ends is not None and not is_mine,
        "traces_kept": traces.KEPT.days,
        "mergeable": [one for one in file.others if one.is_open],
        "answers": [(one, ENDS[one], ANSWERS[one].items()) for one in Outcome],
        "end": ENDS.get(found.outcome, ""),
        "answer": answer_of(found),
        "typed": request.POST.get("text", ""),
        "problem": refusal.message if refusal else "",
    }
    status = refusal.status if refusal else 200
    return render(request, "games/moderation/case.html", context, status=status)


@for_role(roles.MODERATE)
@require_POST
def claim(request: SiteRequest, case_id: int) -> HttpResponse:
    """Look after a case, or leave it to others."""
    moderator = _moderator(request)
    if request.POST.get("claim") == "no":
        moderation.release(case_id=case_id, by=moderator)
        return redirect("games:moderation")
    selectors.access(case_id, moderator)
    moderation.claim(case_id=case_id, by=moderator)
    return redirect("games:case", case_id)


@for_role(roles.MODERATE)
@require_POST
def note(request: SiteRequest, case_id: int) -> HttpResponse:
    moderator = _moderator(request)
    selectors.access(case_id, moderator)
    try:
        moderation.note(case_id=case_id, by=moderator, text=request.POST.get("text", ""))
    except (Unprocessable, Conflict) as refusal:
        return _case(request, case_id, refusal)
    return redirect(reverse("games:case", args=[case_id]) + "#notes")


@for_role(roles.MODERATE)
@require_POST
def merge(request: SiteRequest, case_id: int) -> HttpResponse:
    moderator, other = _moderator(request), request.POST.get("other", "")
    selectors.access(case_id, moderator)
    moderation.merge(case_id=case_id, other_id=_other(other, moderator), by=moderator)
    messages.success(request, _("The two cases are one now."))
    return redirect("games:case", case_id)


@for_role(roles.MODERATE)
@require_POST
def close(request: SiteRequest, case_id: int) -> HttpResponse:
    """Close a case by an outcome, or by an outcome and one of its ready answers."""
    selectors.access(case_id, _moderator(request))
    outcome, _colon, answer = request.POST.get("verdict", "").partition(":")
    moderation.close(case_id=case_id, by=_moderator(request), outcome=outcome, answer=answer)
    messages.success(request, _("The case is closed, and everybody who reported it is told."))
    return redirect("games:moderation")


def _other(text: str, moderator: User) -> int:
    """The key of a case; of one that they may not see it is as if there were none."""
    number = int(text) if text.isdecimal() and len(text) < 19 else 0
    try:
        return selectors.access(number, moderator).pk
    except NotFound:
        return 0


def _moderator(request: SiteRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
