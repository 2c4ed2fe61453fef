"""Logging in, and being told of it."""

import pytest
from django.test import Client

from tests.accounts.conftest import LAPTOP, PHONE, link_in

pytestmark = pytest.mark.usefixtures("worker")


class TestLogin:
    @pytest.mark.parametrize("login", ["alice", "ALICE", "alice@botanik.example"])
    def test_it_takes_the_name_or_the_address(self, client, log_in, verified_alice, login):
        assert log_in(login=login).status_code == 302
        assert client.session["_auth_user_id"] == str(verified_alice.pk)

    @pytest.mark.parametrize("login", ["alice", "nobody", "nobody@botanik.example"])
    def test_it_says_the_same_for_a_wrong_password_and_a_wrong_name(
        self, log_in, verified_alice, login
    ):
        response = log_in(login=login, password="not the one")

        assert response.status_code == 200
        assert b"do not go together" in response.content

    def test_it_is_refused_after_too_many_wrong_passwords(self, log_in, verified_alice):
        for _ in range(5):
            log_in(password="not the one")

        response = log_in()

        assert b"Wait five minutes" in response.content
        assert "_auth_user_id" not in response.wsgi_request.session

    def test_it_counts_the_tries_from_everywhere(self, log_in, verified_alice):
        for number in range(5):
            log_in(client=Client(), password="not the one", REMOTE_ADDR=f"192.0.2.{number}")

        response = log_in(client=Client(), REMOTE_ADDR="192.0.2.99")

        assert "_auth_user_id" not in response.wsgi_request.session

    def test_it_is_slowed_down_for_who_tries_many_names(self, log_in, verified_alice):
        for number in range(10):
            log_in(login=f"nobody{number}", password="not the one")

        response = log_in()

        assert "_auth_user_id" not in response.wsgi_request.session

    def test_it_gives_a_new_session(self, client, log_in, verified_alice):
        client.get("/account/login/")
        session = client.session
        session["planted"] = "by somebody else"
        session.save()
        before = session.session_key

        log_in()

        assert client.session.session_key != before

    def test_it_does_not_let_a_closed_account_in(self, client, log_in, verified_alice):
        verified_alice.is_active = False
        verified_alice.save(update_fields=["is_active"])

        log_in()

        assert "_auth_user_id" not in client.session


class TestNotice:
    def test_it_mails_of_a_sign_in_from_another_browser(self, log_in, verified_alice, mails):
        log_in(headers={"user-agent": PHONE})

        assert "iPhone" in mails(1)[0].body

    def test_it_does_not_mail_of_the_very_first_sign_in(self, log_in, sign_up, client, mails):
        sign_up()
        Client().post(link_in(mails(1)[0]))  # on another device

        log_in(client=Client(), login="dora", headers={"user-agent": PHONE})
        log_in(client=Client(), login="dora", headers={"user-agent": LAPTOP})

        assert ["Linux" in mail.body for mail in mails(2)] == [False, True]

    def test_it_does_not_mail_again_for_the_same_browser(self, log_in, verified_alice, mails):
        log_in(client=Client(), headers={"user-agent": PHONE})
        log_in(client=Client(), headers={"user-agent": PHONE})
        log_in(client=Client(), headers={"user-agent": LAPTOP})

        assert [("iPhone" in mail.body, "Linux" in mail.body) for mail in mails(2)] == [
            (True, False),
            (False, True),
        ]


class TestReset:
    def test_it_sets_a_new_password_by_the_link_and_says_so(
        self, client, log_in, verified_alice, mails
    ):
        client.post("/account/password/reset/", {"email": verified_alice.email})
        form = client.get(link_in(mails(1)[0]), follow=True)
        new = {"password1": "another corner of it", "password2": "another corner of it"}
        client.post(form.redirect_chain[-1][0], new)

        assert "_auth_user_id" not in client.session
        assert log_in(password="another corner of it").status_code == 302
        assert mails(2)[1].to == [verified_alice.email]

    def test_it_works_once(self, client, verified_alice, mails):
        client.post("/account/password/reset/", {"email": verified_alice.email})
        link = link_in(mails(1)[0])
        form = client.get(link, follow=True)
        new = {"password1": "another corner of it", "password2": "another corner of it"}
        client.post(form.redirect_chain[-1][0], new)

        assert b"password1" not in Client().get(link, follow=True).content


class TestMail:
    def test_it_is_sent_in_the_readers_language(self, client, verified_alice, mails):
        client.post(
            "/account/password/reset/",
            {"email": verified_alice.email},
            headers={"accept-language": "fr"},
        )

        assert "mot de passe" in mails(1)[0].body
