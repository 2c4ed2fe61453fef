"""`manage.py verify_decks`: what was revealed is what was committed to, also while a game runs."""

import io

import pytest
from django.core.management import CommandError, call_command

from games.models import Game, Move, Offer
from games.models.secrets import DeckSecret
from games.services import bots, endings, offers
from tests.factories import GameFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice, bob):
    return GameFactory(users=[alice, bob], turns=5)


def run():
    said = io.StringIO()
    call_command("verify_decks", stdout=said)
    return said.getvalue()


class TestCommand:
    def test_it_finds_nothing_wrong_with_a_game_that_runs(self, game):
        assert "1 games held against their decks" in run()

    @pytest.mark.parametrize("end", [endings.resign, endings.abort])
    def test_it_finds_nothing_wrong_with_games_that_are_over(self, alice, bob, end):
        game = GameFactory(users=[alice, bob], turns=5 if end is endings.resign else 0)
        end(game_id=game.pk, user=alice)

        assert "1 games held" in run()

    def test_it_finds_nothing_wrong_with_a_game_that_was_played_to_its_end(self, alice, bob):
        game = GameFactory(users=[alice, bob], turns=999)
        game.refresh_from_db()

        assert not game.is_running
        assert "1 games held" in run()

    def test_it_knows_games_for_several(self, alice):
        wish = bots.wish_for("pip", "bramble", "hazel", ruleset="botanicus")
        bots.begin(wish=wish, user=alice)

        assert "1 games held" in run()

    def test_it_names_a_game_whose_secret_is_another(self, game):
        DeckSecret.objects.update(seed=b"1" * 32)

        with pytest.raises(CommandError, match="1 decks"):
            run()

    def test_it_names_a_game_whose_secret_is_lost(self, game):
        DeckSecret.objects.all().delete()

        with pytest.raises(CommandError, match="1 decks"):
            run()

    def test_it_names_a_game_whose_deck_gave_something_else(self, game):
        DeckSecret.objects.update(entropy={"0": "00" * 16, "1": "11" * 16})

        with pytest.raises(CommandError, match="1 decks"):
            run()

    def test_it_names_a_game_that_lacks_a_move(self, game):
        Move.objects.filter(game=game, ply=2).delete()

        with pytest.raises(CommandError, match="1 decks"):
            run()

    def test_it_names_an_offer_that_has_committed_to_something_else(self, alice):
        offers.make(owner=alice, wish=offers.Wish(ruleset="botanik"))
        Offer.objects.update(commitment="0" * 64)

        with pytest.raises(CommandError, match="1 decks"):
            run()

    def test_it_changes_nothing(self, game):
        before = Game.objects.values().get()

        run()

        assert Game.objects.values().get() == before
