"""Times away: what is booked, what is left, and booking more."""

from datetime import timedelta

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import absences
from accounts.forms import AbsenceForm
from accounts.models import User
from accounts.refusals import Unprocessable
from accounts.time_zones import zone
from games.services import absences as absence_services

ONE_DAY = timedelta(days=1)


@login_required
@require_http_methods(["GET", "POST"])
def list_absences(request: HttpRequest) -> HttpResponse:
    user = request.user
    assert isinstance(user, User)
    form = AbsenceForm(request.POST or None)
    if form.is_valid():
        try:
            _book(user, form)
        except Unprocessable as refusal:
            form.add_error("last_day", refusal.message)
        else:
            messages.success(request, _("Your absence is booked. Your opponents will see it."))
            return redirect("games:absences")
    context = {
        "form": form,
        "absences": absences.upcoming(user),
        "now": timezone.now(),
        "zone": zone(user.time_zone),
        "days_left": absences.allowance_of(user).left(timezone.now()) / ONE_DAY,
    }
    return render(request, "games/absences/list.html", context, status=422 if form.errors else 200)


def _book(user: User, form: AbsenceForm) -> None:
    first, last = form.cleaned_data["first_day"], form.cleaned_data["last_day"]
    starts_at = absences.start_of_day(first, user) if first else timezone.now()
    absence_services.book(
        user=user, starts_at=starts_at, ends_at=absences.start_of_day(last + ONE_DAY, user)
    )


@login_required
@require_POST
def end(request: HttpRequest, absence_id: int) -> HttpResponse:
    assert isinstance(request.user, User)
    absence_services.end_early(user=request.user, absence_id=absence_id)
    messages.success(request, _("The days you did not use are yours again."))
    return redirect("games:absences")
