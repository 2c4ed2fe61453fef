"""A profile without its texts."""

import pytest

from accounts.models import User
from accounts.refusals import Conflict
from games.services import rulings

pytestmark = pytest.mark.django_db


@pytest.fixture
def rude_alice(alice):
    User.objects.filter(pk=alice.pk).update(about="Rude.", languages="Rude", country="FR")
    alice.refresh_from_db()
    return alice


def clear(judge, person):
    ruling = rulings.clear(judge=judge, person=person, reason="It offends.")
    person.refresh_from_db()
    return ruling


class TestClear:
    def test_it_empties_the_texts_and_nothing_else(self, rude_alice, moderator):
        clear(moderator, rude_alice)

        texts = (rude_alice.about, rude_alice.pronouns, rude_alice.languages)
        assert texts == ("", "", "")
        assert rude_alice.country == "FR"

    def test_it_finds_nothing_to_do_in_an_empty_profile(self, alice, moderator):
        with pytest.raises(Conflict, match="no text"):
            clear(moderator, alice)

    def test_it_is_put_back_when_undone(self, rude_alice, moderator, log):
        ruling = clear(moderator, rude_alice)
        entries = log()

        rulings.undo(judge=moderator, ruling=ruling)

        rude_alice.refresh_from_db()
        assert (rude_alice.about, rude_alice.languages) == ("Rude.", "Rude")
        assert entries.actions() == ["mend"]

    def test_it_leaves_what_they_wrote_since(self, rude_alice, moderator):
        ruling = clear(moderator, rude_alice)
        User.objects.filter(pk=rude_alice.pk).update(about="I like ferns.")

        rulings.undo(judge=moderator, ruling=ruling)

        rude_alice.refresh_from_db()
        assert rude_alice.about == "I like ferns."
        assert rude_alice.languages == "Rude"
