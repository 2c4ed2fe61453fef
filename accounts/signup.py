"""What sign-up asks beyond what allauth asks. Kept free of models: allauth imports it early."""

from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language

from accounts import time_zones


class SignupExtras(forms.Form):
    """The time zone, which the page's script guesses from the browser; it can be changed later."""

    time_zone = forms.CharField(required=False, widget=forms.HiddenInput)

    def signup(self, request: HttpRequest, user: Any) -> None:
        guess = self.cleaned_data["time_zone"]
        if guess in time_zones.NAMES:
            user.time_zone = guess
            user.save(update_fields=["time_zone"])
        _keep_language(user)


def _keep_language(user: Any) -> None:
    """Write mails in the language in which somebody has read our pages so far."""
    from accounts.models import Preferences  # noqa: PLC0415 - see above

    language = get_language()
    if language != settings.LANGUAGE_CODE:
        Preferences.objects.update_or_create(user=user, defaults={"language": language})
