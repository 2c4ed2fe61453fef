"""All public games, month by month, for whoever wants to take them."""

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.http import require_safe

from accounts.http import SiteRequest
from games.models import Archive
from games.selectors import archives as selectors
from games.services import bundles
from games.views.streams import Attachment

# It is as good as final. Where a name or a game had to be removed, this is how long a copy between
# us and the reader may still have it.
KEPT_SECONDS = 24 * 60 * 60


@require_safe
def archive(request: SiteRequest) -> HttpResponse:
    """What there is, with checksums, and how to read it."""
    return render(request, "games/archives/detail.html", {"collections": selectors.collections()})


@require_safe
def download(request: SiteRequest, ruleset: str, year: int, month: int) -> HttpResponseBase:
    """The games of a month as one file. Who has it already, by its checksum, is sent nothing."""
    found = selectors.find(ruleset, year=year, month=month)
    etag = f'"{found.sha256}"'
    response = get_conditional_response(request, etag=etag) or _file(request, found)
    response["ETag"] = etag
    patch_cache_control(response, public=True, max_age=KEPT_SECONDS)
    return response


def _file(request: SiteRequest, found: Archive) -> HttpResponseBase:
    pieces = iter(()) if request.method == "HEAD" else selectors.pieces(found)
    response = Attachment(pieces, name=found.file_name, content_type=bundles.MEDIA_TYPE)
    response["Content-Length"] = str(found.size)
    return response
