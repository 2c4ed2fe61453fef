"""The rules of conduct, and where one finds them."""

import pytest
from django.conf import settings

pytestmark = pytest.mark.django_db
LINK = 'href="/conduct/"'


def read(client, path, language="en"):
    return client.get(path, headers={"accept-language": language}).content.decode()


class TestRules:
    @pytest.mark.parametrize(
        ("language", "words"),
        [
            (
                "en",
                ["No help in rated games", "When a rated game is over, all help is welcome",
                 "No insults", "No advertising", "One account for one person",
                 "Do not let somebody wait", "Do not lose on purpose", "Report it", "Appeal"],
            ),
            (
                "fr",
                ["Aucune aide dans les parties classées", "toute aide est la bienvenue",
                 "Pas d’insultes", "Pas de publicité", "Un seul compte par personne",
                 "Ne faites pas attendre", "Ne perdez pas exprès", "Signalez-le", "recours"],
            ),
        ],
    )  # fmt: skip
    def test_it_says_what_is_asked_of_people(self, client, language, words):
        text = read(client, "/conduct/", language)

        assert [word for word in words if word not in text] == []

    def test_it_leads_to_the_numbers_and_to_us(self, client):
        text = read(client, "/conduct/")

        assert 'href="/decency/"' in text
        assert f"mailto:{settings.CONTACT_MAIL}" in text

    def test_it_asks_nothing_of_the_database(self, client, django_assert_num_queries):
        client.get("/conduct/")

        with django_assert_num_queries(0):
            client.get("/conduct/")


class TestWays:
    @pytest.mark.parametrize("path", ["/", "/account/signup/", "/terms/", "/decency/"])
    def test_it_is_linked(self, client, path):
        main, _, footer = read(client, path).partition("<footer")

        assert LINK in footer
        assert path == "/" or LINK in main
