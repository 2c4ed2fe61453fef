"""The pages on which a table fills up: the form, the lobby, the offer, and the link in a mail."""

import pytest
from django.test import Client

from games import links
from games.models import Game, Offer
from games.services import offers
from tests.factories import OfferFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nursery")]

NEW = "/offers/new/?game=nursery"
FORM = {
    "seats": "3", "option_rounds": "9", "reach": "open", "kind": "friendly", "time": "3",
    "bank_days": 3, "bank_increment": 1, "bank_cap": 5, "seat": "deck",
}  # fmt: skip


@pytest.fixture
def browsers(alice, bob, charlie):
    clients = {user.username: Client() for user in (alice, bob, charlie)}
    for user in (alice, bob, charlie):
        clients[user.username].force_login(user)
    return clients


@pytest.fixture
def table(alice):
    return OfferFactory(owner=alice, ruleset="nursery", seats=3, note="An evening game?")


def text_of(answer):
    return " ".join(answer.content.decode().split())


class TestForm:
    def test_it_asks_for_what_the_game_lets_choose(self, browsers):
        page = text_of(browsers["alice"].get(NEW))

        assert 'name="seats"' in page
        assert 'name="option_rounds"' in page
        assert page.count('name="opponent') == 3

    def test_it_asks_for_nothing_of_that_where_there_is_no_choice(self, browsers):
        page = text_of(browsers["alice"].get("/offers/new/"))

        assert 'name="seats"' not in page
        assert page.count('name="opponent') == 1

    def test_it_leads_to_each_choice_with_the_others_kept(self, browsers):
        page = text_of(browsers["alice"].get(f"{NEW}&seats=4&to=bob"))

        assert '<input type="hidden" name="seats" value="4" />' in page
        assert 'href="?game=nursery&amp;seats=4&amp;to=bob&amp;option_rounds=9"' in page

    def test_it_keeps_the_choice_when_something_else_is_wrong(self, browsers):
        page = text_of(browsers["alice"].post(NEW, {**FORM, "opponent": "nobody-here"}))

        assert '<input type="hidden" name="seats" value="3" />' in page
        assert '<input type="hidden" name="option_rounds" value="9" />' in page

    def test_it_lays_the_table_as_wished(self, browsers, bob):
        browsers["alice"].post(NEW, {**FORM, "opponent": "bob"})

        offer = Offer.objects.get()
        assert (offer.ruleset, offer.seats, offer.options) == ("nursery", 3, {"rounds": 9})
        assert [place.state for place in offer.laid] == ["taken", "invited", "open"]

    def test_it_leaves_to_the_rules_what_is_theirs_to_say(self, browsers):
        browsers["alice"].post(NEW, {**FORM, "option_rounds": "2"})

        assert Offer.objects.get().options == {}

    @pytest.mark.parametrize(
        ("sent", "why"),
        [
            ({"reach": "personal"}, "Say with whom"),
            ({"reach": "personal", "opponent": "bob"}, "for each seat"),
            ({"opponent": "bob", "opponent_2": "bob"}, "twice"),
            ({"opponent": "nobody-here"}, "Nobody here has this name"),
            ({"seats": "2", "opponent": "bob", "opponent_2": "charlie", "reach": "personal"},
             "more people than"),
            ({"seats": "7"}, "7 is not one of the available choices"),
        ],
    )  # fmt: skip
    def test_it_says_what_does_not_go_and_keeps_what_was_typed(self, browsers, sent, why):
        answer = browsers["alice"].post(NEW, {**FORM, "note": "come!", **sent})

        assert answer.status_code == 422
        assert why in text_of(answer)
        assert 'value="come!"' in text_of(answer)

    @pytest.mark.usefixtures("shared_nursery")
    def test_it_offers_no_team_as_rated(self, browsers):
        page = text_of(browsers["alice"].get("/offers/new/?game=shared-nursery"))

        assert 'value="rated"' not in page

    @pytest.mark.usefixtures("shared_nursery")
    def test_it_leads_a_single_gardener_to_the_game(self, browsers):
        answer = browsers["alice"].post(
            "/offers/new/?game=shared-nursery", {**FORM, "seats": "1", "option_rounds": "2"}
        )

        assert answer["Location"] == f"/games/{Game.objects.get().pk}/"

    def test_it_knows_no_other_game(self, browsers):
        assert browsers["alice"].get("/offers/new/?game=chess").status_code == 404


