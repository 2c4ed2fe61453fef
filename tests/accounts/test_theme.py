"""Light or dark."""

import pytest

pytestmark = pytest.mark.django_db


class TestPage:
    def test_it_leaves_the_choice_to_the_system_at_first(self, client):
        assert b"data-theme" not in client.get("/").content

    @pytest.mark.parametrize("theme", ["light", "dark"])
    def test_it_shows_the_chosen_theme(self, client, theme):
        client.post("/theme/", {"theme": theme})

        assert f'data-theme="{theme}"'.encode() in client.get("/").content

    def test_it_ignores_a_cookie_that_somebody_made_up(self, client):
        client.cookies["theme"] = '"><script>'

        assert b"data-theme" not in client.get("/").content


class TestChoosing:
    def test_it_can_be_taken_back(self, client):
        client.post("/theme/", {"theme": "dark"})
        client.post("/theme/", {"theme": "system"})

        assert b"data-theme" not in client.get("/").content

    def test_it_leads_back_to_where_one_was(self, client):
        response = client.post("/theme/", {"theme": "dark", "next": "/play/?page=2"})

        assert (response.status_code, response["Location"]) == (302, "/play/?page=2")

    @pytest.mark.parametrize(
        "target", ["https://evil.example/", "//evil.example", "javascript:x", "/\\evil.example"]
    )
    def test_it_leads_nowhere_else(self, client, target):
        assert client.post("/theme/", {"theme": "dark", "next": target})["Location"] == "/"

    def test_it_refuses_a_theme_that_does_not_exist(self, client):
        assert client.post("/theme/", {"theme": "pink"}).status_code == 422

    def test_it_must_be_posted(self, client):
        assert client.get("/theme/").status_code == 405
