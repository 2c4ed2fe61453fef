"""What the site is called is said in one place."""

import re

import pytest
from django.conf import settings
from django.template.loader import render_to_string

pytestmark = pytest.mark.django_db

TEMPLATES = settings.BASE_DIR / "templates"


@pytest.fixture(autouse=True)
def _renamed(settings):
    settings.SITE_NAME = "Orchard"


@pytest.mark.parametrize("path", ["/", "/rules/", "/nothing-here/", "/account/login/"])
def test_it_is_in_title_header_and_footer(client, path):
    page = client.get(path).content.decode()

    assert re.search(r"<title>[^<]* · Orchard</title>", page)
    assert '<span class="brand-name">Orchard</span>' in page
    assert "Orchard is a place to play" in page


@pytest.mark.parametrize("template", ["errors/plain.html", "games/manifest.json"])
def test_it_is_where_there_is_no_request(template):
    text = render_to_string(template)

    assert "Orchard" in text
    assert "Botanik" not in text


def test_it_is_written_in_no_template():
    named = {
        str(file.relative_to(TEMPLATES))
        for file in TEMPLATES.rglob("*.*")
        if "Botanik" in file.read_text() and file.parent != TEMPLATES / "games/boards/botanik"
    }

    assert named == set()


def test_it_is_in_the_sender_and_in_authenticator_apps():
    from botanik_site import settings as site

    assert site.DEFAULT_FROM_EMAIL.startswith(f"{site.SITE_NAME} <")
    assert site.MFA_TOTP_ISSUER == site.SITE_NAME
