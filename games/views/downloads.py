"""All games of one person as one file."""

from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.http import SiteRequest, client_address
from accounts.limits import Limit, demand
from accounts.refusals import NotFound
from games.services import bundles, downloads
from games.views.profiles import find
from games.views.streams import Attachment

AN_HOUR = Limit("games-download", most=30, seconds=60 * 60)


@never_cache
@require_GET
def games(request: SiteRequest, name: str) -> HttpResponseBase:
    """What somebody has played to an end, as far as the viewer may see it."""
    player = find(name)
    if player.bot:
        raise NotFound(_("The games of a bot are everybody's: they are in the archive."))
    if player.username != name:
        return redirect("games:games_download", player.username)
    otherwise = _("That was asked for often. Please try again in an hour.")
    demand(AN_HOUR, address=client_address(request), otherwise=otherwise)
    pieces = downloads.games_of(player, viewer=request.user)
    file_name = f"{player.username}.bgr.gz"
    return Attachment(pieces, name=file_name, content_type=bundles.MEDIA_TYPE)
