"""What people do at the door, in a browser."""

import base64
import hashlib
import hmac
import struct
import time
from itertools import count
from typing import NamedTuple

PASSWORD = "a quiet corner of the glasshouse"
SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
LETTERS = str.maketrans("0123456789", "bdfghlmnpr")
_numbers = count()


class Appointed(NamedTuple):
    """Somebody with a role, and what their authenticator app was given."""

    name: str
    secret: str


APPOINT = """
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP
from accounts import staffing
from accounts.roles import Role
from accounts.services import create_player
person = create_player(username="{name}", email="{name}@botanik.example", password="{password}")
EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
TOTP.activate(person, "{secret}")
staffing.appoint_here(person=person, role=Role["{role}"])
"""


def appointed(site, role):
    """Somebody new with a role ("moderator", "senior", "administrator") and a second factor."""
    name = f"warden{str(next(_numbers)).translate(LETTERS)}"
    site.run(APPOINT.format(name=name, password=PASSWORD, secret=SECRET, role=role.upper()))
    return Appointed(name, SECRET)


def enter_code(page, secret):
    """Prove by the second factor who one is."""
    fill(page, code=totp(secret))
    page.locator("main form button[type=submit]").first.click()


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
