"""Find me a game: who is brought together with whom."""

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import blocks
from games.clocks import TimeControl
from games.models import Game, Offer, Player, Rating
from games.selectors.pairing import MOST_APART, Search, usual_wait
from games.services import endings, offers, pairing
from games.services.offers import DEFAULT_TIME
from tests.at_once import at_once
from tests.factories import GameFactory, OfferFactory, UserFactory, confirm

pytestmark = pytest.mark.django_db

USUAL = Search(ruleset="botanik", is_rated=False, time=DEFAULT_TIME)


def find(user, **wanted):
    return pairing.find(user=user, search=Search(**{
        "ruleset": "botanik", "is_rated": False, "time": DEFAULT_TIME, **wanted
    }))  # fmt: skip


def rate(user, points):
    Rating.objects.create(
        user=user, ruleset="botanik", mu=25 + (points - 1500) / 30, sigma=2, games=50,
        rated_at=timezone.now(),
    )  # fmt: skip


def opponents(game):
    return {player.user.username for player in game.players.all()}


class TestFinding:
    def test_it_makes_an_open_offer_where_nobody_waits(self, alice):
        made = find(alice)

        assert isinstance(made, Offer)
        assert (made.owner, made.reach, made.time) == (alice, "open", DEFAULT_TIME)

    def test_it_begins_a_game_where_somebody_waits(self, alice, bob):
        waiting = find(alice)

        game = find(bob)

        assert isinstance(game, Game)
        assert game.pk == waiting.pk
        assert opponents(game) == {"alice", "bob"}

    def test_it_takes_an_offer_that_was_made_otherwise(self, alice, bob):
        offer = OfferFactory(owner=alice)

        assert find(bob).pk == offer.pk

    def test_it_leads_to_the_offer_of_who_waits_already(self, alice):
        assert find(alice) == find(alice)
        assert Offer.objects.count() == 1

    @pytest.mark.parametrize(
        "terms", [{"time": TimeControl("turn", 1)}, {"is_private": True}, {"absences_count": False}]
    )
    def test_it_keeps_to_the_terms(self, alice, bob, terms):
        OfferFactory(owner=alice, **terms)

        assert isinstance(find(bob), Offer)

    def test_it_brings_rated_and_friendly_players_not_together(self, alice, bob, confirmed):
        find(alice, is_rated=True)

        assert isinstance(find(bob), Offer)
        assert isinstance(find(bob, is_rated=True), Game)

    def test_it_prefers_who_plays_as_well(self, alice, bob, charlie):
        rate(alice, 1900)
        rate(bob, 1620)
        rate(charlie, 1600)
        find(alice)
        OfferFactory(owner=bob)

        assert opponents(find(charlie)) == {"bob", "charlie"}

    def test_it_leaves_those_apart_who_play_far_apart(self, alice, bob):
        rate(alice, 1500 + MOST_APART + 1)
        find(alice)

        assert isinstance(find(bob), Offer)

    def test_it_prefers_who_was_met_seldom(self, alice, bob, charlie):
        for _number in range(2):
            game = GameFactory(users=[alice, charlie], turns=2)
            endings.resign(game_id=game.pk, user=alice)
        OfferFactory(owner=alice)
        OfferFactory(owner=bob)

        assert opponents(find(charlie)) == {"bob", "charlie"}

    def test_it_prefers_who_does_not_lose_on_time(self, alice, bob, charlie):
        other = UserFactory()
        for person, on_time in ((alice, True), (bob, False)):
            for _number in range(5):
                game = GameFactory(users=[person, other], turns=2)
                if on_time:
                    Player.objects.filter(game=game, user=person).update(
                        deadline_at=timezone.now() - timedelta(minutes=1)
                    )
                    endings.end_on_time(game.pk)
                else:
                    endings.resign(game_id=game.pk, user=person)
        OfferFactory(owner=alice)
        OfferFactory(owner=bob)

        assert opponents(find(charlie)) == {"bob", "charlie"}

    def test_it_prefers_of_equals_who_waits_longest(self, alice, bob, charlie):
        OfferFactory(owner=alice)
        OfferFactory(owner=bob)

        assert opponents(find(charlie)) == {"alice", "charlie"}

    def test_it_keeps_those_apart_who_block_each_other(self, alice, bob):
        find(alice)
        blocks.block(owner=alice, blocked=bob)

        assert isinstance(find(bob), Offer)

    def test_it_passes_over_who_asks_for_another_rating(self, alice, bob):
        OfferFactory(owner=alice, rating_from=1700)

        assert isinstance(find(bob), Offer)

    def test_it_asks_as_much_however_many_wait(self, alice, bob, charlie):
        OfferFactory(owner=alice)
        few = queries_of(bob)
        for person in UserFactory.create_batch(8, password=None):
            OfferFactory(owner=person)

        assert queries_of(charlie) == few


