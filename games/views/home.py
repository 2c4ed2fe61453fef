"""The front page, and the way from there to a game."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts import selectors


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "games/home.html")


@require_safe
def play(request: HttpRequest) -> HttpResponse:
    """Where one finds a game."""
    return render(request, "games/play.html", {"players": selectors.newest_players(most=8)})
