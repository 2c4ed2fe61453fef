"""People who try the site first: a user row without credentials, and with everything else.

Signing up writes a name, an address and a password into that same row, so nothing has to be
claimed or moved. They stay a guest, in the browser that they came with, until the address is
confirmed.
"""

import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.account.views import LoginView, SignupView
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.core import signing
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.forms import Form
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import limits, services
from accounts.http import client_address
from accounts.limits import Limit
from accounts.models import User
from accounts.refusals import Conflict, NotFound, Unprocessable
from accounts.usernames import is_decent

KEPT_SILENT = timedelta(days=14)
MOST_A_RUN = 500
# A household or a table of friends is let in at once, a class within half an hour; who comes
# faster is a machine, or can sign up.
SOON = Limit("guests", most=10, seconds=10 * 60)
A_DAY = Limit("guests", most=60, seconds=24 * 60 * 60)

LONGEST_CALLED = 20
# How often mails to addresses that nobody has confirmed may be asked for.
ASKED_SOON = Limit("addresses", most=5, seconds=10 * 60)
ASKED_A_DAY = Limit("addresses", most=20, seconds=24 * 60 * 60)
BEGIN_SALT = "botanik.begin"
BEGINS_WITHIN = timedelta(days=14)

# Who has signed up in this session, and when.
SIGNED_UP = "signed_up"
# Where the mail went that completes it, or that tells the owner of the address of the try.
SENT_TO = "sent_to"
# So long what the same browser sends once more is a click too many, and no other sign-up.
ONE_GO = timedelta(minutes=1)


def ensure_player(request: HttpRequest) -> User:
    """Whoever asks; a visitor becomes a guest, and stays one while their session lasts.

    The form may say what a guest wants to be called, or raise a Refusal by it. So many guests from
    one address; for one more a TooMany is raised.
    """
    called = read_called(request.POST.get("called", ""))
    if isinstance(request.user, User):
        if called and request.user.is_guest:
            call(request.user, called)
        return request.user
    many = _(
        "Many guests have come from your network lately. Come back later, or sign up: it takes"
        " a minute."
    )
    limits.demand(SOON, A_DAY, address=client_address(request), otherwise=many)
    guest = User(username=_code(), is_guest=True, called=called)
    guest.set_unusable_password()
    guest.save()
    login(request, guest, backend=settings.AUTHENTICATION_BACKENDS[0])
    return guest


def read_called(text: str) -> str:
    """What somebody wants to be called, or a Refusal; nothing is fine, too.

    Letters of any alphabet: it is shown with the word "guest" beside it, so nobody can pose as
    somebody else by it.
    """
    name = " ".join(text.split())
    if not name:
        return ""
    if len(name) > LONGEST_CALLED or not all(sign.isalnum() or sign in " '’.-" for sign in name):
        raise Unprocessable(
            _("We can call you by up to %(most)d letters, digits, spaces, dots and hyphens.")
            % {"most": LONGEST_CALLED}
        )
    try:
        is_decent(name.replace(" ", "_"))
    except ValidationError as error:
        raise Unprocessable(" ".join(error.messages)) from error
    return name


def call(guest: User, name: str) -> None:
    """Call a guest so from now on."""
    User.objects.filter(pk=guest.pk, is_guest=True).update(called=name)
    guest.called = name


def ask_address(
    request: HttpRequest, *, guest: User, email: str, link: Callable[[str], str]
) -> None:
    """Write to an address at which a guest wants to be told of their games.

    The mail has a link that begins their account (`link` makes it of a token), or tells the owner
    that there is one already. No page differs by it, and nothing is stored: until the link is
    followed it is any address.
    """
    many = _("You have asked for many mails lately. Come back tomorrow.")
    limits.demand(ASKED_SOON, ASKED_A_DAY, address=client_address(request), otherwise=many)
    adapter = get_adapter(request)
    if EmailAddress.objects.filter(email=email, verified=True).exists():
        adapter.send_account_already_exists_mail(email)
    else:
        token = signing.dumps([guest.pk, email], salt=BEGIN_SALT)
        adapter.send_mail("account/email/begin", email, {"begin_url": link(token)})
    request.session[SENT_TO] = email


