"""Errors told to a Sentry: real envelopes at a real endpoint, with no secret and no address."""

import gzip
import json
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import brotli
import pytest

from tests.sites import ROOT, Site, clean_environment, prepare

# A site with views that break, asked as a browser would, and things that go wrong elsewhere.
BREAK = """
import logging, django
django.setup()
from django.conf import settings
from django.test import Client
settings.ROOT_URLCONF = "tests.site.urls"
settings.ALLOWED_HOSTS = ["*"]
client = Client(raise_request_exception=False, REMOTE_ADDR="203.0.113.77")
client.cookies["sessionid"] = "hunter2"
headers = {"Authorization": "Bearer hunter2", "X-Forwarded-For": "203.0.113.77"}
client.get("/wrong/broken/hunter2/?token=hunter2", headers=headers)
client.post("/wrong/broken/hunter2/", {"password": "hunter2"}, headers=headers)
client.get("/wrong/missing/hunter2/")
logging.getLogger("botanik").error("mail for alice@botanik.example failed")
logging.getLogger("botanik").warning("this is no error")
try:
    secret = "hunter2"
    raise ValueError(f"hunter2 and alice@botanik.example: {secret}")
except ValueError:
    logging.getLogger("botanik").exception("a task broke")
import sentry_sdk
sentry_sdk.flush(20)
"""


UNPACKED = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}


class Endpoint(HTTPServer):
    """Takes envelopes, and keeps their events."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Taker)
        self.texts, self.events = [], []

    @property
    def dsn(self):
        return f"http://public@127.0.0.1:{self.server_port}/1"


class Taker(BaseHTTPRequestHandler):
    def do_POST(self):
        content = self.rfile.read(int(self.headers["Content-Length"]))
        content = UNPACKED[self.headers.get("Content-Encoding")](content)
        lines = content.decode().splitlines()
        self.server.texts.append(content.decode())
        self.server.events += [
            json.loads(body)
            for head, body in zip(lines[1::2], lines[2::2], strict=False)
            if json.loads(head)["type"] == "event"
        ]
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="module")
def endpoint():
    endpoint = Endpoint()
    serving = threading.Thread(target=endpoint.serve_forever)
    serving.start()
    yield endpoint
    endpoint.shutdown()
    serving.join()
    endpoint.server_close()


def run(folder, **variables):
    own = {"DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "botanik_site.settings", **variables}
    environment = clean_environment(**own)
    prepare(Site("", folder, environment))
    subprocess.run(
        [sys.executable, "-c", BREAK], env=environment, cwd=ROOT, check=True, capture_output=True
    )


@pytest.fixture(scope="module")
def told(endpoint, tmp_path_factory):
    """What was told of all that went wrong."""
    run(tmp_path_factory.mktemp("site"), SENTRY_DSN=endpoint.dsn)
    return endpoint


class TestReport:
    def test_it_tells_of_each_error_once(self, told):
        assert sorted(event["message"] for event in told.events) == [
            "RuntimeError at a request",
            "RuntimeError at a request",
            "a task broke",
            "mail for [mail] failed",
        ]

    def test_it_says_which_fault_and_where(self, told):
        [event, _other] = [e for e in told.events if "at a request" in e["message"]]

        [fault] = [one for one in event["exception"]["values"] if one["type"] == "RuntimeError"]
        assert any(
            frame["filename"] == "tests/site/urls.py" for frame in fault["stacktrace"]["frames"]
        )
        assert event["level"] == "error"

    def test_it_has_the_id_that_the_answer_carried(self, told):
        requests = [event for event in told.events if "at a request" in event["message"]]

        assert all(len(event["tags"]["request_id"]) == 16 for event in requests)

    @pytest.mark.parametrize(
        "secret", ["hunter2", "203.0.113.77", "alice", "sessionid", "Authorization", str(ROOT)]
    )
    def test_it_tells_no_secret_no_address_and_no_path(self, told, secret):
        assert told.texts
        assert not any(secret in text for text in told.texts)

    def test_it_tells_nothing_where_nobody_asked_for_it(self, endpoint, tmp_path):
        before = len(endpoint.texts)

        run(tmp_path)

        assert len(endpoint.texts) == before
