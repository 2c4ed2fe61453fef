"""What sign-up asks beyond what allauth asks. Kept free of models: allauth imports it early."""

from typing import Any

from django import forms
from django.http import HttpRequest

from accounts import time_zones


class SignupExtras(forms.Form):
    """The time zone, which the page's script guesses from the browser; it can be changed later."""

    time_zone = forms.CharField(required=False, widget=forms.HiddenInput)

    def signup(self, request: HttpRequest, user: Any) -> None:
        guess = self.cleaned_data["time_zone"]
        if guess in time_zones.NAMES:
            user.time_zone = guess
            user.save(update_fields=["time_zone"])
