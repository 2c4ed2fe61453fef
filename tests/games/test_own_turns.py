"""Turns of a game in which a seat may play twice in a row, and draws within its turn."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from accounts.refusals import Unprocessable
from games import positions, thinking
from games.clocks import TimeControl
from games.selectors import drafts, moves, tables
from games.services import turns
from tests.factories import GameFactory
from tests.games.scripted import lay_deck

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
BANK = TimeControl("bank", 3, 1, 5)
DAYS = TimeControl("turn", 2)


@pytest.fixture
def clock(time_machine):
    time_machine.move_to(NOON, tick=False)
    return lambda by: time_machine.move_to(timezone.now() + by, tick=False)


@pytest.fixture
def lay(nursery, clock, alice, bob):
    """A game in the nursery: alice holds 1 and 2, bob 3 and 4. Drawn are 1, 2, 3 ... then."""

    def laid(time):
        game = GameFactory(users=[alice, bob], ruleset="nursery", time=time)
        lay_deck(game, list("123412341231"))
        return game

    return laid


def submit(game, user, *texts):
    game.refresh_from_db()
    turns.submit(game_id=game.pk, user=user, moves=texts, ply=game.ply)


def draft(game, user, text):
    game.refresh_from_db()
    return drafts.read(tables.access(game.pk, user), text, str(game.ply))


class TestTwoTurnsInARow:
    """In the second round bob begins, who was last in the first."""

    @pytest.fixture
    def game(self, lay, alice, clock):
        game = lay(BANK)
        clock(HOUR)
        submit(game, alice, "1")
        return game

    def test_it_confirms_each_by_itself(self, game, bob):
        submit(game, bob, "3")
        submit(game, bob, "4")

        assert game.players.get(user=bob).turns == 2

    def test_it_refuses_both_at_once(self, game, bob):
        with pytest.raises(Unprocessable, match="confirm each by itself"):
            submit(game, bob, "3", "4")

    def test_it_calls_a_draft_of_the_first_complete(self, game, bob):
        drafted = draft(game, bob, "3")

        assert drafted.is_complete
        assert not drafted.can_act

    def test_it_drafts_no_further_than_the_first(self, game, bob):
        assert draft(game, bob, "3 4").text == "3"

    def test_it_gives_the_increment_for_each(self, game, bob, clock):
        clock(HOUR)
        submit(game, bob, "3")
        assert game.players.get(user=bob).allowance == 4 * DAY - HOUR

        clock(HOUR)
        submit(game, bob, "4")
        assert game.players.get(user=bob).allowance == 5 * DAY - 2 * HOUR

    def test_it_tells_them_as_two(self, game, bob):
        submit(game, bob, "3")
        submit(game, bob, "4")

        told = moves.all_turns(tables.access(game.pk, bob))
        assert [turn.text for turn in told if turn.seat == 1] == ["4", "3"]

    def test_it_lets_a_bot_think_about_one(self, game):
        game.refresh_from_db()
        view = positions.load(game).view_for(1)

        turn = thinking.choose_turn(bot="bramble", ruleset="nursery", view=view, seed="1")

        assert len(turn) == 1


class TestARevealWithinATurn:
    def test_it_does_not_end_the_turn(self, lay, alice):
        game = lay(BANK)

        submit(game, alice, "1~")

        assert game.players.get(user=alice).has_word

    def test_it_does_not_wind_up_the_days(self, lay, alice, clock):
        game = lay(DAYS)
        clock(DAY)

        submit(game, alice, "1~")

        assert game.players.get(user=alice).deadline_at == NOON + 2 * DAY

    def test_it_gives_no_increment(self, lay, alice, clock):
        game = lay(BANK)
        clock(HOUR)
        submit(game, alice, "1~")
        clock(HOUR)

        submit(game, alice, "2")

        assert game.players.get(user=alice).allowance == 4 * DAY - 2 * HOUR
