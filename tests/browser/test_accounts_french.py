"""From the sign-up to the profile in French, with no English left."""

import re
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po
from playwright.sync_api import expect

from tests.browser.people import PASSWORD, fill, find_mail, sign_out

CATALOGUE = Path(__file__).parents[2] / "botanik_site/locale/fr/LC_MESSAGES/django.po"
# No French sentence has any of these words, and hardly an English one has none.
ENGLISH = re.compile(r"\b(the|you|your|with|and|is|are|of|to|this|that|please|my|we)\b", re.I)
NAME = "francine"


@cache
def own_words():
    """Our English texts that read otherwise in French, but for the name of the other language."""
    with CATALOGUE.open("rb") as lines:
        texts = {str(text.id) for text in read_po(lines) if text.id and text.id != text.string}
    return texts - {"English"}


def assert_french(text):
    assert not ENGLISH.search(text), text
    assert text.strip() not in own_words(), text


def assert_page_is_french(page):
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    options = page.locator("main option").all_inner_texts()
    for text in [page.title(), *page.locator("body").inner_text().splitlines(), *options]:
        # The names of time zones are the same everywhere.
        if "/" not in text:
            assert_french(text)


def send(page):
    page.locator("main form button[type=submit]").first.click()


class TestFrench:
    def test_it_is_spoken_from_the_sign_up_to_the_profile(self, open_page):
        page = open_page("/account/signup/", locale="fr-FR", timezone_id="Europe/Paris")
        assert_page_is_french(page)

        fill(page, username="al ice", email="nonsense", password1="12345")
        send(page)
        expect(page.locator("[data-errors]")).to_be_visible()
        assert_page_is_french(page)

        fill(page, username=NAME, email=f"{NAME}@botanik.example", password1=PASSWORD)
        send(page)
        expect(page.page).to_have_url(re.compile("confirm-email"))
        assert_page_is_french(page)

        mail = find_mail(page, NAME)
        for line in mail.inner_text().splitlines():
            if "@" not in line and "://" not in line:
                assert_french(line)
        mail.locator("a[href*='confirm-email']").first.click()
        assert_page_is_french(page)
        send(page)
        expect(page.page).to_have_url(re.compile("/play/"))
        assert_page_is_french(page)

        sign_out(page)
        page.goto("/account/login/")
        assert_page_is_french(page)
        fill(page, login=NAME, password="pas le bon")
        send(page)
        expect(page.locator("[data-errors]")).to_be_visible()
        assert_page_is_french(page)
        fill(page, login=NAME, password=PASSWORD)
        send(page)
        expect(page.page).to_have_url(re.compile("/play/"))
        assert_page_is_french(page)

        for path in (
            "profile/", "username/", "preferences/", "email/", "password/change/", "2fa/",
            "2fa/webauthn/", "sessions/", "absences/", "blocks/", "rulings/", "data/",
            "logout/",
        ):  # fmt: skip
            page.goto(f"/account/{path}")
            assert_page_is_french(page)
        page.goto(f"/@{NAME}/")
        assert_page_is_french(page)
