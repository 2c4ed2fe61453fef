"""Gardeners on its board: alone from the front page, and a drafted turn of two, by every way."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.players import elsewhere, ply_of, settle
from tests.chromium import PHONE

LAY = """
import json
from django.conf import settings
from django.test import Client
from tests.factories import TableFactory, UserFactory
users = [UserFactory(password=None) for _ in range({seats})]
game = TableFactory(users=users, ruleset="gardeners", options={options})
sessions = []
for user in users:
    client = Client()
    client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
    sessions.append(client.cookies[settings.SESSION_COOKIE_NAME].value)
print(json.dumps([str(game.pk), settings.SESSION_COOKIE_NAME, sessions]))
"""
# To draw a third card takes a whole garden that is conform: here it is copied.
THIRD_CARD = """() => {
  const card = document.querySelector("#wish-2");
  const third = card.cloneNode(true);
  third.id = "wish-3";
  card.after(third);
}"""
AT_A_TABLE = re.compile(r"/games/[0-9a-f-]{36}/")


@pytest.fixture
def sit(open_page, site):
    """Lay a table, and let everybody come to it."""

    def sit_(seats, mode, **options):
        said = site.run(LAY.format(seats=seats, options={"mode": mode}))
        game, cookie, sessions = json.loads(said.splitlines()[-1])
        pages = []
        for session in sessions:
            page = open_page(None, reduced_motion="reduce", **options)
            page.context.add_cookies([{"name": cookie, "value": session, "url": site.url}])
            page.goto(f"/games/{game}/")
            settle(page)
            pages.append(page)
        return pages

    return sit_


def begin_alone(open_page, **options):
    """A visitor presses one button on the front page."""
    page = open_page("/", reduced_motion="reduce", **elsewhere(), **options)
    page.locator("form[action$='/alone/gardeners/'] button").click()
    expect(page.page).to_have_url(AT_A_TABLE)
    if options.get("java_script_enabled", True):
        expect(page.locator("html")).to_have_attribute("data-live", "on")
        settle(page)
    return page


def sent(page, ply):
    expect(page.locator("#table")).not_to_have_attribute("data-ply", str(ply))
    settle(page)


def confirm(page):
    ply = ply_of(page)
    page.locator("#confirm").click()
    sent(page, ply)


class TestOffers:
    def test_it_asks_for_what_the_mode_has_and_keeps_what_was_typed(
        self, open_page, assert_accessible
    ):
        page = open_page("/offers/new/?game=gardeners", **elsewhere())
        page.locator("#more-terms > summary").click()
        page.get_by_label("A word to whoever reads it").fill("In the evening")
        expect(page.locator("#option_turns-72")).to_have_count(0)

        page.get_by_role("link", name="Full game").click()
        page.locator("#option_turns-72").click()
        expect(page.locator("[name=option_turns]")).to_have_value("72")
        page.get_by_role("link", name="3", exact=True).click()

        expect(page.locator("[name=seats]")).to_have_value("3")
        expect(page.locator("[name=option_mode]")).to_have_value("full")
        expect(page.locator("[name=option_turns]")).to_have_value("72")
        expect(page.get_by_label("A word to whoever reads it")).to_have_value("In the evening")
        expect(page.locator("#seats-3")).to_be_focused()
        assert_accessible(page)


class TestAlone:
    def test_it_begins_at_once_for_a_visitor_and_is_played_by_touch(self, open_page):
        page = begin_alone(open_page, viewport=PHONE, has_touch=True)

        for laid in (1, 2, 3):
            page.locator(".tray [data-pick]").first.tap()
            page.locator(".ghost").first.tap()
            confirm(page)
            assert page.locator(".plan .cell").count() == laid

    def test_it_is_played_by_keyboard(self, open_page):
        page = begin_alone(open_page)

        page.locator(".tray [data-pick]").first.press("Enter")
        page.locator(".ghost").first.press("Enter")
        expect(page.locator("#confirm")).to_be_attached()
        ply = ply_of(page)
        page.locator("body").press("Control+Enter")
        sent(page, ply)

        assert page.locator(".plan .cell").count() == 1

    def test_a_tile_of_the_reserve_is_taken_up_by_its_number(self, open_page):
        page = begin_alone(open_page)

        page.locator("body").press("2")

        expect(page.locator(".tray [data-pick][aria-current]")).to_have_count(1)
        expect(page.locator(".tray [data-pick]").nth(1)).to_have_attribute("aria-current", "true")

    def test_it_is_played_by_drag(self, open_page):
        page = begin_alone(open_page)
        page.locator(".tray [data-pick]").first.click()
        page.locator(".ghost").first.wait_for()

        page.locator(".tray [data-pick]").first.drag_to(page.locator(".ghost").first)

        expect(page.locator(".plan .cell.drafted")).to_have_count(1)

    def test_it_is_played_by_notation(self, open_page):
        page = begin_alone(open_page)
        tile, ply = page.locator(".tray [data-pick]").first.get_attribute("data-pick"), ply_of(page)

        page.locator("#notation").fill(f"{tile}@0,0^0")
        page.locator("#notation").press("Enter")

        sent(page, ply)
        assert page.locator(".plan .cell").get_attribute("data-tile") == tile

    def test_it_is_played_without_scripts(self, open_page):
        page = begin_alone(open_page, java_script_enabled=False)

        for laid in (1, 2):
            page.goto(page.locator(".tray [data-pick]").first.get_attribute("href"))
            page.goto(page.locator(".ghost").first.get_attribute("href"))
            page.locator("#confirm").click()
            assert page.locator(".plan .cell").count() == laid

    def test_a_phone_that_was_scrolled_stays_where_it_was_read(self, open_page):
        page = begin_alone(open_page, viewport=PHONE, has_touch=True)
        page.evaluate("scrollTo({ top: 60, behavior: 'instant' })")

        page.locator(".tray [data-pick]").first.tap()
        page.locator(".ghost").first.wait_for()
        settle(page)

        assert page.evaluate("scrollY") == 60

    def test_one_of_three_cards_opens_where_there_is_room(self, open_page):
        page = begin_alone(open_page)
        page.evaluate(THIRD_CARD)
        discard = page.locator("#wish-1").get_by_role("link", name="Discard")
        expect(discard).to_be_hidden()

        page.locator("#wish-1 .unfold").click()

        expect(discard).to_be_visible()
        expect(page.locator("#wish-2 .tells")).to_be_hidden()

    def test_what_was_sent_is_not_left_in_the_field(self, open_page):
        page = begin_alone(open_page)
        page.locator(".tray [data-pick]").first.click()
        page.locator(".ghost").first.click()
        confirm(page)

        expect(page.locator("#notation")).to_have_value("")

    def test_it_is_taken_back_until_it_is_sent(self, open_page):
        page = begin_alone(open_page)
        page.locator(".tray [data-pick]").first.click()
        page.locator(".ghost").first.click()
        expect(page.locator(".plan .cell")).to_have_count(1)

        page.locator("body").press("Escape")

        expect(page.locator(".plan .cell")).to_have_count(0)


class TestTogether:
    def test_a_turn_is_drafted_and_sent_as_a_whole(self, sit):
        first, second = sit(2, "training-a")
        # The top turns up the next tile, so it is sent by itself; then a tile goes to the other.
        for _ in range(2):
            first.locator(".tray [data-pick]").first.click()
            first.locator(".ghost").first.click()
            expect(first.locator("#confirm")).to_contain_text("next tile")
            confirm(first)
        first.locator(".cell[data-pick]").last.click()
        first.locator(".receivers a").first.click()
        expect(first.locator(".was.drafted")).to_have_count(1)

        confirm(first)

        expect(second.locator("#table")).to_have_attribute("data-ply", str(ply_of(first)))
        settle(second)
        expect(second.locator(".tray .from")).to_have_count(1)
        expect(second.locator("#confirm")).to_have_count(0)

    @pytest.mark.parametrize("width", [1024, 1320, 1440])
    def test_what_sends_a_turn_stays_in_its_bar_in_french(self, sit, width):
        first, _second = sit(
            2, "training-a", viewport={"width": width, "height": 900}, locale="fr-FR"
        )
        first.locator(".tray [data-pick]").first.click()
        first.locator(".ghost").first.click()
        expect(first.locator("#confirm")).to_contain_text("tuile suivante")

        bar, button = (first.locator(one).bounding_box() for one in (".bar", "#confirm"))
        assert button["x"] + button["width"] <= bar["x"] + bar["width"]

    @pytest.mark.parametrize("options", [{}, {"viewport": PHONE}, {"color_scheme": "dark"}])
    def test_it_is_accessible(self, sit, assert_accessible, options):
        first, second = sit(2, "full", **options)
        assert_accessible(second)
        first.locator(".tray [data-pick]").first.click()
        first.locator(".ghost").first.click()
        expect(first.locator("#confirm")).to_be_attached()

        assert_accessible(first)

    def test_nothing_is_wider_than_a_small_phone(self, sit):
        for page in sit(4, "full", viewport={"width": 360, "height": 640}, locale="fr-FR"):
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


class TestLessons:
    def test_a_tile_is_handed_over_by_drag(self, open_page):
        page = open_page("/learn/gardeners/training-a/2/", reduced_motion="reduce", **elsewhere())

        page.locator('.cell[data-tile="A8"]').drag_to(page.locator(".bed"))

        expect(page.locator("#confirm")).to_be_visible()
        expect(page.locator(".bed .ordinal")).to_have_text("1")


@pytest.mark.parametrize("options", [{}, {"viewport": PHONE, "locale": "fr-FR"}])
def test_the_rules_are_accessible(open_page, assert_accessible, options):
    page = open_page("/rules/gardeners/", **options)

    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
