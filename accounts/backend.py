"""Who may log in with which password."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.http import HttpRequest

from accounts import selectors
from accounts.models import User


class Backend(AuthenticationBackend):
    """allauth's, with one look-up and one check for each try.

    allauth looks for an address as an address, as a name and as an address again, and checks the
    password each time it finds somebody: how long a try takes would tell who has an account.
    """

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        login = credentials.get("email") or credentials.get("username") or ""
        person = selectors.find_by_login(login)
        allowed: User | None = self._check_password(person, credentials["password"])
        return allowed
