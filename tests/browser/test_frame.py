"""The frame of every page: look, language, theme, access."""

import pytest

from tests.chromium import DESKTOP, PHONE

PAGES = [
    "/",
    "/play/",
    "/bots/",
    "/rules/",
    "/ladder/",
    "/learn/botanik/",
    "/learn/botanik/link/1/",
    "/learn/botanik/meca/2/",
    "/art/",
    "/leaders/botanik/",
    "/best/gardeners/",
    "/daily/gardeners/",
    "/games/",
    "/archive/",
    "/offers/new/",
    "/live/",
    "/privacy/",
    "/terms/",
    "/conduct/",
    "/decency/",
    "/mail/",
    "/nothing-here/",
]
pytestmark = pytest.mark.parametrize("path", PAGES)


def visit(open_page, path, **options):
    page = open_page(None, only_looks=True, **options)
    if path == "/nothing-here/":
        page.expect_console("404")
    page.goto(path)
    return page


class TestEveryPage:
    def test_it_is_accessible_in_both_sizes_and_themes(self, open_page, assert_accessible, path):
        page = visit(open_page, path, reduced_motion="reduce")

        for viewport in (PHONE, DESKTOP):
            page.set_viewport_size(viewport)
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                assert_accessible(page)

    @pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
    def test_it_does_not_scroll_sideways(self, open_page, path, locale):
        page = visit(open_page, path, locale=locale)

        for width in (320, 360, 720, 1440):
            page.set_viewport_size({"width": width, "height": 740})
            assert page.evaluate("document.documentElement.scrollWidth") <= width

    def test_it_has_one_main_heading_and_a_title(self, open_page, path):
        page = visit(open_page, path)

        assert page.locator("h1").count() == 1
        assert page.title().endswith("Botanik")

    def test_it_has_targets_that_a_thumb_can_hit(self, open_page, path):
        page = visit(open_page, path, viewport=PHONE)

        small = page.evaluate(
            """() => [...document.querySelectorAll('header a, header button, header summary,'
                + ' main .btn, main button')]
                .filter(element => element.checkVisibility({visibilityProperty: true}))
                .map(element => [element.outerHTML.slice(0, 80), element.getBoundingClientRect()])
                .filter(([, box]) => box.width > 1 && (box.height < 43.5 || box.width < 43.5))
                .map(([html, box]) => `${box.width} x ${box.height} ${html}`)
            """
        )
        assert small == []

    def test_it_can_be_read_without_scripts(self, open_page, path):
        page = visit(open_page, path, java_script_enabled=False)

        assert page.locator("h1").is_visible()
