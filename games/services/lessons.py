"""Keeping what somebody has learned."""

from collections.abc import Iterable

from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.utils import timezone

from accounts.locks import lock_people
from accounts.models import User
from games.models import DoneTask
from games.selectors.lessons import SESSION_KEY, Step, in_session


def note_done(*, step: Step, user: User | AnonymousUser, session: SessionBase) -> None:
    """Remember that the aim of a task was reached: with the account, or in the session."""
    done = in_session(step.ruleset, session) | {step.key}
    session[SESSION_KEY] = {**session.get(SESSION_KEY, {}), step.ruleset: sorted(done)}
    take_along(user=user, session=session)


def take_along(*, user: User | AnonymousUser, session: SessionBase) -> None:
    """Give to an account what its owner learned before they had one."""
    if not isinstance(user, User):
        return
    if SESSION_KEY not in session:
        return
    for ruleset in session[SESSION_KEY]:
        _note(user, ruleset, in_session(ruleset, session))
    del session[SESSION_KEY]


@transaction.atomic
def _note(user: User, ruleset: str, done: Iterable[tuple[str, int]]) -> None:
    lock_people(user)
    now = timezone.now()
    rows = [
        DoneTask(user=user, ruleset=ruleset, lesson=lesson, task=task, done_at=now)
        for lesson, task in sorted(done)
    ]
    DoneTask.objects.bulk_create(rows, ignore_conflicts=True)
