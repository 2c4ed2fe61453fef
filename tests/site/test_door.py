"""What no page can mean is turned away with a 400, before any database is asked."""

import logging

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db

NUL = "a\0b"
BOUNDARY = "multipart/form-data; boundary=edge"
BROKEN = {
    "no boundary": ("multipart/form-data", b"--edge\r\n\r\n--edge--"),
    "a boundary of other letters": ("multipart/form-data; boundary=\xff", b"--edge--"),
    "a boundary that is too long": (f"multipart/form-data; boundary={'x' * 300}", b"--edge--"),
}
CHARSETS = ["utf-16", "utf-7", "hex", "rot13", "idna", "punycode", "undefined", "unicode_escape"]


@pytest.fixture
def client(alice):
    """Somebody who is signed in, and whose faults would be shown as 500."""
    client = Client(raise_request_exception=False)
    client.force_login(alice)
    return client


@pytest.fixture(autouse=True)
def _no_error_of_ours(caplog):
    """Whatever a client sends, nobody of ours has to look at it."""
    yield
    assert [each for each in caplog.records if each.levelno >= logging.ERROR] == []


def send(client, body, content_type):
    """Bytes as they are: `client.post` would encode them itself."""
    return client.generic("POST", "/account/profile/", body, content_type)


class TestNul:
    def test_it_is_turned_away_in_a_query(self, client):
        assert client.get("/offers/", {"before": NUL}).status_code == 400

    def test_it_is_turned_away_as_the_name_of_a_query(self, client):
        assert client.get("/offers/", {NUL: "1"}).status_code == 400

    def test_it_is_turned_away_in_a_path(self, client):
        assert client.get("/@al%00ice/").status_code == 400

    @pytest.mark.parametrize("name", ["sessionid", "csrftoken", "theme", "django_language"])
    def test_it_is_turned_away_in_a_cookie(self, client, name):
        client.cookies[name] = NUL

        assert client.get("/play/").status_code == 400

    def test_it_is_turned_away_in_a_form(self, client):
        assert client.post("/account/profile/", {"about": NUL}).status_code == 400

    def test_it_is_turned_away_in_a_form_of_several_parts(self, client):
        part = b'--edge\r\nContent-Disposition: form-data; name="about"\r\n\r\na\0b\r\n--edge--\r\n'
        response = send(client, part, BOUNDARY)

        assert response.status_code == 400

    def test_it_is_answered_with_the_usual_page_in_the_readers_language(self, client):
        response = client.get("/offers/?before=%00", headers={"accept-language": "fr"})

        assert b'<html lang="fr"' in response.content
        assert b"Botanik" in response.content


class TestForms:
    @pytest.mark.parametrize("how", BROKEN)
    def test_it_turns_away_a_broken_body(self, client, how):
        content_type, body = BROKEN[how]
        response = send(client, body, content_type)

        assert response.status_code == 400

    @pytest.mark.parametrize("charset", CHARSETS)
    @pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", BOUNDARY])
    def test_it_turns_away_another_encoding_than_ours(self, client, charset, kind):
        response = send(client, b"about=hello", f"{kind}; charset={charset}")

        assert response.status_code == 400

    @pytest.mark.parametrize("charset", ["utf-8", "UTF-8", "nonsense"])
    def test_it_reads_ours_and_what_is_no_encoding_as_ours(self, client, charset):
        kind = f"application/x-www-form-urlencoded; charset={charset}"
        response = send(client, b"about=caf%C3%A9", kind)

        assert response.status_code == 302

    def test_it_turns_away_too_many_fields(self, client):
        assert client.post("/account/profile/", {str(n): "" for n in range(999)}).status_code == 400

    def test_it_turns_away_too_many_questions(self, client):
        assert client.get("/play/", {str(n): "" for n in range(999)}).status_code == 400


class TestWayOn:
    @pytest.mark.parametrize("way", ["http://[::1", "//[", "http://\u2100.example/"])
    @pytest.mark.parametrize(
        "path",
        ["/account/login/", "/account/signup/", "/account/password/reset/", "/account/logout/",
         "/admin/login/", "/theme/", "/i18n/setlang/"],
    )  # fmt: skip
    def test_it_turns_away_what_is_no_address(self, path, way):
        visitor = Client(raise_request_exception=False)

        assert visitor.get(path, {"next": way}).status_code == 400
        assert visitor.post(path, {"next": way}).status_code == 400
