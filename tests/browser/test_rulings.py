"""From a judgement to an appeal to its answer, by three browsers."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import a_resident
from tests.chromium import DESKTOP, PHONE

APPOINT = """
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from accounts.models import User
from accounts.roles import Role
from accounts.staffing import appoint_here
person = User.objects.get(username="{name}")
appoint_here(person=person, role=Role.{role})
TOTP.activate(person, generate_totp_secret())
"""
RULINGS = """
import json
from games.models import Ruling
found = Ruling.objects.filter(person__username="{name}").order_by("pk")
print(json.dumps([[one.pk, one.kind, one.undone_at is not None] for one in found]))
"""


@pytest.fixture
def person(open_page, site):
    return a_resident(open_page, site)


@pytest.fixture
def judges(open_page, site):
    """Two moderators with a second factor, each with a page."""
    pages = [a_resident(open_page, site) for _ in range(2)]
    for page in pages:
        site.run(APPOINT.format(name=page.name, role="SENIOR"))
    return pages


def rulings_of(site, page):
    return json.loads(site.run(RULINGS.format(name=page.name)).splitlines()[-1])


def open_act(page, title):
    page.locator("details.act > summary", has_text=title).click()
    return page.locator("details.act[open]")


class TestFromJudgementToAnswer:
    def test_it_goes_all_the_way(self, person, judges, site, assert_accessible):
        judge, other = judges
        judge.goto(f"/@{person.name}/")
        judge.get_by_role("link", name="For moderators").click()
        act = open_act(judge, "Forbid to talk")
        act.locator("[name=lasts]").select_option("7")
        act.locator("[name=ready]").select_option("insults")
        assert_accessible(judge)
        act.get_by_role("button").click()
        expect(judge.locator("#notices")).to_contain_text("It is done")
        expect(judge.locator(".rulings")).to_contain_text("You insulted somebody.")

        person.goto("/notices/")
        person.get_by_text("you may not talk at tables").click()
        expect(person.locator("h1")).to_contain_text("may not talk at tables")
        expect(person.locator("main")).not_to_contain_text(judge.name)
        assert_accessible(person)
        person.locator("[name=text]").fill("It was <b>a joke</b>.")
        person.get_by_role("button", name="Object", exact=True).click()
        expect(person.locator("main")).to_contain_text("It was <b>a joke</b>.")

        judge.goto("/moderation/appeals/")
        judge.get_by_role("link", name=re.compile(person.name)).click()
        expect(judge.locator("main")).to_contain_text("another moderator answers")
        other.goto("/moderation/appeals/")
        assert_accessible(other)
        other.get_by_role("link", name=re.compile(person.name)).click()
        assert_accessible(other)
        other.locator("[value=yes]").check()
        other.locator("[name=text]").fill("You are right.")
        other.get_by_role("button", name="Answer", exact=True).click()
        expect(other.page).to_have_url(re.compile("/moderation/appeals/$"))

        ((ruling, kind, is_undone),) = rulings_of(site, person)
        assert (kind, is_undone) == ("mute", True)
        person.goto(f"/account/rulings/{ruling}/")
        expect(person.locator("main")).to_contain_text("It is granted")
        expect(person.locator("main")).to_contain_text("You are right.")

    def test_it_keeps_what_was_typed(self, person, judges):
        judge = judges[0]
        judge.goto(f"/moderation/person/{person.name}/")
        judge.expect_console("422")
        act = open_act(judge, "Give another name")
        act.locator("[name=name]").fill("Gardener-of-note")
        act.get_by_role("button").click()

        act = judge.locator("details.act[open]")
        expect(act.locator("[name=name]")).to_have_value("Gardener-of-note")
        expect(act.locator("[data-errors]")).to_contain_text("Say why")


class TestLook:
    @pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
    def test_it_fits_a_phone_and_a_desktop_in_both_themes(
        self, open_page, site, assert_accessible, locale
    ):
        person = a_resident(open_page, site, locale=locale)
        judge = a_resident(open_page, site, locale=locale)
        site.run(APPOINT.format(name=judge.name, role="SENIOR"))
        judge.goto(f"/moderation/person/{person.name}/")
        for kind in ("close", "mute"):
            act = judge.locator(f"details.act:has(form[action*='/{kind}/'])")
            act.locator("summary").click()
            act.locator("[name=reason]").fill("W" * 300)
            if kind == "mute":
                act.get_by_role("button").click()
                expect(judge.locator(".rulings")).to_be_visible()
        ((ruling, _kind, _undone),) = rulings_of(site, person)

        for page, path in (
            (judge, f"/moderation/person/{person.name}/"),
            (judge, "/moderation/appeals/"),
            (person, "/account/rulings/"),
            (person, f"/account/rulings/{ruling}/"),
        ):
            page.goto(path)
            for summary in page.locator("details.act > summary").all():
                summary.click()
            for viewport in (PHONE, DESKTOP, {"width": 320, "height": 640}):
                page.set_viewport_size(viewport)
                width = page.evaluate("document.documentElement.scrollWidth")
                assert width <= viewport["width"], path
                for scheme in ("light", "dark"):
                    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                    assert_accessible(page)
