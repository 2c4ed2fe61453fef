"""A game that is over, stepped through in every way that there is."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_verify import AGREES, DIFFERS, change_record
from tests.chromium import DESKTOP, PHONE
from tests.engine.test_worked_records import plies

COUNT_FLIGHTS = """() => {
    const animate = Element.prototype.animate;
    window.flights = 0;
    Element.prototype.animate = function (...how) {
        window.flights += this.matches(".tile");
        return animate.apply(this, how);
    };
}"""


def releases(ply):
    """Whether a move lets tiles go from the sides of a column."""
    return any(fact.kind == "released" for fact in ply.before.facts(ply.actor, ply.move, None))


# A worked record in which the lead passes twice, as it is said in tests/games/test_replays.py.
RECORD = "word-comes-back"
LANDMARKS = {
    "Release": [number for number, ply in enumerate(plies(RECORD), start=1) if releases(ply)],
    "Change of lead": [32, 83],
}
LAID = f"""
from tests.factories import UserFactory
from tests.games.scripted import play_script, scripted_game
users = UserFactory.create_batch(2, password=None)
game, script = scripted_game("{RECORD}", *users)
play_script(game, script, users)
print(game.pk)
"""


@pytest.fixture
def replay(tables):
    """The address of a game that was played to its end."""
    return f"{tables('over').path}replay/"


@pytest.fixture(scope="session")
def worked(running_sites):
    """The address of the first move of the worked record."""
    return f"/games/{running_sites('embedded').run(LAID).splitlines()[-1]}/replay/1/"


@pytest.fixture
def open_at(open_page, replay):
    """Open it at a ply, as a visitor."""

    def open_(ply, **options):
        page = open_page(None, only_looks=True, **{"reduced_motion": "reduce", **options})
        page.goto(f"{replay}{ply}/" if ply else replay)
        return page

    return open_


def expect_at(page, ply):
    """The board, the address, the slider and the list all say so."""
    expect(page.locator("#table")).to_have_attribute("data-ply", str(ply))
    expect(page.page).to_have_url(re.compile(rf"/replay/{ply}/$"))
    expect(page.locator("#at")).to_have_value(str(ply))
    expect(page.locator("#at")).to_have_attribute("aria-valuetext", re.compile(rf"\b{ply}\b"))
    expect(page.locator(".list [aria-current]")).to_have_attribute("data-ply", str(ply))


def last_of(page):
    return int(page.locator("#at").get_attribute("max"))


def by_slider(page):
    page.locator("#at").focus()
    page.keyboard.press("ArrowRight")


WAYS = {
    "a button": lambda page: page.get_by_role("link", name="Next move").click(),
    "a key": lambda page: page.keyboard.press("ArrowRight"),
    "the slider": by_slider,
    "a move in the list": lambda page: page.locator(".list a[data-ply='3']").click(),
}
JUMPS = {
    "Home": lambda _page: 1,
    "End": last_of,
    "ArrowLeft": lambda _page: 1,
}


class TestStepping:
    @pytest.mark.parametrize("way", WAYS)
    def test_it_steps_by(self, open_at, way):
        page = open_at(2)

        WAYS[way](page)

        expect_at(page, 3)

    @pytest.mark.parametrize("key", JUMPS)
    def test_it_goes_there_by_key(self, open_at, key):
        page = open_at(2)

        page.keyboard.press(key)

        expect_at(page, JUMPS[key](page))

    def test_it_goes_to_the_next_reveal_and_the_one_before(self, open_at):
        """After the two at the beginning, three tiles are played and the next ones come."""
        page = open_at(2)

        page.get_by_role("link", name="Reveal: the next one").click()
        expect(page.locator(".list li:has([aria-current])")).to_have_class("chance")
        page.get_by_role("link", name="Reveal: the one before").click()

        expect_at(page, 2)

    @pytest.mark.parametrize("kind", ["Release", "Change of lead"])
    def test_it_goes_from_landmark_to_landmark(self, open_page, worked, kind):
        """And back from the last of them, to which it is not led any further."""
        page = open_page(worked, only_looks=True, reduced_motion="reduce")
        after = page.get_by_role("link", name=f"{kind}: the next one")

        for ply in LANDMARKS[kind]:
            after.click()
            expect_at(page, ply)
        expect(after).to_have_attribute("aria-disabled", "true")
        page.get_by_role("link", name=f"{kind}: the one before").click()

        expect_at(page, LANDMARKS[kind][-2])

    def test_it_goes_to_a_point_of_the_curve(self, open_page, worked):
        """Of the worked record: a game by lot may end as it began, without a point for anybody."""
        page = open_page(worked, only_looks=True, reduced_motion="reduce")
        point = page.locator(".chart a[data-ply]").last
        ply = point.get_attribute("data-ply")

        point.locator("circle").last.click(force=True)

        expect_at(page, ply)

    def test_it_goes_back_by_the_way_one_came(self, open_at):
        page = open_at(1)
        for ply in (2, 3, 4):
            page.keyboard.press("ArrowRight")
            expect_at(page, ply)

        page.go_back()
        expect_at(page, 3)
        page.go_back()
        expect_at(page, 2)
        page.go_forward()
        expect_at(page, 3)

    def test_it_plays_by_itself_until_a_key_is_pressed(self, open_at):
        page = open_at("")
        page.get_by_role("radio", name="fast").check()

        page.get_by_role("button", name="Play").click()
        expect(page.locator("#table")).to_have_attribute("data-ply", "3")
        page.keyboard.press("Shift")

        expect(page.get_by_role("button", name="Play")).to_be_visible()
        expect(page.locator("#replay")).not_to_have_attribute("data-playing", "")

    def test_it_moves_the_tiles_unless_less_motion_is_wished(self, open_at):
        for wish, moves in (("no-preference", True), ("reduce", False)):
            page = open_at(2, reduced_motion=wish)
            page.evaluate(COUNT_FLIGHTS)

            page.keyboard.press("ArrowRight")
            expect_at(page, 3)

            assert bool(page.evaluate("window.flights")) == moves

    def test_it_keeps_the_move_in_sight_and_the_page_in_place(self, open_at):
        page = open_at(1)

        page.keyboard.press("End")
        expect_at(page, last_of(page))

        expect(page.locator(".list [aria-current]")).to_be_in_viewport()
        assert page.evaluate("scrollY") == 0

    def test_it_is_seen_from_the_other_side(self, open_at):
        page = open_at(2)
        below = page.locator(".cast .seat.mine .name")
        name = below.inner_text()

        page.locator(".sides a:not([aria-current])").click()

        expect(page.page).to_have_url(re.compile(r"/replay/2/\?side=1$"))
        expect(below).not_to_have_text(name)
        page.keyboard.press("ArrowRight")
        expect(page.page).to_have_url(re.compile(r"/replay/3/\?side=1$"))


class TestPhone:
    @pytest.fixture
    def phone(self, open_at):
        return open_at(2, viewport=PHONE, has_touch=True)

    @pytest.mark.parametrize(("far", "ply"), [(-120, 3), (120, 1)])
    def test_it_is_swiped(self, phone, far, ply):
        swipe(phone, phone.locator(".registry"), far)

        expect_at(phone, ply)

    def test_it_leaves_what_scrolls_aside_to_itself(self, phone):
        swipe(phone, phone.locator(".plots .stage").first, -120)

        expect(phone.locator("#table")).to_have_attribute("data-ply", "2")

    def test_it_has_the_board_in_sight_with_the_way_through_the_game(self, phone):
        phone.get_by_role("link", name="Next move").click()
        expect_at(phone, 3)

        assert phone.locator(".registry").is_visible()
        expect(phone.locator(".registry")).to_be_in_viewport(ratio=1)
        expect(phone.locator(".stepper")).to_be_in_viewport(ratio=1)
        expect(phone.locator(".plots")).to_be_in_viewport(ratio=0.5)


def swipe(page, place, far):
    """A finger that moves sideways, as the browser feels it."""
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + min(box["height"], 120) / 2
    finger = page.context.new_cdp_session(page.page)
    feel = "Input.dispatchTouchEvent"
    finger.send(feel, {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in (0.25, 0.5, 0.75, 1):
        at = {"x": x + far * part, "y": y}
        finger.send(feel, {"type": "touchMove", "touchPoints": [at]})
    finger.send(feel, {"type": "touchEnd", "touchPoints": []})


class TestEverybody:
    def test_it_works_without_scripts(self, open_at):
        page = open_at(2, java_script_enabled=False)

        page.get_by_role("link", name="Next move").click()
        expect(page.page).to_have_url(re.compile(r"/replay/3/$"))
        page.locator(".list a[data-ply='5']").click()
        expect(page.page).to_have_url(re.compile(r"/replay/5/$"))
        page.locator("#at").fill("7")
        page.get_by_role("button", name="Go there").click()

        expect(page.page).to_have_url(re.compile(r"/replay/7/$"))
        expect(page.locator("#table")).to_have_attribute("data-ply", "7")

    def test_it_says_in_french_where_one_is(self, open_at):
        page = open_at(2, locale="fr-FR")

        page.get_by_role("link", name="Coup suivant").click()

        expect(page.locator("#at")).to_have_attribute("aria-valuetext", re.compile("^Coup 3 sur"))
        expect(page.locator("#announcements")).to_contain_text("Coup 3 sur")

    @pytest.mark.parametrize("ply", ["", 20])
    def test_it_is_accessible_in_both_sizes_and_themes(self, open_at, assert_accessible, ply):
        page = open_at(ply)
        page.locator("#fairness > summary").click()

        for viewport in (PHONE, DESKTOP):
            page.set_viewport_size(viewport)
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                assert_accessible(page)

    @pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
    def test_it_does_not_scroll_sideways(self, open_at, locale):
        page = open_at("", locale=locale)

        for width in (320, 360, 720, 1000, 1440):
            page.set_viewport_size({"width": width, "height": 740})
            assert page.evaluate("document.documentElement.scrollWidth") <= width


class TestVerifying:
    @pytest.fixture
    def proof(self, open_at):
        page = open_at("")
        page.locator("#fairness > summary").click()
        yield page
        page.unroute_all()

    def test_it_agrees(self, proof):
        proof.get_by_role("button", name="Verify this game").click()

        expect(proof.get_by_text(AGREES)).to_be_visible()

    def test_it_finds_a_changed_byte(self, proof):
        change_record(proof, '[Seed "')

        proof.get_by_role("button", name="Verify this game").click()

        expect(proof.get_by_text(DIFFERS)).to_be_visible()