def queries_of(user):
    find(UserFactory(password=None), ruleset="botanik", time=TimeControl("turn", 7))
    with CaptureQueriesContext(connection) as asked:
        assert isinstance(find(user), Game)
    return len(asked)


class TestWait:
    def test_it_is_what_was_measured(self, alice, bob):
        for hours in (1, 2, 3, 4, 30):
            with time_machine.travel(timezone.now() - timedelta(days=3), tick=False):
                offer = OfferFactory(owner=alice)
            with time_machine.travel(offer.made_at + timedelta(hours=hours), tick=False):
                offers.accept(offer_id=offer.pk, user=bob)

        wait = usual_wait("botanik")

        assert (wait.usual, wait.games) == (timedelta(hours=3), 5)

    def test_it_is_not_said_of_few_games(self, alice, bob):
        GameFactory(users=[alice, bob])

        assert usual_wait("botanik") is None


class TestPage:
    def test_it_leads_to_the_game(self, client, alice, bob):
        waiting = find(alice)
        client.force_login(bob)

        answer = client.post("/find/botanik/", {"pace": "usual", "kind": "friendly"})

        assert answer.url == f"/games/{waiting.pk}/"

    def test_it_leads_who_clicks_twice_to_the_same_game(self, client, alice, bob, charlie):
        OfferFactory(owner=alice)
        OfferFactory(owner=charlie)
        client.force_login(bob)
        sent = {"pace": "usual", "kind": "friendly", "newest": "0"}

        first, second = (client.post("/find/botanik/", sent).url for _click in range(2))

        assert first == second
        assert Game.objects.count() == 1

    def test_it_makes_a_guest_of_a_visitor_who_plays_friendly_games(self, client, alice):
        find(alice)

        answer = client.post("/find/botanik/", {"pace": "usual", "kind": "friendly"})

        assert answer.url.startswith("/games/")

    def test_it_offers_rated_games_to_who_may_play_them(self, client, alice, bob):
        confirm(alice)

        pages = {}
        for person in (alice, bob):
            client.force_login(person)
            pages[person] = client.get("/find/botanik/").content.decode()

        assert 'value="rated"' in pages[alice]
        assert 'value="rated"' not in pages[bob]
        assert "Rated games need an address" in pages[bob]

    def test_it_refuses_what_is_no_kind_of_game(self, client, alice):
        client.force_login(alice)

        answer = client.post("/find/botanik/", {"pace": "hasty", "kind": "rated"})

        assert answer.status_code == 422
        assert not Offer.objects.exists()

    def test_it_knows_no_other_games(self, client):
        assert client.get("/find/chess/").status_code == 404


@pytest.mark.django_db(transaction=True)
class TestRaces:
    @pytest.mark.parametrize("_round", range(5))
    def test_it_gives_two_who_press_at_once_one_game(self, alice, bob, _round):
        found = at_once(lambda: find(alice), lambda: find(bob))

        assert Game.objects.count() == 1
        assert Offer.objects.count() == 1
        assert len({one.pk for one in found}) == 1

    def test_it_gives_four_who_press_at_once_two_games(self):
        people = UserFactory.create_batch(4, password=None)

        at_once(*[lambda user=user: find(user) for user in people])

        assert Game.objects.count() == 2
        assert Player.objects.values("user").distinct().count() == 4
