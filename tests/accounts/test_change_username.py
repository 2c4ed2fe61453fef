"""Another name, once in 90 days."""

import threading

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.utils import timezone

from accounts import selectors
from accounts.models import FormerName, User
from accounts.services import change_username, create_player, forget_former_names

pytestmark = pytest.mark.django_db


@pytest.fixture
def alix(alice):
    """Alice, who calls herself alix now."""
    change_username(user=alice, name="alix")
    return alice


class TestChange:
    def test_it_gives_the_new_name(self, alix):
        assert User.objects.get(pk=alix.pk).username == "alix"

    def test_it_keeps_the_old_one_leading_to_her(self, alix):
        assert selectors.find_player("Alice") == alix

    def test_it_keeps_the_old_one_from_others(self, alix, bob):
        with pytest.raises(ValidationError, match="taken"):
            change_username(user=bob, name="ALICE")
        with pytest.raises(ValidationError, match="taken"):
            create_player(username="alice")

    def test_it_is_refused_again_within_90_days(self, alix, time_machine):
        time_machine.move_to(timezone.now() + selectors.RENAME_EVERY * 0.99)

        with pytest.raises(ValidationError, match="again from"):
            change_username(user=alix, name="alma")

    def test_it_is_possible_again_after_them(self, alix, time_machine):
        time_machine.move_to(timezone.now() + selectors.RENAME_EVERY)

        change_username(user=alix, name="alma")

        assert alix.username == "alma"

    @pytest.mark.parametrize("name", ["admin", "bob", "BOB", "f_u_c_k", "al", "a b c"])
    def test_it_refuses_a_name_that_is_not_to_be_had(self, alice, bob, name):
        with pytest.raises(ValidationError):
            change_username(user=alice, name=name)

        alice.refresh_from_db()
        assert alice.username == "alice"
        assert not FormerName.objects.exists()


class TestForgetting:
    def test_it_frees_the_name_after_90_days(self, alix, bob, time_machine):
        time_machine.move_to(timezone.now() + selectors.RENAME_EVERY)

        forget_former_names()

        assert not FormerName.objects.exists()
        change_username(user=bob, name="alice")
        assert selectors.find_player("alice") == bob

    def test_it_keeps_what_is_younger(self, alix):
        forget_former_names()

        assert FormerName.objects.count() == 1


class TestPage:
    PAGE = "/account/username/"

    def test_it_changes_the_name(self, client, alice):
        client.force_login(alice)

        assert client.post(self.PAGE, {"username": "alix"}).status_code == 302
        assert User.objects.get(pk=alice.pk).username == "alix"

    def test_it_says_why_not_beside_the_field(self, client, alice, bob):
        client.force_login(alice)

        response = client.post(self.PAGE, {"username": "bob"})

        assert response.status_code == 422
        assert b'value="bob"' in response.content
        assert b"aria-invalid" in response.content


@pytest.mark.django_db(transaction=True)
class TestRace:
    def test_it_changes_once_when_two_tabs_ask_at_the_same_instant(self, alice):
        barrier, results = threading.Barrier(4), []

        def rename(name):
            barrier.wait()
            try:
                change_username(user=User.objects.get(pk=alice.pk), name=name)
                results.append("changed")
            except ValidationError:
                results.append("refused")
            finally:
                connection.close()

        tabs = [threading.Thread(target=rename, args=[f"alix{n}"]) for n in range(4)]
        for tab in tabs:
            tab.start()
        for tab in tabs:
            tab.join()

        assert sorted(results) == ["changed", "refused", "refused", "refused"]
        assert FormerName.objects.count() == 1
