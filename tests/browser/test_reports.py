"""From what somebody reports to what they are answered, each in a browser of their own."""

import re

import pytest
from playwright.sync_api import expect

from tests.chromium import DESKTOP, PHONE
from tests.laid_reports import lay_reports

LOOKS = [
    pytest.param({"locale": "en-GB", "viewport": DESKTOP}, id="english-desktop"),
    pytest.param({"locale": "fr-FR", "viewport": PHONE}, id="french-phone"),
]
WORDS = {
    "en-GB": {
        "report": "Report", "send": "Send the report", "claim": "Claim it for half an hour",
        "note": "Add the note", "close": "Close and answer",
        "received": "a moderator will look at it", "answer": "you were right to tell us",
        "removed": "What you reported is no longer to be seen.",
        "menu": "Report somebody in this game", "already": "You have reported this already",
    },
    "fr-FR": {
        "report": "Signaler", "send": "Envoyer le signalement",
        "claim": "Le prendre pour une demi-heure", "note": "Ajouter la note",
        "close": "Clore et répondre", "received": "la modération va l’examiner",
        "answer": "vous avez bien fait de nous le dire",
        "removed": "Ce que vous avez signalé n’est plus visible.",
        "menu": "Signaler quelqu’un dans cette partie", "already": "Vous l’avez déjà signalé",
    },
}  # fmt: skip


@pytest.fixture
def laid(site):
    return lay_reports(site)


@pytest.fixture
def enter(open_page, laid):
    """Open a page as one of the three."""

    def open_(name, path, **options):
        page = open_page(None, **options)
        page.context.add_cookies([laid["cookies"][name]])
        page.goto(path)
        return page

    return open_


def button(page, name):
    return page.locator("main").get_by_role("button", name=name, exact=True)


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


@pytest.mark.parametrize("options", LOOKS)
class TestReport:
    def test_it_goes_from_a_line_to_the_answer(self, enter, laid, options, assert_accessible):
        words = WORDS[options["locale"]]
        rosa = enter("rosa", f"/report/line/{laid['line']}/", **options)
        expect(rosa.locator(".quoted")).to_have_text("You weed! <b>Go and wilt.</b>")
        assert_accessible(rosa)
        assert fits(rosa)
        rosa.locator("[value=abuse]").check()
        rosa.locator("main textarea").fill("He says this <i>every</i> day.")
        button(rosa, words["send"]).click()
        expect(rosa.locator("main")).to_contain_text(words["received"])
        assert_accessible(rosa)
        receipt = rosa.url

        moira = enter("moira", "/moderation/", **options)
        assert_accessible(moira)
        assert fits(moira)
        moira.locator("main").get_by_role("link", name=re.compile(laid["names"]["nettle"])).click()
        expect(moira.locator(".copied .reported")).to_contain_text("<b>Go and wilt.</b>")
        expect(moira.locator("main")).to_contain_text("<i>every</i>")
        button(moira, words["claim"]).click()
        moira.locator("#note-text").fill("I have spoken to them.")
        button(moira, words["note"]).click()
        expect(moira.locator("#notes")).to_contain_text("I have spoken to them.")
        assert_accessible(moira)
        assert fits(moira)
        moira.locator("[value='acted:removed']").check()
        button(moira, words["close"]).click()
        expect(moira.page).to_have_url(re.compile("/moderation/$"))

        rosa.goto("/notices/")
        rosa.locator("main a[href^='/report/']").first.click()
        expect(rosa.page).to_have_url(receipt)
        expect(rosa.locator("main")).to_contain_text(words["answer"])
        expect(rosa.locator("main")).to_contain_text(words["removed"])
        assert fits(rosa)

    def test_it_begins_on_a_profile_and_leads_a_second_try_to_the_first(
        self, enter, laid, options, assert_accessible
    ):
        words = WORDS[options["locale"]]
        rosa = enter("rosa", f"/@{laid['names']['nettle']}/", **options)
        for _try in range(2):
            rosa.goto(f"/@{laid['names']['nettle']}/")
            rosa.locator("main").get_by_role("link", name=words["report"], exact=True).click()
            assert_accessible(rosa)
            rosa.locator("[value=name]").check()
            button(rosa, words["send"]).click()
            expect(rosa.page).to_have_url(re.compile(r"/report/\d+/$"))
        expect(rosa.locator("#notices")).to_contain_text(words["already"])

    def test_it_begins_in_the_menu_of_a_table(self, enter, laid, options):
        words = WORDS[options["locale"]]
        rosa = enter("rosa", f"/games/{laid['game']}/", **options)
        rosa.locator("#more > summary").click()
        rosa.get_by_role("link", name=words["menu"]).click()
        expect(rosa.page).to_have_url(re.compile(r"/report/game/.*\?ply=\d+$"))


class TestDoor:
    def test_it_shows_no_page_of_moderators_to_others(self, enter):
        rosa = enter("rosa", "/rules/")
        rosa.expect_console("404")

        assert rosa.goto("/moderation/").status == 404

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_it_is_readable_in_both_themes(self, enter, laid, scheme, assert_accessible):
        rosa = enter("rosa", f"/report/game/{laid['game']}/?ply=2", color_scheme=scheme)
        assert_accessible(rosa)
        rosa.locator("[value=engine]").check()
        button(rosa, "Send the report").click()
        moira = enter("moira", "/moderation/?kind=engine", color_scheme=scheme)
        moira.locator("main").get_by_role("link", name=re.compile(laid["names"]["nettle"])).click()
        button(moira, "Claim it for half an hour").click()

        for viewport in (PHONE, DESKTOP):
            moira.set_viewport_size(viewport)
            assert_accessible(moira)
            assert fits(moira)
