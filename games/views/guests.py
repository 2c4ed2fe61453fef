"""What guests do about themselves, where their games are concerned."""

from allauth.account.views import LogoutView
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.http import SiteRequest
from accounts.models import User
from games.selectors import queues
from games.services import farewells


class SignOutView(LogoutView):
    """allauth's, for who can come back. A guest cannot: they are asked what they want."""

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if isinstance(request.user, User) and request.user.is_guest:
            return redirect("games:forget_guest")
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def forget(request: SiteRequest) -> HttpResponse:
    """Let a guest go with all that they played: asked twice, for it cannot be taken back."""
    guest = request.user
    if not isinstance(guest, User) or not guest.is_guest:
        return redirect("games:play")
    if request.method == "POST" and request.POST.get("sure") == "yes":
        farewells.forget_guest(guest)
        logout(request)
        messages.success(request, _("This browser knows nothing of you any more."))
        return redirect("games:home")
    queue = queues.queue_of(guest)
    context = {"is_second": request.method == "POST", "games": [*queue.mine, *queue.theirs]}
    return render(request, "games/guests/forget.html", context)
