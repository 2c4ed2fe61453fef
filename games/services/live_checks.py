"""The live check: does a task that a page asks for run, and does its nudge reach the tab?

It goes the way every turn will go (page, queue, worker, channel layer, socket, page), so a player
or an operator can see in a second whether live updates work for them.
"""

from typing import TypedDict
from uuid import UUID, uuid4

from django.core.cache import cache
from django.utils.translation import gettext as _

from accounts import limits
from accounts.limits import Limit
from games import events, tasks

KEPT_SECONDS = 3600
MOST_A_MINUTE = 20
CHECKS = Limit("live-check", most=MOST_A_MINUTE, seconds=60)


class LiveCheck(TypedDict):
    """How often this tab has asked, and how often the worker has answered."""

    asked: int
    answered: int


def new_check_id() -> UUID:
    return uuid4()


def topic(check_id: UUID) -> str:
    return f"check.{check_id.hex}"


def read(check_id: UUID) -> LiveCheck:
    """The check as it stands; one that nobody has asked for yet is all zeros."""
    return {
        "asked": cache.get(_key(check_id, "asked"), 0),
        "answered": cache.get(_key(check_id, "answered"), 0),
    }


def ask(check_id: UUID, *, address: str) -> None:
    """Queue a task that answers this check."""
    often = _("You have checked the live connection many times in a minute.")
    limits.demand(CHECKS, address=address, otherwise=often)
    limits.count_up(_key(check_id, "asked"), seconds=KEPT_SECONDS)
    tasks.answer_live_check.delay(check_id.hex)


def answer(check_id: UUID) -> None:
    """Count the answer, and nudge the tab that asked."""
    number = limits.count_up(_key(check_id, "answered"), seconds=KEPT_SECONDS)
    events.nudge_on_commit(topic(check_id), number)


def _key(check_id: UUID, what: str) -> str:
    return f"live-check:{check_id.hex}:{what}"
