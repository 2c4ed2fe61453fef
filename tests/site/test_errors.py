"""Answers that say no, as a page and as a fragment."""

import pytest
from django.test import Client

from tests.site.urls import take_twice

pytestmark = [pytest.mark.urls("tests.site.urls"), pytest.mark.django_db]

HTMX = {"HX-Request": "true"}
STATUSES = [
    ("suspicious", 400),
    ("denied", 403),
    ("forbidden", 403),
    ("missing", 404),
    ("conflict", 409),
    ("taken", 409),
    ("taken-in-another-case", 409),
    ("unprocessable", 422),
    ("too-many", 429),
    ("broken", 500),
    ("against-a-rule", 500),
    ("no-broker", 503),
    ("no-cache", 503),
]


def second(get_response):
    """A middleware that does what somebody else has just done."""
    return take_twice


@pytest.fixture
def client():
    return Client(raise_request_exception=False)


class TestPage:
    @pytest.mark.parametrize(("how", "status"), STATUSES)
    def test_it_has_the_status_and_is_a_page_of_ours(self, client, how, status):
        response = client.get(f"/wrong/{how}/")

        assert response.status_code == status
        assert b"<html" in response.content
        assert b"Botanik" in response.content

    def test_it_is_ours_for_an_address_that_does_not_exist(self, client):
        response = client.get("/nothing/here/")

        assert response.status_code == 404
        assert b"Nothing grows here" in response.content

    def test_it_says_what_happened_in_the_services_own_words(self, client):
        assert b"Bob has moved." in client.get("/wrong/conflict/").content

    def test_it_escapes_what_it_says(self, client):
        assert b"&lt;b&gt;RI&lt;/b&gt;" in client.get("/wrong/unprocessable/").content

    def test_it_speaks_the_readers_language(self, client):
        response = client.get("/wrong/too-many/", headers={"accept-language": "fr"})

        assert b'lang="fr"' in response.content
        assert b"A little slower" not in response.content

    def test_it_says_to_who_came_second_that_somebody_was_faster(self, client):
        assert b"did the same in this very moment" in client.get("/wrong/taken/").content

    def test_it_says_so_too_where_a_middleware_came_second(self, client, settings):
        settings.MIDDLEWARE = [f"{__name__}.second", *settings.MIDDLEWARE]

        response = client.get("/")

        assert response.status_code == 409
        assert b"did the same in this very moment" in response.content

    @pytest.mark.parametrize("how", ["suspicious", "denied", "broken", "no-broker", "no-cache"])
    def test_it_does_not_tell_what_an_exception_said(self, client, how):
        content = client.get(f"/wrong/{how}/").content

        assert b"hunter2" not in content
        assert b"alice@" not in content

    def test_it_is_ours_for_a_form_without_a_csrf_token(self):
        response = Client(enforce_csrf_checks=True).post("/accept/")

        assert response.status_code == 403
        assert b"This is not open to you" in response.content


class TestFragment:
    @pytest.mark.parametrize(("how", "status"), STATUSES)
    def test_it_is_put_where_notices_are(self, client, how, status):
        response = client.get(f"/wrong/{how}/", headers=HTMX)

        assert response.status_code == status
        assert b"<html" not in response.content
        assert b'role="alert"' in response.content
        assert response["HX-Retarget"] == "#notices"
        assert response["HX-Reswap"] == "innerHTML"