def read_address(token: str) -> tuple[User, str]:
    """Whose account a link begins, and with which address; or a Refusal."""
    try:
        guest_id, email = signing.loads(token, salt=BEGIN_SALT, max_age=BEGINS_WITHIN)
    except signing.BadSignature as error:
        message = _("This link no longer works. Ask for another one on the page of your game.")
        raise NotFound(message) from error
    guest = User.objects.filter(pk=guest_id, is_active=True).first()
    if guest is None:
        raise NotFound(_("The guest for whom this link was made is gone."))
    if not guest.is_guest or EmailAddress.objects.filter(email=email, verified=True).exists():
        raise Conflict(_("This link has been used: there is an account with this address. Log in."))
    return guest, email


@transaction.atomic
def begin_account(request: HttpRequest, *, guest: User, form: Form) -> User:
    """Make a guest's row an account whose address is confirmed; the form says name and password.

    Raises a Conflict if somebody was quicker, and a ValidationError for a name that is taken.
    """
    person = User.objects.select_for_update().filter(pk=guest.pk, is_active=True).first()
    if person is None or not person.is_guest:
        raise Conflict(_("This link has been used: there is an account with this address. Log in."))
    _take_back_claim(person)
    request.guest = person  # type: ignore[attr-defined]
    with services.taken_name_refused():
        form.save(request)  # type: ignore[attr-defined]
    EmailAddress.objects.filter(user=person).update(verified=True, primary=True)
    person.is_guest = False
    person.save(update_fields=["is_guest"])
    return person


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


class AtTheDoor:
    """A view for visitors that a guest may use, too, though they are signed in.

    It takes them for a visitor, with `request.guest` beside it; everything else knows them still.
    """

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        guest = request.user if isinstance(request.user, User) and request.user.is_guest else None
        if guest is not None:
            request.guest = guest  # type: ignore[attr-defined]
            request.user = AnonymousUser()
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        if guest is not None and isinstance(request.user, AnonymousUser):
            request.user = guest
        return response


class GuestLoginView(AtTheDoor, LoginView):
    """allauth's login. Who came as a guest and has an account gives the guest up by it."""


class GuestSignupView(AtTheDoor, SignupView):
    """allauth's sign-up, which fills a guest's own row: see Adapter.new_user.

    They stay the guest until the address is confirmed. Of several clicks the first counts, and the
    others are answered like it; a form that says which address it corrects is another sign-up.
    """

    def get_initial(self) -> dict[str, Any]:
        initial: dict[str, Any] = super().get_initial()
        guest: User | None = getattr(self.request, "guest", None)
        if guest is None:
            return initial
        claimed = {"email": guest.email, "username": guest.username}
        return initial | {"username": guest.called} | (claimed if guest.email else {})

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        guest: User | None = getattr(self.request, "guest", None)
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | {"corrects": guest.email if guest else ""}

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
        if person is not None and _is_click_too_many(request, person):
            return _answer_again(request, person)
        if person is not None:
            _take_back_claim(person)
        request.guest = person  # type: ignore[attr-defined]
        response: HttpResponseBase = super().post(request, *args, **kwargs)
        if getattr(self, "user", None) is None:
            transaction.set_rollback(True)  # the claim stands as it stood
        return response

    def form_valid(self, form: Form) -> HttpResponseBase:
        try:
            response: HttpResponseBase = super().form_valid(form)
        except ValidationError as taken:
            form.add_error(None, taken)
            refused: HttpResponseBase = self.form_invalid(form)
            return refused
        self.request.session[SENT_TO] = form.cleaned_data["email"]
        if self.user is not None:
            self.request.session[SIGNED_UP] = [self.user.pk, timezone.now().isoformat()]
        return response


def settle_in(request: HttpRequest, person_id: int) -> None:
    """Let who has confirmed an address be a guest no longer, and stay signed in where they are."""
    if not User.objects.filter(pk=person_id, is_guest=True).update(is_guest=False):
        return
    if isinstance(request.user, User) and request.user.pk == person_id:
        request.user.refresh_from_db()
        update_session_auth_hash(request, request.user)


def signed_up_here(request: HttpRequest, person: User) -> bool:
    """Whether it was in this browser that somebody signed up, with the password that they have."""
    return bool(request.session.get(SIGNED_UP, [None])[0] == person.pk)


def _is_click_too_many(request: HttpRequest, person: User) -> bool:
    corrects = request.POST.get("corrects", "")
    return not person.is_guest or bool(person.email and person.email != corrects)


def _take_back_claim(guest: User) -> None:
    """Free the name and the address that a guest has claimed before, for they may stay the same."""
    if guest.email:
        EmailAddress.objects.filter(user=guest, verified=False).delete()
        guest.username, guest.email = _code(), ""
        guest.save(update_fields=["username", "email"])


def _code() -> str:
    return f"guest-{secrets.token_hex(6)}"


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
