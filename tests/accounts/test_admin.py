"""Pages for staff."""

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import sanctions, staffing
from accounts.models import AuditEntry, Sanction, User
from accounts.roles import Role, role_of
from tests.accounts.conftest import PASSWORD, link_in
from tests.factories import SanctionFactory, UserFactory, prove

pytestmark = pytest.mark.django_db
PEOPLE, SANCTIONS = "/admin/accounts/user/", "/admin/accounts/sanction/"


def browser_of(user, role=Role.PLAYER):
    staffing.appoint_here(person=prove(user), role=role)
    client = Client()
    client.force_login(User.objects.get(pk=user.pk))
    return client


@pytest.fixture
def staff(bob):
    """Bob's browser; he is a senior moderator."""
    return browser_of(bob, Role.SENIOR)


@pytest.fixture
def superuser(charlie):
    return browser_of(charlie, Role.ADMINISTRATOR)


class TestDoor:
    @pytest.mark.parametrize("path", ["/admin/", "/admin/login/", PEOPLE, SANCTIONS])
    def test_it_is_the_one_that_everybody_uses(self, client, path):
        response = client.get(path, follow=True)

        assert response.redirect_chain[-1][0].startswith("/account/login/?next=")

    @pytest.mark.parametrize("path", ["/admin/", "/admin/login/", PEOPLE, SANCTIONS])
    def test_it_is_shut_to_who_is_not_staff(self, alice, path):
        response = browser_of(alice).get(path, follow=True)

        assert response.status_code == 403
        assert b"This is not open to you" in response.content

    def test_it_takes_no_password_of_its_own(self, client, bob):
        User.objects.filter(pk=bob.pk).update(is_staff=True)

        client.post("/admin/login/", {"username": "bob", "password": PASSWORD})

        assert "_auth_user_id" not in client.session

    def test_it_takes_no_password_from_who_is_logged_in_either(self, staff, charlie):
        """Else one of them would become another without the other's second factor."""
        staffing.appoint_here(person=prove(charlie), role=Role.ADMINISTRATOR)
        before = staff.session["_auth_user_id"]

        staff.post("/admin/login/", {"username": "charlie", "password": PASSWORD})

        assert staff.session["_auth_user_id"] == before

    def test_it_lets_the_first_superuser_in_with_a_confirmed_address_and_a_second_factor(
        self, client, log_in, mails
    ):
        first = User.objects.create_superuser("first", "first@botanik.example", PASSWORD)

        log_in(login="first")
        assert client.get("/admin/").status_code == 302
        client.post(link_in(mails(1)[0]))
        log_in(login="first")
        prove(first)

        assert client.get("/admin/").status_code == 200

    def test_it_lets_staff_in(self, staff):
        assert staff.get("/admin/").status_code == 200

    def test_it_changes_passwords_where_everybody_does(self, staff):
        assert staff.get("/admin/password_change/")["Location"] == "/account/password/change/"

    def test_it_is_shut_to_staff_whose_account_is_closed(self, staff, bob):
        SanctionFactory(user=bob, kind=sanctions.Kind.CLOSED, reason="Misuse.")

        assert staff.get(PEOPLE).status_code == 302

    def test_it_leads_to_nothing_that_others_brought(self):
        brought = {
            model
            for model in admin.site._registry
            if not model.__module__.startswith("games.models.")
        }

        assert brought == {User, Sanction, AuditEntry}


class TestPeople:
    @pytest.mark.parametrize("words", ["alice", "alice@botanik.example", "ALI"])
    def test_it_finds_by_name_and_address(self, staff, alice, words):
        assert f"{PEOPLE}{alice.pk}/change/" in staff.get(PEOPLE, {"q": words}).content.decode()

    def test_it_shows_no_secret(self, superuser, alice):
        content = superuser.get(f"{PEOPLE}{alice.pk}/change/").content.decode()

        assert alice.password not in content
        assert "session_generation" not in content
        assert 'name="password"' not in content

    def test_it_lets_nobody_mend_what_somebody_tells_of_themselves(self, superuser, alice):
        """Moderators do that with a reason, and tell them."""
        superuser.post(f"{PEOPLE}{alice.pk}/change/", {"pronouns": "they", "role": "0"})

        alice.refresh_from_db()
        assert alice.pronouns == ""

    def test_it_does_not_let_moderators_hand_out_roles(self, staff, alice):
        powers = {"is_superuser": "on", "is_staff": "on", "role": "3"}

        staff.post(f"{PEOPLE}{alice.pk}/change/", powers)

        alice.refresh_from_db()
        assert not alice.is_superuser
        assert not alice.is_staff

    def test_it_lets_administrators_say_who_moderates(self, superuser, alice):
        superuser.post(f"{PEOPLE}{alice.pk}/change/", {"role": "1"})

        alice.refresh_from_db()
        assert role_of(alice) == Role.MODERATOR

    @pytest.mark.parametrize("column", ["username", "email", "password", "is_active"])
    def test_it_lets_nobody_write_what_belongs_to_the_person(self, superuser, alice, column):
        before = getattr(alice, column)

        superuser.post(f"{PEOPLE}{alice.pk}/change/", {column: "changed"})

        alice.refresh_from_db()
        assert getattr(alice, column) == before

    @pytest.mark.parametrize("path", ["add/", "{}/delete/", "{}/password/"])
    def test_it_makes_and_deletes_nobody(self, superuser, alice, path):
        answer = superuser.get(PEOPLE + path.format(alice.pk), follow=True)

        assert answer.status_code in (403, 404) or answer.redirect_chain[-1][0] == "/admin/"

    def test_it_asks_a_fixed_number_of_times(self, staff, django_assert_num_queries):
        staff.get(PEOPLE)
        with CaptureQueriesContext(connection) as few:
            staff.get(PEOPLE)
        number = len(few)
        UserFactory.create_batch(20)

        with django_assert_num_queries(number):
            staff.get(PEOPLE)