class TestLobby:
    def test_it_shows_what_is_played_and_who_sits_there(self, browsers, table):
        page = text_of(browsers["bob"].get("/offers/"))

        assert "Nursery, for 3," in page
        assert "1 of 3 seats taken: alice" in page
        assert "Take a seat" in page

    def test_it_keeps_to_one_game(self, browsers, table, charlie):
        OfferFactory(owner=charlie, note="a machine")

        page = text_of(browsers["bob"].get("/offers/?game=nursery"))

        assert "An evening game?" in page
        assert "a machine" not in page

    def test_it_knows_no_other_game(self, browsers):
        assert browsers["bob"].get("/offers/?game=chess").status_code == 404


class TestOffer:
    def test_it_gives_a_seat_and_says_so(self, browsers, table):
        answer = browsers["bob"].post(f"/offers/{table.pk}/accept/", follow=True)

        assert "You have a seat. The game begins when all are taken" in text_of(answer)

    def test_it_leads_the_last_one_to_the_game(self, browsers, table, bob):
        offers.accept(offer_id=table.pk, user=bob)

        answer = browsers["charlie"].post(f"/offers/{table.pk}/accept/")

        assert answer["Location"] == f"/games/{table.pk}/"

    def test_it_takes_a_seat_back(self, browsers, table, bob):
        offers.accept(offer_id=table.pk, user=bob)

        browsers["bob"].post(f"/offers/{table.pk}/stand-up/")

        assert table.places.filter(state="open").count() == 2

    def test_it_is_in_the_list_of_who_waits_there(self, browsers, table, bob):
        offers.accept(offer_id=table.pk, user=bob)

        assert "2 of 3 seats taken: alice, bob" in text_of(browsers["bob"].get("/play/"))

    def test_it_is_filled_up_by_its_owner(self, browsers, table):
        answer = browsers["alice"].post(f"/offers/{table.pk}/fill-up/", {"bot": "hazel"})

        assert answer["Location"] == f"/games/{table.pk}/"
        assert Game.objects.get().players.filter(user__bot="").count() == 1

    def test_it_is_filled_up_by_no_such_bot(self, browsers, table):
        answer = browsers["alice"].post(f"/offers/{table.pk}/fill-up/", {"bot": "deep-thought"})

        assert answer.status_code == 404

    def test_it_shows_who_does_not_come_and_why(self, browsers, alice, bob, charlie):
        offer = OfferFactory(
            owner=alice, ruleset="nursery", seats=3, reach="personal", invited=[bob, charlie]
        )
        offers.decline(offer_id=offer.pk, user=bob, answer="next week")

        page = text_of(browsers["alice"].get(f"/offers/{offer.pk}/"))

        assert "does not come" in page
        assert "next week" in page
        assert "Open the empty seats to everybody" in page

    def test_it_is_opened_to_everybody(self, browsers, alice, bob, charlie):
        offer = OfferFactory(
            owner=alice, ruleset="nursery", seats=3, reach="personal", invited=[bob, charlie]
        )

        browsers["alice"].post(f"/offers/{offer.pk}/open-up/")

        assert Offer.objects.get().reach == "open"

    def test_it_is_answered_by_mail_with_a_seat(self, client, alice, bob, charlie):
        offer = OfferFactory(
            owner=alice, ruleset="nursery", seats=3, reach="personal", invited=[bob, charlie]
        )
        token = links.sign(links.ANSWER_OFFER, user=bob, thing=f"{links.ACCEPT}:{offer.pk.hex}")

        assert "Take a seat" in text_of(client.get(f"/offers/by-mail/{token}/"))
        assert "We shall tell you" in text_of(client.post(f"/offers/by-mail/{token}/"))
