"""Language and theme, chosen on the page."""

import pytest
from playwright.sync_api import expect


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
class TestLanguage:
    def test_it_follows_the_browser_at_first(self, open_page, scripts):
        page = open_page("/", locale="fr-FR", java_script_enabled=scripts)

        assert page.locator("html").get_attribute("lang") == "fr"

    def test_it_can_be_switched_and_is_remembered(self, open_page, scripts):
        page = open_page("/play/", java_script_enabled=scripts)

        page.get_by_role("button", name="Français").click()

        expect(page.locator("html")).to_have_attribute("lang", "fr")
        assert page.url.endswith("/play/")
        page.goto("/")
        expect(page.locator("html")).to_have_attribute("lang", "fr")


class TestTheme:
    def background(self, page):
        return page.evaluate("getComputedStyle(document.body).backgroundColor")

    def choose(self, page, name):
        page.locator("details.menu summary").click()
        page.get_by_role("button", name=name).click()

    def test_it_follows_the_system_at_first(self, open_page):
        light = self.background(open_page("/", color_scheme="light"))
        dark = self.background(open_page("/", color_scheme="dark"))

        assert light != dark

    @pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
    def test_it_can_be_switched_and_is_remembered(self, open_page, scripts):
        page = open_page("/play/", color_scheme="light", java_script_enabled=scripts)

        self.choose(page, "Dark")

        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        assert page.url.endswith("/play/")
        page.goto("/")
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")

    def test_it_paints_what_was_chosen_whatever_the_system_wants(self, open_page):
        dark = self.background(open_page("/", color_scheme="dark"))
        page = open_page("/", color_scheme="light")

        self.choose(page, "Dark")
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")

        assert self.background(page) == dark

    def test_it_can_be_chosen_by_keyboard(self, open_page):
        page = open_page("/", color_scheme="light")

        page.locator("details.menu summary").focus()
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Dark").focus()
        page.keyboard.press("Enter")

        expect(page.locator("html")).to_have_attribute("data-theme", "dark")


class TestKeyboard:
    def test_it_reaches_the_content_first(self, open_page):
        page = open_page("/")

        page.keyboard.press("Tab")
        page.keyboard.press("Enter")

        assert page.evaluate("document.activeElement.id") == "main"
