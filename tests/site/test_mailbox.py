"""Mails of a site on one's own machine."""

import pytest
from django.core.mail import EmailMultiAlternatives, get_connection, send_mail

from botanik_site import mailbox

pytestmark = pytest.mark.urls("tests.site.urls")


@pytest.fixture
def backend(settings, tmp_path):
    settings.MAIL_DIR = tmp_path / "mail"
    settings.EMAIL_BACKEND = "botanik_site.mailbox.MailboxBackend"
    settings.MAIL_DIR.mkdir()
    return get_connection()


def send(subject="Your turn", body="See http://localhost:8000/live/ there."):
    send_mail(subject, body, None, ["alice@botanik.example"])


class TestBackend:
    def test_it_prints_the_mail(self, backend, capsys):
        send()

        assert "Subject: Your turn" in capsys.readouterr().out

    def test_it_keeps_only_the_newest(self, backend, settings):
        for number in range(mailbox.KEPT + 3):
            send(subject=f"Mail {number}")

        assert len(list(settings.MAIL_DIR.iterdir())) == mailbox.KEPT

    def test_it_works_before_there_is_a_folder(self, backend, settings):
        settings.MAIL_DIR.rmdir()

        send()

        assert len(list(settings.MAIL_DIR.iterdir())) == 1


class TestPage:
    def test_it_shows_the_newest_mail_first(self, client, backend, db):
        send(subject="The first")
        send(subject="The second")

        content = client.get("/mail/").content.decode()

        assert content.index("The second") < content.index("The first")

    def test_it_makes_links_that_can_be_followed(self, client, backend, db):
        send()

        assert 'href="http://localhost:8000/live/"' in client.get("/mail/").content.decode()

    def test_it_shows_the_text_of_a_mail_that_has_html_too(self, client, backend, db):
        mail = EmailMultiAlternatives("Hello", "in plain words", None, ["alice@botanik.example"])
        mail.attach_alternative("<p>in colour</p>", "text/html")
        mail.send()

        assert "in plain words" in client.get("/mail/").content.decode()

    def test_it_escapes_what_mails_contain(self, client, backend, db):
        send(subject="<script>", body="<img src=x>")

        content = client.get("/mail/").content.decode()
        assert "&lt;script&gt;" in content
        assert "<img src=x>" not in content

    def test_it_says_so_when_there_are_none(self, client, backend, db):
        assert client.get("/mail/").status_code == 200

    def test_it_does_not_exist_for_another_machine(self, client, backend, db):
        assert client.get("/mail/", REMOTE_ADDR="192.0.2.7").status_code == 404

    def test_it_does_not_exist_behind_a_proxy(self, client, backend, db):
        assert client.get("/mail/", headers={"x-forwarded-for": "192.0.2.7"}).status_code == 404
