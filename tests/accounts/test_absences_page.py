"""The page on which one books a time away."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from accounts.models import Absence

pytestmark = pytest.mark.django_db
PAGE = "/account/absences/"


@pytest.fixture
def client(client, alice, time_machine):
    """Alice's browser in New York, where it is the evening of 4 May."""
    time_machine.move_to(datetime(2026, 5, 5, 1, tzinfo=ZoneInfo("UTC")), tick=False)
    alice.time_zone = "America/New_York"
    alice.date_joined = datetime(2026, 5, 1, tzinfo=ZoneInfo("UTC"))
    alice.save()
    client.force_login(alice)
    return client


class TestPage:
    def test_it_is_only_for_people_who_are_signed_in(self, client):
        client.logout()

        assert client.get(PAGE)["Location"].startswith("/account/login/")

    def test_it_says_how_many_days_are_left(self, client):
        assert b"You have 14 days left." in client.get(PAGE).content

    def test_it_books_whole_days_in_ones_own_time_zone(self, client):
        client.post(PAGE, {"first_day": "2026-05-10", "last_day": "2026-05-12"})

        new_york = ZoneInfo("America/New_York")
        [absence] = Absence.objects.all()
        assert absence.starts_at == datetime(2026, 5, 10, tzinfo=new_york)
        assert absence.ends_at == datetime(2026, 5, 13, tzinfo=new_york)
        assert b"You have 11 days left." in client.get(PAGE).content

    def test_it_begins_now_without_a_first_day(self, client):
        client.post(PAGE, {"last_day": "2026-05-06"})

        assert b"You are away now" in client.get(PAGE).content

    @pytest.mark.parametrize("first", ["", "0001-01-01", "2026-05-10", "9999-12-31"])
    @pytest.mark.parametrize("last", ["0001-01-01", "9999-12-31"])
    @pytest.mark.parametrize("place", ["Pacific/Kiritimati", "Pacific/Niue"])
    def test_it_says_at_the_field_that_a_day_is_out_of_reach(
        self, client, alice, first, last, place
    ):
        alice.time_zone = place
        alice.save()
        response = client.post(PAGE, {"first_day": first, "last_day": last})

        assert response.status_code == 422
        assert "last_day" in response.context["form"].errors
        assert f'value="{last}"' in response.content.decode()

    @pytest.mark.parametrize(
        "form",
        [
            {"first_day": "2026-05-10", "last_day": "2026-05-09"},
            {"first_day": "2026-05-10", "last_day": "2026-06-30"},
            {"first_day": "soon", "last_day": "2026-05-12"},
            {"first_day": "2026-05-10"},
        ],
    )
    def test_it_refuses_beside_the_field_and_keeps_what_was_typed(self, client, form):
        response = client.post(PAGE, form)

        assert response.status_code == 422
        assert form["first_day"].encode() in response.content
        assert b"aria-invalid" in response.content
        assert not Absence.objects.exists()

    def test_it_lets_one_come_back_early(self, client):
        client.post(PAGE, {"last_day": "2026-05-06"})

        client.post(f"{PAGE}{Absence.objects.get().pk}/end/")

        assert b"You are away now" not in client.get(PAGE).content

    def test_it_does_not_end_an_absence_of_somebody_else(self, client, bob):
        client.post(PAGE, {"last_day": "2026-05-06"})
        client.force_login(bob)

        assert client.post(f"{PAGE}{Absence.objects.get().pk}/end/").status_code == 422
