"""Who judges: one of each role, with what everybody of them needs."""

import pytest

from accounts.models import AuditEntry
from accounts.roles import Role
from tests.factories import ModeratorFactory

ROLES = {
    "player": Role.PLAYER,
    "moderator": Role.MODERATOR,
    "senior": Role.SENIOR,
    "administrator": Role.ADMINISTRATOR,
}


def judge_of(name, username=""):
    """Somebody of a role, by its name in the table of tests."""
    return ModeratorFactory(username=username or f"the-{name}", role=ROLES[name])


@pytest.fixture
def moderator(db):
    return judge_of("moderator")


@pytest.fixture
def senior(db):
    return judge_of("senior")


class Log:
    """The entries of the audit log since it was asked for."""

    def __init__(self):
        self.since = AuditEntry.objects.count()

    def rows(self):
        later = AuditEntry.objects.filter(number__gt=self.since)
        return later.exclude(action="appoint").order_by("number")

    def actions(self):
        return [row.action for row in self.rows()]


@pytest.fixture
def log(db):
    """Opened when a test has laid what it needs: `log()` begins anew."""
    return Log
