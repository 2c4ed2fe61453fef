"""The way of a newcomer: sign up, follow the mail, log in, secure the account."""

import base64
import hashlib
import hmac
import re
import struct
import time
from itertools import count

import pytest
from playwright.sync_api import expect

PASSWORD = "a quiet corner of the glasshouse"
numbers = count()


def totp(secret):
    """What an authenticator app shows for `secret` now (RFC 6238)."""
    key = base64.b32decode(secret)
    digest = hmac.new(key, struct.pack(">Q", int(time.time()) // 30), hashlib.sha1).digest()
    offset = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[offset : offset + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"


def fill(page, **fields):
    for name, value in fields.items():
        page.locator(f"main [name={name}]").fill(value)


def press(page, name):
    page.locator("main").get_by_role("button", name=name, exact=True).click()


@pytest.fixture
def newcomer(open_page):
    """Somebody new with a page: signed up, address confirmed, logged in."""
    name = f"newcomer{next(numbers)}"
    page = open_page("/account/signup/", timezone_id="Europe/Paris")
    page.name = name
    fill(page, username=name, email=f"{name}@botanik.example", password1=PASSWORD)
    press(page, "Sign up")
    expect(page.page).to_have_url(re.compile("confirm-email"))
    follow_mail(page, name)
    press(page, "Yes, confirm it")
    log_in(page)
    return page


def follow_mail(page, name):
    """Open the mailbox until the newest mail for `name` is there, and follow its link."""
    mail = page.locator("main article, main li").filter(has_text=f"{name}@").first
    for _ in range(100):
        page.goto("/mail/")
        if mail.count():
            break
        page.wait_for_timeout(100)
    mail.locator("a[href*='confirm-email']").first.click()


def log_in(page, password=PASSWORD):
    page.goto("/account/login/")
    fill(page, login=page.name, password=password)
    press(page, "Log in")


def confirm_identity(page):
    if "reauthenticate" in page.url:
        fill(page, password=PASSWORD)
        page.locator("main form button[type=submit]").last.click()


class TestNewcomer:
    def test_it_is_inside_after_following_the_mail(self, newcomer):
        newcomer.goto("/account/profile/")

        expect(newcomer.get_by_role("heading", level=1)).to_have_text("Your profile")

    def test_it_has_the_time_zone_of_the_browser(self, newcomer):
        newcomer.goto("/account/preferences/")

        expect(newcomer.locator("[name=time_zone]")).to_have_value("Europe/Paris")

    def test_it_shows_its_profile_to_strangers(self, newcomer, open_page):
        newcomer.goto("/account/profile/")
        fill(newcomer, about="I like ferns.")
        press(newcomer, "Save")

        stranger = open_page(f"/@{newcomer.name}/")

        expect(stranger.locator("main")).to_contain_text("I like ferns.")

    def test_it_is_told_why_a_time_away_cannot_be_booked(self, newcomer):
        newcomer.expect_console("422")
        newcomer.goto("/account/absences/")
        fill(newcomer, last_day="2099-01-01")
        press(newcomer, "Book")

        expect(newcomer.locator("main")).to_contain_text("so many days")

    def test_it_can_ask_to_be_forgotten_and_stay_after_all(self, newcomer):
        newcomer.goto("/account/leave/")
        confirm_identity(newcomer)
        press(newcomer, "Delete my account in seven days")
        expect(newcomer.locator("main")).to_contain_text("Until then you can change your mind")

        press(newcomer, "I stay")

        expect(newcomer.locator("#notices")).to_contain_text("How good that you stay")


class TestTwoFactor:
    def test_it_asks_for_the_apps_code_at_the_next_login(self, newcomer, open_page):
        newcomer.goto("/account/2fa/totp/activate/")
        confirm_identity(newcomer)
        secret = newcomer.locator("#authenticator_secret").inner_text().replace(" ", "")
        fill(newcomer, code=totp(secret))
        newcomer.locator("main form button[type=submit]").first.click()
        expect(newcomer.page).to_have_url(re.compile("recovery-codes|2fa"))

        other = open_page("/")
        other.name = newcomer.name
        log_in(other)

        expect(other.page).to_have_url(re.compile("2fa/authenticate"))

    def test_it_logs_in_by_passkey_alone(self, newcomer):
        devtools = newcomer.context.new_cdp_session(newcomer.page)
        devtools.send("WebAuthn.enable")
        authenticator = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
            "automaticPresenceSimulation": True,
        }
        devtools.send("WebAuthn.addVirtualAuthenticator", {"options": authenticator})
        newcomer.goto("/account/2fa/webauthn/add/")
        confirm_identity(newcomer)
        fill(newcomer, name="my phone")
        press(newcomer, "Add the passkey")
        expect(newcomer.page).not_to_have_url(re.compile("webauthn/add"))

        newcomer.context.clear_cookies()
        newcomer.goto("/account/login/")
        press(newcomer, "Log in with a passkey")

        expect(newcomer.page).to_have_url(re.compile("/play/"))


class TestPages:
    @pytest.mark.parametrize("scheme", ["light", "dark"])
    @pytest.mark.parametrize(
        "path", ["/account/login/", "/account/signup/", "/account/password/reset/"]
    )
    def test_it_is_accessible_to_visitors(self, open_page, assert_accessible, path, scheme):
        assert_accessible(open_page(path, color_scheme=scheme, reduced_motion="reduce"))

    def test_it_is_accessible_to_members_and_fits_a_phone(self, newcomer, assert_accessible):
        for path in (
            "/account/profile/",
            "/account/username/",
            "/account/preferences/",
            "/account/absences/",
            "/account/blocks/",
            "/account/email/",
            "/account/sessions/",
            "/account/2fa/",
            f"/@{newcomer.name}/",
        ):
            newcomer.goto(path)
            assert_accessible(newcomer)
            for width in (320, 360, 1440):
                newcomer.set_viewport_size({"width": width, "height": 740})
                assert newcomer.evaluate("document.documentElement.scrollWidth") <= width, path
