"""Games that everybody may look on at."""

import pytest

from games.models import Game
from games.selectors import watching
from games.services import bots, endings
from tests.factories import GameFactory, play_turns

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice, bob):
    return GameFactory(users=[alice, bob], turns=8)


def watched():
    return [one.game.pk for one in watching.games()]


class TestGames:
    def test_it_begins_with_what_moved_last(self, game, alice, bob, charlie):
        other = GameFactory(users=[bob, charlie], turns=8)
        assert watched() == [other.pk, game.pk]

        play_turns(game, 1)

        assert watched() == [game.pk, other.pk]

    @pytest.mark.parametrize("hidden", [{"is_private": True}, {"ply": 3}])
    def test_it_leaves_out_what_is_private_or_has_hardly_begun(self, game, hidden):
        Game.objects.filter(pk=game.pk).update(**hidden)

        assert watched() == []

    def test_it_leaves_out_what_is_over(self, game, alice):
        endings.resign(game_id=game.pk, user=alice)

        assert watched() == []

    def test_it_leaves_out_bots(self, alice):
        game = bots.begin(wish=bots.wish_for("pip", ruleset="botanik"), user=alice)
        play_turns(game, 6)

        assert Game.objects.get(pk=game.pk).ply >= watching.BEGUN
        assert watched() == []


class TestPage:
    def test_it_leads_everybody_to_the_tables(self, client, game):
        text = client.get("/watch/").content.decode()

        assert "alice and bob" in text
        assert f'href="/games/{game.pk}/"' in text

    def test_it_says_so_when_there_is_nothing(self, client):
        assert b"No public game runs just now." in client.get("/watch/").content

    def test_it_asks_twice_however_many_games_there_are(
        self, client, game, alice, bob, django_assert_num_queries
    ):
        GameFactory.create_batch(3, users=[alice, bob], turns=8)

        with django_assert_num_queries(2):
            client.get("/watch/")
