"""What somebody likes."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import selectors, services
from accounts.forms import PreferencesForm
from accounts.models import User
from accounts.remembering import remember


@login_required
@require_http_methods(["GET", "POST"])
def edit_preferences(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    preferences = selectors.preferences_of(request.user)
    form = PreferencesForm(request.POST or None, instance=preferences)
    if not form.is_valid():
        status = 422 if form.errors else 200
        return render(request, "accounts/preferences.html", {"form": form}, status=status)
    services.save_preferences(
        preferences=preferences,
        time_zone=form.cleaned_data["time_zone"],
        notices=form.wishes(),
    )
    messages.success(request, _("Your preferences are saved."))
    response = redirect("accounts:preferences")
    remember(response, preferences)
    return response
