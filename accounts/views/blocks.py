"""Whom one has blocked."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from accounts import blocks
from accounts.models import User


@login_required
@require_GET
def list_blocks(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    return render(request, "accounts/blocks.html", {"blocks": blocks.blocked_by(request.user)})
