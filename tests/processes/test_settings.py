"""Settings as a whole: which combinations a process starts with, and what it says otherwise."""

import subprocess
import sys

import pytest

from tests.sites import ROOT, clean_environment

PRODUCTION = {
    "DATABASE_URL": "postgres://db.botanik.example/botanik",
    "REDIS_URL": "redis://redis.botanik.example",
    "SITE_URL": "https://botanik.example",
    "TRUSTED_PROXIES": "1",
    "SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyz" * 2,
    "SMTP_HOST": "mail.botanik.example",
}


@pytest.fixture
def read_settings(tmp_path):
    """Print one setting in a fresh process with the given variables."""

    def read(name="LOCAL", **variables):
        code = f"from botanik_site import settings; print(repr(settings.{name}))"
        return subprocess.run(
            [sys.executable, "-c", code],
            env=clean_environment(DATA_DIR=str(tmp_path), **variables),
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )

    return read


class TestStart:
    def test_it_needs_nothing_on_ones_own_machine(self, read_settings):
        assert read_settings("LOCAL").stdout == "True\n"

    def test_it_is_not_local_with_services_of_production(self, read_settings):
        assert read_settings("LOCAL", **PRODUCTION).stdout == "False\n"

    def test_it_shows_mails_on_a_page_only_locally(self, read_settings):
        assert read_settings("MAIL_PAGE").stdout == "True\n"
        assert read_settings("MAIL_PAGE", **PRODUCTION).stdout == "False\n"
        assert read_settings("MAIL_PAGE", SMTP_HOST="localhost").stdout == "False\n"

    @pytest.mark.parametrize(
        "name", ["SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT"]
    )
    def test_it_demands_https_where_the_address_says_so(self, read_settings, name):
        assert read_settings(name, **PRODUCTION).stdout == "True\n"
        assert read_settings(name).stdout == "False\n"

    def test_it_keeps_browsers_on_https_for_a_year(self, read_settings):
        assert read_settings("SECURE_HSTS_SECONDS", **PRODUCTION).stdout == "31536000\n"


class TestRefusal:
    @pytest.mark.parametrize(
        ("variables", "line"),
        [
            ({"PORT": "http"}, "PORT must be a whole number"),
            ({"DATABASE_URL": "mysql://db/botanik"}, "DATABASE_URL must be an address"),
            ({"REDIS_URL": "localhost:6379"}, "REDIS_URL must be an address"),
            ({"SITE_URL": "botanik.example"}, "SITE_URL must be an address"),
            ({"DEBUG": "yes"}, "DEBUG must be one of 0, 1"),
            ({"SECRET_KEY": "short"}, "SECRET_KEY must be set to 50 random characters"),
            ({"SECRET_KEY_FALLBACKS": "short"}, "SECRET_KEY_FALLBACKS must be former keys"),
            ({"METRICS_TOKEN": "short"}, "METRICS_TOKEN must be 20 random characters"),
            ({"SENTRY_DSN": "sentry.example"}, "SENTRY_DSN must be an address"),
            ({"LOG_FORMAT": "xml"}, "LOG_FORMAT must be one of"),
            ({"LOG_LEVEL": "LOUD"}, "LOG_LEVEL must be one of"),
            ({"SMTP_PORT": "0"}, "SMTP_PORT must be a whole number"),
            ({"SMTP_SECURITY": "ssl"}, "SMTP_SECURITY must be one of"),
            ({"TRUSTED_PROXIES": "-1"}, "TRUSTED_PROXIES must be a whole number"),
            ({"HOST": "0.0.0.0"}, "SITE_URL is missing"),
            ({**PRODUCTION, "SECRET_KEY": ""}, "SECRET_KEY must be set"),
            ({**PRODUCTION, "SMTP_HOST": ""}, "SMTP_HOST is missing"),
            ({**PRODUCTION, "SITE_URL": ""}, "SITE_URL is missing"),
            ({**PRODUCTION, "TRUSTED_PROXIES": ""}, "TRUSTED_PROXIES must say"),
            ({**PRODUCTION, "DEBUG": "1"}, "DEBUG shows secrets"),
            (
                {
                    "HOST": "0.0.0.0",
                    "SITE_URL": "http://garden.example",
                    "SECRET_KEY": PRODUCTION["SECRET_KEY"],
                },
                "SMTP_HOST is missing",
            ),
        ],
    )
    def test_it_is_one_line_that_names_the_variable(self, read_settings, variables, line):
        ended = read_settings(**variables)

        assert ended.returncode == 1
        assert ended.stderr.startswith(f"botanik: {line}")
        assert ended.stderr.count("\n") == 1
