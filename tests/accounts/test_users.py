"""People."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts.models import User
from accounts.selectors import find_player, newest_players
from accounts.services import change_username, create_player
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
        "name",
        ["al", "a" * 21, "al ice", "alice!", "", "alice\n", "аlice", "αλίκη", "ĸnut", "aſh", "ﬁn"],
    )
    def test_it_refuses_a_name_that_is_not_of_latin_letters(self, name):
        with pytest.raises(ValidationError) as refusal:
            create_player(username=name)

        assert "username" in refusal.value.error_dict

    @pytest.mark.parametrize(
        "name", ["Bob", "a-b", "a_b", "007", "A" * 20, "Élise", "Bjørn", "łukasz", "Nguyễn", "æsir"]
    )
    def test_it_takes_letters_digits_and_two_signs(self, name):
        assert create_player(username=name).username == name

    def test_it_keeps_a_letter_and_its_accent_as_one_sign(self):
        assert create_player(username="E\u0301lise").username == "Élise"

    @pytest.mark.parametrize("alike", ["ALICE", "Álice", "AIice", "a1ice", "alicé"])
    def test_it_refuses_a_name_that_looks_like_another(self, alice, alike):
        with pytest.raises(ValidationError, match="taken"):
            create_player(username=alike)


class TestFinding:
    @pytest.mark.parametrize("asked", ["Élise", "élise", "elise", "E1ise"])
    def test_it_finds_whose_name_looks_like_it(self, asked):
        elise = create_player(username="Élise")

        assert find_player(asked) == elise

    def test_it_prefers_the_very_name_where_two_were_alike_before(self, alice):
        other = UserFactory(username="someone")
        User.objects.filter(pk=other.pk).update(username="aIice", skeleton=f"allce~{other.pk}")

        assert find_player("aIice") == other
        assert find_player("alice") == alice

    def test_it_leaves_those_apart_when_they_are_saved(self, alice):
        other = UserFactory(username="someone")
        User.objects.filter(pk=other.pk).update(username="aIice", skeleton=f"allce~{other.pk}")
        other.refresh_from_db()

        other.save()

        assert other.skeleton == f"allce~{other.pk}"

    def test_it_leads_to_the_page_of_a_name_with_accents(self, client):
        create_player(username="Élise")

        assert client.get("/@elise/")["Location"] == "/@%C3%89lise/"
        assert "Élise" in client.get("/@Élise/").content.decode()

    def test_it_keeps_what_looks_like_a_name_that_was_given_up(self, alice):
        change_username(user=alice, name="alix")

        with pytest.raises(ValidationError, match="taken"):
            create_player(username="Alicé")


class TestDatabase:
    def test_it_refuses_a_name_that_looks_like_another(self, alice):
        other = UserFactory(username="someone")

        with pytest.raises(IntegrityError), transaction.atomic():
            User.objects.filter(pk=other.pk).update(skeleton=alice.skeleton)


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
