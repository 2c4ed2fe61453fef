"""Ratings, as far as somebody can do something about them."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.http import SiteRequest
from accounts.models import User
from games.services import ratings


@login_required
@require_POST
def waive(request: SiteRequest, game_id: UUID) -> HttpResponse:
    """Let a game that one has won on time change no ratings."""
    assert isinstance(request.user, User)
    ratings.waive(game_id=game_id, user=request.user)
    messages.success(request, _("Both of you have the ratings of before."))
    return redirect("games:table", game_id)
