"""What staff change of people, and who is staff."""

from functools import partial

import pytest

from accounts import staffing
from accounts.models import User
from accounts.refusals import Forbidden
from tests.at_once import at_once
from tests.factories import SuperuserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(bob):
    """Bob, whom a superuser has made staff."""
    staffing.empower(person=bob, by=SuperuserFactory(), is_staff=True)
    return User.objects.get(pk=bob.pk)


@pytest.fixture
def superuser(db):
    return SuperuserFactory(username="boss")


def powers_of(person):
    row = User.objects.get(pk=person.pk)
    return row.is_staff, row.is_superuser


class TestMending:
    def test_it_is_for_staff(self, alice, staff):
        User.objects.filter(pk=alice.pk).update(about="rude")

        staffing.mend(person=alice, by=staff, about="", pronouns="they")

        row = User.objects.get(pk=alice.pk)
        assert (row.about, row.pronouns) == ("", "they")

    @pytest.mark.parametrize("of", ["staff", "superuser"])
    def test_it_is_for_another_superuser_where_it_concerns_staff(
        self, request, staff, superuser, of
    ):
        person = request.getfixturevalue(of)

        with pytest.raises(Forbidden):
            staffing.mend(person=person, by=staff, about="mine")
        staffing.mend(person=person, by=SuperuserFactory(), about="yours")

        assert User.objects.get(pk=person.pk).about == "yours"

    def test_it_is_not_for_players(self, alice, charlie):
        with pytest.raises(Forbidden):
            staffing.mend(person=alice, by=charlie, about="Charlie was here.")

    def test_it_leaves_alone_what_it_was_not_told(self, alice, staff):
        User.objects.filter(pk=alice.pk).update(about="written meanwhile", time_zone="Asia/Tokyo")

        staffing.mend(person=alice, by=staff, pronouns="they")

        row = User.objects.get(pk=alice.pk)
        assert (row.about, row.time_zone) == ("written meanwhile", "Asia/Tokyo")


class TestPowers:
    def test_it_is_for_superusers_to_give_and_take_them(self, alice, superuser):
        staffing.empower(person=alice, by=superuser, is_staff=True, is_superuser=True)
        assert powers_of(alice) == (True, True)

        staffing.empower(person=alice, by=superuser, is_superuser=False)
        assert powers_of(alice) == (True, False)

    @pytest.mark.parametrize("who", ["alice", "staff"])
    def test_it_is_not_for_others(self, request, charlie, who):
        with pytest.raises(Forbidden):
            staffing.empower(person=charlie, by=request.getfixturevalue(who), is_staff=True)

        assert powers_of(charlie) == (False, False)

    @pytest.mark.parametrize("who", ["alice", "staff", "superuser"])
    @pytest.mark.parametrize("value", [True, False])
    def test_it_is_never_about_oneself(self, request, who, value):
        person = request.getfixturevalue(who)
        before = powers_of(person)

        with pytest.raises(Forbidden):
            staffing.empower(person=person, by=person, is_staff=value, is_superuser=value)

        assert powers_of(person) == before

    def test_it_is_not_for_whom_it_was_taken_from_just_now(self, alice, superuser):
        staffing.empower(person=superuser, by=SuperuserFactory(), is_superuser=False)

        # What the page still holds says superuser.
        assert superuser.is_superuser
        with pytest.raises(Forbidden):
            staffing.empower(person=alice, by=superuser, is_superuser=True)


class TestTwoSuperusers:
    @pytest.mark.django_db(transaction=True)
    @pytest.mark.parametrize("round_", range(5))
    def test_it_leaves_one_when_they_dismiss_each_other_at_once(self, round_):
        one, other = SuperuserFactory(), SuperuserFactory()
        dismiss = partial(staffing.empower, is_staff=False, is_superuser=False)

        answers = at_once(
            partial(dismiss, person=one, by=other), partial(dismiss, person=other, by=one)
        )

        assert [type(answer) for answer in answers].count(Forbidden) == 1
        assert User.objects.filter(is_superuser=True).count() == 1
