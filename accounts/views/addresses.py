"""One's mail address, and changing it: allauth's page, which says when a link was sent just now."""

from allauth.account.views import EmailView
from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _


class AddressView(EmailView):
    """Says so when a link is not sent again."""

    def _action_send(self, request: HttpRequest) -> None:
        """Send the link again; an address gets one every few minutes, and its owner is told so."""
        super()._action_send(request)
        if self._get_email_address(request) and not self._did_send_verification_email:
            messages.info(
                request,
                _("We wrote to you just now. Wait a few minutes before you ask for another link."),
            )
