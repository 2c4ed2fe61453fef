"""What the site is called, and what it is. Built into the templates."""

from django import template
from django.conf import settings
from django.utils.translation import gettext as _

from games.boards import board_of, sole_game

register = template.Library()


# Tags and no context processor: mails, fixed parts and the plain error page have no request.
@register.simple_tag
def site_name() -> str:
    return settings.SITE_NAME


@register.simple_tag
def site_url() -> str:
    """Where the site is, for what is read elsewhere; never what a request says."""
    return settings.SITE_URL


@register.simple_tag
def site_description() -> str:
    """What is played here and how, in a sentence."""
    if sole := sole_game():
        return str(board_of(sole.slug).TEASER.description)
    return _("Garden games by correspondence: a move now, the next one when the answer comes.")
