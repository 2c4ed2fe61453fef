"""What a browser is told in order to deal a game once more."""

import pytest

from engine import read_record
from games.models import Offer, Place
from games.services import endings
from tests.engine.proven import draws_of
from tests.factories import GameFactory, TableFactory

pytestmark = pytest.mark.django_db


def said(client, game, name="draws"):
    answer = client.get(f"/games/{game.pk}/{name}/")
    assert answer.status_code == 200
    return answer.json() if name == "draws" else read_record(answer.content.decode())


def without_places(draws):
    """What follows from the record: who had which place at the offer does not."""
    return {**draws, "places": None}


class TestDraws:
    def test_it_says_where_every_tile_came_from(self, client, alice, bob):
        game = GameFactory(users=[alice, bob], turns=99)

        draws = said(client, game)

        assert [len(reveal["sources"]) for reveal in draws["reveals"]] == [5, *20 * [3]]
        assert [len(cards) for cards in draws["lists"]] == [65]
        assert not any(reveal["put_back"] for reveal in draws["reveals"])

    def test_it_says_what_was_put_back(self, client, nursery, alice, bob):
        game = TableFactory(users=[alice, bob], ruleset="nursery", options={"rounds": 9}, turns=99)

        draws = said(client, game)

        assert any(reveal["put_back"] for reveal in draws["reveals"])
        assert without_places(draws) == draws_of(said(client, game, "record"))

    def test_it_goes_by_the_record(self, client, seedlings, alice, bob, charlie):
        game = TableFactory(users=[alice, bob, charlie], turns=9)

        assert without_places(said(client, game)) == draws_of(said(client, game, "record"))

    def test_it_says_nothing_while_the_game_runs(self, client, alice, bob):
        game = GameFactory(users=[alice, bob])

        answer = client.get(f"/games/{game.pk}/draws/")

        assert answer.status_code == 409
        assert "verified when it is over" in answer.content.decode()

    def test_it_shows_no_private_game_to_strangers(self, client, alice, bob):
        game = GameFactory(users=[alice, bob], is_private=True)
        endings.resign(game_id=game.pk, user=alice)

        assert client.get(f"/games/{game.pk}/draws/").status_code == 404


class TestPlaces:
    @pytest.fixture
    def game(self, alice, bob):
        game = GameFactory(users=[alice, bob])
        endings.resign(game_id=game.pk, user=alice)
        return game

    @pytest.mark.parametrize("seat", [None, 1])
    def test_it_says_who_had_them_and_what_was_wished_for(self, client, game, alice, bob, seat):
        offer = Offer.objects.get(pk=game.pk)
        offer.places.all().delete()
        for number, user in enumerate((bob, alice)):
            wish = seat if number == 0 else None
            Place.objects.create(offer=offer, number=number, user=user, seat=wish, state="taken")

        assert said(client, game)["places"] == [
            {"name": "bob", "seat": seat},
            {"name": "alice", "seat": None},
        ]

    def test_it_says_nothing_of_an_old_game(self, client, game):
        Place.objects.filter(offer=game.pk).delete()

        assert said(client, game)["places"] is None


class TestWhoGaveBytes:
    """The section about the deck on the page of a game."""

    def page(self, client, game):
        return client.get(f"/games/{game.pk}/").content.decode()

    def test_it_names_everybody(self, client, seedlings, alice, bob, charlie):
        text = self.page(client, TableFactory(users=[alice, bob, charlie]))

        assert all(f"Bytes of {name}" in text for name in ("alice", "bob", "charlie"))

    def test_it_shows_the_bytes_of_each_in_the_end(self, client, nursery, alice, bob, charlie):
        users = [alice, bob, charlie]
        game = TableFactory(users=users, ruleset="nursery", turns=99)
        tags = said(client, game, "record").tags

        text = self.page(client, game)

        assert all(f'data-bytes="{tags[f"Entropy{place}"]}"' in text for place in range(3))

    def test_it_tells_what_came_from_a_browser(self, client, alice, bob):
        game = GameFactory(users=[alice, bob])
        game.players.filter(user=bob).update(bytes_from_browser=True)

        text = self.page(client, game)

        assert text.count("They came from the browser") == 1
        assert text.count("These were made by the site") == 1

    @pytest.mark.parametrize("known", ["", "alice", "bob", "alice bob"])
    def test_it_excludes_that_the_site_chose_if_all_came_from_browsers(
        self, client, alice, bob, known
    ):
        game = GameFactory(users=[alice, bob])
        from_browser = game.players.filter(user__username__in=known.split())
        from_browser.update(bytes_from_browser=True)

        is_open = "does not exclude that the site chose it" in self.page(client, game)

        assert is_open == (known != "alice bob")

    def test_it_does_not_exclude_it_for_who_plays_alone(self, client, shared_nursery, alice):
        game = TableFactory(users=[alice], ruleset="shared-nursery")
        game.players.update(bytes_from_browser=True)

        text = self.page(client, game)

        assert "plays alone" in text
        assert "does not exclude that the site chose it" in text
