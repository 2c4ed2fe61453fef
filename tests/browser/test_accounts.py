"""The way of a newcomer: sign up, follow the mail, log in, secure the account, leave."""

import re
from zipfile import ZipFile

import pytest
from playwright.sync_api import expect

from tests.browser.people import confirm_identity, fill, log_in, press, sign_out, totp

A_WEEK_LATER = """
from django.utils import timezone
from games.services.farewells import carry_out_farewells
from accounts.models import User
assert User.objects.filter(username="{name}").exclude(leaving_at=None).update(
    leaving_at=timezone.now()
)
carry_out_farewells()
"""


class TestNewcomer:
    def test_it_is_inside_after_following_the_mail(self, newcomer):
        newcomer.goto("/account/profile/")

        expect(newcomer.get_by_role("heading", level=1)).to_have_text("Your profile")

    def test_it_has_the_time_zone_of_the_browser(self, newcomer):
        newcomer.goto("/account/preferences/")

        expect(newcomer.locator("[name=time_zone]")).to_have_value("Europe/Paris")

    def test_it_shows_its_profile_to_strangers(self, resident, open_page):
        resident.goto("/account/profile/")
        fill(resident, about="I like ferns.")
        press(resident, "Save")

        stranger = open_page(f"/@{resident.name}/")

        expect(stranger.locator("main")).to_contain_text("I like ferns.")

    def test_it_is_told_why_a_time_away_cannot_be_booked(self, resident):
        resident.expect_console("422")
        resident.goto("/account/absences/")
        fill(resident, last_day="2099-01-01")
        press(resident, "Book")

        expect(resident.locator("main")).to_contain_text("so many days")

    def test_it_can_ask_to_be_forgotten_and_stay_after_all(self, resident):
        resident.goto("/account/leave/")
        confirm_identity(resident)
        press(resident, "Delete my account in seven days")
        expect(resident.locator("main")).to_contain_text("Until then you can change your mind")

        press(resident, "I stay")

        expect(resident.locator("#notices")).to_contain_text("How good that you stay")

    def test_it_is_forgotten_after_a_week_and_cannot_log_in_again(self, resident, open_page, site):
        resident.goto("/account/leave/")
        expect(resident.page).to_have_url(re.compile("reauthenticate"))
        confirm_identity(resident)
        press(resident, "Delete my account in seven days")
        expect(resident.locator("main")).to_contain_text("Until then you can change your mind")

        site.run(A_WEEK_LATER.format(name=resident.name))

        resident.goto("/account/profile/")
        expect(resident.page).to_have_url(re.compile("/account/login/"))
        log_in(resident)
        expect(resident.get_by_role("alert")).to_contain_text("do not go together")
        stranger = open_page("/")
        stranger.expect_console("404")
        stranger.goto(f"/@{resident.name}/")
        expect(stranger.locator("main")).to_contain_text("Nobody here has this name")

    def test_it_takes_its_data_away(self, resident):
        resident.goto("/account/data/")
        press(resident, "Gather my data")

        expect(resident.locator("#data-export")).to_contain_text("Your data is ready")
        with resident.expect_download() as download:
            resident.get_by_role("link", name="Download the file").click()
        with ZipFile(download.value.path()) as box:
            assert resident.name in box.read("account.json").decode()


class TestTwoFactor:
    def test_it_logs_in_with_the_apps_code(self, resident):
        resident.goto("/account/2fa/totp/activate/")
        confirm_identity(resident)
        secret = resident.locator("#authenticator_secret").inner_text().replace(" ", "")
        fill(resident, code=totp(secret))
        resident.locator("main form button[type=submit]").first.click()
        expect(resident.page).to_have_url(re.compile("recovery-codes"))
        sign_out(resident)

        log_in(resident)
        expect(resident.page).to_have_url(re.compile("2fa/authenticate"))
        fill(resident, code=totp(secret, periods=1))
        press(resident, "Log in")

        expect(resident.page).to_have_url(re.compile("/play/"))
        resident.goto("/account/profile/")
        expect(resident.get_by_role("heading", level=1)).to_have_text("Your profile")

    def test_it_logs_in_by_passkey_alone(self, resident):
        devtools = resident.context.new_cdp_session(resident.page)
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
        resident.goto("/account/2fa/webauthn/add/")
        confirm_identity(resident)
        fill(resident, name="my phone")
        press(resident, "Add the passkey")
        expect(resident.page).not_to_have_url(re.compile("webauthn/add"))

        resident.context.clear_cookies()
        resident.goto("/account/login/")
        press(resident, "Log in with a passkey")

        expect(resident.page).to_have_url(re.compile("/play/"))


class TestPages:
    @pytest.mark.parametrize("scheme", ["light", "dark"])
    @pytest.mark.parametrize(
        "path", ["/account/login/", "/account/signup/", "/account/password/reset/"]
    )
    def test_it_is_accessible_to_visitors(self, open_page, assert_accessible, path, scheme):
        assert_accessible(open_page(path, color_scheme=scheme, reduced_motion="reduce"))

    def test_it_is_accessible_to_members_and_fits_a_phone(self, resident, assert_accessible):
        for path in (
            "/account/profile/",
            "/account/username/",
            "/account/preferences/",
            "/account/absences/",
            "/account/blocks/",
            "/account/rulings/",
            "/account/data/",
            "/account/leave/",
            "/account/email/",
            "/account/sessions/",
            "/account/2fa/",
            f"/@{resident.name}/",
        ):
            resident.goto(path)
            assert_accessible(resident)
            for width in (320, 360, 1440):
                resident.set_viewport_size({"width": width, "height": 740})
                assert resident.evaluate("document.documentElement.scrollWidth") <= width, path
