"""Where our wishes differ from allauth's."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.usersessions.models import UserSession
from django.contrib.sites.shortcuts import get_current_site
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from accounts import sanctions, selectors, tasks
from accounts.http import client_address
from accounts.models import Preferences, User
from accounts.remembering import remember


class Adapter(DefaultAccountAdapter):
    """Counts rate limits by the client's real address, sends mails in the background, and tells
    people of sign-ins that may not be theirs.
    """

    def get_client_ip(self, request: HttpRequest) -> str:
        return client_address(request)

    def clean_username(self, username: str, shallow: bool = False) -> str:  # noqa: FBT001, FBT002
        name: str = super().clean_username(username, shallow=shallow)
        if selectors.is_kept_for_another(name):
            raise ValidationError(_("This name is taken."))
        return name

    def new_user(self, request: HttpRequest) -> User:
        """The row that a sign-up fills: a guest's own, so that they keep everything."""
        guest: User | None = getattr(request, "guest", None)
        if guest is None:
            return User()
        guest.is_guest = False
        return guest

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write the mail now and send it in the background.

        A slow or absent mail server holds up no page, and how long a page takes does not tell
        whether a mail was sent.
        """
        site = get_current_site(self.request)
        words = {"request": self.request, "email": email, "current_site": site, **context}
        mail = self.render_mail(template_prefix, email, words)
        tasks.deliver_mail.delay(subject=mail.subject, body=mail.body, to=email)

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        """Turn a closed account away, and say why: the password has been right."""
        sanctions.demand(user, "enter")
        response: HttpResponse | None = super().pre_login(request, user, **kwargs)
        return response

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        is_new = not kwargs["signup"] and not _is_known_browser(request, user)
        response: HttpResponse = super().post_login(request, user, **kwargs)
        if saved := Preferences.objects.filter(user=user).first():
            remember(response, saved)
        if is_new:
            self.send_notification_mail("account/email/new_sign_in", user)
        return response


def _is_known_browser(request: HttpRequest, user: User) -> bool:
    """Whether another session of this person runs, or ran lately, in the same kind of browser."""
    browser = request.headers.get("User-Agent", "")[:200]
    others = UserSession.objects.filter(user=user, user_agent=browser)
    return bool(others.exclude(session_key=request.session.session_key).exists())
