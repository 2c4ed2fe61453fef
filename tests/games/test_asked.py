"""What an offer asks of who would accept it: a rating, and reliability."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.refusals import Forbidden, Unprocessable
from games.models import Offer, Player, Rating
from games.selectors.reliability import reliability_of
from games.services import endings, offers
from tests.factories import GameFactory, OfferFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("confirmed")]


def rate(user, mu):
    Rating.objects.create(
        user=user, ruleset="botanik", mu=mu, sigma=2, games=50, rated_at=timezone.now()
    )


def finish_games(loser, other, *, on_time, given_up):
    """Let somebody lose so many games, in both ways."""
    for _number in range(on_time):
        game = GameFactory(users=[loser, other], turns=2)
        Player.objects.filter(game=game, user=loser).update(
            deadline_at=timezone.now() - timedelta(minutes=1)
        )
        endings.end_on_time(game.pk)
    for _number in range(given_up):
        endings.resign(game_id=GameFactory(users=[loser, other], turns=2).pk, user=loser)


class TestRating:
    @pytest.mark.parametrize(
        ("mu", "said"), [(20, "from 1400; yours is 1350"), (30, "up to 1600; yours is 1650")]
    )
    def test_it_refuses_who_is_weaker_or_stronger(self, alice, bob, mu, said):
        offer = OfferFactory(owner=alice, rating_from=1400, rating_to=1600)
        rate(bob, mu)

        with pytest.raises(Forbidden, match=said):
            offers.accept(offer_id=offer.pk, user=bob)

    def test_it_takes_who_fits_and_who_has_none_as_average(self, alice, bob, charlie):
        offer = OfferFactory(owner=alice, rating_from=1500, rating_to=1500)
        another = OfferFactory(owner=alice, rating_from=1400)
        rate(charlie, 25)

        assert offers.accept(offer_id=offer.pk, user=bob).is_running
        assert offers.accept(offer_id=another.pk, user=charlie).is_running

    def test_it_takes_whom_it_names(self, alice, bob):
        rate(bob, 10)
        offer = OfferFactory(
            owner=alice, recipient=bob, reach=Offer.Reach.PERSONAL, rating_from=1900
        )

        assert offers.accept(offer_id=offer.pk, user=bob).is_running

    def test_it_is_refused_where_nobody_could_have_it(self, alice):
        with pytest.raises(Unprocessable, match="No rating is from 1600 to 1400"):
            OfferFactory(owner=alice, rating_from=1600, rating_to=1400)


class TestReliability:
    def test_it_is_the_share_of_games_that_were_not_lost_on_time(self, alice, bob):
        finish_games(bob, alice, on_time=2, given_up=6)

        found = reliability_of(bob)

        assert (found.percent, found.games) == (75, 8)
        assert reliability_of(alice).percent == 100

    def test_it_refuses_who_is_less_reliable(self, alice, bob):
        finish_games(bob, alice, on_time=1, given_up=4)
        offer = OfferFactory(owner=alice, reliability_from=90)

        with pytest.raises(Forbidden, match=r"90 % of their games .* you finish 80 %"):
            offers.accept(offer_id=offer.pk, user=bob)

    def test_it_takes_who_has_not_finished_enough_to_tell(self, alice, bob):
        finish_games(bob, alice, on_time=4, given_up=0)
        offer = OfferFactory(owner=alice, reliability_from=90)

        assert offers.accept(offer_id=offer.pk, user=bob).is_running


class TestLobby:
    def test_it_says_why_an_offer_cannot_be_accepted(self, client, alice, bob):
        OfferFactory(owner=alice, rating_from=1600, reliability_from=90)
        client.force_login(bob)

        page = client.get("/offers/").content.decode()

        assert "ratings from 1600" in page
        assert "reliability from 90 %" in page
        assert "For ratings from 1600; yours is 1500." in page

    def test_it_hides_them_if_wished_and_says_how_many(self, client, alice, bob):
        OfferFactory(owner=alice, rating_from=1600, note="only the strong")
        OfferFactory(owner=alice, note="anybody")
        client.force_login(bob)

        page = client.get("/offers/?fitting=1").content.decode()

        assert "only the strong" not in page
        assert "anybody" in page
        assert "1 offer that you cannot accept is hidden" in page

    def test_it_asks_as_much_however_many_offers_ask(self, client, alice, bob):
        client.force_login(bob)
        OfferFactory(owner=alice, rating_from=1600)
        queries_of_lobby(client)  # the first look notes that bob was here
        few = queries_of_lobby(client)
        for _number in range(6):
            OfferFactory(owner=alice, rating_from=1600, reliability_from=80)

        assert queries_of_lobby(client) == few


def queries_of_lobby(client):
    with CaptureQueriesContext(connection) as asked:
        client.get("/offers/")
    return len(asked)


class TestForm:
    def fields(self, **more):
        return {
            "reach": "open", "kind": "friendly", "pace": "usual", "time": "bank", "bank_days": 3,
            "bank_increment": 1, "bank_cap": 5, "seat": "deck", **more,
        }  # fmt: skip

    def test_it_asks_for_what_is_filled_in(self, client, alice):
        client.force_login(alice)

        client.post(
            "/offers/new/",
            self.fields(rating_from="1400", rating_to="1600", reliability_from="90"),
        )

        offer = Offer.objects.get(owner=alice)
        assert (offer.rating_from, offer.rating_to, offer.reliability_from) == (1400, 1600, 90)

    def test_it_says_at_the_field_what_cannot_be_and_keeps_it(self, client, alice):
        client.force_login(alice)

        answer = client.post("/offers/new/", self.fields(rating_from="1600", rating_to="1400"))

        assert answer.status_code == 422
        assert "Up to cannot be less than from." in answer.content.decode()
        assert 'value="1600"' in answer.content.decode()
