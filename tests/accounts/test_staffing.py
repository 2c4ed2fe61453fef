"""What staff change of people, and who has which role."""

from functools import partial

import pytest

from accounts import staffing
from accounts.models import AuditEntry, User
from accounts.refusals import Forbidden
from accounts.roles import Role, role_of
from tests.at_once import at_once
from tests.factories import ModeratorFactory, SuperuserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def moderator(db):
    return ModeratorFactory(username="warden")


@pytest.fixture
def senior(db):
    return ModeratorFactory(username="elder", role=Role.SENIOR)


@pytest.fixture
def administrator(db):
    return ModeratorFactory(username="keeper", role=Role.ADMINISTRATOR)


@pytest.fixture
def superuser(db):
    return SuperuserFactory(username="boss")


def role_now(person):
    return role_of(User.objects.get(pk=person.pk))


class TestMending:
    def test_it_is_for_moderators(self, alice, moderator):
        User.objects.filter(pk=alice.pk).update(about="rude")

        staffing.mend(person=alice, by=moderator, about="", pronouns="they")

        row = User.objects.get(pk=alice.pk)
        assert (row.about, row.pronouns) == ("", "they")

    @pytest.mark.parametrize("of", ["moderator", "senior", "administrator", "superuser"])
    def test_it_concerns_nobody_of_the_same_rank_or_a_higher_one(self, request, of):
        person = request.getfixturevalue(of)

        with pytest.raises(Forbidden):
            staffing.mend(person=person, by=ModeratorFactory(), about="mine")

        assert User.objects.get(pk=person.pk).about == ""

    def test_it_concerns_who_is_below(self, moderator, senior):
        staffing.mend(person=moderator, by=senior, about="yours")

        assert User.objects.get(pk=moderator.pk).about == "yours"

    def test_it_is_not_for_players(self, alice, charlie):
        with pytest.raises(Forbidden):
            staffing.mend(person=alice, by=charlie, about="Charlie was here.")

    def test_it_leaves_alone_what_it_was_not_told(self, alice, moderator):
        User.objects.filter(pk=alice.pk).update(about="written meanwhile", time_zone="Asia/Tokyo")

        staffing.mend(person=alice, by=moderator, pronouns="they")

        row = User.objects.get(pk=alice.pk)
        assert (row.about, row.time_zone) == ("written meanwhile", "Asia/Tokyo")

    def test_it_is_written_down_without_the_words(self, alice, moderator):
        staffing.mend(person=alice, by=moderator, about="mended")

        entry = AuditEntry.objects.get(action="mend")
        assert (entry.actor, entry.person, entry.facts) == (
            moderator.pk, alice.pk, {"columns": ["about"]},
        )  # fmt: skip


class TestAppointing:
    @pytest.mark.parametrize("role", [Role.MODERATOR, Role.SENIOR])
    def test_it_is_for_administrators_to_give_and_take_roles(self, alice, administrator, role):
        staffing.appoint(person=alice, by=administrator, role=role)
        assert role_now(alice) == role
        assert User.objects.get(pk=alice.pk).is_staff

        staffing.appoint(person=alice, by=administrator, role=Role.PLAYER)
        assert role_now(alice) == Role.PLAYER
        assert not User.objects.get(pk=alice.pk).is_staff

    @pytest.mark.parametrize("who", ["alice", "moderator", "senior"])
    def test_it_is_not_for_others(self, request, charlie, who):
        with pytest.raises(Forbidden):
            staffing.appoint(person=charlie, by=request.getfixturevalue(who), role=Role.MODERATOR)

        assert role_now(charlie) == Role.PLAYER

    @pytest.mark.parametrize("who", ["administrator", "superuser"])
    def test_it_gives_nobody_the_same_rank(self, request, charlie, who):
        with pytest.raises(Forbidden):
            staffing.appoint(
                person=charlie, by=request.getfixturevalue(who), role=Role.ADMINISTRATOR
            )

        assert role_now(charlie) == Role.PLAYER

    @pytest.mark.parametrize("who", ["alice", "moderator", "senior", "administrator", "superuser"])
    @pytest.mark.parametrize("role", Role)
    def test_it_is_never_about_oneself(self, request, who, role):
        person = request.getfixturevalue(who)
        before = role_now(person)

        with pytest.raises(Forbidden):
            staffing.appoint(person=person, by=person, role=role)

        assert role_now(person) == before

    def test_it_is_not_for_whom_it_was_taken_from_just_now(self, alice, administrator):
        staffing.appoint_here(person=administrator, role=Role.MODERATOR)

        with pytest.raises(Forbidden):
            staffing.appoint(person=alice, by=administrator, role=Role.MODERATOR)

    def test_it_is_written_down(self, alice, administrator):
        staffing.appoint(person=alice, by=administrator, role=Role.SENIOR)

        entry = AuditEntry.objects.get(action="appoint", person=alice.pk)
        assert (entry.actor, entry.facts) == (administrator.pk, {"former": 0, "role": 2})


class TestFromTheMachine:
    def test_it_gives_any_role(self, alice):
        staffing.appoint_here(person=alice, role=Role.ADMINISTRATOR)

        assert role_now(alice) == Role.ADMINISTRATOR

    def test_it_takes_a_superuser_their_powers(self, superuser):
        staffing.appoint_here(person=superuser, role=Role.PLAYER)

        row = User.objects.get(pk=superuser.pk)
        assert (role_of(row), row.is_staff, row.is_superuser) == (Role.PLAYER, False, False)


class TestTwoAdministrators:
    @pytest.mark.django_db(transaction=True)
    def test_it_lets_neither_dismiss_the_other(self):
        one, other = (ModeratorFactory(role=Role.ADMINISTRATOR) for _ in range(2))
        dismiss = partial(staffing.appoint, role=Role.PLAYER)

        answers = at_once(
            partial(dismiss, person=one, by=other), partial(dismiss, person=other, by=one)
        )

        assert [type(answer) for answer in answers] == [Forbidden, Forbidden]
