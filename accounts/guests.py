"""People who try the site first: a user row without credentials, and with everything else.

Signing up writes a name, an address and a password into that same row, so nothing has to be
claimed or moved.
"""

import secrets
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from allauth.account.views import SignupView
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, login
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.forms import Form
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import limits
from accounts.http import client_address
from accounts.limits import Limit
from accounts.models import User
from accounts.refusals import Conflict

KEPT_SILENT = timedelta(days=14)
MOST_A_RUN = 500
# A household or a table of friends is let in at once, a class within half an hour; who comes
# faster is a machine, or can sign up.
SOON = Limit("guests", most=10, seconds=10 * 60)
A_DAY = Limit("guests", most=60, seconds=24 * 60 * 60)

# Whom the row of a guest in this session has become, and when.
SIGNED_UP = "signed_up"
# So long what the same browser sends once more is a click too many, and no other sign-up.
ONE_GO = timedelta(minutes=1)


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
    """allauth's sign-up, which a guest may use though signed in: see Adapter.new_user.

    Of several clicks the first fills the guest's row, and the others are answered like it.
    """

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if isinstance(request.user, User) and request.user.is_guest:
            request.guest = request.user  # type: ignore[attr-defined]
            request.user = AnonymousUser()
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        guest: User | None = getattr(request, "guest", None)
        if guest is not None:
            return self._fill(guest, request, *args, **kwargs)
        if (person := _signed_up_just_now(request)) is not None:
            return _answer_again(request, person)
        response: HttpResponseBase = super().post(request, *args, **kwargs)
        return response

    @transaction.atomic
    def _fill(
        self, guest: User, request: HttpRequest, *args: object, **kwargs: object
    ) -> HttpResponseBase:
        # Looked at again: it may be filled, or removed, in this very moment. The whole row is
        # locked, because a name is written into it, which is a key.
        person = User.objects.select_for_update().filter(pk=guest.pk, is_active=True).first()
        if person is not None and not person.is_guest:
            return _answer_again(request, person)
        request.guest = person  # type: ignore[attr-defined]
        response: HttpResponseBase = super().post(request, *args, **kwargs)
        return response

    def form_valid(self, form: Form) -> HttpResponseBase:
        try:
            response: HttpResponseBase = super().form_valid(form)
        except ValidationError as taken:
            form.add_error(None, taken)
            refused: HttpResponseBase = self.form_invalid(form)
            return refused
        if self.user is not None and self.user == getattr(self.request, "guest", None):
            _end_guests_session(self.request, self.user)
        return response


def _end_guests_session(request: HttpRequest, person: User) -> None:
    """Stored together with the row: no other click finds the one without the other.

    It would find a session that is no longer right, and throw it away under the feet of the first.
    """
    for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY):
        request.session.pop(key, None)
    request.session[SIGNED_UP] = [person.pk, timezone.now().isoformat()]
    request.session.save()


def _signed_up_just_now(request: HttpRequest) -> User | None:
    person_id, moment = request.session.get(SIGNED_UP, (None, ""))
    if person_id is None or datetime.fromisoformat(moment) + ONE_GO < timezone.now():
        return None
    return User.objects.filter(pk=person_id).first()


def _answer_again(request: HttpRequest, person: User) -> HttpResponseBase:
    """The same once more is answered as the first time; for anything else it is too late."""
    sent = (request.POST.get("username", "").strip(), request.POST.get("email", "").strip().lower())
    if sent != (person.username, person.email):
        words = {"name": person.username}
        raise Conflict(
            _("You have signed up as %(name)s just now. Follow the link in our mail to go on.")
            % words
        )
    return redirect("account_email_verification_sent")
