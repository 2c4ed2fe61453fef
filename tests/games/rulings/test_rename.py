"""Another name for somebody whose own offends."""

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts import selectors
from accounts.models import FormerName, User
from accounts.refusals import Conflict, Unprocessable
from accounts.services import TAKEN_NAMES_KEPT, change_username, create_player
from games.services import rulings

pytestmark = pytest.mark.django_db


def rename(judge, person, name=""):
    ruling = rulings.rename(judge=judge, person=person, name=name, reason="It offends.")
    person.refresh_from_db()
    return ruling


class TestRename:
    def test_it_gives_the_name_that_was_chosen(self, alice, moderator):
        rename(moderator, alice, "Gardener-one")

        assert alice.username == "Gardener-one"

    def test_it_makes_one_up_that_says_nothing(self, alice, moderator):
        rename(moderator, alice)

        assert alice.username.startswith("player-")

    @pytest.mark.parametrize("name", ["bob", "b0b", "x", "admin", "a name"])
    def test_it_refuses_a_name_that_nobody_may_take(self, alice, bob, moderator, name):
        with pytest.raises(Unprocessable):
            rename(moderator, alice, name)

        alice.refresh_from_db()
        assert alice.username == "alice"
        assert not FormerName.objects.exists()

    def test_it_leads_nowhere_from_the_old_name(self, client, alice, moderator):
        rename(moderator, alice)

        assert selectors.find_player("alice") is None
        assert client.get("/@alice/").status_code == 404

    def test_it_frees_the_old_name_for_nobody(self, alice, bob, moderator):
        rename(moderator, alice)

        for person in (alice, bob):
            with pytest.raises(ValidationError, match="taken"):
                change_username(user=person, name="Alice")
        with pytest.raises(ValidationError, match="taken"):
            create_player(username="alice")

    def test_it_frees_it_after_a_year(self, alice, bob, moderator, time_machine):
        rename(moderator, alice)
        time_machine.move_to(timezone.now() + TAKEN_NAMES_KEPT)

        change_username(user=bob, name="alice")

        assert selectors.find_player("alice") == bob

    def test_it_lets_them_choose_a_new_one_at_once(self, alice, moderator):
        change_username(user=alice, name="alicia")
        rename(moderator, alice)

        change_username(user=alice, name="Clementine")

        assert alice.username == "Clementine"

    def test_it_takes_from_a_guest_what_they_are_called(self, moderator):
        guest = User.objects.create(username="guest-abc", is_guest=True, called="Rude")

        ruling = rename(moderator, guest, "ignored")

        assert guest.called == ""
        assert guest.username == "guest-abc"
        rulings.undo(judge=moderator, ruling=ruling)
        guest.refresh_from_db()
        assert guest.called == "Rude"

    def test_it_finds_nothing_to_take_from_a_guest_without_a_name(self, moderator):
        guest = User.objects.create(username="guest-abc", is_guest=True)

        with pytest.raises(Conflict):
            rename(moderator, guest)


class TestUndone:
    def test_it_gives_the_name_back(self, alice, moderator, log):
        ruling = rename(moderator, alice)
        entries = log()

        rulings.undo(judge=moderator, ruling=ruling)

        alice.refresh_from_db()
        assert alice.username == "alice"
        assert not FormerName.objects.filter(name="alice").exists()
        assert entries.actions() == ["undo:rename"]

    def test_it_leaves_the_name_that_they_chose_since(self, alice, moderator):
        ruling = rename(moderator, alice)
        change_username(user=alice, name="Clementine")

        rulings.undo(judge=moderator, ruling=ruling)

        alice.refresh_from_db()
        assert alice.username == "Clementine"
        assert ruling.before["is_back"] is False
        assert selectors.find_player("alice") == alice

    def test_it_leaves_a_name_to_who_took_it_since(self, alice, bob, moderator, time_machine):
        ruling = rename(moderator, alice)
        time_machine.move_to(timezone.now() + TAKEN_NAMES_KEPT)
        change_username(user=bob, name="alice")

        rulings.undo(judge=moderator, ruling=ruling)

        alice.refresh_from_db()
        assert alice.username.startswith("player-")
        assert selectors.find_player("alice") == bob
