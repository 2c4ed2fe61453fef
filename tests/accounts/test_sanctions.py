"""What somebody may not do."""

from contextlib import nullcontext
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import AuditEntry, Sanction, User
from accounts.refusals import Forbidden, NotFound
from accounts.roles import Role
from accounts.sanctions import FORBIDS, NEEDS, Kind, demand, forbidding, impose, in_force, lift
from tests.factories import ModeratorFactory, SanctionFactory, SuperuserFactory

pytestmark = pytest.mark.django_db


class TestSanction:
    @pytest.mark.parametrize(
        ("kind", "forbidden"),
        [
            (Kind.WARNING, set()),
            (Kind.CLOSED, {"enter", "play", "rated play", "chat"}),
            (Kind.NO_PLAY, {"play", "rated play"}),
            (Kind.NO_RATED_PLAY, {"rated play"}),
            (Kind.NO_CHAT, {"chat"}),
        ],
    )
    def test_it_forbids_what_it_says_and_nothing_else(self, alice, kind, forbidden):
        SanctionFactory(user=alice, kind=kind, reason="spam")

        actions = {"enter", "play", "rated play", "chat"}
        assert {action for action in actions if forbidding(alice, action)} == forbidden

    def test_it_knows_every_kind(self):
        assert set(FORBIDS) == set(NEEDS) == set(Kind)

    def test_it_concerns_nobody_else(self, alice, bob):
        SanctionFactory(user=alice, kind=Kind.CLOSED, reason="spam")

        assert demand(bob, "play") is None

    def test_it_says_why_and_until_when(self, alice):
        SanctionFactory(user=alice, kind=Kind.NO_CHAT, reason="Insults.", lasts=timedelta(days=3))

        with pytest.raises(Forbidden, match=r"No chat until \d{4}-.* The reason: Insults\."):
            demand(alice, "chat")

    def test_it_names_the_one_that_lasts_longest(self, alice):
        SanctionFactory(user=alice, kind=Kind.CLOSED, reason="For ever.")
        SanctionFactory(user=alice, kind=Kind.CLOSED, reason="For a day.", lasts=timedelta(days=1))

        assert forbidding(alice, "play").reason == "For ever."

    def test_it_ends_by_itself(self, alice, time_machine):
        SanctionFactory(user=alice, kind=Kind.NO_CHAT, reason="Insults.", lasts=timedelta(days=3))
        time_machine.move_to(timezone.now() + timedelta(days=3))

        assert demand(alice, "chat") is None

    def test_it_can_be_lifted_and_stays_on_record(self, alice):
        sanction = SanctionFactory(user=alice, kind=Kind.NO_PLAY, reason="spam")

        lift(sanction=sanction, by=SuperuserFactory())

        assert not in_force(alice)
        assert alice.sanctions.count() == 1

    def test_it_is_refused_by_the_database_when_it_makes_no_sense(self, alice):
        with pytest.raises(IntegrityError), transaction.atomic():
            Sanction.objects.create(user=alice, kind="banned", reason="spam")


class TestClosedAccount:
    def test_it_cannot_enter_and_is_told_why(self, client, verified_alice, log_in, worker):
        SanctionFactory(user=verified_alice, kind=Kind.CLOSED, reason="Many accounts.")

        response = log_in()

        assert response.status_code == 403
        assert b"Many accounts." in response.content
        assert "_auth_user_id" not in client.session

    def test_it_is_not_told_to_who_does_not_know_the_password(self, log_in, verified_alice, worker):
        SanctionFactory(user=verified_alice, kind=Kind.CLOSED, reason="Many accounts.")

        assert b"Many accounts." not in log_in(password="not the one").content

    def test_it_is_signed_out_where_it_is(self, client, verified_alice):
        client.force_login(verified_alice)
        SanctionFactory(user=verified_alice, kind=Kind.CLOSED, reason="Many accounts.")

        response = client.get("/account/profile/")

        assert response["Location"].startswith("/account/login/")
        assert "_auth_user_id" not in client.session

    def test_it_stays_signed_in_for_a_smaller_sanction(self, client, verified_alice):
        client.force_login(verified_alice)
        SanctionFactory(user=verified_alice, kind=Kind.NO_CHAT, reason="Insults.")

        assert client.get("/account/profile/").status_code == 200


class TestJudging:
    @pytest.mark.parametrize("kind", Kind)
    @pytest.mark.parametrize("role", Role)
    def test_it_needs_a_role_that_allows_it(self, alice, role, kind):
        judge = ModeratorFactory(role=role)
        senior = {Kind.CLOSED, Kind.NO_PLAY}
        allowed = role >= (Role.SENIOR if kind in senior else Role.MODERATOR)

        with nullcontext() if allowed else pytest.raises(Forbidden):
            impose(user=alice, by=judge, kind=kind, reason="Insults.")

        assert Sanction.objects.filter(by=judge).count() == allowed

    @pytest.mark.parametrize("role", Role)
    @pytest.mark.parametrize("rank", Role)
    def test_it_concerns_those_below(self, role, rank):
        judge, person = ModeratorFactory(role=role), ModeratorFactory(role=rank)

        with nullcontext() if role > rank else pytest.raises(Forbidden):
            impose(user=person, by=judge, kind=Kind.WARNING, reason="Insults.")

    def test_it_never_concerns_oneself(self):
        judge = SuperuserFactory()

        with pytest.raises(Forbidden, match="Nobody acts on themselves"):
            impose(user=judge, by=judge, kind=Kind.WARNING, reason="Penance.")

    def test_it_is_lifted_by_a_role_that_could_impose_it(self, alice):
        sanction = SanctionFactory(user=alice, kind=Kind.CLOSED)

        with pytest.raises(Forbidden, match="role does not allow"):
            lift(sanction=sanction, by=ModeratorFactory())
        lift(sanction=sanction, by=ModeratorFactory(role=Role.SENIOR))

        assert not in_force(alice)

    def test_it_is_written_down_in_the_audit_log(self, alice):
        judge = ModeratorFactory()
        sanction = impose(user=alice, by=judge, kind=Kind.NO_CHAT, reason="Insults.")
        lift(sanction=sanction, by=judge)
        lift(sanction=sanction, by=judge)

        entries = AuditEntry.objects.filter(person=alice.pk, actor=judge.pk)
        assert [one.action for one in entries.order_by("number")] == [
            "impose:no-chat", "lift:no-chat",
        ]  # fmt: skip
        assert "Insults." not in str(list(entries.values()))

    def test_it_is_asked_whoever_calls(self, alice, bob):
        with pytest.raises(Forbidden, match="Nobody acts on themselves"):
            impose(user=alice, by=bob, kind=Kind.CLOSED, reason="Spite.")

        assert not Sanction.objects.exists()

    def test_it_is_asked_before_a_sanction_is_lifted(self, alice):
        sanction = SanctionFactory(user=alice, kind=Kind.NO_CHAT)

        with pytest.raises(Forbidden):
            lift(sanction=sanction, by=alice)

        assert forbidding(alice, "chat")

    def test_it_asks_what_the_judge_is_now(self, alice):
        judge = SuperuserFactory()
        User.objects.filter(pk=judge.pk).update(is_staff=False, is_superuser=False)

        with pytest.raises(Forbidden):
            impose(user=alice, by=judge, kind=Kind.CLOSED, reason="Too late.")

    def test_it_says_when_the_person_is_gone(self, alice, bob):
        judge = SuperuserFactory()
        User.objects.filter(pk=bob.pk).delete()

        with pytest.raises(NotFound):
            impose(user=bob, by=judge, kind=Kind.CLOSED, reason="Too late.")
