"""Preferences that a page must know before anything is looked up: kept in cookies.

They are set when somebody saves their preferences and when they log in, so that no page needs a
query to know its language and its theme.
"""

from django.conf import settings
from django.http import HttpResponse

from accounts.models import Preferences
from accounts.theme import remember_theme


def remember(response: HttpResponse, preferences: Preferences) -> None:
    """Let this browser show pages as somebody likes them."""
    remember_theme(response, preferences.theme)
    if not preferences.language:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
        return
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        preferences.language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )
