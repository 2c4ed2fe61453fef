"""Signing up, and the mail that completes it."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from accounts.selectors import preferences_of
from tests.accounts.conftest import PASSWORD, link_in


class TestSignUp:
    def test_it_makes_an_account_that_waits_for_its_address(self, sign_up, mails):
        response = sign_up()

        assert response.status_code == 302
        assert response["Location"].endswith("/account/confirm-email/")
        assert User.objects.get(username="dora").has_usable_password()

    def test_it_sends_a_link_that_verifies_the_address(self, client, sign_up, mails, log_in):
        sign_up()
        [mail] = mails(1)

        client.post(link_in(mail))

        assert log_in(login="dora").status_code == 302
        assert client.get("/account/email/").status_code == 200

    def test_it_signs_in_who_follows_the_link_in_the_same_browser(self, client, sign_up, mails):
        sign_up()
        assert "_auth_user_id" not in client.session

        answer = client.post(link_in(mails(1)[0]), follow=True)

        assert answer.context["user"].username == "dora"
        assert answer.redirect_chain[-1][0] == "/play/"

    def test_it_does_not_sign_in_who_follows_the_link_elsewhere(self, client, sign_up, mails):
        sign_up()
        elsewhere = Client()

        elsewhere.post(link_in(mails(1)[0]))

        assert "_auth_user_id" not in elsewhere.session

    def test_it_names_the_address_that_the_mail_went_to(self, sign_up, client, mails):
        page = client.get(sign_up()["Location"]).content.decode()

        assert "<strong>dora@botanik.example</strong>" in page

    def test_it_does_not_log_in_before_the_address_is_verified(
        self, client, sign_up, log_in, mails
    ):
        sign_up()

        log_in(login="dora")

        assert "_auth_user_id" not in client.session

    @pytest.mark.parametrize(
        ("guess", "kept"), [("Europe/Paris", "Europe/Paris"), ("Mars/Olympus", "UTC"), ("", "UTC")]
    )
    def test_it_keeps_the_time_zone_that_the_browser_tells(self, client, mails, guess, kept):
        form = {"username": "dora", "email": "dora@botanik.example", "password1": PASSWORD}

        client.post("/account/signup/", {**form, "time_zone": guess})

        assert User.objects.get(username="dora").time_zone == kept

    @pytest.mark.parametrize(("browser", "kept"), [("fr", "fr"), ("en", ""), ("de", "")])
    def test_it_keeps_the_language_of_the_page_for_mails(self, client, mails, browser, kept):
        form = {"username": "dora", "email": "dora@botanik.example", "password1": PASSWORD}

        client.post("/account/signup/", form, headers={"Accept-Language": browser})

        assert preferences_of(User.objects.get(username="dora")).language == kept

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("username", "admin"),
            ("username", "fuckyou"),
            ("username", "al ice"),
            ("email", "nobody"),
            ("password", "password"),
            ("password", "12345678901"),
            ("password", "short"),
            ("password", "dora1234"),
        ],
    )
    def test_it_refuses_beside_the_field_and_keeps_what_was_typed(self, sign_up, db, field, value):
        response = sign_up(**{field: value})

        assert response.status_code == 200
        assert not User.objects.filter(email="dora@botanik.example").exists()
        content = response.content.decode()
        assert 'aria-invalid="true"' in content
        if field != "password":
            assert f'value="{value}"' in content

    def test_it_refuses_a_name_that_differs_only_in_case(self, sign_up, alice):
        assert sign_up(username="ALICE").status_code == 200
        assert User.objects.count() == 1

    def test_it_is_refused_after_too_many_from_one_address(self, sign_up, db):
        statuses = [sign_up(username="x").status_code for _ in range(21)]

        assert statuses[0] == 200
        assert statuses[-1] == 429

    def test_it_is_refused_after_too_many_in_a_day(self, sign_up, db, clock):
        statuses = []
        for _ in range(101):
            clock.shift(timedelta(minutes=5))
            statuses.append(sign_up(username="x").status_code)

        assert statuses == [200] * 100 + [429]


class TestKnownAddress:
    def test_it_tells_only_the_owner_of_the_address(self, sign_up, verified_alice, mails):
        sign_up(email=verified_alice.email)

        [mail] = mails(1)
        assert mail.to == [verified_alice.email]
        assert "already has an account" in mail.body

    def test_it_knows_an_address_that_came_later(self, client, sign_up, verified_alice, mails):
        client.force_login(verified_alice)
        client.post("/account/reauthenticate/", {"password": PASSWORD})
        client.post("/account/email/", {"email": "new@botanik.example", "action_add": "1"})
        client.post(link_in(mails(1)[0]))
        client.logout()
        cache.clear()  # an address is written to once in a few minutes

        sign_up(email="new@botanik.example")

        assert any("already has an account" in mail.body for mail in mails(3))
        assert not User.objects.filter(username="dora").exists()

    def test_it_no_longer_knows_the_address_that_was_given_up(
        self, client, sign_up, verified_alice, mails
    ):
        client.force_login(verified_alice)
        client.post("/account/reauthenticate/", {"password": PASSWORD})
        client.post("/account/email/", {"email": "new@botanik.example", "action_add": "1"})
        client.post(link_in(mails(1)[0]))
        client.logout()

        sign_up(email="alice@botanik.example")

        assert User.objects.get(username="dora").email == "alice@botanik.example"
