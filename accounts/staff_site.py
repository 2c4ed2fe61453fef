"""Django's admin behind the same door as the pages of moderators."""

from typing import Any

from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts import guard, roles
from accounts.models import User


class StaffSite(AdminSite):
    """For who has a role and a second factor."""

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and _is_proven(request)

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Take no password: everybody comes in by the door of the site, which asks for all of it.

        Who lacks the second factor alone is led to where it is set up.
        """
        if self.has_permission(request):
            return redirect("admin:index")
        if super().has_permission(request):
            return guard.ask_for_second_factor(request)
        raise PermissionDenied


def _is_proven(request: HttpRequest) -> bool:
    return isinstance(request.user, User) and roles.has_second_factor(request.user)
