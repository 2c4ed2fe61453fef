"""Light or dark: the system's wish unless a person has said otherwise, kept in a cookie."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.http import way_back
from accounts.refusals import Unprocessable

COOKIE = "theme"
THEMES = ("light", "dark")
ONE_YEAR = 365 * 24 * 60 * 60


def theme(request: HttpRequest) -> dict[str, str]:
    """Context for every page: the chosen theme, or nothing where the system decides."""
    chosen = request.COOKIES.get(COOKIE, "")
    return {"theme": chosen if chosen in THEMES else ""}


@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    """Remember a theme, or with "system" forget it, and go back to where one came from."""
    chosen = request.POST.get("theme", "")
    if chosen not in (*THEMES, "system"):
        raise Unprocessable(_("There is no such theme."))
    response = HttpResponseRedirect(way_back(request))
    remember_theme(response, chosen if chosen in THEMES else "")
    return response


def remember_theme(response: HttpResponse, chosen: str) -> None:
    """Set the cookie for a chosen theme, or remove it where the system decides."""
    if not chosen:
        response.delete_cookie(COOKIE)
        return
    response.set_cookie(
        COOKIE, chosen, max_age=ONE_YEAR, secure=settings.HTTPS, httponly=True, samesite="Lax"
    )
