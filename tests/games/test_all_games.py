"""All games of one's own: the list in which everybody's are found, at an address of its own."""

import pytest

from games.selectors import finding
from games.services import endings
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
        running, ended = GameFactory(users=[alice, bob], is_private=True), over(alice, bob)

        page = client.get("/play/all/").content.decode()

        assert f'href="/games/{running.pk}/"' in page
        assert f'href="/games/{ended.pk}/replay/"' in page

    def test_it_shows_nobody_else_s(self, client, bob, charlie):
        game = over(bob, charlie)

        assert str(game.pk) not in client.get("/play/all/").content.decode()

    def test_it_can_be_searched(self, client, alice, bob, charlie):
        lost, won = over(bob, alice), over(alice, charlie)

        page = client.get("/play/all/?result=won").content.decode()

        assert str(won.pk) in page
        assert str(lost.pk) not in page
        assert 'name="player"' not in page

    def test_it_has_pages_the_newest_first(self, client, alice, bob, monkeypatch):
        monkeypatch.setattr(finding, "PAGE", 2)
        games = [over(alice, bob) for _ in range(3)]

        first = client.get("/play/all/")
        second = client.get(first.context["further"])

        shown = [page.content.decode() for page in (first, second)]
        assert [str(game.pk) in shown[0] for game in games] == [False, True, True]
        assert [str(game.pk) in shown[1] for game in games] == [True, False, False]
        assert first.context["further"].startswith("/play/all/?after=")
        assert not second.context["further"]

    def test_it_begins_with_the_newest_for_an_address_of_old(self, client, alice, bob):
        game = over(alice, bob)

        assert str(game.pk) in client.get("/play/all/?page=2").content.decode()

    @pytest.mark.parametrize("after", ["0", "x", "9" * 30, "²"])
    def test_it_refuses_what_is_no_page(self, client, after):
        assert client.get("/play/all/", {"after": after}).status_code == 400

    def test_it_is_for_guests_too(self, client, alice, bob):
        game = over(alice, bob)
        alice.is_guest = True
        alice.save()
        client.force_login(alice)

        assert str(game.pk) in client.get("/play/all/").content.decode()

    def test_it_costs_the_same_however_many_there_are(
        self, client, alice, bob, charlie, django_assert_num_queries
    ):
        over(alice, bob)
        GameFactory(users=[alice, bob])
        client.get("/play/all/")
        with django_assert_num_queries(14):
            client.get("/play/all/")
        for other in (bob, charlie, bob):
            over(alice, other)
        with django_assert_num_queries(14):
            client.get("/play/all/")

    def test_it_is_not_for_visitors(self, client):
        client.logout()

        assert client.get("/play/all/").status_code == 302
