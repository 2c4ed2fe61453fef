"""The page on which somebody leaves, or stays after all."""

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import farewell
from accounts.models import User


@login_required
@reauthentication_required  # type: ignore[untyped-decorator]  # allauth has no types
@require_http_methods(["GET", "POST"])
def leave(request: HttpRequest) -> HttpResponse:
    """Ask to be forgotten, or with "stay" take it back. The credentials are asked for again."""
    assert isinstance(request.user, User)
    if request.method == "POST":
        if request.POST.get("wish") == "stay":
            farewell.stay(request.user)
            messages.success(request, _("How good that you stay."))
        elif farewell.ask_to_leave(request.user):
            words = {"when": request.user.leaving_at}
            get_adapter().send_notification_mail("account/email/leaving", request.user, words)
        return redirect("accounts:leave")
    return render(request, "accounts/leave.html")
