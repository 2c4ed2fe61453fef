"""The forms by which moderators act, for whichever page has somebody to judge."""

from collections.abc import Collection
from typing import Any

from django import template
from django.template.context import Context

from accounts.models import User
from games import judging
from games.models import Case, Game, Line
from games.selectors import rulings

register = template.Library()


@register.simple_tag(takes_context=True)
def acts_about(
    context: Context,
    person: User,
    *,
    case: Case | None = None,
    lines: Collection[Line] = (),
    games: Collection[Game] = (),
    bound: judging.ActForm | None = None,
) -> list[judging.ActForm]:
    """What who looks may do about somebody; nothing where they may not judge them."""
    initial: dict[str, Any] = {"next": context["request"].get_full_path()}
    if case:
        initial["case"] = case.pk
    if bound:  # empty where the page knows of none
        initial["next"] = bound["next"].value()
    return judging.forms_for(
        context["user"],
        person,
        lines=lines or (),
        games=games or (),
        bound=bound or None,
        initial=initial,
    )


@register.simple_tag
def about_person(person: User) -> list[rulings.Shown]:
    """What was done about somebody so far."""
    return rulings.of(person)
