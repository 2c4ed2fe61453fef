"""What people do at the door, in a browser."""

import base64
import hashlib
import hmac
import struct
import time

PASSWORD = "a quiet corner of the glasshouse"


def totp(secret, *, periods=0):
    """What an authenticator app shows for `secret` now, or some periods later (RFC 6238)."""
    key = base64.b32decode(secret)
    period = int(time.time()) // 30 + periods
    digest = hmac.new(key, struct.pack(">Q", period), hashlib.sha1).digest()
    offset = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[offset : offset + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"


def fill(page, **fields):
    for name, value in fields.items():
        page.locator(f"main [name={name}]").fill(value)


def press(page, name):
    page.locator("main").get_by_role("button", name=name, exact=True).click()


def find_mail(page, name):
    """Open the mailbox until a mail for `name` is there: the newest."""
    mail = page.locator("main article, main li").filter(has_text=f"{name}@").first
    for _ in range(100):
        page.goto("/mail/")
        if mail.count():
            break
        page.wait_for_timeout(100)
    return mail


def follow_mail(page, name):
    """Follow the link in the mail that confirms an address."""
    find_mail(page, name).locator("a[href*='confirm-email']").first.click()


def log_in(page, password=PASSWORD):
    page.goto("/account/login/")
    fill(page, login=page.name, password=password)
    press(page, "Log in")


def confirm_identity(page):
    if "reauthenticate" in page.url:
        fill(page, password=PASSWORD)
        page.locator("main form button[type=submit]").last.click()


def sign_out(page):
    page.goto("/account/logout/")
    page.locator("main form button[type=submit]").click()
