"""Where one is logged in, and ending one of these sessions. Ending all others is allauth's."""

from typing import Any

from allauth.usersessions.models import UserSession
from allauth.usersessions.views import ListUserSessionsView
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django.views.generic.edit import FormView

from accounts import selectors
from accounts.models import User


class SessionsView(ListUserSessionsView):
    """allauth's page, which would look every session up by itself."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        assert isinstance(self.request.user, User)
        sessions = selectors.running_sessions(self.request.user)
        words = {"sessions": sessions, "session_count": len(sessions), "show_last_seen_at": True}
        return FormView.get_context_data(self, **words, **kwargs)


@login_required
@require_POST
def end_session(request: HttpRequest, session_id: int) -> HttpResponse:
    """Sign out there; a session that is gone already, or somebody else's, is left as it is."""
    session = UserSession.objects.filter(pk=session_id, user=request.user).first()
    if session is not None:
        session.end()
        messages.success(request, _("You are signed out there."))
    return redirect("usersessions_list")
