"""The door to the pages of moderators: for everybody else there are none."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts import roles
from accounts.http import SiteRequest
from accounts.models import User
from accounts.refusals import NotFound

View = Callable[..., HttpResponse]


def for_role(permission: str) -> Callable[[View], View]:
    """Let in who has a role that allows something, and a second factor; 404 for others.

    Who lacks the second factor alone is led to where it is set up.
    """

    def guarded(view: View) -> View:
        @never_cache
        @wraps(view)
        def asked(request: SiteRequest, *args: Any, **named: Any) -> HttpResponse:
            person = request.user
            if not isinstance(person, User) or not roles.may(person, permission):
                raise NotFound(_("There is no such page."))
            if not roles.has_second_factor(person):
                return ask_for_second_factor(request)
            return view(request, *args, **named)

        return asked

    return guarded


def ask_for_second_factor(request: HttpRequest) -> HttpResponse:
    """Lead somebody to where a second factor is set up, and say why."""
    messages.warning(request, _("Pages of moderators open once you have a second factor."))
    return redirect("mfa_index")
