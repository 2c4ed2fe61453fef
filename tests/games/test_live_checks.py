"""The live check, from the page's question to the nudge."""

from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.urls import reverse

from botanik_site.asgi import application
from games.services import live_checks
from tests.real_services import wait_until

HTMX = {"HX-Request": "true"}


@pytest.fixture
def check_id():
    return uuid4()


@pytest.fixture
def page(check_id):
    return reverse("games:live_check", args=[check_id])


@pytest.fixture
def ask(check_id):
    return reverse("games:ask_live_check", args=[check_id])


def socket(topic):
    return WebsocketCommunicator(
        application, f"/ws/live/?topic={topic}", headers=[(b"origin", b"http://localhost")]
    )


class TestPage:
    def test_it_begins_with_a_check_of_ones_own(self, client, db):
        first, second = client.get("/live/"), client.get("/live/")

        assert first.status_code == 302
        assert first["Location"] != second["Location"]

    def test_it_shows_the_whole_page_to_a_browser(self, client, db, page):
        assert b"<html" in client.get(page).content

    def test_it_shows_only_the_fragment_to_htmx(self, client, db, page):
        response = client.get(page, headers=HTMX)

        assert response.content.strip().startswith(b"<section")
        assert b"<html" not in response.content

    def test_it_is_not_kept_by_the_browser(self, client, db, page):
        assert "no-store" in client.get(page)["Cache-Control"]

    def test_it_says_405_when_the_question_is_not_posted(self, client, db, ask):
        assert client.get(ask).status_code == 405


class TestAsking:
    def test_it_is_answered_by_the_worker(self, client, worker, ask, check_id):
        assert client.post(ask, headers=HTMX).status_code == 200

        wait_until(lambda: live_checks.read(check_id)["answered"] == 1, what="the answer")

    def test_it_leads_back_to_the_page_without_htmx(self, client, worker, ask, page):
        response = client.post(ask)

        assert (response.status_code, response["Location"]) == (302, page)

    def test_it_is_refused_after_too_many_in_a_minute(self, client, db, ask):
        for _ in range(live_checks.MOST_A_MINUTE):
            client.post(ask)

        assert client.post(ask).status_code == 429

    def test_it_does_not_count_the_checks_of_others(self, client, db, ask):
        for _ in range(live_checks.MOST_A_MINUTE):
            client.post(ask, REMOTE_ADDR="192.0.2.1")

        assert client.post(ask, REMOTE_ADDR="192.0.2.2").status_code == 302


class TestNudge:
    async def test_it_reaches_the_tab_that_watches(self, channel_layer, worker, check_id):
        tab = socket(live_checks.topic(check_id))
        assert (await tab.connect())[0]

        await sync_to_async(live_checks.ask)(check_id, address="192.0.2.1")

        assert await tab.receive_json_from(timeout=10) == {
            "topic": live_checks.topic(check_id),
            "number": 1,
        }
        await tab.disconnect()

    async def test_it_reaches_nobody_else(self, channel_layer, worker, check_id):
        stranger = socket(live_checks.topic(uuid4()))
        tab = socket(live_checks.topic(check_id))
        assert (await stranger.connect())[0]
        assert (await tab.connect())[0]

        await sync_to_async(live_checks.ask)(check_id, address="192.0.2.1")
        await tab.receive_json_from(timeout=10)

        assert await stranger.receive_nothing()
        await stranger.disconnect()
        await tab.disconnect()
