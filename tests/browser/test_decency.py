"""From a line to a report, a judgement, the reporter's answer, an appeal and its answer."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import a_resident
from tests.browser.test_rulings import APPOINT
from tests.browser.test_talk import connected, last_words, say, sit
from tests.chromium import DESKTOP, PHONE
from tests.laid_tables import lay_table

LOOKS = [
    pytest.param({"locale": locale, "viewport": viewport}, id=f"{locale}-{name}")
    for locale in ("en-GB", "fr-FR")
    for name, viewport in (("desktop", DESKTOP), ("phone", PHONE))
]
INSULT = "You <b>weed</b>, go and wilt."


@pytest.fixture
def judge(open_page, site):
    """A senior moderator with a page and a second factor; the next call is another one."""

    def made(**options):
        page = a_resident(open_page, site, **options)
        site.run(APPOINT.format(name=page.name, role="SENIOR"))
        return page

    return made


def visit(page, path):
    page.goto(path)
    connected(page)


def send(page, form):
    connected(page)
    page.locator(f"main {form} button[type=submit]").last.click()


@pytest.mark.parametrize("options", LOOKS)
class TestWholeWay:
    def test_it_goes_from_a_line_to_the_answer_to_an_appeal(self, open_page, site, judge, options):
        table = lay_table(site, turns=4)
        # On a phone the talk has a page of its own; beside a table it is tried in test_talk.py.
        alice, bob = (sit(open_page, site, table, seat, "talk/", **options) for seat in (0, 1))
        say(bob, INSULT)
        expect(last_words(alice)).to_have_text(INSULT)

        # A line becomes a report.
        alice.locator(".spoken a[href^='/report/line/']").last.click()
        expect(alice.locator(".quoted")).to_have_text(INSULT)
        alice.locator("[name=kind][value=abuse]").check()
        alice.locator("main [name=text]").fill("Please look.")
        send(alice, "form:has([name=kind])")
        expect(alice.page).to_have_url(re.compile(r"/report/\d+/$"))
        receipt = alice.url

        # A report becomes a judgement, and the reporter is answered.
        warden = judge(**options)
        visit(warden, "/moderation/")
        warden.locator(".cases a").first.click()
        expect(warden.locator(".copied .reported")).to_contain_text(INSULT)
        case = warden.url
        send(warden, "form[action$='/claim/']")
        act = warden.locator("details.act:has(form[action*='/act/mute/'])")
        act.locator("summary").click()
        act.locator("[name=lasts]").select_option("7")
        act.locator("[name=ready]").select_option("insults")
        act.locator("button[type=submit]").click()
        expect(warden.page).to_have_url(case)
        warden.locator("[value='acted:removed']").check()
        send(warden, "form[action$='/close/']")
        expect(warden.page).to_have_url(re.compile("/moderation/$"))
        visit(alice, "/notices/")
        alice.locator("main a[href^='/report/']").first.click()
        expect(alice.page).to_have_url(receipt)

        # Who was judged reads why, and may say no more at the table.
        visit(bob, "/notices/")
        bob.locator("main a[href^='/account/rulings/']").first.click()
        ruling = bob.url
        visit(bob, f"{table.path}talk/")
        expect(bob.locator("#say")).to_have_count(0)

        # They object, and another moderator answers.
        visit(bob, ruling)
        bob.locator("main [name=text]").fill("It was a <i>joke</i>.")
        send(bob, "form")
        other = judge(**options)
        visit(other, "/moderation/appeals/")
        other.locator("main a[href*='/moderation/appeals/']").last.click()
        expect(other.locator("main")).to_contain_text("It was a <i>joke</i>.")
        other.locator("[name=is_granted][value=yes]").check()
        other.locator("main [name=text]").fill("So it was.")
        send(other, "form")
        expect(other.page).to_have_url(re.compile("/moderation/appeals/$"))
        visit(bob, ruling)
        expect(bob.locator("main")).to_contain_text("So it was.")
        visit(bob, f"{table.path}talk/")
        expect(bob.locator("#say")).to_be_visible()
