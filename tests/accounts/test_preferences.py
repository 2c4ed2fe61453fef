"""What somebody likes."""

from datetime import time

import pytest
from django.test import Client

from accounts.models import Preferences
from accounts.notices import DEFAULT_WISHES, Event
from accounts.selectors import preferences_of

pytestmark = pytest.mark.django_db
PAGE = "/account/preferences/"


def form(**changes):
    """What the page sends when nothing is changed, and then what is."""
    sent = {"language": "", "theme": "", "time_zone": "UTC", "animations": "on"}
    sent["digest_at"] = "08:00"
    for event, wish in DEFAULT_WISHES.items():
        sent[f"mail-{event}"] = wish["mail"]
        if wish["page"]:
            sent[f"page-{event}"] = "on"
    return {**sent, **changes}


@pytest.fixture
def client(client, alice):
    client.force_login(alice)
    return client


class TestDefaults:
    def test_it_knows_what_to_do_for_every_event(self):
        assert set(DEFAULT_WISHES) == set(Event)

    def test_it_is_there_before_anything_was_saved(self, alice):
        assert preferences_of(alice).notices == DEFAULT_WISHES
        assert not Preferences.objects.exists()

    def test_it_fills_in_events_that_came_later(self, alice):
        Preferences.objects.create(
            user=alice, notices={"your-turn": {"page": False, "mail": "never"}}
        )

        notices = preferences_of(alice).notices
        assert notices["your-turn"] == {"page": False, "mail": "never"}
        assert notices["game-over"] == DEFAULT_WISHES["game-over"]


class TestPage:
    def test_it_explains_quiet_hours_and_what_soon_means(self, client):
        page = " ".join(client.get(PAGE).content.decode().split())

        assert "In these hours, by the clock of your time zone, we send you no mail." in page
        assert "Soon means: ten minutes after it has become your turn" in page

    def test_it_is_only_for_people_who_are_signed_in(self, alice):
        assert Client().get(PAGE)["Location"].startswith("/account/login/")

    def test_it_saves_the_matrix(self, client, alice):
        client.post(PAGE, form(**{"mail-your-turn": "daily"}))

        assert preferences_of(alice).notices["your-turn"] == {"page": True, "mail": "daily"}

    def test_it_saves_where_somebody_lives(self, client, alice):
        client.post(PAGE, form(time_zone="Europe/Paris"))

        alice.refresh_from_db()
        assert alice.time_zone == "Europe/Paris"

    def test_it_shows_pages_in_the_chosen_language_and_theme_at_once(self, client):
        client.post(PAGE, form(language="fr", theme="dark"))

        content = client.get("/").content
        assert b'lang="fr"' in content
        assert b'data-theme="dark"' in content

    def test_it_shows_them_in_another_browser_after_login(self, client, verified_alice, log_in):
        client.post(PAGE, form(language="fr", theme="dark"))
        other = Client()

        log_in(client=other)

        content = other.get("/").content
        assert b'lang="fr"' in content
        assert b'data-theme="dark"' in content

    def test_it_leaves_a_browser_as_it_is_for_somebody_who_never_chose(
        self, verified_alice, log_in
    ):
        other = Client()
        other.post("/theme/", {"theme": "dark"})

        log_in(client=other)

        assert b'data-theme="dark"' in other.get("/").content

    def test_it_saves_the_hour_of_the_digest(self, client, alice):
        client.post(PAGE, form(digest_at="18:30"))

        assert preferences_of(alice).digest_at == time(18, 30)

    @pytest.mark.parametrize(
        "wrong",
        [
            {"time_zone": "Mars/Olympus"},
            {"language": "de"},
            {"theme": "pink"},
            {"mail-your-turn": "hourly"},
            {"quiet_from": "22:00"},
            {"digest_at": ""},
            {"quiet_from": "22:00", "quiet_until": "late"},
        ],
    )
    def test_it_refuses_and_saves_nothing(self, client, wrong):
        assert client.post(PAGE, form(**wrong)).status_code == 422
        assert not Preferences.objects.exists()

    def test_it_asks_a_fixed_number_of_times(self, client, django_assert_num_queries):
        client.get(PAGE)

        with django_assert_num_queries(4):  # session, person, preferences, bell
            client.get(PAGE)


def test_it_is_one_press_away_with_the_profile(client, alice):
    client.force_login(alice)
    page = client.get("/play/").content.decode()

    assert f'href="/@{alice.username}/"' in page
    assert 'href="/account/preferences/#wishes"' in page
    assert 'id="wishes"' in client.get("/account/preferences/").content.decode()
