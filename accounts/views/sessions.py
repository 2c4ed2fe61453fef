"""Ending one session. The list of them, and ending all others at once, are allauth's."""

from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST


@login_required
@require_POST
def end_session(request: HttpRequest, session_id: int) -> HttpResponse:
    """Sign out there; a session that is gone already, or somebody else's, is left as it is."""
    session = UserSession.objects.filter(pk=session_id, user=request.user).first()
    if session is not None:
        session.end()
        messages.success(request, _("You are signed out there."))
    return redirect("usersessions_list")
