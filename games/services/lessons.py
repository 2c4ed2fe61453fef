"""Keeping what somebody has learned."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.utils import timezone

from accounts.locks import lock_people
from accounts.models import User
from games.models import DoneTask
from games.selectors.lessons import SESSION_KEY, Step, in_session


def note_done(*, step: Step, user: User | AnonymousUser, session: SessionBase) -> None:
    """Remember that the aim of a task was reached: with the account, or in the session.

    Who did some as a visitor and has an account now takes those along.
    """
    done = in_session(step.ruleset, session) | {step.key}
    if isinstance(user, User):
        _note_with_account(user, step.ruleset, done)
        return
    kept: dict[str, Any] = session.get(SESSION_KEY, {})
    session[SESSION_KEY] = {**kept, step.ruleset: sorted(done)}


@transaction.atomic
def _note_with_account(user: User, ruleset: str, done: set[tuple[str, int]]) -> None:
    lock_people(user)
    now = timezone.now()
    rows = [
        DoneTask(user=user, ruleset=ruleset, lesson=lesson, task=task, done_at=now)
        for lesson, task in sorted(done)
    ]
    DoneTask.objects.bulk_create(rows, ignore_conflicts=True)
