"""The front page, and the page to play from."""

import json
import re

import pytest

from engine.games.botanik.machine import BARE_SOURCE
from engine.games.botanik.moves import parse
from engine.games.botanik.scoring import score
from tests.factories import GameFactory, OfferFactory

pytestmark = pytest.mark.django_db

TILE = re.compile(
    r'<g class="grow wave-\d (\w)"><use href="[^"#]*#(\w)(\d)(f?)" x="(\d+)" y="(\d+)"'
)


def pictured_builds(page):
    """The tiles of the big drawing as the moves that would have built it, Source at 0,0."""
    for colour, kind, turn, flower, x, y in TILE.findall(page):
        column, row = int(x) // 100 - 3, 1 - int(y) // 100
        yield f"{colour}{kind}{flower}@{column},{row}^{turn}"


class TestHome:
    def test_it_leads_to_playing(self, client):
        assert b'href="/play/"' in client.get("/").content

    def test_it_asks_the_database_for_the_game_of_the_day_alone(
        self, client, django_assert_num_queries
    ):
        with django_assert_num_queries(1):
            client.get("/")

    def test_it_draws_a_machine_that_the_rules_allow_and_counts_it_right(self, client):
        page = client.get("/").content.decode()
        machine = BARE_SOURCE
        for text in pictured_builds(page):
            build = parse(text)
            assert build in machine.builds(build.tile), f"{text} is not allowed there"
            machine = machine.lay(build.tile, build.cell, build.turn)

        points, tiles = score(machine).total, len(machine.laid)
        assert f"{tiles} tiles, {points} points" in page

    def test_it_is_about_the_only_game(self, client, sole_game):
        page = client.get("/").content.decode()

        assert "<h1>A garden of pipes, played at the pace of the post</h1>" in page
        assert 'href="/rules/"' in page

    def test_it_has_a_plate_for_each_of_several_games(
        self, client, sole_game, nursery, shared_nursery
    ):
        page = client.get("/").content.decode()

        assert "<h1>Garden games, played at the pace of the post</h1>" in page
        assert re.findall(r"<h3>([\w ]+)</h3>\s*<p class=\"for\">(.*)</p>", page) == [
            ("Botanik", "for 2 players"),
            ("Nursery", "for 2 to 4 players"),
            ("Shared nursery", "for 1 to 4 players, as one team"),
        ]
        assert page.count('href="/find/botanik/"') == 1  # the one call

    def test_it_leads_to_the_bots_of_games_that_have_some(
        self, client, botless_nursery, shared_nursery
    ):
        page = client.get("/").content.decode()

        assert 'href="/bots/shared-nursery/"' in page
        assert 'href="/bots/nursery/"' not in page


class TestFrontDoor:
    def test_it_plays_a_bot_now_then_a_friend_then_finds_somebody(self, client):
        page = client.get("/").content.decode()

        ways = ['action="/bots/pip/"', 'href="/offers/new/?reach=link"', ">Find me a game</a>"]
        places = [page.index(way) for way in ways]
        assert places == sorted(places)

    def test_it_goes_on_with_a_game_that_is_played(self, client, alice, bob):
        game = GameFactory(users=[alice, bob])
        client.force_login(alice)

        page = client.get("/").content.decode()

        assert "Continue against bob" in page
        assert f'class="btn go big" href="/games/{game.pk}/"' in page

    def test_it_begins_with_the_way_that_is_asked_for(self, client):
        page = client.get("/offers/new/?reach=link").content.decode()

        assert re.search(r'value="link"[^>]* checked', page)


class TestDescription:
    """What search engines and devices are told."""

    @pytest.mark.parametrize("path", ["/", "/manifest.webmanifest"])
    def test_it_is_that_of_the_only_game(self, client, sole_game, path):
        assert "A game of pipes and plants for two" in client.get(path).content.decode()

    @pytest.mark.parametrize("path", ["/", "/manifest.webmanifest"])
    def test_it_is_the_site_s_where_there_are_several(self, client, nursery, path):
        page = client.get(path).content.decode()

        assert "Garden games by correspondence" in page
        assert "pipes and plants" not in page

    def test_it_can_be_read_by_a_device_whatever_the_words(self, client, settings):
        settings.SITE_NAME = 'L\'"Orangerie" & co'

        card = json.loads(client.get("/manifest.webmanifest").content)

        assert card["name"] == settings.SITE_NAME


class TestPlay:
    def test_it_shows_what_is_open_to_all_to_a_visitor(self, client, alice):
        OfferFactory(owner=alice)

        assert b"alice" in client.get("/play/").content

    def test_it_has_a_way_to_play_first_for_who_plays_nothing(self, client, alice):
        client.force_login(alice)

        page = client.get("/play/").content.decode()

        assert page.index('action="/bots/pip/"') < page.index('id="lobby"')
        assert page.count('class="fern"') == 1  # no empty card twice

    def test_it_has_none_for_who_plays(self, client, alice, bob):
        GameFactory(users=[alice, bob])
        client.force_login(alice)

        assert 'class="sheetbox ways"' not in client.get("/play/").content.decode()

    def test_it_plays_a_bot_while_the_lobby_is_empty(self, client):
        assert "Play Pip meanwhile" in client.get("/offers/").content.decode()

    def test_it_says_what_to_do_when_nothing_is_offered(self, client):
        assert "Make the first offer" in client.get("/play/").content.decode()
