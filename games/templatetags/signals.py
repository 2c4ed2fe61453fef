"""Hints about somebody, for pages of moderators."""

from collections.abc import Sequence

from django import template

from accounts.models import User
from games.selectors import signals
from games.selectors.signals import Told

register = template.Library()


@register.simple_tag
def signals_about(person: User) -> Sequence[Told]:
    return signals.of(person)
