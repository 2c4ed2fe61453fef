"""Every address that the site makes is its own, whatever a client claims about it."""

import re
from email import message_from_bytes, policy

import pytest

from tests.asking import ask
from tests.post_office import text_of
from tests.real_services import wait_until
from tests.sites import embedded_site

EVIL = "https://evil.example"
# Whatever a proxy or a server might believe. The site is told that it stands behind one proxy.
CLAIMS = {
    "nothing": {},
    "root": {"Daphne-Root-Path": EVIL},
    "root-path": {"Daphne-Root-Path": "/evil.example"},
    "root-encoded": {"Daphne-Root-Path": "https%3A%2F%2Fevil.example"},
    "root-bytes": {"Daphne-Root-Path": "\xff"},
    "script-name": {"X-Script-Name": EVIL, "Script-Name": EVIL, "SCRIPT_NAME": EVIL},
    "script-url": {"Script-Url": EVIL, "X-Original-URL": "/evil.example/", "Redirect-Url": EVIL},
    "rewrite": {"X-Rewrite-URL": "//evil.example/", "X-Forwarded-Prefix": "/evil.example"},
    "host-forwarded": {"X-Forwarded-Host": "evil.example", "X-Host": "evil.example"},
    "server-forwarded": {"X-Forwarded-Server": "evil.example", "X-Forwarded-Port": "666"},
    "forwarded": {"Forwarded": "for=192.0.2.1;host=evil.example;proto=https"},
    "address": {"X-Forwarded-For": "evil.example", "X-Real-IP": "evil.example"},
    "scheme": {"X-Forwarded-Proto": "evil", "X-Forwarded-Scheme": "evil", "X-Scheme": "evil"},
    "origin": {"Referer": f"{EVIL}/", "X-Forwarded-Origin": EVIL},
    "host": {"Host": "evil.example"},
    "host-with-user": {"Host": "evil.example@localhost"},
    "host-with-path": {"Host": "localhost/evil.example"},
    "host-port": {"Host": "localhost:666"},
    "host-dot": {"Host": "localhost."},
    "host-upper": {"Host": "LOCALHOST:666"},
    "no-host": {"Host": ""},
}
PAGES = ["/", "/play/", "/rules/", "/account/login/", "/nothing/", "/play", "/live/"]
LAY = """
from accounts.services import create_player
for name in %r:
    person = create_player(username=name.replace("-", "_"), email=f"{name}@botanik.example")
    person.emailaddress_set.create(email=person.email, verified=True, primary=True)
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with embedded_site(tmp_path_factory.mktemp("site"), TRUSTED_PROXIES="1") as site:
        site.run(LAY % [f"is-{claim}" for claim in CLAIMS])
        yield site


@pytest.fixture(params=CLAIMS)
def claim(request):
    return request.param


def addresses_of(answer):
    """Wherever an answer leads."""
    found = re.findall(r"""(?:href|src|action|hx-[a-z]+|content)=["']([^"']*)["']""", answer.body)
    found += [answer.headers[name] for name in ("Location", "HX-Redirect", "Refresh", "Link")]
    return [address for address in found if address]


def is_ours(site, address):
    """Whether it leads to this site: by its path, or by the address that the operator named."""
    if address.startswith(f"{site.url}/") or address == site.url:
        return True
    # With the colon of a port: of some 150 ids, one has these three digits in a row.
    return "evil" not in address and ":666" not in address and not re.match(r"\w+:|//", address)


def newest_mail(site, name):
    """The newest mail to somebody, once it is there."""

    def mails():
        read = [
            message_from_bytes(path.read_bytes(), policy=policy.default)
            for path in sorted((site.folder / "mail").glob("*.eml"))
        ]
        return [mail for mail in read if mail["To"].startswith(f"{name}@")]

    wait_until(lambda: bool(mails()), what=f"a mail to {name}")
    return text_of(mails()[-1])


def assert_leads_home(site, text):
    found = re.findall(r"https?://[^\s]+", text)
    assert found
    assert [address for address in found if not is_ours(site, address)] == []
    assert "evil" not in text


class TestAnswers:
    @pytest.mark.parametrize("page", PAGES)
    def test_it_leads_nowhere_else(self, site, claim, page):
        answer = ask(site, page, headers=CLAIMS[claim])

        assert answer.status < 500
        assert [each for each in addresses_of(answer) if not is_ours(site, each)] == []


class TestMails:
    def test_it_sends_the_link_of_a_reset_to_our_own_host(self, site, claim):
        name = f"is-{claim}"
        form = {"email": f"{name}@botanik.example"}
        answer = ask(site, "/account/password/reset/", form=form, headers=CLAIMS[claim])

        assert answer.status in (302, 400, 403)
        if answer.status == 302:
            assert_leads_home(site, newest_mail(site, name))

    def test_it_sends_the_link_of_a_sign_up_to_our_own_host(self, site, claim):
        name = f"new-{claim}"
        form = {"username": name[:20], "email": f"{name}@botanik.example"}
        form["password1"] = "a quiet corner of the glasshouse"
        answer = ask(site, "/account/signup/", form=form, headers=CLAIMS[claim])

        assert answer.status in (302, 400, 403)
        if answer.status == 302:
            assert_leads_home(site, newest_mail(site, name))

    def test_it_is_answered_with_a_mail_though_a_proxy_claims_to_serve_us_elsewhere(self, site):
        """The tests above would say nothing if all of them were refused."""
        heard = {
            claim
            for claim, headers in CLAIMS.items()
            if ask(site, "/account/login/", headers=headers).status == 200
        }
        assert heard >= {"root", "script-name", "host-forwarded", "forwarded", "host-port"}
