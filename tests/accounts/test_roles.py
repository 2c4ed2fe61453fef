"""Roles, what they allow, and the door to their pages."""

import pytest
from django.contrib.auth.models import Permission
from django.http import HttpResponse
from django.test import Client, RequestFactory

from accounts import guard, roles
from accounts.models import User
from accounts.refusals import Forbidden, NotFound
from accounts.roles import APPOINT, MODERATE, RULE, Role
from tests.factories import ModeratorFactory, SuperuserFactory, UserFactory

pytestmark = pytest.mark.django_db

STAFF = [role for role in Role if role > Role.PLAYER]


class TestRoles:
    @pytest.mark.parametrize("role", Role)
    def test_it_is_what_somebody_was_given(self, role):
        assert roles.role_of(ModeratorFactory(role=role)) == role

    def test_it_is_administrator_for_a_superuser(self):
        assert roles.role_of(SuperuserFactory()) == Role.ADMINISTRATOR

    def test_it_is_moderator_for_who_was_staff_before_there_were_roles(self, alice):
        User.objects.filter(pk=alice.pk).update(is_staff=True)

        assert roles.role_of(User.objects.get(pk=alice.pk)) == Role.MODERATOR

    def test_it_ends_with_the_account(self):
        warden = ModeratorFactory()
        warden.is_active = False

        assert roles.role_of(warden) == Role.PLAYER

    @pytest.mark.parametrize("role", STAFF)
    def test_it_is_a_group_with_permissions_of_django(self, role):
        person = ModeratorFactory(role=role)

        allowed = {name for name in (MODERATE, RULE, APPOINT) if person.has_perm(name)}
        assert allowed == set(roles.ALLOWED[role])
        assert person.groups.get().name == roles.GROUPS[role]

    def test_it_names_permissions_that_there_are(self):
        names = {name.partition(".")[2] for name in (MODERATE, RULE, APPOINT)}

        assert Permission.objects.filter(codename__in=names).count() == 3

    def test_it_asks_nothing_of_the_database_for_players(self, alice, django_assert_num_queries):
        with django_assert_num_queries(0):
            assert roles.role_of(alice) == Role.PLAYER

    def test_it_refuses_what_a_role_does_not_allow(self):
        with pytest.raises(Forbidden, match="role does not allow"):
            roles.demand(ModeratorFactory(), RULE)


@guard.for_role(RULE)
def page(request):
    return HttpResponse("the page")


def asked_by(person):
    request = RequestFactory().get("/")
    client = Client()
    request.session = client.session
    request.user = person
    request._messages = []
    return request


class TestGuard:
    def test_it_lets_in_who_may(self):
        assert page(asked_by(ModeratorFactory(role=Role.SENIOR))).content == b"the page"

    @pytest.mark.parametrize("role", [Role.PLAYER, Role.MODERATOR])
    def test_it_knows_no_page_for_others(self, role):
        with pytest.raises(NotFound):
            page(asked_by(ModeratorFactory(role=role)))

    def test_it_is_kept_in_no_cache(self):
        answer = page(asked_by(ModeratorFactory(role=Role.SENIOR)))

        assert "no-store" in answer["Cache-Control"]


class TestSecondFactor:
    @pytest.mark.parametrize("role", STAFF)
    def test_it_is_demanded_before_any_page_for_staff_opens(self, role):
        person = ModeratorFactory(role=role)
        person.authenticator_set.all().delete()
        client = Client()
        client.force_login(person)

        answer = client.get("/admin/", follow=True)

        assert answer.redirect_chain[-1][0] == "/account/2fa/"
        assert "second factor" in answer.content.decode()

    def test_it_is_no_matter_of_recovery_codes(self):
        person = ModeratorFactory()
        person.authenticator_set.update(type="recovery_codes")

        assert not roles.has_second_factor(person)

    def test_it_is_demanded_of_nobody_else(self):
        client = Client()
        client.force_login(UserFactory())

        assert client.get("/play/").status_code == 200
