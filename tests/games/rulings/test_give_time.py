"""More time for somebody whose clock runs."""

from datetime import timedelta

import pytest

from accounts.refusals import Conflict, Unprocessable
from games.models import Ruling
from games.services import endings, rulings
from tests.factories import GameFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice, bob):
    """Alice is to move."""
    return GameFactory(users=[alice, bob], turns=2)


def give(judge, game, person, **terms):
    terms = {"lasts": timedelta(days=3), **terms}
    return rulings.give_time(judge=judge, game=game, person=person, reason="An outage.", **terms)


class TestGiveTime:
    def test_it_moves_the_deadline(self, game, alice, moderator):
        before = game.players.get(user=alice).deadline_at

        give(moderator, game, alice)

        assert game.players.get(user=alice).deadline_at == before + timedelta(days=3)

    def test_it_is_for_a_clock_that_runs(self, game, bob, charlie, moderator):
        for person in (bob, charlie):
            with pytest.raises(Conflict, match="clock"):
                give(moderator, game, person)

        assert not Ruling.objects.exists()

    def test_it_is_for_a_game_that_runs(self, game, alice, moderator):
        endings.resign(game_id=game.pk, user=alice)

        with pytest.raises(Conflict):
            give(moderator, game, alice)

    @pytest.mark.parametrize("days", [0, -1, 15])
    def test_it_has_bounds(self, game, alice, moderator, days):
        with pytest.raises(Unprocessable):
            give(moderator, game, alice, lasts=timedelta(days=days))

    def test_it_cannot_be_undone(self, game, alice, moderator):
        ruling = give(moderator, game, alice)[0]

        with pytest.raises(Conflict, match="cannot be undone"):
            rulings.undo(judge=moderator, ruling=ruling)
