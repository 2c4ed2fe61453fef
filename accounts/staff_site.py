"""Django's admin behind the same door as the pages of moderators."""

from typing import Any

from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse

from accounts import guard, roles
from accounts.models import User


class StaffSite(AdminSite):
    """For who has a role and a second factor."""

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and _is_proven(request)

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Whoever is turned away comes here: who lacks the second factor alone is led to it."""
        if super().has_permission(request) and not _is_proven(request):
            return guard.ask_for_second_factor(request)
        return super().login(request, extra_context)


def _is_proven(request: HttpRequest) -> bool:
    return isinstance(request.user, User) and roles.has_second_factor(request.user)