class TestSanctions:
    FORM = {"username": "alice", "kind": "closed", "reason": "Many accounts.", "days": "3"}  # noqa: RUF012

    def test_it_closes_an_account_and_ends_its_sessions(self, staff, alice):
        browser = browser_of(alice)

        staff.post(f"{SANCTIONS}add/", self.FORM)

        assert sanctions.forbidding(alice, "enter").reason == "Many accounts."
        assert browser.get("/account/profile/").status_code == 302

    def test_it_lasts_until_it_is_lifted_without_a_number_of_days(self, staff, alice):
        staff.post(f"{SANCTIONS}add/", {**self.FORM, "days": ""})

        assert Sanction.objects.get().ends_at is None

    @pytest.mark.parametrize(
        "wrong", [{"username": "nobody-here"}, {"kind": "banned"}, {"reason": ""}, {"days": "0"}]
    )
    def test_it_refuses_and_keeps_what_was_typed(self, staff, alice, wrong):
        response = staff.post(f"{SANCTIONS}add/", {**self.FORM, **wrong})

        assert b"errorlist" in response.content
        assert wrong.get("username", "alice").encode() in response.content
        assert not Sanction.objects.exists()

    def test_it_concerns_those_below_alone(self, staff, superuser, alice):
        staffing.appoint_here(person=alice, role=Role.SENIOR)

        refused = staff.post(f"{SANCTIONS}add/", self.FORM)
        assert b"of their own rank or a higher one" in refused.content
        assert not Sanction.objects.exists()

        superuser.post(f"{SANCTIONS}add/", self.FORM)
        assert sanctions.forbidding(alice, "enter")

    def test_it_is_not_lifted_by_whom_it_concerns(self, staff, bob):
        sanction = SanctionFactory(user=bob, kind=sanctions.Kind.NO_CHAT, reason="Insults.")
        lifting = {"action": "lift", "_selected_action": [sanction.pk]}

        answer = staff.post(SANCTIONS, lifting, follow=True)

        assert b"of their own rank or a higher one" in answer.content
        assert sanctions.forbidding(bob, "chat")

    def test_it_cannot_be_rewritten(self, superuser, alice):
        sanction = SanctionFactory(user=alice, kind=sanctions.Kind.NO_CHAT, reason="Insults.")

        superuser.post(f"{SANCTIONS}{sanction.pk}/change/", {**self.FORM, "reason": "Nothing."})
        superuser.post(f"{SANCTIONS}{sanction.pk}/delete/", {"post": "yes"})

        assert Sanction.objects.get().reason == "Insults."

    def test_it_is_lifted_and_stays_on_record(self, staff, alice):
        sanction = SanctionFactory(user=alice, kind=sanctions.Kind.NO_CHAT, reason="Insults.")

        staff.post(SANCTIONS, {"action": "lift", "_selected_action": [sanction.pk]})

        assert not sanctions.in_force(alice)
        assert Sanction.objects.count() == 1

    def test_it_is_written_down_who_did_it(self, staff, alice, bob):
        staff.post(f"{SANCTIONS}add/", self.FORM)
        staff.post(SANCTIONS, {"action": "lift", "_selected_action": [Sanction.objects.get().pk]})

        assert list(LogEntry.objects.values_list("user", flat=True)) == [bob.pk, bob.pk]

    def test_it_can_be_looked_at(self, staff, alice):
        sanction = SanctionFactory(user=alice, kind=sanctions.Kind.NO_CHAT, reason="Insults.")

        assert b"Insults." in staff.get(f"{SANCTIONS}{sanction.pk}/change/").content
