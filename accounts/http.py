"""Requests as our views see them."""

from django.conf import settings
from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class SiteRequest(HttpRequest):
    """A request after our middleware: `if request.htmx` asks whether a fragment is wanted."""

    htmx: HtmxDetails


def is_attentive(request: SiteRequest) -> bool:
    """Whether somebody looks at what they are sent: they came here, or say that the tab has focus.

    A tab that follows a table in the background fetches it too, and nobody sees it.
    """
    return not request.htmx or "X-Attention" in request.headers


def client_address(request: HttpRequest) -> str:
    """The address that a request is counted under."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
    return believed_address(forwarded=forwarded, peer=str(request.META.get("REMOTE_ADDR", "")))


def believed_address(*, forwarded: str, peer: str) -> str:
    """The address that the outermost trusted proxy saw, or without proxies the peer's.

    Each proxy appends what it saw to X-Forwarded-For, so only as many entries from its end as
    there are proxies of ours can be believed; what stands before them, the client may have made up.
    """
    hops = settings.TRUSTED_PROXIES
    seen = forwarded.split(",")
    if hops and len(seen) >= hops and seen[-hops].strip():
        return seen[-hops].strip()
    return peer
