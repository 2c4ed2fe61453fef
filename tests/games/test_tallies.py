"""What is counted when games end."""

import pytest

from games.models import Tally
from games.services import bots, endings
from tests.at_once import at_once
from tests.factories import GameFactory, TableFactory, play_turns

pytestmark = pytest.mark.django_db


def lost_by(loser, *users, **terms):
    game = GameFactory(users=list(users), turns=2, **terms)
    endings.resign(game_id=game.pk, user=loser)
    return game


def drawn_by(*users):
    game = GameFactory(users=list(users))
    endings.ask_draw(game_id=game.pk, user=users[0])
    endings.answer_draw(game_id=game.pk, user=users[1], agrees=True)


def tally(user, rival=None, scope="all"):
    return Tally.objects.get(user=user, rival=rival or user, ruleset="botanik", scope=scope)


def counts(found):
    return found.played, found.won, found.drawn, found.lost


class TestCounting:
    def test_it_counts_for_both_against_all_and_against_each_other(self, alice, bob, charlie):
        lost_by(bob, alice, bob)
        lost_by(alice, alice, charlie)
        drawn_by(alice, bob)

        assert counts(tally(alice)) == (3, 1, 1, 1)
        assert counts(tally(alice, bob)) == (2, 1, 1, 0)
        assert counts(tally(bob, alice)) == (2, 0, 1, 1)
        assert counts(tally(charlie)) == (1, 1, 0, 0)

    def test_it_keeps_private_games_apart(self, alice, bob):
        lost_by(bob, alice, bob)
        lost_by(bob, alice, bob, is_private=True)

        assert counts(tally(alice, scope="public")) == (1, 1, 0, 0)
        assert counts(tally(alice, bob, scope="all")) == (2, 2, 0, 0)

    def test_it_counts_nothing_for_a_bot(self, alice):
        game = bots.begin(wish=bots.wish_for("pip", ruleset="botanik"), user=alice)
        play_turns(game, 2)
        endings.resign(game_id=game.pk, user=alice)

        assert {row.user for row in Tally.objects.all()} == {alice}
        assert Tally.objects.exclude(rival=alice).exists()

    def test_it_counts_nothing_that_was_called_off(self, alice, bob):
        endings.abort(game_id=GameFactory(users=[alice, bob]).pk, user=bob)

        assert not Tally.objects.exists()

    def test_it_counts_a_team_as_played(self, alice, bob, shared_nursery):
        game = TableFactory(users=[alice, bob], ruleset=shared_nursery.slug, turns=2)
        endings.resign(game_id=game.pk, user=bob)

        found = Tally.objects.get(user=alice, rival=alice, scope="all")
        assert counts(found) == (1, 0, 0, 0)
        assert found.most_unbeaten == 0


class TestRuns:
    def test_it_remembers_the_longest(self, alice, bob):
        for loser in (bob, bob, alice, bob):
            lost_by(loser, alice, bob)

        found = tally(alice)
        assert (found.winning, found.most_winning) == (1, 2)

    def test_it_ends_a_run_of_wins_with_a_draw_but_not_one_without_a_loss(self, alice, bob):
        lost_by(bob, alice, bob)
        drawn_by(alice, bob)

        found = tally(alice)
        assert (found.winning, found.most_winning) == (0, 1)
        assert (found.unbeaten, found.most_unbeaten) == (2, 2)


class TestPlayers:
    def test_it_notes_when_the_game_ended(self, alice, bob):
        game = lost_by(bob, alice, bob)
        game.refresh_from_db()

        assert {player.ended_at for player in game.players.all()} == {game.ended_at}

    def test_it_notes_what_scored_in_a_game_that_was_played_to_its_end(self, alice, bob):
        game = GameFactory(users=[alice, bob], turns=999)
        assert game.ending == "played"

        for player in game.players.all():
            assert sum(player.parts.values()) == player.score
            assert set(player.parts) == {"groups", "flowers"}

    def test_it_notes_nothing_of_one_that_was_given_up(self, alice, bob):
        game = lost_by(bob, alice, bob)

        assert [player.parts for player in game.players.all()] == [{}, {}]


@pytest.mark.django_db(transaction=True)
def test_it_loses_no_game_of_two_that_end_at_once(alice, bob):
    games = [GameFactory(users=pair, turns=2) for pair in ([alice, bob], [bob, alice])]

    at_once(*(lambda game=game: endings.resign(game_id=game.pk, user=bob) for game in games))

    assert counts(tally(alice)) == (2, 2, 0, 0)
    assert tally(alice).most_winning == 2
