"""Requests as our views see them."""

from ipaddress import IPv6Address, IPv6Network, ip_address

from django.conf import settings
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.middleware import HtmxDetails

UNKNOWN = "unknown"
HOUSEHOLD = 64  # bits: whoever has one IPv6 address has all of its network


class SiteRequest(HttpRequest):
    """A request after our middleware: `if request.htmx` asks whether a fragment is wanted."""

    htmx: HtmxDetails


def is_attentive(request: SiteRequest) -> bool:
    """Whether somebody looks at what they are sent: they came here, or say that the tab has focus.

    A tab that follows a table in the background fetches it too, and nobody sees it.
    """
    return not request.htmx or "X-Attention" in request.headers


def way_back(request: HttpRequest) -> str:
    """Where a form wants to lead, if that is here."""
    target = request.POST.get("next", "")
    own = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if own else "/"


def client_address(request: HttpRequest) -> str:
    """The address that a request is counted under."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
    return believed_address(forwarded=forwarded, peer=str(request.META.get("REMOTE_ADDR", "")))


def is_local(request: HttpRequest) -> bool:
    """Whether somebody on this very machine asks, and not a proxy for somebody else.

    Behind a proxy the peer is always near. Where one has passed a request on, what counts is the
    client that it saw; a request that came by fewer proxies than there should be is nobody's.
    """
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
    hops = settings.TRUSTED_PROXIES
    if forwarded and not 0 < hops <= len(forwarded.split(",")):
        return False
    try:
        return ip_address(client_address(request)).is_loopback
    except ValueError:
        return False


def believed_address(*, forwarded: str, peer: str) -> str:
    """The address that the outermost trusted proxy saw, or without proxies the peer's.

    Each proxy appends what it saw to X-Forwarded-For, so only as many entries from its end as
    there are proxies of ours can be believed; what stands before them, the client may have made up.
    What is no address at all is none: it is written into columns that hold addresses alone.
    """
    hops = settings.TRUSTED_PROXIES
    seen = forwarded.split(",")
    claimed = seen[-hops].strip() if hops and len(seen) >= hops else ""
    return claimed if _is_address(claimed) else peer


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return "%" not in text  # a zone has a meaning on its own machine alone


def origin(address: str) -> str:
    """What is counted as one: an IPv4 address, a network of IPv6, or all that is no address."""
    try:
        found = ip_address(address)
    except ValueError:
        return UNKNOWN
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((int(found), HOUSEHOLD), strict=False))
