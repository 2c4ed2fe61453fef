"""A line that nobody else reads any more."""

import pytest
from django.utils import timezone

from accounts.refusals import Forbidden
from games.models import Line
from games.services import rulings
from tests.factories import GameFactory
from tests.games.rulings.conftest import judge_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def line(alice, bob):
    game = GameFactory(users=[alice, bob])
    return Line.objects.create(
        game=game, user=alice, room="players", ply=0, text="Rude.", said_at=timezone.now()
    )


class TestHide:
    def test_it_is_hidden_and_keeps_its_words(self, line, moderator):
        rulings.hide(judge=moderator, line=line, reason="Insults.")

        line.refresh_from_db()
        assert line.hidden_at is not None
        assert line.text == "Rude."

    def test_it_is_hidden_once(self, line, moderator, log):
        first = rulings.hide(judge=moderator, line=line, reason="Insults.")
        entries = log()

        second = rulings.hide(judge=judge_of("senior"), line=line, reason="Again.")

        assert second == first
        assert entries.actions() == []

    def test_it_is_shown_again_when_undone(self, line, moderator, log):
        ruling = rulings.hide(judge=moderator, line=line, reason="Insults.")
        entries = log()

        rulings.undo(judge=moderator, ruling=ruling)

        line.refresh_from_db()
        assert line.hidden_at is None
        assert entries.actions() == ["undo:hide"]

    def test_it_can_be_hidden_anew_after_that(self, line, moderator):
        ruling = rulings.hide(judge=moderator, line=line, reason="Insults.")
        rulings.undo(judge=moderator, ruling=ruling)

        again = rulings.hide(judge=moderator, line=line, reason="After all.")

        assert again != ruling

    def test_it_is_not_for_who_plays_there(self, alice):
        judge = judge_of("senior")
        game = GameFactory(users=[alice, judge])
        line = Line.objects.create(
            game=game, user=alice, room="players", ply=0, text="Rude.", said_at=timezone.now()
        )

        with pytest.raises(Forbidden, match="game of their own"):
            rulings.hide(judge=judge, line=line, reason="To me!")
