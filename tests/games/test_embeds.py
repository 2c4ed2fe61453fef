"""A game inside somebody else's page: the one address that may be framed."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games.services import endings
from tests.factories import GameFactory, TableFactory
from tests.games.leaks import CHANGING, ROUTES

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice, bob):
    return GameFactory(users=[alice, bob], turns=7)


@pytest.fixture
def over(alice, bob):
    game = GameFactory(users=[alice, bob], turns=7)
    endings.resign(game_id=game.pk, user=bob)
    game.refresh_from_db()
    return game


def read(client, address, **query):
    return client.get(address, query).content.decode()


def policy(answer):
    parts = answer.headers["Content-Security-Policy"].split(";")
    return dict(part.strip().split(" ", 1) for part in parts)


class TestPage:
    def test_it_shows_the_end_of_a_game_that_is_over(self, client, over):
        page = read(client, f"/embed/{over.pk}/")

        assert "alice wins: bob gave up" in page
        assert f"{over.ply} / {over.ply}" in page

    def test_it_steps_inside_the_frame(self, client, over):
        page = read(client, f"/embed/{over.pk}/3/")

        for way, ply in (("prev", 2), ("next", 4)):
            assert f'target="_self" rel="{way}" href="/embed/{over.pk}/{ply}/"' in page

    def test_every_other_link_leads_out_of_it(self, client, over):
        """What may not be framed would show nothing but a refusal there."""
        page = read(client, f"/embed/{over.pk}/3/")

        assert '<base target="_blank" />' in page
        stepping = re.findall(r'<a [^>]*target="_self"[^>]*href="([^"]*)"', page)
        assert all(address.startswith("/embed/") for address in stepping)
        assert len(re.findall("<a ", page)) == len(stepping) + 1

    def test_it_leads_to_the_whole_game_at_the_same_ply(self, client, over, settings):
        address = f"{settings.SITE_URL}/games/{over.pk}/replay/3/"

        assert f'href="{address}" rel="noopener"' in read(client, f"/embed/{over.pk}/3/")

    def test_it_shows_a_running_game_as_it_stands(self, client, game):
        assert f"{game.ply} / {game.ply}" in read(client, f"/embed/{game.pk}/")

    def test_it_speaks_the_language_that_the_address_names_and_keeps_to_it(self, client, over):
        page = read(client, f"/embed/{over.pk}/3/", lang="fr")

        assert '<html lang="fr">' in page
        assert f'href="/embed/{over.pk}/4/?lang=fr"' in page
        assert '<html lang="en">' in read(client, f"/embed/{over.pk}/3/", lang="xx")

    def test_it_speaks_the_language_of_the_browser(self, client, over):
        answer = client.get(f"/embed/{over.pk}/", headers={"Accept-Language": "fr"})

        assert '<html lang="fr">' in answer.content.decode()
        assert answer["Vary"] == "Accept-Language"

    @pytest.mark.parametrize("ply", [0, 999])
    def test_it_has_no_move_that_was_not_made(self, client, over, ply):
        assert client.get(f"/embed/{over.pk}/{ply}/").status_code == 404

    def test_a_toy_is_shown_without_what_its_players_hold(
        self, client, seedlings, alice, bob, charlie
    ):
        game = TableFactory(users=[alice, bob, charlie], turns=4)

        assert '<p class="hand"></p>' in read(client, f"/embed/{game.pk}/")

    def test_it_asks_as_often_at_any_ply(self, client, over):
        numbers = set()
        for ply in (1, over.ply // 2, over.ply):
            with CaptureQueriesContext(connection) as captured:
                client.get(f"/embed/{over.pk}/{ply}/")
            numbers.add(len(captured))

        assert len(numbers) == 1
        assert max(numbers) <= 4


class TestPrivateGames:
    @pytest.mark.parametrize("who", ["alice", "charlie", None])
    @pytest.mark.parametrize("what", ["", "1/"])
    def test_there_is_none_of_them_for_anybody(self, client, alice, bob, who, what, request):
        game = GameFactory(users=[alice, bob], turns=3, is_private=True)
        if who:
            client.force_login(request.getfixturevalue(who))
        answer = client.get(f"/embed/{game.pk}/{what}")

        assert answer.status_code == 404
        assert answer["X-Frame-Options"] == "DENY"


class TestFrames:
    def test_it_may_be_framed_everywhere_and_may_do_less_than_other_pages(self, client, over):
        answer = client.get(f"/embed/{over.pk}/")

        assert "X-Frame-Options" not in answer
        assert policy(answer)["frame-ancestors"] == "*"
        assert policy(answer)["script-src"] == policy(answer)["form-action"] == "'none'"
        assert policy(answer)["default-src"] == "'none'"

    @pytest.mark.parametrize("who", ["visitor", "alice"])
    def test_nothing_else_may(self, alice, over, who):
        """Every address that needs no blank but a game, whatever it answers."""
        client = Client(raise_request_exception=False)
        if who == "alice":
            client.force_login(alice)
        blanks = {"game_id": over.pk, "offer_id": over.pk, "ruleset": "botanik", "name": "alice",
                  "ply": 1}  # fmt: skip
        framed = []
        for name, wanted in ROUTES.items():
            if not set(wanted) <= blanks.keys() or name in CHANGING:
                continue
            answer = client.get(reverse(name, kwargs={blank: blanks[blank] for blank in wanted}))
            refuses = answer.get("X-Frame-Options") in ("DENY", "SAMEORIGIN")
            if not refuses or policy(answer)["frame-ancestors"] != "'none'":
                framed.append(name)

        assert framed == ["games:embed", "games:embed_at"]


class TestCookies:
    @pytest.mark.parametrize("what", ["{}/", "{}/3/", "{}/999/", "nothing/"])
    def test_it_sets_none_and_reads_none_whatever_happens(self, alice, over, what):
        known, nobody = Client(), Client()
        known.force_login(alice)
        known.cookies["theme"] = "dark"
        known.cookies["django_language"] = "fr"
        address = f"/embed/{what.format(over.pk)}"
        seen = User.objects.get(pk=alice.pk).last_seen_at

        with CaptureQueriesContext(connection) as captured:
            answer = known.get(address)

        assert not answer.cookies
        assert "Cookie" not in answer.get("Vary", "")
        assert not [query for query in captured if "django_session" in query["sql"]]
        assert User.objects.get(pk=alice.pk).last_seen_at == seen
        masked = re.compile(rb'"X-CSRFToken": "[^"]*"|csrfmiddlewaretoken" value="[^"]*"')
        assert masked.sub(b"", answer.content) == masked.sub(b"", nobody.get(address).content)

    def test_it_has_no_form_no_script_and_no_way_to_log_in(self, client, over):
        page = read(client, f"/embed/{over.pk}/3/")

        for thing in ("<form", "<script", "<input", "csrf", "/account/", "data-topic", "hx-"):
            assert thing not in page
