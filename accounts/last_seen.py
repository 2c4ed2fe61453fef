"""When somebody, and each of their sessions, was last seen."""

from collections.abc import Callable

from allauth.usersessions.models import UserSession
from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from redis.exceptions import RedisError

from accounts import traces
from accounts.models import User

NOTED_EVERY = 600  # seconds


class LastSeenMiddleware:
    """Notes a session's use, at most once in ten minutes: a page should not have to write."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        key = request.session.session_key
        if key and request.user.is_authenticated and _is_due(key):
            _note(request, response)
        return response


@transaction.atomic
def _note(request: HttpRequest, response: HttpResponse) -> None:
    """The person first: of who has left in this very instant nothing is noted any more."""
    here = User.objects.filter(pk=request.user.pk or 0, is_active=True)
    if here.update(last_seen_at=timezone.now()):
        UserSession.objects.create_from_request(request)
        traces.note(request, response)


def _is_due(session_key: str) -> bool:
    try:
        return cache.add(f"session-noted:{session_key}", 1, timeout=NOTED_EVERY)
    except RedisError:
        return False  # nobody loses a page because this cannot be noted
