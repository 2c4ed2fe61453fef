"""A person as everybody may see them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.absences import book
from accounts.services import change_username

pytestmark = pytest.mark.django_db


class TestPage:
    def test_it_shows_what_the_person_said(self, client, alice):
        alice.about, alice.country = "I like <b>ferns</b>.", "FR"
        alice.save()

        content = client.get("/@alice/").content.decode()

        assert "I like &lt;b&gt;ferns&lt;/b&gt;." in content
        assert "France" in content

    def test_it_never_shows_the_mail_address(self, client, alice, bob):
        client.force_login(bob)

        assert alice.email.encode() not in client.get("/@alice/").content

    def test_it_says_when_somebody_who_is_away_is_back(self, client, alice):
        now = timezone.now()
        book(user=alice, starts_at=now, ends_at=now + timedelta(days=2))

        assert b"alice is away" in client.get("/@alice/").content

    def test_it_leads_to_the_right_address_from_another_case(self, client, alice):
        assert client.get("/@ALICE/")["Location"] == "/@alice/"

    def test_it_leads_to_the_right_address_from_a_former_name(self, client, alice):
        change_username(user=alice, name="alix")

        assert client.get("/@alice/")["Location"] == "/@alix/"

    def test_it_does_not_exist_for_a_name_that_nobody_has(self, client):
        assert client.get("/@nobody-at-all/").status_code == 404

    def test_it_does_not_exist_for_somebody_who_is_gone(self, client, alice):
        alice.is_active = False
        alice.save()

        assert client.get("/@alice/").status_code == 404

    def test_it_offers_the_way_to_change_it_to_its_owner_alone(self, client, alice, bob):
        client.force_login(bob)
        assert b"/account/profile/" not in client.get("/@alice/").content

        client.force_login(alice)
        assert b"/account/profile/" in client.get("/@alice/").content

    def test_it_asks_a_fixed_number_of_times(self, client, alice, bob, django_assert_num_queries):
        client.force_login(bob)
        client.get("/@alice/")

        with django_assert_num_queries(6):  # session, viewer, player, absence, block, bell
            client.get("/@alice/")

    def test_it_asks_twice_for_a_visitor(self, client, alice, django_assert_num_queries):
        with django_assert_num_queries(2):  # player, absence
            client.get("/@alice/")
