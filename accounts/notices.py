"""What people can be told of, how, and when: the vocabulary of the notice matrix."""

from typing import Any, TypedDict

from django.db import models
from django.utils.translation import gettext_lazy as _


class Event(models.TextChoices):
    YOUR_TURN = "your-turn", _("It is your turn")
    OFFER_RECEIVED = "offer-received", _("Somebody offers you a game")
    OFFER_ANSWERED = "offer-answered", _("Your offer is accepted or declined")
    GAME_BEGUN = "game-begun", _("A table where you have a seat fills up, begins, or is given up")
    GAME_OVER = "game-over", _("A game of yours is over")
    DRAW_ASKED = "draw-asked", _("Your opponent asks for a draw")
    DRAW_REFUSED = "draw-refused", _("Your opponent would rather play on than agree to a draw")
    REMINDER = "reminder", _("Your time is running out")
    ABSENCE = "absence", _("Your absence begins or ends")
    LADDER = "ladder", _("Something concerns your rung on the ladder")
    TALK = "talk", _("Somebody talks to you at a table")
    MODERATION = "moderation", _("A moderator answers you, or something of yours is judged")


class ByMail(models.TextChoices):
    NEVER = "never", _("never")
    SOON = "soon", _("soon")
    DAILY = "daily", _("once a day")


# What is said a line at a time would be a mail for each: it waits for the one of the day.
NEVER_SOON = frozenset({Event.TALK})


def paces(event: Event) -> list[tuple[str, Any]]:
    """How often somebody can be mailed of an event, as choices of a form."""
    return [
        (pace, label)
        for pace, label in ByMail.choices
        if pace != ByMail.SOON or event not in NEVER_SOON
    ]


class Wish(TypedDict):
    """How somebody wants to be told of one event."""

    page: bool
    mail: str


def is_wished(wish: Wish, channel: str) -> bool:
    """Whether somebody wants to be told in this way at all."""
    return dict(wish)[channel] not in (False, ByMail.NEVER)


DEFAULT_WISHES: dict[str, Wish] = {
    Event.YOUR_TURN: {"page": True, "mail": ByMail.SOON},
    Event.OFFER_RECEIVED: {"page": True, "mail": ByMail.SOON},
    Event.OFFER_ANSWERED: {"page": True, "mail": ByMail.DAILY},
    Event.GAME_BEGUN: {"page": True, "mail": ByMail.DAILY},
    Event.GAME_OVER: {"page": True, "mail": ByMail.DAILY},
    Event.DRAW_ASKED: {"page": True, "mail": ByMail.SOON},
    Event.DRAW_REFUSED: {"page": True, "mail": ByMail.NEVER},
    Event.REMINDER: {"page": True, "mail": ByMail.SOON},
    Event.ABSENCE: {"page": True, "mail": ByMail.NEVER},
    Event.LADDER: {"page": True, "mail": ByMail.SOON},
    Event.TALK: {"page": True, "mail": ByMail.DAILY},
    Event.MODERATION: {"page": True, "mail": ByMail.SOON},
}


def wishes(stored: dict[str, Wish]) -> dict[str, Wish]:
    """A complete matrix: what somebody chose, and the defaults for events that came later."""
    return {event: stored.get(event, DEFAULT_WISHES[event]) for event in Event.values}
