"""What the site says of itself: to people, to search engines, and to who finds a weakness."""

from datetime import timedelta

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts import farewell, guests, traces
from accounts.http import SiteRequest
from games.services import moderation, notices, sweeps

SECURITY_TXT_LASTS = timedelta(days=180)
# Not the pages of offers: programs that show links with a picture ask here, too. Those pages say
# themselves that they are not to be found by searching.
NOT_TO_BE_SEARCHED = (
    "/account/", "/admin/", "/games/", "/live/", "/moderation/", "/notices/", "/play/next/",
    "/report/",
)  # fmt: skip
# They show a link that somebody sends, and search nothing: games are to be sent.
SHOW_LINKS = (
    "Twitterbot", "facebookexternalhit", "LinkedInBot", "Slackbot-LinkExpanding", "Discordbot",
    "TelegramBot", "WhatsApp", "Mastodon",
)  # fmt: skip


@require_safe
def privacy(request: SiteRequest) -> HttpResponse:
    """What is known of people, how long, and what they can do about it; with the code's numbers."""
    context = {
        "contact": settings.CONTACT_MAIL,
        "guests_kept": guests.KEPT_SILENT.days,
        "idle_kept": sweeps.KEPT.days * 24,
        "notices_kept": notices.KEPT.days,
        "cases_kept": moderation.KEPT.days,
        "traces_kept": traces.KEPT.days,
        "time_to_think": farewell.TIME_TO_THINK.days,
    }
    return render(request, "games/house/privacy.html", context)


@require_safe
def terms(request: SiteRequest) -> HttpResponse:
    return render(request, "games/house/terms.html", {"contact": settings.CONTACT_MAIL})


@require_safe
def robots(request: SiteRequest) -> HttpResponse:
    closed = [f"Disallow: {path}" for path in NOT_TO_BE_SEARCHED]
    return _text(
        [
            "User-agent: *",
            *closed,
            "",
            *(f"User-agent: {name}" for name in SHOW_LINKS),
            *(line for line in closed if "/games/" not in line),
        ]
    )


@require_safe
def security(request: SiteRequest) -> HttpResponse:
    """RFC 9116: whom to tell of a weakness."""
    expires = (timezone.now() + SECURITY_TXT_LASTS).date()
    return _text(
        [
            f"Contact: mailto:{settings.CONTACT_MAIL}",
            f"Expires: {expires.isoformat()}T00:00:00Z",
            "Preferred-Languages: en, fr",
            f"Canonical: {settings.SITE_URL}/.well-known/security.txt",
        ]
    )


def _text(lines: list[str]) -> HttpResponse:
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")
