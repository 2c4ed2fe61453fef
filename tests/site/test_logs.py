"""Log lines: one a request, with its id and its route, and no secret."""

import asyncio
import gc
import io
import json
import logging

import pytest
from django.core.exceptions import RequestAborted
from django.test import Client

from botanik_site.logs import JsonFormatter, TextFormatter

pytestmark = [pytest.mark.urls("tests.site.urls"), pytest.mark.django_db]


@pytest.fixture(params=[JsonFormatter, TextFormatter])
def stream(request):
    """All that is logged, with the site's own levels."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(request.param())
    logging.getLogger().addHandler(handler)
    yield stream
    logging.getLogger().removeHandler(handler)


@pytest.fixture
def json_lines():
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    logging.getLogger().addHandler(handler)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    logging.getLogger().removeHandler(handler)


@pytest.fixture
def client():
    return Client(raise_request_exception=False)


class TestRequestLine:
    def test_it_has_the_route_and_not_the_path(self, client, json_lines):
        client.get("/live/0f0e0d0c-0b0a-4908-8706-050403020100/")

        [line] = json_lines()
        assert line["route"] == "/live/<uuid:check_id>/"
        assert (line["method"], line["status"]) == ("GET", 200)

    def test_it_has_the_id_that_the_answer_carries(self, client, json_lines):
        response = client.get("/")

        assert json_lines()[0]["request_id"] == response["X-Request-ID"]

    def test_it_has_another_id_each_time(self, client):
        assert client.get("/")["X-Request-ID"] != client.get("/")["X-Request-ID"]

    def test_it_does_not_tell_a_path_that_has_no_route(self, client, json_lines):
        client.get("/reset/hunter2/")

        assert json_lines()[0]["route"] == "(no route)"

    def test_it_shares_its_id_with_the_traceback(self, client, json_lines):
        client.get("/wrong/broken/")

        assert len({line["request_id"] for line in json_lines()}) == 1
        assert any("RuntimeError" in line.get("traceback", "") for line in json_lines())


class TestSecrets:
    @pytest.mark.parametrize("how", ["missing", "denied", "suspicious", "broken", "no-broker"])
    def test_it_keeps_paths_and_queries_out(self, client, stream, how):
        client.get(f"/wrong/{how}/hunter2/?token=hunter2")

        assert stream.getvalue()
        assert "hunter2" not in stream.getvalue()

    def test_it_masks_mail_addresses(self, stream):
        logging.getLogger("botanik").warning("mail for alice@botanik.example failed")

        assert "alice@botanik.example" not in stream.getvalue()
        assert "mail for [mail] failed" in stream.getvalue()

    def test_it_names_the_kind_of_a_fault_and_not_its_text(self, client, stream):
        client.get("/wrong/broken/")

        assert "RuntimeError" in stream.getvalue()
        assert "alice" not in stream.getvalue()

    def test_it_keeps_what_was_posted_out(self, client, stream):
        client.post("/wrong/broken/", {"password": "hunter2"})

        assert "hunter2" not in stream.getvalue()


class TestNobodyThere:
    def never_retrieved(self, error):
        """What asyncio says of a task whose error nobody waits for."""

        async def fail():
            raise error

        async def leave():
            task = asyncio.create_task(fail())
            await asyncio.wait([task])

        asyncio.run(leave())
        gc.collect()

    def test_it_is_no_error_to_go_away_before_the_answer(self, stream):
        self.never_retrieved(RequestAborted())

        assert stream.getvalue() == ""

    def test_it_is_one_if_something_else_went_wrong(self, stream):
        self.never_retrieved(ValueError())

        assert "never retrieved" in stream.getvalue()
