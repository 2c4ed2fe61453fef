"""Requests as our views see them."""

from ipaddress import ip_address

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
    """The address that the outermost trusted proxy saw, or without proxies the peer's.

    Each proxy appends what it saw to X-Forwarded-For, so only as many entries from its end as
    there are proxies of ours can be believed; what stands before them, the client may have made up.
    What is no address at all is none: it is written into columns that hold addresses alone.
    """
    hops = settings.TRUSTED_PROXIES
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    claimed = forwarded[-hops].strip() if hops and len(forwarded) >= hops else ""
    return claimed if _is_address(claimed) else str(request.META.get("REMOTE_ADDR", ""))


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return "%" not in text  # a zone has a meaning on its own machine alone
