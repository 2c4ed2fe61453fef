"""Reporting something, and what becomes of a report, as its reporter sees it."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import blocks
from accounts.http import SiteRequest, is_attentive
from accounts.models import User
from accounts.refusals import Refusal
from games.forms import ReportForm
from games.models import Case
from games.selectors import reports as selectors
from games.selectors.reports import Thing
from games.services import notices, reports
from games.services.reports import Filed

asked_or_sent = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@login_required
@asked_or_sent
def person(request: SiteRequest, name: str) -> HttpResponse:
    return _report(request, selectors.about_person(name, _reporter(request)))


@never_cache
@login_required
@asked_or_sent
def line(request: SiteRequest, line_id: int) -> HttpResponse:
    return _report(request, selectors.about_line(line_id, _reporter(request)))


@never_cache
@login_required
@asked_or_sent
def game(request: SiteRequest, game_id: UUID) -> HttpResponse:
    asked = request.GET.get("ply", "")
    ply = int(asked) if asked.isdecimal() and len(asked) < 6 else None
    return _report(request, selectors.about_game(game_id, _reporter(request), ply=ply))


@never_cache
@login_required
@asked_or_sent
def offer(request: SiteRequest, offer_id: UUID) -> HttpResponse:
    return _report(request, selectors.about_offer(offer_id, _reporter(request)))


def _reporter(request: SiteRequest) -> User:
    """Who asks, if they have an account; a guest is told that it needs one."""
    assert isinstance(request.user, User)
    reports.demand_account(request.user)
    return request.user


def _report(request: SiteRequest, thing: Thing) -> HttpResponse:
    """The form; sent, it leads to the receipt, also where the same was reported before."""
    form = ReportForm(request.POST if request.method == "POST" else None, thing=thing)
    status = 422 if form.errors else 200
    if form.is_valid():
        try:
            filed = _file(_reporter(request), thing, form)
        except Refusal as refusal:
            form.add_error(None, refusal.message)
            status = refusal.status
        else:
            messages.success(request, _said(filed))
            return redirect("games:report", filed.report.pk)
    subject = thing.people[0] if len(thing.people) == 1 else None
    context = {
        "form": form,
        "thing": thing,
        "subject": subject,
        "may_block": subject is not None and _may_block(_reporter(request), subject),
    }
    return render(request, "games/reports/new.html", context, status=status)


def _file(reporter: User, thing: Thing, form: ReportForm) -> Filed:
    said = form.cleaned_data
    whom = next(one for one in thing.people if one.pk == said["person"])
    kind = Case.Kind(said["kind"])
    return reports.file(reporter=reporter, thing=thing, person=whom, kind=kind, text=said["text"])


def _said(filed: Filed) -> str:
    if filed.is_new:
        return _("Thank you. A moderator will look at it, and you will be told what came of it.")
    if filed.is_added:
        return _("Thank you. The game was added to your report.")
    return _("You have reported this already: here is your report.")


def _may_block(owner: User, other: User) -> bool:
    return other.has_profile and not blocks.has_blocked(owner, other)


@never_cache
@login_required
@require_safe
def receipt(request: SiteRequest, report_id: int) -> HttpResponse:
    """A report of one's own: that it was received, and in the end what came of it."""
    reporter = request.user
    assert isinstance(reporter, User)
    report = selectors.own(report_id, reporter)
    if is_attentive(request):
        notices.read(reporter.notices.filter(report__case=report.case))
    case = report.case
    context = {
        "report": report,
        "where": selectors.replay_of(report.game, report.ply) if report.game else "",
        "further": report.context.get("further", []),
        "subject": case.person,
        "case": case,
        "end": selectors.ENDS.get(case.outcome, ""),
        "answer": selectors.answer_of(case),
        "may_block": _may_block(reporter, case.person),
    }
    return render(request, "games/reports/detail.html", context)
