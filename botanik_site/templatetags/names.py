"""What the site is called. Built into the templates."""

from django import template
from django.conf import settings

register = template.Library()


# A tag and no context processor: mails, fixed parts and the plain error page have no request.
@register.simple_tag
def site_name() -> str:
    return settings.SITE_NAME
