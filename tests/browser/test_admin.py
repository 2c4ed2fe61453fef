"""The pages for staff in a browser: nothing that the content security policy forbids."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.people import PASSWORD, appointed, enter_code, fill, press


@pytest.fixture
def boss(running_sites):
    """Somebody who may do everything. Another for each test: a code is taken once."""
    site = running_sites("embedded")
    site.run("""
from accounts.models import User
from accounts.services import create_player
if not User.objects.filter(username="culprit").exists():
    create_player(username="culprit")
""")
    return appointed(site, "administrator")


@pytest.fixture
def page(open_page, boss):
    """Their page, after the login that everybody uses, and a second factor."""
    page = open_page("/admin/")
    expect(page.page).to_have_url(re.compile(r"/account/login/\?next="))
    fill(page, login=boss.name, password=PASSWORD)
    press(page, "Log in")
    enter_code(page, boss.secret)
    expect(page.page).to_have_url(re.compile("/admin/$"))
    return page


class TestAdmin:
    @pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
    def test_it_keeps_to_the_policy_on_every_page(self, open_page, boss, locale):
        page = open_page("/account/login/", locale=locale)
        page.name = boss.name
        fill(page, login=boss.name, password=PASSWORD)
        page.locator("main form button[type=submit]").first.click()
        enter_code(page, boss.secret)
        expect(page.page).to_have_url(re.compile("/play/"))

        for path in ("", "accounts/user/", "accounts/sanction/", "accounts/sanction/add/"):
            page.goto(f"/admin/{path}")
            expect(page.get_by_role("heading").first).to_be_visible()
        page.goto("/admin/accounts/user/?q=culprit")
        page.locator("#result_list .field-username a").first.click()
        expect(page.locator("[name=role]")).to_be_visible()
        # Their own is to be looked at: nobody changes their own role.
        page.goto(f"/admin/accounts/user/?q={boss.name}")
        page.locator("#result_list .field-username a").first.click()
        expect(page.locator(".field-about")).to_be_visible()
        expect(page.locator("[name=role]")).to_have_count(0)

    def test_it_sanctions_somebody_and_lifts_it_again(self, page):
        page.goto("/admin/accounts/sanction/add/")
        page.locator("[name=username]").fill("culprit")
        page.locator("[name=kind]").select_option("no-chat")
        page.locator("[name=reason]").fill("Insults.")
        page.locator("[name=_save]").click()
        expect(page.locator("#result_list")).to_contain_text("culprit")

        page.locator("#result_list .action-select").first.check()
        page.locator("[name=action]").select_option("lift")
        page.locator("button[name=index]").click()

        expect(page.locator("#result_list .field-ends_at").first).not_to_have_text("-")

    def test_it_is_shown_to_staff_in_their_menu(self, page):
        page.goto("/play/")
        page.locator(".who summary").click()

        expect(page.get_by_role("link", name="For staff")).to_be_visible()
