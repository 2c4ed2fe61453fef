"""`manage.py lock_out`: an account is taken back from who has stolen it."""

from io import StringIO

import pytest
from allauth.mfa.models import Authenticator
from django.core.management import CommandError, call_command

from accounts import audit
from accounts.models import AuditEntry, User
from accounts.roles import Role, role_of
from tests.factories import ModeratorFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def moderator(db):
    return ModeratorFactory(username="dora")


def lock_out(name="dora"):
    said = StringIO()
    call_command("lock_out", name, stdout=said)
    return said.getvalue()


class TestLockOut:
    def test_it_signs_them_out_everywhere(self, client, moderator):
        client.force_login(moderator)
        assert client.get("/account/preferences/").status_code == 200

        said = lock_out()

        assert "dora is signed out everywhere" in said
        assert client.get("/account/preferences/").status_code == 302

    def test_it_leaves_no_way_in_but_the_mail_that_resets_the_password(self, moderator):
        moderator.set_password("garden gnomes")
        moderator.save()
        assert Authenticator.objects.filter(user=moderator).exists()

        lock_out()

        person = User.objects.get(pk=moderator.pk)
        assert not person.has_usable_password()
        assert not Authenticator.objects.filter(user=moderator).exists()
        assert person.is_active

    def test_it_takes_their_role(self, moderator):
        lock_out()

        assert role_of(User.objects.get(pk=moderator.pk)) == Role.PLAYER

    def test_it_stands_in_the_audit_log(self, moderator):
        lock_out()

        assert [entry.action for entry in AuditEntry.objects.order_by("number")][-1] == "lock-out"
        assert not list(audit.problems())

    def test_it_knows_nobody_without_an_account(self):
        with pytest.raises(CommandError, match="Nobody with an account"):
            lock_out("nobody")
