"""Telling others about oneself."""

import pytest

pytestmark = pytest.mark.django_db
PAGE = "/account/profile/"


class TestForm:
    def test_it_is_only_for_people_who_are_signed_in(self, client):
        assert client.get(PAGE)["Location"].startswith("/account/login/")

    def test_it_saves_what_was_said(self, client, alice):
        client.force_login(alice)

        client.post(PAGE, {"about": "I like ferns.", "country": "FR", "pronouns": "she"})

        alice.refresh_from_db()
        assert (alice.about, alice.country, alice.pronouns) == ("I like ferns.", "FR", "she")

    @pytest.mark.parametrize(
        "wrong", [{"country": "XX"}, {"about": "x" * 501}, {"pronouns": "x" * 31}]
    )
    def test_it_refuses_and_keeps_what_was_typed(self, client, alice, wrong):
        client.force_login(alice)

        response = client.post(PAGE, {"languages": "Esperanto", **wrong})

        assert response.status_code == 422
        assert b"Esperanto" in response.content
        alice.refresh_from_db()
        assert alice.languages == ""

    def test_it_names_countries_in_the_readers_language(self, client, alice):
        client.force_login(alice)

        response = client.get(PAGE, headers={"accept-language": "fr"})

        assert "Allemagne" in response.content.decode()

    def test_it_is_saved_by_somebody_whose_name_could_not_be_taken_today(self, client, alice):
        """Lists of words grow, and that is for no profile to judge."""
        alice.username = "admin"
        alice.save()
        client.force_login(alice)

        response = client.post(PAGE, {"about": "I like ferns."})

        alice.refresh_from_db()
        assert (response.status_code, alice.about) == (302, "I like ferns.")
