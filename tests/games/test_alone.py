"""A game for one begins at once: a button, no offer to wait for, and no account needed."""

import pytest
from django.test import Client

from games.boards import games_here
from games.models import Game

pytestmark = pytest.mark.django_db


@pytest.fixture
def solo(shared_nursery):
    return shared_nursery.slug


class TestAlone:
    def test_it_leads_to_the_table(self, solo, alice):
        client = Client()
        client.force_login(alice)

        answer = client.post(f"/offers/alone/{solo}/")

        game = Game.objects.get()
        assert answer["Location"] == f"/games/{game.pk}/"
        assert [player.user for player in game.players.all()] == [alice]

    def test_it_makes_a_guest_of_a_visitor(self, solo):
        answer = Client().post(f"/offers/alone/{solo}/", follow=True)

        (player,) = Game.objects.get().players.select_related("user")
        assert answer.status_code == 200
        assert player.user.is_guest

    def test_it_is_on_the_front_page_beside_such_a_game_alone(self, solo, client):
        page = client.get("/").content.decode()

        could = {game.slug for game in games_here() if 1 in game.seats}
        assert {
            game.slug for game in games_here() if f"/offers/alone/{game.slug}/" in page
        } == could

    @pytest.mark.parametrize("slug", ["botanik", "chess"])
    def test_it_knows_no_game_that_one_cannot_play_alone(self, client, slug):
        assert client.post(f"/offers/alone/{slug}/").status_code == 404

    def test_it_is_begun_by_a_button_alone(self, solo, client):
        assert client.get(f"/offers/alone/{solo}/").status_code == 405
