"""The archive and the game of the day, once there is something in them."""

import urllib.request

import pytest

from tests.chromium import DESKTOP, PHONE
from tests.engine.console import run

LAID = """
from datetime import UTC, datetime, timedelta
from django.utils import timezone
from games.models import Archive, Featured, Game
from games.services import archives
from tests.factories import GameFactory, UserFactory
users = [UserFactory(username=name, password=None) for name in ("marigold", "a-very-long-name-mg")]
game = GameFactory(users=users, turns=999)
Featured.objects.create(day=game.ended_at.date(), game=game, lead_changes=3)
for month in (1, 2):
    old = GameFactory(users=users, turns=999)
    Game.objects.filter(pk=old.pk).update(ended_at=datetime(2025, month, 3, tzinfo=UTC))
    archive = Archive.objects.create(ruleset="botanik", month=datetime(2025, month, 1).date())
    archives.make(archive.pk)
print(Archive.objects.filter(edition=1).count())
"""
FILE = "/archive/botanik/2025-1/"


@pytest.fixture
def laid(running_sites):
    """A site with two months in its archive, and a game on its front page."""
    site = running_sites("embedded")
    if not site.__dict__.get("has_archive"):
        site.run(LAID)
        site.__dict__["has_archive"] = True
    return site


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_it_can_be_read_by_everybody(laid, open_page, assert_accessible, locale):
    page = open_page(None, only_looks=True, reduced_motion="reduce", locale=locale)
    for path, part in (("/archive/", ".months li"), ("/", ".featured-game")):
        page.goto(path)
        assert page.locator(part).first.is_visible()
        for viewport in (PHONE, DESKTOP):
            page.set_viewport_size(viewport)
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                assert_accessible(page)
        for width in (320, 360, 720):
            page.set_viewport_size({"width": width, "height": 740})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_it_leads_from_the_game_of_the_day_to_its_replay_without_scripts(laid, open_page):
    page = open_page(None, only_looks=True, java_script_enabled=False)
    page.goto("/")

    page.get_by_role("link", name="Watch it move by move").click()

    assert page.url.endswith("/replay/")
    assert "marigold" in page.locator("main").inner_text()


def test_it_is_downloaded_and_verified_without_the_site(laid, open_page, tmp_path):
    """Through the server as it is, which sends it piece by piece."""
    page = open_page(None, only_looks=True)
    page.goto("/archive/")
    with page.expect_download() as download:
        page.locator(f'a[href="{FILE}"]').click()

    download.value.save_as(tmp_path / "games.bgr.gz")
    answer = run("verify", str(tmp_path / "games.bgr.gz"))

    assert download.value.suggested_filename == "botanik-2025-01.bgr.gz"
    assert answer.status == 0
    with urllib.request.urlopen(f"{laid.url}/@marigold/games/download/") as sent:
        (tmp_path / "all.bgr.gz").write_bytes(sent.read())
    assert "of 3 records" in run("verify", str(tmp_path / "all.bgr.gz")).lines[-1]
