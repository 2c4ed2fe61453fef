"""Which address a request is counted under."""

import pytest
from django.test import RequestFactory

from accounts.http import client_address


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        (0, "", "192.0.2.1"),
        (0, "198.51.100.9", "192.0.2.1"),
        (1, "198.51.100.9", "198.51.100.9"),
        (1, "made-up, 198.51.100.9", "198.51.100.9"),
        (2, "made-up, 198.51.100.9, 203.0.113.5", "198.51.100.9"),
        (2, "198.51.100.9", "192.0.2.1"),
        (1, "", "192.0.2.1"),
        (1, "evil.example", "192.0.2.1"),
        (1, "198.51.100.9:4711", "192.0.2.1"),
        (1, "fe80::1%eth0", "192.0.2.1"),
        (1, "2001:db8::9", "2001:db8::9"),
    ],
)
def test_it_believes_only_our_own_proxies(settings, proxies, forwarded, expected):
    settings.TRUSTED_PROXIES = proxies
    request = RequestFactory().get(
        "/", REMOTE_ADDR="192.0.2.1", headers={"x-forwarded-for": forwarded}
    )

    assert client_address(request) == expected
