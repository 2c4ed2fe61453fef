"""Pages ask the database as often for many games as for few."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.boards import BOARDS
from games.models import Game, Offer
from games.services import endings, offers
from tests.factories import GameFactory, OfferFactory, TableFactory, UserFactory, play_turns

pytestmark = pytest.mark.django_db

# The most that a page may ask, for somebody who is logged in.
MOST = {
    "/play/": 17,
    "/offers/": 11,
    "table": 18,
    "moves": 8,
    "/notices/": 8,
    "/notices/ledger/": 7,
    "/learn/botanik/": 7,
}


@pytest.fixture
def count(client, alice):
    client.force_login(alice)
    client.get("/play/")  # the first page of a session notes that somebody was seen

    def queries(address):
        with CaptureQueriesContext(connection) as captured:
            assert client.get(address).status_code == 200
        return len(captured)

    return queries


def grow(alice, bob):
    """More of everything that these pages show."""
    for _ in range(4):
        GameFactory(users=[alice, UserFactory()], turns=3)
        GameFactory(users=[bob, alice])
        OfferFactory(owner=UserFactory(), note="hello")
        OfferFactory(owner=alice)
        OfferFactory(owner=UserFactory(), reach=Offer.Reach.PERSONAL, recipient=alice)
        over = GameFactory(users=[alice, bob], turns=2)
        endings.resign(game_id=over.pk, user=bob)
    offers.expire()


def play_until_word_is_with(user, game):
    """Who waits is also shown the next game that waits for them."""
    while not game.players.get(user=user).has_word:
        play_turns(game, 1)


class TestPages:
    @pytest.mark.parametrize("page", sorted(MOST.keys() - {"table", "moves"}))
    def test_it_is_constant_for_the_lists(self, count, alice, bob, page):
        grow(alice, bob)
        count(page)  # what is new is noted as read
        few = count(page)
        grow(alice, bob)
        count(page)

        assert count(page) == few <= MOST[page]

    def test_it_is_constant_for_the_table(self, count, alice, bob):
        game = GameFactory(users=[alice, bob], turns=2)
        address = f"/games/{game.pk}/"
        grow(alice, bob)
        play_until_word_is_with(alice, game)
        count(address)  # the first look at a position is noted
        few = count(address)
        play_turns(game, 20)
        play_until_word_is_with(alice, game)
        grow(alice, bob)
        count(address)

        assert count(address) == few <= MOST["table"]

    @pytest.mark.parametrize("ruleset", list(BOARDS)[1:])
    @pytest.mark.parametrize("page", ["table", "moves"])
    def test_it_is_as_for_the_first_game_for_every_other(self, count, alice, bob, ruleset, page):
        addresses = []
        for others in ([bob], [bob, UserFactory(), UserFactory()]):
            game = TableFactory(users=[alice, *others], ruleset=ruleset, turns=8)
            play_until_word_is_with(alice, game)
            addresses.append(f"/games/{game.pk}/{'moves/' if page == 'moves' else ''}")
        for address in addresses:
            count(address)

        assert [count(address) <= MOST[page] for address in addresses] == [True, True]

    def test_it_is_constant_for_the_list_of_moves(self, count, alice, bob):
        game = GameFactory(users=[alice, bob], turns=2)
        address = f"/games/{game.pk}/moves/"
        few = count(address)
        play_turns(game, 20)

        assert count(address) == few <= MOST["moves"]

    def test_it_is_bounded_for_a_visitor(self, client, alice, bob):
        grow(alice, bob)

        with CaptureQueriesContext(connection) as captured:
            client.get("/play/")

        assert len(captured) <= 3
        assert User.objects.filter(is_guest=True).count() == 0
        assert Game.objects.count() == 12
