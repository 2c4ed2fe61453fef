"""All games of somebody on one page."""

import pytest

from games.services import endings
from games.views import home
from tests.factories import GameFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(client, alice):
    client.force_login(alice)
    return client


def over(alice, other):
    game = GameFactory(users=[alice, other], turns=3)
    endings.resign(game_id=game.pk, user=other)
    return game


class TestAllGames:
    def test_it_is_in_the_menu_and_among_the_pages_of_the_account(self, client):
        assert client.get("/account/email/").content.decode().count('href="/play/all/"') == 2

    def test_it_shows_what_runs_and_what_is_over(self, client, alice, bob):
        games = [GameFactory(users=[alice, bob]), over(alice, bob)]

        page = client.get("/play/all/").content.decode()

        assert all(f'href="/games/{game.pk}/"' in page for game in games)

    def test_it_shows_nobody_else_s(self, client, bob, charlie):
        game = over(bob, charlie)

        assert str(game.pk) not in client.get("/play/all/").content.decode()

    def test_it_has_pages_the_newest_first(self, client, alice, bob, monkeypatch):
        monkeypatch.setattr(home, "GAMES_A_PAGE", 2)
        games = [over(alice, bob) for _ in range(3)]

        first, second = (client.get(f"/play/all/?page={n}").content.decode() for n in (1, 2))

        assert [str(game.pk) in first for game in games] == [False, True, True]
        assert [str(game.pk) in second for game in games] == [True, False, False]
        assert "?page=2" in first
        assert "?page=3" not in second

    @pytest.mark.parametrize("page", ["0", "-1", "x", "9" * 30, "²"])
    def test_it_begins_at_the_beginning_for_anything_else(self, client, page):
        assert client.get("/play/all/", {"page": page}).context["page"] == 1

    def test_it_costs_the_same_however_many_there_are(
        self, client, alice, bob, charlie, django_assert_num_queries
    ):
        over(alice, bob)
        client.get("/play/all/")
        with django_assert_num_queries(6):
            client.get("/play/all/")
        for other in (bob, charlie, bob):
            over(alice, other)
        with django_assert_num_queries(6):
            client.get("/play/all/")

    def test_it_is_not_for_visitors(self, client):
        client.logout()

        assert client.get("/play/all/").status_code == 302
