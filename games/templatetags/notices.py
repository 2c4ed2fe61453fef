"""The bell, which every page has at its head."""

from django import template

from accounts.models import User
from games import events
from games.selectors import notices
from games.selectors.notices import Bell

register = template.Library()


@register.simple_tag
def bell_of(user: User) -> Bell:
    return notices.bell_of(user)


@register.filter
def topic(user: User) -> str:
    """What somebody's own pages listen to."""
    return events.user_topic(user.pk)
