"""Roles given on the machine itself."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from accounts.roles import Role, role_of
from tests.factories import ModeratorFactory, UserFactory, prove

pytestmark = pytest.mark.django_db


def made(*arguments):
    out = StringIO()
    call_command("make_moderator", *arguments, stdout=out)
    return out.getvalue()


class TestMakeModerator:
    def test_it_makes_a_moderator_of_a_player(self, alice):
        said = made("alice")

        assert role_of(User.objects.get(pk=alice.pk)) == Role.MODERATOR
        assert said.startswith("alice is a moderator now.")

    def test_it_says_that_a_second_factor_is_missing(self, alice, bob):
        prove(bob)

        assert "second factor" in made("alice")
        assert "second factor" not in made("bob")

    @pytest.mark.parametrize("role", Role)
    def test_it_gives_every_role(self, alice, role):
        made("alice", "--role", role.name.lower())

        assert role_of(User.objects.get(pk=alice.pk)) == role

    def test_it_takes_one_away(self):
        warden = ModeratorFactory(role=Role.SENIOR)

        made(warden.username, "--role", "player")

        assert not User.objects.get(pk=warden.pk).is_staff

    def test_it_refuses_who_is_not_there(self):
        with pytest.raises(CommandError, match="Nobody"):
            made("nobody-here")

    def test_it_refuses_guests(self):
        guest = UserFactory()
        User.objects.filter(pk=guest.pk).update(is_guest=True)

        with pytest.raises(CommandError, match="Nobody"):
            made(guest.username)
