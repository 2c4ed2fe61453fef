"""What the site says of itself, and what it does not show to players."""

import re
from datetime import UTC, datetime, timedelta
from urllib.robotparser import RobotFileParser
from uuid import uuid4

import pytest

pytestmark = pytest.mark.django_db

FOOT = re.compile(r'<footer class="foot">.*</footer>', re.DOTALL)


def foot_of(client, path="/"):
    return FOOT.search(client.get(path).content.decode())[0]


class TestPages:
    @pytest.mark.parametrize("path", ["/privacy/", "/terms/"])
    def test_it_is_at_the_foot_of_every_page_and_says_whom_to_ask(self, client, settings, path):
        settings.CONTACT_MAIL = "gardener@botanik.example"

        assert f'href="{path}"' in foot_of(client)
        assert 'href="mailto:gardener@botanik.example"' in client.get(path).content.decode()

    @pytest.mark.parametrize("path", ["/privacy/", "/terms/"])
    def test_it_asks_the_database_nothing(self, client, path, django_assert_num_queries):
        with django_assert_num_queries(0):
            assert client.get(path).status_code == 200

    def test_it_says_how_long_things_are_kept(self, client):
        page = " ".join(client.get("/privacy/").content.decode().split())

        assert "for 90 days" in page
        assert "not seen for 14 days is forgotten, who never played after 24 hours" in page
        assert "after 7 days to think it over" in page

    def test_it_names_as_many_cookies_as_there_are(self, client, alice):
        client.force_login(alice)
        client.post("/theme/", {"theme": "dark"})
        client.post("/i18n/setlang/", {"language": "en"})
        client.get("/account/preferences/")

        assert "Five, all of them ours" in client.get("/privacy/").content.decode()
        assert len(client.cookies) == 5


class TestRobots:
    def test_it_keeps_searching_away_from_what_is_nobody_s_business(self, client):
        answer = client.get("/robots.txt")

        assert answer["Content-Type"].startswith("text/plain")
        lines = answer.content.decode().splitlines()
        assert lines[0] == "User-agent: *"
        assert {"Disallow: /account/", "Disallow: /admin/", "Disallow: /games/"} <= set(lines)

    def test_it_lets_programs_look_at_a_link_that_somebody_sends(self, client):
        page = client.get("/robots.txt").content.decode()

        assert "/offers" not in page
        assert "/cards" not in page

    def test_it_lets_those_that_show_links_look_at_games(self, client):
        text = client.get("/robots.txt").content.decode()
        rules = RobotFileParser()
        rules.parse(text.splitlines())

        address = f"/games/{uuid4()}/replay/31/"
        assert rules.can_fetch("Twitterbot", address)
        assert not rules.can_fetch("Twitterbot", "/account/")
        assert not rules.can_fetch("Googlebot", address)


class TestSecurity:
    def test_it_says_whom_to_tell_and_until_when(self, client, settings):
        settings.CONTACT_MAIL = "gardener@botanik.example"
        settings.SITE_URL = "https://botanik.example"

        lines = client.get("/.well-known/security.txt").content.decode().splitlines()

        said = dict(line.split(": ", 1) for line in lines)
        assert said["Contact"] == "mailto:gardener@botanik.example"
        assert said["Canonical"] == "https://botanik.example/.well-known/security.txt"
        expires = datetime.fromisoformat(said["Expires"])
        assert timedelta(days=30) < expires - datetime.now(UTC) < timedelta(days=365)


class TestLiveCheck:
    def test_it_is_out_of_sight_of_players(self, client, alice):
        assert "/live/" not in foot_of(client)
        client.force_login(alice)
        assert "/live/" not in foot_of(client)

    def test_it_is_there_for_staff(self, client, alice):
        alice.is_staff = True
        alice.save()
        client.force_login(alice)

        assert 'href="/live/"' in foot_of(client)
