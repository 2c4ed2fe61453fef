"""Headers and cookies."""

import re
from pathlib import Path

import pytest
from django.contrib.auth.hashers import make_password
from django.template.loader import get_template
from django.test import Client

from botanik_site import settings as site_settings

ROOT = Path(__file__).parent.parent.parent
PAGES = ["/", "/play/", "/nothing/"]
TEMPLATES = sorted(path for path in (ROOT / "templates").rglob("*") if path.is_file())
# Mail programs know no policy of ours, and read no style sheet.
OF_PAGES = [path for path in TEMPLATES if "mails" not in path.parts]


@pytest.mark.django_db
class TestHeaders:
    @pytest.mark.parametrize("page", PAGES)
    def test_it_allows_no_inline_script_and_no_other_host(self, client, page):
        policy = client.get(page)["Content-Security-Policy"]

        directives = dict(part.strip().split(" ", 1) for part in policy.split(";"))
        assert directives["default-src"] == "'none'"
        assert directives["script-src"] == "'self'"
        assert directives["style-src"] == "'self'"
        assert "unsafe" not in policy
        assert "http" not in policy

    @pytest.mark.parametrize(
        ("header", "value"),
        [
            ("X-Frame-Options", "DENY"),
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "same-origin"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
        ],
    )
    def test_it_sends_the_usual_protections(self, client, header, value):
        assert client.get("/")[header] == value

    def test_it_refuses_a_host_that_is_not_ours(self, client):
        assert client.get("/", headers={"host": "evil.example"}).status_code == 400


@pytest.mark.django_db
class TestHttps:
    @pytest.fixture
    def client(self, settings):
        """A client of a site whose address begins with https://, behind one proxy."""
        settings.SECURE_SSL_REDIRECT = True
        settings.SECURE_HSTS_SECONDS = 31536000
        settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
        return Client()

    def test_it_leads_plain_requests_to_our_own_host_whatever_they_call_it(self, client, settings):
        settings.SECURE_SSL_HOST = "botanik.example"
        response = client.get("/play/", headers={"host": "testserver:81"})

        assert (response.status_code, response["Location"]) == (
            301,
            "https://botanik.example/play/",
        )

    def test_it_answers_what_the_proxy_received_over_it(self, client):
        response = client.get("/", headers={"x-forwarded-proto": "https"})

        assert response.status_code == 200
        assert "max-age=31536000" in response["Strict-Transport-Security"]

    def test_it_is_not_asked_of_probes(self, client):
        assert client.get("/healthz").status_code == 200


@pytest.mark.django_db
class TestCookies:
    def test_it_sets_none_but_those_for_forms(self, client):
        client.get("/")

        assert set(client.cookies) <= {"csrftoken"}

    def test_it_keeps_the_csrf_cookie_from_scripts(self, client):
        client.get("/")

        assert client.cookies["csrftoken"]["httponly"]
        assert client.cookies["csrftoken"]["samesite"] == "Lax"


class TestPasswords:
    def test_it_hashes_them_with_argon2(self, settings):
        settings.PASSWORD_HASHERS = site_settings.PASSWORD_HASHERS

        assert make_password("a quiet corner").startswith("argon2$argon2id$")


class TestTemplates:
    @pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
    def test_it_compiles(self, path):
        assert get_template(str(path.relative_to(ROOT / "templates")))

    @pytest.mark.parametrize("path", OF_PAGES, ids=lambda path: path.name)
    def test_it_has_nothing_inline(self, path):
        text = path.read_text()

        assert not re.search(r"\sstyle=|<style|\son[a-z]+=|hx-on|javascript:", text)
        assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", text))
