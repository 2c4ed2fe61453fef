"""What guests do about themselves, where their games are concerned."""

from typing import Any

from allauth.account.internal.flows.login import perform_login
from allauth.account.models import EmailAddress, EmailConfirmationHMAC, Login
from allauth.account.views import ConfirmEmailView, EmailVerificationSentView, LogoutView
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts import guests
from accounts.entrance import SignupForm
from accounts.guests import GuestSignupView
from accounts.http import SiteRequest, way_back
from accounts.models import User
from accounts.refusals import NotFound, Unprocessable
from games.selectors import queues
from games.selectors.queues import Entry
from games.services import farewells


class SignUpView(GuestSignupView):
    """Says what a guest takes along."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        guest: User | None = getattr(self.request, "guest", None)
        return super().get_context_data(**kwargs) | _taken_along(guest)


class SentView(EmailVerificationSentView):
    """Where the mail went, and that nothing is lost until it is read."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        sent_to = self.request.session.get(guests.SENT_TO, "")
        return context | _taken_along(self.request.user) | {"sent_to": sent_to}


class ConfirmView(ConfirmEmailView):
    """Confirms an address. Who signed up in this browser is signed in by it."""

    def logout_other_user(self, confirmation: EmailConfirmationHMAC) -> None:
        """Not by looking at the page alone; and never a guest, who could not come back."""
        user = self.request.user
        if self.request.method == "POST" and not (isinstance(user, User) and user.is_guest):
            super().logout_other_user(confirmation)

    def post(self, *args: object, **kwargs: object) -> HttpResponse:
        address = self.get_object().email_address
        is_new = not EmailAddress.objects.filter(user=address.user_id, verified=True).exists()
        response: HttpResponse = super().post(*args, **kwargs)
        person = User.objects.get(pk=address.user_id)
        if not is_new or not EmailAddress.objects.filter(pk=address.pk, verified=True).exists():
            return response
        if self.request.user.is_anonymous and guests.signed_up_here(self.request, person):
            response = perform_login(self.request, Login(user=person, signup=True))
        if self.request.user == person:
            if words := _in_words(queues.belongings(person)):
                messages.success(self.request, words)
            return redirect("games:play")
        return response


@require_POST
def ask_address(request: SiteRequest) -> HttpResponse:
    """One field: where a guest wants to be told that it is their turn."""
    guest = _guest(request)
    email = request.POST.get("email", "").strip().lower()
    try:
        validate_email(email)
    except ValidationError as error:
        raise Unprocessable(_("This is no mail address: look at it once more.")) from error
    guests.ask_address(request, guest=guest, email=email, link=_begin_page)
    return redirect(way_back(request))  # where the question stood, the answer stands now


@require_POST
def call(request: SiteRequest) -> HttpResponse:
    """What a guest wants to be called; nothing takes it back."""
    guests.call(_guest(request), guests.read_called(request.POST.get("called", "")))
    return redirect(way_back(request))


@never_cache
@sensitive_post_parameters("password1")
@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: SiteRequest, token: str) -> HttpResponse:
    """Begin an account by the link that a guest asked for: a name and a password are left to say.

    Who follows it has shown that the address is theirs, and is signed in wherever they are.
    """
    guest, email = guests.read_address(token)
    data = {**request.POST.dict(), "email": email} if request.POST else None
    form = SignupForm(data, initial={"username": guest.called})
    if form.is_bound and form.is_valid():
        try:
            person = guests.begin_account(request, guest=guest, form=form)
        except ValidationError as taken:
            form.add_error(None, taken)
        else:
            return _enter(request, person)
    context = {"form": form, "email": email, **_taken_along(guest)}
    status = 422 if form.errors else 200
    return render(request, "games/guests/begin.html", context, status=status)


def _enter(request: HttpRequest, person: User) -> HttpResponse:
    """Sign in who has just got an account, and say what came along."""
    words = _in_words(queues.belongings(person))
    # allauth takes whoever is signed in for somebody who need not be.
    request.user = AnonymousUser()
    response: HttpResponse = perform_login(request, Login(user=person, signup=True))
    if words:
        messages.success(request, words)
    return response


def _begin_page(token: str) -> str:
    return reverse("games:begin", args=[token])


def _guest(request: HttpRequest) -> User:
    if not isinstance(request.user, User) or not request.user.is_guest:
        raise NotFound(_("This is for guests alone."))
    return request.user


def _taken_along(user: User | AnonymousUser | None) -> dict[str, Any]:
    """For the pages on which a guest signs up: their games, and where they are."""
    if not isinstance(user, User) or not user.is_guest:
        return {}
    games = queues.belongings(user)
    return {"comes_with": _in_words(games), "back_to": games[0].game if len(games) == 1 else None}


def _in_words(games: list[Entry]) -> str:
    if not games:
        return ""
    if len(games) > 1:
        return _("Your %(number)d games come with you.") % {"number": len(games)}
    if games[0].rival is None:
        return _("Your game comes with you.")
    return _("Your game against %(name)s comes with you.") % {"name": games[0].title}


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
