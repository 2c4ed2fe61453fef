"""The link to a friend: what is behind it, and what it looks like where it is sent."""

import re
from io import BytesIO

import pytest
from PIL import Image

from games.boards.botanik.letter import SPECIMEN
from games.models import Offer
from tests.factories import GameFactory, OfferFactory
from tests.games.test_home import pictured_builds

pytestmark = pytest.mark.django_db


@pytest.fixture
def invitation(alice):
    offer = OfferFactory(owner=alice, reach=Offer.Reach.LINK)
    return f"/offers/{offer.pk}/"


def tags(page):
    return dict(re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)" />', page))


class TestPage:
    def test_it_says_who_invites_and_what_this_is(self, client, invitation):
        page = client.get(invitation).content.decode()

        assert "alice invites you to a game of Botanik" in page
        assert "a game for two inventors" in page

    def test_it_shows_a_machine_and_how_it_is_played(self, client, invitation):
        page = client.get(invitation).content.decode()

        assert len(list(pictured_builds(page))) == 14
        assert [word for word in ("Put", "Break", "Build") if f"<h3>{word}</h3>" in page] == [
            "Put", "Break", "Build",
        ]  # fmt: skip

    def test_it_has_one_button_to_play(self, client, invitation):
        page = client.get(invitation).content.decode()

        assert page.count("Accept and play") == 1
        assert f'action="{invitation}accept/"' in page

    def test_it_is_in_french_too(self, client, invitation):
        page = client.get(invitation, headers={"accept-language": "fr"}).content.decode()

        assert "alice vous invite à une partie de Botanik" in page

    def test_it_costs_a_visitor_two_questions(self, client, invitation, django_assert_num_queries):
        with django_assert_num_queries(2):
            client.get(invitation)

    def test_it_is_not_for_search_engines(self, client, invitation):
        assert '<meta name="robots" content="noindex" />' in client.get(invitation).content.decode()


class TestTags:
    def test_it_has_a_title_a_text_and_a_picture_on_our_own_host(
        self, client, invitation, settings
    ):
        settings.SITE_URL = "https://botanik.example"

        found = tags(client.get(invitation, headers={"host": "localhost"}).content.decode())

        assert found["title"] == "alice invites you to a game of Botanik"
        assert "two inventors" in found["description"]
        assert found["url"] == f"https://botanik.example{invitation}"
        assert found["image"] == "https://botanik.example/cards/botanik.png"

    def test_it_is_on_the_front_page_too(self, client):
        assert tags(client.get("/").content.decode())["image"].endswith("/cards/botanik.png")


class TestCard:
    def test_it_is_a_picture_of_the_size_that_is_announced(self, client, invitation):
        found = tags(client.get(invitation).content.decode())
        answer = client.get("/cards/botanik.png")

        assert answer["Content-Type"] == found["image:type"] == "image/png"
        with Image.open(BytesIO(answer.content)) as picture:
            assert picture.size == (int(found["image:width"]), int(found["image:height"]))

    def test_it_shows_the_machine_of_the_front_page(self, client):
        assert SPECIMEN.split() == list(pictured_builds(client.get("/").content.decode()))

    def test_it_may_be_kept(self, client):
        assert "public" in client.get("/cards/botanik.png")["Cache-Control"]

    def test_it_asks_the_database_nothing(self, client, django_assert_num_queries):
        with django_assert_num_queries(0):
            client.get("/cards/botanik.png")

    def test_it_is_none_of_a_game_that_is_not_here(self, client):
        assert client.get("/cards/chess.png").status_code == 404


class TestSender:
    def test_it_has_the_link_and_ways_to_send_it(self, client, alice, invitation, settings):
        client.force_login(alice)

        page = client.get(invitation).content.decode()

        assert f'data-send="{settings.SITE_URL}{invitation}"' in page
        assert "data-copy" in page
        assert 'data-share="Shall we play Botanik?"' in page

    def test_it_is_told_what_happens_next_and_where_to_go_meanwhile(
        self, client, alice, invitation
    ):
        client.force_login(alice)

        page = client.get(invitation).content.decode()

        assert "As soon as somebody follows the link and accepts, the game begins" in page
        assert "Play Pip meanwhile" in page

    @pytest.mark.parametrize(
        ("reach", "words"),
        [("open", "It stands in the lobby."), ("personal", "We have told them.")],
    )
    def test_it_is_told_what_happens_next_for_each_kind(self, client, alice, bob, reach, words):
        recipient = {"recipient": bob} if reach == "personal" else {}
        offer = OfferFactory(owner=alice, reach=Offer.Reach(reach), **recipient)
        client.force_login(alice)

        assert words in client.get(f"/offers/{offer.pk}/").content.decode()


class TestFirstSight:
    """What somebody reads who follows a link, having never been here."""

    def test_it_leads_to_the_lessons_and_leaves_the_deck_for_later(self, client, alice):
        offer = OfferFactory(owner=alice, reach=Offer.Reach.LINK)
        page = client.get(f"/offers/{offer.pk}/").content.decode()

        assert 'href="/learn/botanik/"' in page
        assert page.index("How it is played") < page.index("A deck that can be verified")
        assert "days to begin with and" in page

    def test_it_names_to_whom_a_rematch_is_offered(self, client, alice, bob):
        game = GameFactory(users=[alice, bob], turns=300)
        client.force_login(alice)
        page = client.post(f"/games/{game.pk}/rematch/", follow=True).content.decode()

        assert "Your offer of a rematch to bob" in page
        assert "Keep the offer open longer" in page
