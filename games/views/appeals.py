"""Appeals, for the moderators who answer them."""

from typing import cast

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts import roles
from accounts.guard import for_role
from accounts.http import SiteRequest
from accounts.models import User
from accounts.refusals import Conflict
from games.forms import AnswerForm
from games.models import Appeal
from games.selectors import rulings as selectors
from games.services import appeals, rulings


@for_role(roles.MODERATE)
@require_safe
def waiting(request: SiteRequest) -> HttpResponse:
    """The appeals that wait, oldest first."""
    found = selectors.waiting(cast("User", request.user))
    context = {"appeals": found[: selectors.ON_A_PAGE], "number": found.count()}
    return render(request, "games/moderation/appeals.html", context)


@for_role(roles.MODERATE)
@require_http_methods(["GET", "HEAD", "POST"])
def answer(request: SiteRequest, appeal_id: int) -> HttpResponse:
    """One appeal with the ruling that it is about, and the answer to give."""
    judge = cast("User", request.user)
    appeal = selectors.any_appeal(appeal_id, judge=judge)
    form = AnswerForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            appeals.answer(judge=judge, appeal=appeal, **form.cleaned_data)
        except Conflict as refusal:
            form.add_error(None, refusal.message)
        else:
            messages.success(request, _("It is answered, and they are told."))
            return redirect("games:appeals")
    context = {
        "appeal": appeal,
        "ruling": appeal.ruling,
        "form": form,
        "obstacle": _obstacle(appeal, judge),
        "is_final": appeal.ruling.kind in rulings.FINAL,
    }
    return render(
        request, "games/moderation/appeal.html", context, status=422 if form.errors else 200
    )


def _obstacle(appeal: Appeal, judge: User) -> str:
    """Why who looks cannot answer it, if it is so; the service judges again."""
    ruling = appeal.ruling
    if appeal.answered_at is not None:
        return _("This appeal is answered already.")
    if ruling.by_id == judge.pk:
        return _("You have decided this yourself: another moderator answers.")
    if ruling.by is not None and roles.role_of(ruling.by) > roles.role_of(judge):
        return _("Somebody of a higher rank has decided this.")
    if not roles.may(judge, rulings.NEEDS[rulings.Kind(ruling.kind)]):
        return _("A senior moderator answers this.")
    return ""
