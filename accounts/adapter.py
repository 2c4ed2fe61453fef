"""Where our wishes differ from allauth's."""

from typing import Any, ClassVar
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts import guests, sanctions, selectors, tasks
from accounts.http import client_address
from accounts.models import Preferences, User
from accounts.remembering import remember
from accounts.usernames import normal

# One sentence whether a name or an address was typed, and whether or not there is such an account.
MISMATCH = _(
    "The name or address and the password do not go together. Look at both, and try again."
)


class Adapter(DefaultAccountAdapter):
    """Counts rate limits by the client's real address, sends mails in the background, and tells
    people of sign-ins that may not be theirs.
    """

    error_messages: ClassVar[dict[str, Promise]] = {
        **DefaultAccountAdapter.error_messages,
        "duplicate_email": _("This is your address already."),
        "email_password_mismatch": MISMATCH,
        "incorrect_password": _("That is not your password. Try again."),
        "too_many_login_attempts": _(
            "That was tried too often. Wait five minutes, or choose a new password."
        ),
        "username_password_mismatch": MISMATCH,
        "username_taken": _("This name is taken."),
    }

    def get_client_ip(self, request: HttpRequest) -> str:
        return client_address(request)

    def clean_username(self, username: str, shallow: bool = False) -> str:  # noqa: FBT001, FBT002
        name: str = super().clean_username(normal(username), shallow=shallow)
        if not shallow and selectors.is_borne(name):
            raise ValidationError(_("This name is taken."))
        if selectors.is_kept_for_another(name):
            raise ValidationError(_("This name is taken."))
        return name

    def new_user(self, request: HttpRequest) -> User:
        """The row that a sign-up fills: a guest's own, so that they keep everything."""
        guest: User | None = getattr(request, "guest", None)
        if guest is None:
            return User()
        guest.last_seen_at = timezone.now()  # from now on they have two weeks to confirm
        guest.last_login = None  # nobody has signed in with this password yet
        return guest

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        confirmed = bool(super().confirm_email(request, email_address))
        if confirmed:
            guests.settle_in(request, email_address.user_id)
        return confirmed

    def set_password(self, user: User, password: str) -> None:
        """Only that: the rest of the row may have changed since it was read."""
        user.set_password(password)
        user.save(update_fields=["password"])

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write the mail now and send it in the background.

        A slow or absent mail server holds up no page, and how long a page takes does not tell
        whether a mail was sent.
        """
        words = {"email": email, "site_url": settings.SITE_URL, **_at_home(context)}
        mail = self.render_mail(template_prefix, email, words)
        tasks.deliver_mail.delay(subject=mail.subject, body=mail.body, to=email)

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        """Turn a closed account away, and say why: the password has been right."""
        sanctions.demand(user, "enter")
        request.is_first_sign_in = user.last_login is None  # type: ignore[attr-defined]
        response: HttpResponse | None = super().pre_login(request, user, **kwargs)
        return response

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        is_first = kwargs["signup"] or getattr(request, "is_first_sign_in", False)
        is_new = not is_first and not _is_known_browser(request, user)
        response: HttpResponse = super().post_login(request, user, **kwargs)
        if saved := Preferences.objects.filter(user=user).first():
            remember(response, saved)
        if is_new:
            self.send_notification_mail("account/email/new_sign_in", user)
        return response

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count tries by whom they mean alone; allauth begins anew for every port of a Host."""
        return str(credentials.get("email", credentials.get("username", ""))).lower()


def _at_home(context: dict[str, Any]) -> dict[str, Any]:
    """The same, with every address on our own host: allauth takes it from the request's `Host`."""
    return {
        name: f"{settings.SITE_URL}{urlsplit(value).path}" if name.endswith("_url") else value
        for name, value in context.items()
    }


class MfaAdapter(DefaultMFAAdapter):
    """Says in our own words what is wrong with a code."""

    error_messages: ClassVar[dict[str, Promise]] = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _(
            "That code does not fit. Your app shows a new one every half minute: type the one that"
            " is there now."
        ),
    }


def _is_known_browser(request: HttpRequest, user: User) -> bool:
    """Whether another session of this person runs, or ran lately, in the same kind of browser."""
    browser = request.headers.get("User-Agent", "")[:200]
    others = UserSession.objects.filter(user=user, user_agent=browser)
    return bool(others.exclude(session_key=request.session.session_key).exists())
