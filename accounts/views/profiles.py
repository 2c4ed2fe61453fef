"""What a person says about themselves, and their name."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import selectors, services
from accounts.forms import ProfileForm, UsernameForm
from accounts.models import User


@login_required
@require_http_methods(["GET", "POST"])
def edit_profile(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    form = ProfileForm(request.POST or None, instance=request.user)
    if request.method == "POST" and form.is_valid():
        services.save_profile(form.save(commit=False))
        messages.success(request, _("Your profile is saved."))
        return redirect("accounts:edit_profile")
    return render(request, "accounts/profile.html", {"form": form}, status=_status(form))


@login_required
@require_http_methods(["GET", "POST"])
def change_username(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    form = UsernameForm(request.POST or None, initial={"username": request.user.username})
    if form.is_valid():
        try:
            services.change_username(user=request.user, name=form.cleaned_data["username"])
        except ValidationError as error:
            form.add_error("username", error.messages)
        else:
            messages.success(request, _("You have a new name."))
            return redirect("accounts:change_username")
    context = {"form": form, "free_from": selectors.next_rename(request.user)}
    return render(request, "accounts/username.html", context, status=_status(form))


def _status(form: ProfileForm | UsernameForm) -> int:
    return 422 if form.errors else 200
