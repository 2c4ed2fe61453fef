"""People."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts.models import User
from accounts.selectors import newest_players
from accounts.services import create_player
from accounts.tasks import forget_expired_sessions
from tests.factories import PASSWORD, UserFactory

pytestmark = pytest.mark.django_db


class TestCreatePlayer:
    def test_it_makes_somebody_who_can_log_in(self, client, alice):
        assert client.login(username="alice", password=PASSWORD)

    def test_it_makes_somebody_who_cannot_without_a_password(self, client):
        player = create_player(username="nadia")

        assert not player.has_usable_password()

    @pytest.mark.parametrize(
        "name", ["al", "a" * 21, "al ice", "élise", "alice!", "", "alice\n", "аlice"]
    )
    def test_it_refuses_a_name_that_is_not_plain(self, name):
        with pytest.raises(ValidationError) as refusal:
            create_player(username=name)

        assert "username" in refusal.value.error_dict

    @pytest.mark.parametrize("name", ["Bob", "a-b", "a_b", "007", "A" * 20])
    def test_it_takes_letters_digits_and_two_signs(self, name):
        assert create_player(username=name).username == name

    def test_it_refuses_a_name_that_differs_only_in_case(self, alice):
        with pytest.raises(ValidationError, match="taken"):
            create_player(username="ALICE")


class TestDatabase:
    def test_it_refuses_a_name_that_differs_only_in_case(self, alice):
        with pytest.raises(IntegrityError), transaction.atomic():
            User.objects.bulk_create([User(username="Alice")])


class TestNewestPlayers:
    def test_it_begins_with_who_came_last(self, alice, bob):
        assert newest_players(most=5) == ["bob", "alice"]

    def test_it_leaves_out_those_who_are_not_active(self, alice, bob):
        User.objects.filter(pk=bob.pk).update(is_active=False)

        assert newest_players(most=5) == ["alice"]

    def test_it_asks_once_however_many_there_are(self, client, django_assert_num_queries):
        UserFactory.create_batch(20)

        with django_assert_num_queries(1):
            client.get("/play/")


class TestForgetExpiredSessions:
    def test_it_removes_what_has_expired_and_nothing_else(self, client, alice, bob):
        from django.contrib.sessions.models import Session
        from django.utils import timezone

        client.force_login(alice)
        Session.objects.update(expire_date=timezone.now())
        client.cookies.clear()
        client.force_login(bob)

        forget_expired_sessions()

        assert [session.get_decoded()["_auth_user_id"] for session in Session.objects.all()] == [
            str(bob.pk)
        ]
