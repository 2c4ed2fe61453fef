"""A game where a link to it is shown: words, its picture, and what its page offers to send."""

import html
import re
from io import BytesIO

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from PIL import Image

from accounts.services import change_username
from games import positions
from games.boards import board_of
from games.models import Game
from games.selectors import eyes, tables
from games.services import endings
from tests.factories import GameFactory, TableFactory

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def over(alice, bob):
    """Bob gave up, after a few moves."""
    game = GameFactory(users=[alice, bob], turns=7)
    endings.resign(game_id=game.pk, user=bob)
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def running(alice, bob):
    return GameFactory(users=[alice, bob], turns=7)


@pytest.fixture
def private(alice, bob):
    game = GameFactory(users=[alice, bob], turns=7, is_private=True)
    endings.resign(game_id=game.pk, user=bob)
    return game


def tags(client, address):
    """The tags of a page, as a program that shows links reads them."""
    page = client.get(address).content.decode()
    found = re.findall(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)"', page)
    return {name: html.unescape(value) for name, value in found}


def picture_of(game):
    return f"/games/{game.pk}/picture.png"


class TestTags:
    @pytest.mark.parametrize("page", ["", "replay/", "replay/3/"])
    def test_it_says_who_played_and_how_it_ended(self, client, over, page, settings):
        found = tags(client, f"/games/{over.pk}/{page}")
        first, second = over.players.order_by("seat")

        assert found["og:title"] == "alice – bob: alice wins: bob gave up"
        assert found["og:description"] == (
            f"A game of Botanik, given up on {over.ended_at:%-d %B %Y}. alice wins: bob gave up."
            f" alice: {first.score} point{'s' * (first.score != 1)},"
            f" bob: {second.score} point{'s' * (second.score != 1)}."
        )
        assert found["og:image"] == f"{settings.SITE_URL}{picture_of(over)}?lang=en"
        assert (found["og:image:width"], found["og:image:height"]) == ("1200", "630")
        assert found["og:image:alt"] == found["twitter:image:alt"] != ""
        assert found["twitter:card"] == "summary_large_image"

    @pytest.mark.parametrize(
        ("page", "meant"),
        [("", "replay/"), ("replay/", "replay/"), ("replay/3/?side=1", "replay/3/")],
    )
    def test_it_names_one_address_whatever_else_the_link_says(
        self, client, over, page, meant, settings
    ):
        found = tags(client, f"/games/{over.pk}/{page}")

        assert found["og:url"] == f"{settings.SITE_URL}/games/{over.pk}/{meant}"

    def test_its_picture_is_there(self, client, over, settings):
        address = tags(client, f"/games/{over.pk}/replay/")["og:image"]
        answer = client.get(address.removeprefix(settings.SITE_URL))

        assert answer["Content-Type"] == "image/png"
        assert Image.open(BytesIO(answer.content)).size == (1200, 630)

    def test_it_speaks_french(self, client, over):
        client.cookies["django_language"] = "fr"
        found = tags(client, f"/games/{over.pk}/replay/")

        assert found["og:description"].startswith("Une partie de Botanik")
        assert found["og:image"].endswith("?lang=fr")

    @pytest.mark.parametrize("page", ["", "replay/"])
    def test_it_shows_the_card_of_the_game_while_one_runs(self, client, running, page, settings):
        found = tags(client, f"/games/{running.pk}/{page}")

        assert found["og:title"] == "alice – bob"
        assert found["og:description"].startswith("A game of Botanik that is being played.")
        assert found["og:image"] == f"{settings.SITE_URL}/cards/botanik.png"

    @pytest.mark.parametrize("page", ["", "replay/", "replay/3/"])
    def test_it_says_nothing_of_a_private_game_not_even_to_who_plays_it(
        self, client, alice, private, page
    ):
        client.force_login(alice)

        assert tags(client, f"/games/{private.pk}/{page}") == {}


