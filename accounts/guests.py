"""People who try the site first: a user row without credentials, and with everything else.

Signing up writes a name, an address and a password into that same row, so nothing has to be
claimed or moved.
"""

import secrets
from datetime import timedelta

from allauth.account.views import SignupView
from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone

from accounts.models import User

KEPT_SILENT = timedelta(days=14)


def ensure_player(request: HttpRequest) -> User:
    """Whoever asks; a visitor becomes a guest, and stays one while their session lasts."""
    if isinstance(request.user, User):
        return request.user
    guest = User(username=f"guest-{secrets.token_hex(6)}", is_guest=True)
    guest.set_unusable_password()
    guest.save()
    login(request, guest, backend=settings.AUTHENTICATION_BACKENDS[0])
    return guest


def silent() -> QuerySet[User]:
    """Guests who have not been seen for two weeks."""
    long_ago = timezone.now() - KEPT_SILENT
    return User.objects.filter(is_guest=True, is_active=True, last_seen_at__lt=long_ago)


class GuestSignupView(SignupView):
    """allauth's sign-up, which a guest may use though signed in: see Adapter.new_user."""

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if isinstance(request.user, User) and request.user.is_guest:
            request.guest = request.user  # type: ignore[attr-defined]
            request.user = AnonymousUser()
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response
