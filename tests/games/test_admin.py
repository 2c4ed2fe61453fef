"""Games on the pages for staff."""

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.html import escape

from engine.games.botanik import BotanikState
from games.models import Game, Move, Offer, Place
from games.models.secrets import DeckSecret
from games.services import bots, endings
from tests.factories import GameFactory, OfferFactory, SuperuserFactory, TableFactory

pytestmark = pytest.mark.django_db

LISTS = ("game", "move", "offer")


@pytest.fixture
def game(alice, bob):
    OfferFactory(owner=alice)
    return GameFactory(users=[alice, bob], turns=4)


@pytest.fixture
def staff(client):
    client.force_login(SuperuserFactory(username="warden"))
    return client


class TestPages:
    @pytest.mark.parametrize("what", LISTS)
    def test_it_lists_and_shows(self, staff, game, what):
        row = {"game": Game, "move": Move, "offer": Offer}[what].objects.first()

        assert staff.get(f"/admin/games/{what}/").status_code == 200
        assert staff.get(f"/admin/games/{what}/{row.pk}/change/").status_code == 200

    def test_it_says_who_plays_what_and_leads_to_the_table(self, staff, game, alice):
        bots.begin(wish=bots.wish_for("pip", ruleset="botanik"), user=alice)

        listed = staff.get("/admin/games/game/").content.decode()
        shown = staff.get(f"/admin/games/game/{game.pk}/change/").content.decode()

        assert "alice – bob" in listed
        assert "Pip (bot)" in listed
        assert "Botanik" in listed
        assert f'href="/games/{game.pk}/"' in listed
        assert f'href="/games/{game.pk}/"' in shown

    @pytest.mark.parametrize("what", LISTS)
    def test_it_changes_nothing(self, staff, game, what):
        row = {"game": Game, "move": Move, "offer": Offer}[what].objects.first()

        assert staff.post(f"/admin/games/{what}/{row.pk}/change/", {}).status_code == 403
        assert staff.post(f"/admin/games/{what}/{row.pk}/delete/", {}).status_code == 403
        assert staff.get(f"/admin/games/{what}/add/").status_code == 403

    @pytest.mark.parametrize("what", LISTS)
    def test_it_is_for_staff_alone(self, client, game, charlie, what):
        client.force_login(charlie)

        assert client.get(f"/admin/games/{what}/").status_code != 200

    @pytest.mark.parametrize("what", LISTS)
    def test_it_asks_as_often_however_many_there_are(self, staff, game, what):
        def count():
            with CaptureQueriesContext(connection) as captured:
                staff.get(f"/admin/games/{what}/")
            return len(captured)

        count()
        few = count()
        for _ in range(3):
            GameFactory(turns=2)
            OfferFactory()

        assert count() == few

    @pytest.mark.parametrize("over", [False, True])
    def test_it_shows_nothing_of_the_deck(self, staff, game, alice, over):
        if over:
            endings.resign(game_id=game.pk, user=alice)
        secret = DeckSecret.objects.get(game_id=game.pk)

        page = staff.get(f"/admin/games/game/{game.pk}/change/").content.decode()

        assert bytes(secret.seed).hex() not in page
        assert secret.entropy["0"] not in page


class TestSecret:
    def test_it_is_not_known_here(self):
        assert DeckSecret in apps.get_models()
        assert not admin.site.is_registered(DeckSecret)


class TestMoves:
    """Staff play, too: of a running game they are shown what everybody may see."""

    @pytest.fixture(autouse=True)
    def _hidden_moves(self, monkeypatch):
        """In Botanik every move is public. Here none is."""
        monkeypatch.setattr(BotanikState, "shown", lambda *_args: "face down")

    def test_it_lists_what_everybody_may_see_while_the_game_runs(self, staff, game):
        page = staff.get("/admin/games/move/").content.decode()

        assert page.count("face down") == game.ply
        assert not [move for move in game.moves.all() if move.notation in page]

    def test_it_shows_one_move_likewise(self, staff, game):
        move = game.moves.last()

        page = staff.get(f"/admin/games/move/{move.pk}/change/").content.decode()

        assert "face down" in page
        assert move.notation not in page

    def test_it_shows_everything_when_the_game_is_over(self, staff, game, alice):
        endings.resign(game_id=game.pk, user=alice)

        page = staff.get("/admin/games/move/").content.decode()

        assert "face down" not in page
        assert all(escape(move.notation) in page for move in game.moves.all())


class TestByGame:
    def listed(self, staff, what, **asked):
        return set(staff.get(f"/admin/games/{what}/", asked).context["cl"].result_list)

    def test_it_finds_games_by_ruleset_and_seats(self, staff, game, nursery, alice, bob, charlie):
        three = TableFactory(users=[alice, bob, charlie], ruleset="nursery")
        two = TableFactory(users=[alice, bob], ruleset="nursery")

        assert self.listed(staff, "game", ruleset__exact="nursery") == {three, two}
        assert self.listed(staff, "game", seats__exact="3") == {three}

    def test_it_is_asked_for_no_game_that_is_not_here(self, staff, game):
        answer = staff.get("/admin/games/game/", {"ruleset__exact": "nursery"})

        assert answer.status_code == 400

    def test_it_shows_the_places_of_an_offer(self, staff, alice, bob):
        offer = OfferFactory(owner=alice)
        Place.objects.update_or_create(
            offer=offer, number=0, defaults={"user": alice, "state": "taken"}
        )

        page = staff.get(f"/admin/games/offer/{offer.pk}/change/").content.decode()

        assert f"place 0 of {offer.pk}" in page
