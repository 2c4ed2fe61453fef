"""The pages of an account by keyboard alone, and what they say when something is wrong."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.people import PASSWORD

MOST_TABS = 120


def reach(page, locator):
    """Press Tab until this has the focus, as somebody without a mouse does."""
    for _ in range(MOST_TABS):
        if locator.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{locator} cannot be reached by keyboard")


def field(page, name):
    return page.locator(f"main [name={name}]")


def write(page, **fields):
    for name, value in fields.items():
        reach(page, field(page, name))
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type(value)


def button(page, name):
    return page.locator("main").get_by_role("button", name=name, exact=True)


def use(page, name, key="Enter"):
    reach(page, button(page, name))
    page.keyboard.press(key)


def assert_told_beside(page, name, words):
    """The error is heard at once, and stands beside the field and belongs to it."""
    expect(page.locator("[data-errors][role=alert]")).to_be_focused()
    expect(page.locator("[data-errors]")).to_contain_text(words)
    expect(field(page, name)).to_have_attribute("aria-invalid", "true")
    described = field(page, name).get_attribute("aria-describedby").split()
    texts = [page.locator(f"#{part}").inner_text() for part in described]
    assert words in " ".join(texts)


class TestDoor:
    def test_it_signs_up(self, open_page):
        page = open_page("/account/signup/")

        write(page, username="keys", email="keys@botanik.example", password1="short")
        page.keyboard.press("Enter")
        assert_told_beside(page, "password1", "too short")
        expect(field(page, "username")).to_have_value("keys")
        expect(field(page, "email")).to_have_value("keys@botanik.example")
        write(page, password1=PASSWORD)
        page.keyboard.press("Enter")

        expect(page.page).to_have_url(re.compile("confirm-email"))

    @pytest.mark.usefixtures("_members")
    def test_it_logs_in(self, open_page):
        page = open_page("/account/login/")

        write(page, login="fern", password="not the one")
        page.keyboard.press("Enter")
        expect(page.locator("[data-errors][role=alert]")).to_be_focused()
        expect(page.locator("[data-errors]")).to_contain_text("do not go together")
        expect(field(page, "login")).to_have_value("fern")
        write(page, password=PASSWORD)
        use(page, "Log in", "Space")

        expect(page.page).to_have_url(re.compile("/play/"))


class TestPreferences:
    def test_it_saves(self, member):
        member.goto("/account/preferences/")
        reach(member, field(member, "sounds"))
        before = field(member, "sounds").is_checked()

        member.keyboard.press("Space")
        use(member, "Save")

        expect(member.get_by_role("status").filter(has_text="saved")).to_be_visible()
        assert field(member, "sounds").is_checked() != before

    def test_it_says_beside_the_field_what_is_missing(self, member):
        member.expect_console("422")
        member.goto("/account/preferences/")
        reach(member, field(member, "quiet_from"))
        member.keyboard.type("1000PM")

        use(member, "Save")

        assert_told_beside(member, "quiet_until", "a beginning and an end")
        expect(field(member, "quiet_from")).to_have_value("22:00")


class TestAbsences:
    def test_it_books_and_cancels(self, member):
        member.expect_console("422")
        member.goto("/account/absences/")
        reach(member, field(member, "last_day"))
        member.keyboard.type("01012099")
        use(member, "Book")
        assert_told_beside(member, "last_day", "so many days")
        expect(field(member, "last_day")).to_have_value("2099-01-01")

        today = member.evaluate("new Date().toLocaleDateString('en-US', {timeZone: 'UTC'})")
        month, day, year = today.split("/")
        reach(member, field(member, "last_day"))
        member.keyboard.type(f"{month:0>2}{day:0>2}{year}")
        use(member, "Book")
        expect(member.locator("main")).to_contain_text("You are away now")
        use(member, "I am back", "Space")

        expect(member.locator("main")).not_to_contain_text("You are away now")


class TestBlocks:
    def test_it_blocks_and_takes_it_back(self, member):
        member.goto("/@moss/")

        use(member, "Block")
        expect(member.locator("main")).to_contain_text("You have blocked this person")
        use(member, "Unblock", "Space")

        expect(button(member, "Block")).to_be_visible()


class TestLeaving:
    def test_it_asks_and_stays(self, member):
        member.goto("/account/leave/")
        write(member, password="not the one")
        member.keyboard.press("Enter")
        assert_told_beside(member, "password", "That is not your password")
        write(member, password=PASSWORD)
        member.keyboard.press("Enter")

        use(member, "Delete my account in seven days")
        expect(member.locator("main")).to_contain_text("Until then you can change your mind")
        use(member, "I stay", "Space")

        expect(member.get_by_role("status").filter(has_text="How good")).to_be_visible()


class TestData:
    def test_it_is_asked_for(self, member):
        member.goto("/account/data/")

        use(member, "Gather my data")

        expect(member.locator("#data-export")).to_contain_text("Your data is ready")
        reach(member, member.get_by_role("link", name="Download the file"))
