"""People who try the site first: a user row without credentials, and with everything else.

Signing up writes a name, an address and a password into that same row, so nothing has to be
claimed or moved.
"""

import secrets
from datetime import timedelta

from allauth.account.models import EmailAddress
from allauth.account.views import SignupView
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import limits
from accounts.http import client_address
from accounts.limits import Limit
from accounts.models import User

KEPT_SILENT = timedelta(days=14)
MOST_A_RUN = 500
# A household or a table of friends is let in at once, a class within half an hour; who comes
# faster is a machine, or can sign up.
SOON = Limit("guests", most=10, seconds=10 * 60)
A_DAY = Limit("guests", most=60, seconds=24 * 60 * 60)


def ensure_player(request: HttpRequest) -> User:
    """Whoever asks; a visitor becomes a guest, and stays one while their session lasts.

    So many from one address; for one more a TooMany is raised.
    """
    if isinstance(request.user, User):
        return request.user
    many = _(
        "Many guests have come from your network lately. Come back later, or sign up: it takes"
        " a minute."
    )
    limits.demand(SOON, A_DAY, address=client_address(request), otherwise=many)
    guest = User(username=f"guest-{secrets.token_hex(6)}", is_guest=True)
    guest.set_unusable_password()
    guest.save()
    login(request, guest, backend=settings.AUTHENTICATION_BACKENDS[0])
    return guest


def silent() -> QuerySet[User]:
    """Guests who have not been seen for two weeks, and who signed up then and never confirmed.

    Without a confirmed address nobody can log in, so they are gone, too.
    """
    long_ago = timezone.now() - KEPT_SILENT
    addresses = EmailAddress.objects.filter(user=OuterRef("pk"))
    confirmed = addresses.filter(verified=True)
    unconfirmed = Q(Exists(addresses), ~Exists(confirmed), is_staff=False, is_superuser=False)
    gone = User.objects.filter(is_active=True, last_seen_at__lt=long_ago)
    return gone.filter(Q(is_guest=True) | unconfirmed).order_by("last_seen_at")


def remove(guest: User) -> None:
    """Take somebody away of whom nothing is to be kept, with the sessions that they had."""
    known = UserSession.objects.filter(user=guest).values("session_key")
    Session.objects.filter(session_key__in=known).delete()
    guest.delete()


class GuestSignupView(SignupView):
    """allauth's sign-up, which a guest may use though signed in: see Adapter.new_user."""

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if isinstance(request.user, User) and request.user.is_guest:
            request.guest = request.user  # type: ignore[attr-defined]
            request.user = AnonymousUser()
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response