class TestPicture:
    def test_it_shows_the_end_with_the_points_of_the_engine(self, client, over):
        image = Image.open(BytesIO(client.get(picture_of(over)).content))

        for player in over.players.all():
            assert image.text[f"Score{player.seat}"] == str(player.score)
        assert image.text["Title"] == "alice wins: bob gave up"

    def test_it_can_be_kept_and_is_the_same_for_everybody(self, client, bob, over):
        first = client.get(picture_of(over))
        client.force_login(bob)
        second = client.get(picture_of(over))

        assert first["Cache-Control"] == "public, max-age=3600"
        assert "Cookie" not in first.get("Vary", "")
        assert (first.content, first["ETag"]) == (second.content, second["ETag"])
        assert not first.cookies
        assert not second.cookies

    def test_it_is_not_sent_again_to_who_has_it(self, client, over):
        etag = client.get(picture_of(over))["ETag"]

        assert client.get(picture_of(over), headers={"If-None-Match": etag}).status_code == 304

    def test_it_is_drawn_once(self, client, over):
        answer = client.get(picture_of(over))
        key = f"portrait:{answer['ETag'].strip(chr(34))}"

        assert caches["pictures"].get(key) == answer.content
        caches["pictures"].set(key, b"kept")
        assert client.get(picture_of(over)).content == b"kept"

    def test_it_is_another_under_another_name_and_in_another_language(self, client, alice, over):
        before = client.get(picture_of(over))["ETag"]
        in_french = client.get(picture_of(over), {"lang": "fr"})["ETag"]
        change_username(user=alice, name="alix")

        assert len({before, in_french, client.get(picture_of(over))["ETag"]}) == 3

    @pytest.mark.parametrize("who", ["alice", "charlie", None])
    def test_there_is_none_of_a_private_game(self, client, request, private, who):
        if who:
            client.force_login(request.getfixturevalue(who))

        assert client.get(picture_of(private)).status_code == 404

    def test_there_is_none_of_a_running_game(self, client, running):
        assert client.get(picture_of(running)).status_code == 404

    def test_it_asks_three_queries_at_most(self, client, over):
        with CaptureQueriesContext(connection) as captured:
            client.get(picture_of(over))

        assert len(captured) <= 3

    def test_a_toy_has_one_too(self, client, nursery, alice, bob, charlie):
        game = TableFactory(users=[alice, bob, charlie], ruleset="nursery", turns=99)
        assert not game.is_running

        image = Image.open(BytesIO(client.get(picture_of(game)).content))

        for player in game.players.all():
            assert image.text[f"Score{player.seat}"] == str(player.score)


def values(page):
    """What the fields hold that somebody may copy."""
    link = re.search(r'id="link" readonly value="([^"]*)"', page)
    areas = dict(re.findall(r'<textarea id="(\w+)"[^>]*>(.*?)</textarea>', page, re.DOTALL))
    fields = {"link": link.group(1), **areas}
    return {name: html.unescape(value) for name, value in fields.items()}


class TestWhatIsSent:
    @pytest.mark.parametrize("headers", [{}, HTMX])
    def test_it_follows_the_ply_that_is_shown(self, client, over, settings, headers):
        page = client.get(f"/games/{over.pk}/replay/3/", headers=headers).content.decode()
        sent = values(page)

        assert sent["link"] == f"{settings.SITE_URL}/games/{over.pk}/replay/3/"
        assert f'src="{settings.SITE_URL}/embed/{over.pk}/3/"' in sent["snippet"]
        assert ('id="here" class="here" hx-swap-oob="true"' in page) == bool(headers)

    def test_its_link_opens_at_that_ply(self, client, over, settings):
        sent = values(client.get(f"/games/{over.pk}/replay/3/").content.decode())

        page = client.get(sent["link"].removeprefix(settings.SITE_URL)).content.decode()
        assert 'data-ply="3"' in page

    def test_it_shows_the_position_as_text(self, client, over):
        table = tables.access(over.pk, over.players.first().user)
        state = positions.load(over)
        seen = eyes.beside(table, 0)
        text = board_of("botanik").sketch(state.view_for(seen.viewer), 0, ["alice", "bob"])

        assert values(client.get(f"/games/{over.pk}/replay/").content.decode())["sketch"] == text

    def test_its_snippet_is_one_frame_whatever_people_are_called(self, client, alice, over):
        sent = values(client.get(f"/games/{over.pk}/replay/").content.decode())

        assert re.fullmatch(
            r'<iframe src="[^"]+" width="640" height="560" title="[^"<>]+" loading="lazy">'
            r"</iframe>",
            sent["snippet"],
        )

    def test_it_offers_files_of_a_private_game_and_no_frame(self, client, alice, private):
        client.force_login(alice)
        page = client.get(f"/games/{private.pk}/replay/").content.decode()

        assert "<iframe" not in html.unescape(page)
        assert "picture.png" not in page
        assert f"/games/{private.pk}/json/" in page

    def test_it_offers_no_pictures_while_the_game_runs(self, client, running):
        page = client.get(f"/games/{running.pk}/replay/").content.decode()

        assert "picture.png" not in page
        assert f"/games/{running.pk}/film/" not in page


class TestCookies:
    @pytest.mark.parametrize("what", ["picture.png", "film.webp"])
    def test_none_is_read_or_set_also_where_there_is_nothing(self, alice, running, what):
        client = Client()
        client.force_login(alice)
        answer = client.get(f"/games/{running.pk}/{what}")

        assert answer.status_code == 404
        assert not answer.cookies
        assert "alice" not in answer.content.decode()
