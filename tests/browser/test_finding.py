"""Finding games in a browser: by keyboard, without scripts, on a phone, in French."""

import re

import pytest
from playwright.sync_api import expect

from tests.chromium import DESKTOP, PHONE

FIELD = """
from accounts.services import create_player
from games.services import endings
from tests.factories import GameFactory
people = [create_player(username=name, email=f"{name}@botanik.example")
          for name in ("tansy", "yarrow", "a-very-long-name-zyx")]
for number in range(5):
    pair = [people[0], people[1 + number % 2]]
    game = GameFactory(users=pair, turns=2 + number, is_rated=number > 2)
    endings.resign(game_id=game.pk, user=pair[number % 2])
GameFactory(users=people[:2], turns=3)
"""
FILTERED = "/games/?player=tansy&result=won&with=people&from=2020-01-01&moves_to=900"
PAGES = ("/games/", FILTERED, "/@tansy/games/", "/games/?state=running", "/games/?moves_from=x")


@pytest.fixture
def _field(running_sites):
    site = running_sites("embedded")
    if not site.__dict__.get("has_found_games"):
        site.run(FIELD)
        site.__dict__["has_found_games"] = True


def rows(page):
    return page.locator("section[aria-labelledby=found-title] .game-row")


@pytest.mark.usefixtures("_field")
class TestList:
    @pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
    def test_it_can_be_read_by_everybody(self, open_page, assert_accessible, locale):
        page = open_page(None, only_looks=True, reduced_motion="reduce", locale=locale)
        page.expect_console("422")
        for path in PAGES:
            page.goto(path)
            for viewport in (PHONE, DESKTOP):
                page.set_viewport_size(viewport)
                for scheme in ("light", "dark"):
                    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                    assert_accessible(page)
            for width in (320, 360, 720):
                page.set_viewport_size({"width": width, "height": 740})
                assert page.evaluate("document.documentElement.scrollWidth") <= width, path

    def test_it_is_filtered_by_keyboard_and_a_word_is_left_out_again(self, open_page):
        page = open_page("/games/")

        page.locator("#id_player").focus()
        page.keyboard.type("tansy")
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        page.keyboard.type("won")
        page.keyboard.press("Enter")
        if "result" not in page.url:
            page.locator("#id_player").press("Enter")
        expect(page.page).to_have_url(re.compile(r"/games/\?player=tansy&result=won$"))
        found = rows(page).count()
        page.locator(".chosen a").filter(has_text="won").press("Enter")

        expect(page.page).to_have_url(re.compile(r"/games/\?player=tansy$"))
        assert 0 < found < rows(page).count() == 5

    def test_it_works_without_scripts_on_a_phone_in_french(self, open_page):
        page = open_page("/games/", java_script_enabled=False, viewport=PHONE, locale="fr-FR")

        page.locator(".finding-form summary").click()
        page.locator("[name=player]").fill("yarrow")
        page.locator("[name=rated]").select_option(label="classée")
        page.get_by_role("button", name="Chercher").click()

        expect(page.page).to_have_url(re.compile(r"/games/\?player=yarrow&rated=yes$"))
        assert page.locator(".chosen li").all_inner_texts() == [
            "yarrow\nretirer",
            "classée\nretirer",
        ]
        assert rows(page).count() == 1
        rows(page).first.click()
        expect(page.page).to_have_url(re.compile(r"/games/[0-9a-f-]{36}/replay/$"))


@pytest.mark.usefixtures("_field")
class TestShelf:
    def test_it_keeps_a_game_and_finds_it_again(self, resident, assert_accessible):
        page = resident
        page.goto("/games/?player=tansy")
        rows(page).first.click()

        page.locator("#shelf-favourite").click()
        expect(page.locator("#shelf-favourite")).to_contain_text("Remove from favourites")
        page.locator("#shelf-text").fill("Slow opening, <b>, late")
        page.locator("#shelf-text").press("Enter")
        expect(page.locator("#shelf .chosen li")).to_have_count(3)
        assert_accessible(page)
        page.get_by_role("button", name="Take the tag “late” away").press("Enter")
        expect(page.locator("#shelf .chosen li")).to_have_count(2)
        expect(page.locator("#shelf-text")).to_be_focused()
        page.locator("#shelf .chosen a").filter(has_text="slow opening").click()

        expect(page.page).to_have_url(re.compile(r"/games/\?tag=slow%20opening$"))
        assert rows(page).count() == 1
        assert page.locator(".kept .word").all_inner_texts() == ["<b>", "slow opening"]
