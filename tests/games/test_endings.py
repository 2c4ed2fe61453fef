"""How games end."""

import pytest

from accounts.notices import Event
from accounts.refusals import Conflict, Forbidden, Unprocessable
from games.models import Game
from games.selectors import notices
from games.services import endings
from tests.factories import GameFactory, play_turns

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice, bob):
    return GameFactory(users=[alice, bob], turns=2)


def ended(game):
    game.refresh_from_db()
    placings = [player.placing for player in game.players.order_by("seat")]
    return game.ending, placings


class TestEveryEnding:
    @pytest.mark.parametrize("end", [endings.resign, endings.abort])
    def test_it_stops_the_clocks_and_frees_the_places(self, alice, bob, end):
        game = GameFactory(users=[alice, bob])

        end(game_id=game.pk, user=alice)

        game.refresh_from_db()
        assert game.status == Game.Status.OVER
        assert game.ended_at is not None
        assert not any(player.is_playing or player.has_word for player in game.players.all())


class TestResigning:
    def test_it_gives_the_game_to_the_other(self, game, alice):
        endings.resign(game_id=game.pk, user=alice)

        assert ended(game) == ("resigned", [2, 1])

    def test_it_is_refused_to_a_stranger(self, game, charlie):
        with pytest.raises(Forbidden):
            endings.resign(game_id=game.pk, user=charlie)

    def test_it_is_refused_when_it_is_over(self, game, alice, bob):
        endings.resign(game_id=game.pk, user=alice)

        with pytest.raises(Conflict):
            endings.resign(game_id=game.pk, user=bob)


class TestAborting:
    @pytest.mark.parametrize("turns", [0, 1])
    def test_it_leaves_nobody_a_winner_before_both_have_moved(self, alice, bob, turns):
        game = GameFactory(users=[alice, bob], turns=turns)

        endings.abort(game_id=game.pk, user=bob)

        assert ended(game) == ("aborted", [None, None])
        assert not game.counts

    def test_it_is_refused_when_both_have_moved(self, game, alice):
        with pytest.raises(Conflict, match="Both of you have moved"):
            endings.abort(game_id=game.pk, user=alice)


class TestDraw:
    @pytest.fixture
    def asked(self, game, alice):
        endings.ask_draw(game_id=game.pk, user=alice)
        game.refresh_from_db()
        return game

    def test_it_is_agreed(self, asked, bob):
        endings.answer_draw(game_id=asked.pk, user=bob, agrees=True)

        assert ended(asked) == ("agreed", [1, 1])

    def test_it_is_agreed_when_both_ask(self, asked, bob):
        endings.ask_draw(game_id=asked.pk, user=bob)

        assert ended(asked) == ("agreed", [1, 1])

    def test_it_is_declined(self, asked, bob):
        endings.answer_draw(game_id=asked.pk, user=bob, agrees=False)

        asked.refresh_from_db()
        assert (asked.draw_asked_by, asked.is_running) == (None, True)

    def test_it_tells_who_asked_that_it_is_declined(self, asked, alice, bob):
        endings.answer_draw(game_id=asked.pk, user=bob, agrees=False)

        (told, *_) = notices.list_of(alice, before=None)
        assert told.sentence == "bob would rather play on than agree to a draw."
        assert not bob.notices.filter(event=Event.DRAW_REFUSED).exists()

    def test_it_is_withdrawn(self, asked, alice, bob):
        endings.withdraw_draw(game_id=asked.pk, user=alice)

        with pytest.raises(Conflict, match="does not ask for a draw any more"):
            endings.answer_draw(game_id=asked.pk, user=bob, agrees=True)

    def test_it_is_not_withdrawn_by_who_was_asked(self, asked, bob):
        with pytest.raises(Conflict):
            endings.withdraw_draw(game_id=asked.pk, user=bob)

    def test_it_is_not_answered_by_who_asked(self, asked, alice):
        with pytest.raises(Conflict):
            endings.answer_draw(game_id=asked.pk, user=alice, agrees=True)

    def test_it_is_not_asked_twice_in_a_row(self, asked, alice):
        with pytest.raises(Conflict):
            endings.ask_draw(game_id=asked.pk, user=alice)

    def test_it_is_asked_once_in_a_position(self, asked, alice, bob):
        endings.answer_draw(game_id=asked.pk, user=bob, agrees=False)

        with pytest.raises(Unprocessable):
            endings.ask_draw(game_id=asked.pk, user=alice)

    def test_it_stands_when_who_asked_moves(self, asked):
        play_turns(asked, 1)

        assert asked.draw_asked_by == 0

    def test_it_is_declined_by_playing_on(self, asked):
        play_turns(asked, 2)

        assert asked.draw_asked_by is None
        assert asked.is_running
