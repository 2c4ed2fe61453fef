"""Leaderboards and statistics, as they look once people have played."""

import pytest

from tests.chromium import DESKTOP, PHONE

FIELD = """
from accounts.services import create_player
from games.services import endings, offers, standings
from games.models import Rating
from tests.factories import GameFactory
people = [create_player(username=name, email=f"{name}@botanik.example")
          for name in ("juniper", "sorrel", "a-very-long-name-xyz")]
for number in range(6):
    game = GameFactory(users=[people[0], people[1 + number % 2]], turns=2, is_rated=True)
    endings.resign(game_id=game.pk, user=people[number % 3 and 1 + number % 2])
GameFactory(users=people[:2], turns=999)
Rating.objects.filter(user__in=people).update(sigma=3)
standings.refresh()
"""
PAGES = (
    "/leaders/botanik/", "/leaders/botanik/?by=games", "/leaders/botanik/?name=jun",
    "/@juniper/statistics/botanik/", "/@juniper/",
)  # fmt: skip


@pytest.fixture
def _field(running_sites):
    site = running_sites("embedded")
    if not site.__dict__.get("has_field"):
        site.run(FIELD)
        site.__dict__["has_field"] = True


@pytest.mark.usefixtures("_field")
@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
class TestPages:
    def test_it_can_be_read_by_everybody(self, open_page, assert_accessible, locale):
        page = open_page(None, only_looks=True, reduced_motion="reduce", locale=locale)
        for path in PAGES:
            page.goto(path)
            for details in page.locator("details.numbers > summary").all():
                details.click()
            for viewport in (PHONE, DESKTOP):
                page.set_viewport_size(viewport)
                for scheme in ("light", "dark"):
                    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                    assert_accessible(page)
            for width in (320, 360, 720):
                page.set_viewport_size({"width": width, "height": 740})
                assert page.evaluate("document.documentElement.scrollWidth") <= width, path

    def test_it_shows_pictures_and_their_numbers_without_scripts(self, open_page, locale):
        page = open_page(None, only_looks=True, java_script_enabled=False, locale=locale)
        for path in PAGES[0], PAGES[3]:
            page.goto(path)
            picture = page.get_by_role("img").filter(has=page.locator(".bar, .line")).first

            assert picture.is_visible()
            assert picture.get_attribute("aria-label")
            page.locator("details.numbers > summary").first.click()
            assert page.locator("details.numbers td").first.is_visible()

    def test_it_has_letters_that_can_be_read_on_a_phone(self, open_page, locale):
        page = open_page(None, only_looks=True, viewport=PHONE, locale=locale)
        for path in PAGES[0], PAGES[3]:
            page.goto(path)
            heights = page.locator(".chart text").evaluate_all(
                "all => all.map(one => one.getBoundingClientRect().height)"
            )

            assert min(heights) > 13
