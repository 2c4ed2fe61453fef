"""All that the site knows of somebody, for them to take away."""

import json
import threading
from datetime import timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.conf import settings
from django.db import IntegrityError, connection, models, transaction
from django.utils import timezone

from accounts import absences, blocks, sanctions
from accounts.models import DataExport, Preferences, User
from accounts.refusals import TooMany
from accounts.services import change_username
from games.services import data_exports, endings, standings
from games.services.data_exports import ASKED_EVERY, FILES, GIVEN_UP_AFTER, KEPT, MOST_TRIES
from tests.factories import GameFactory, SanctionFactory, TableFactory
from tests.real_services import wait_until

pytestmark = pytest.mark.django_db
PAGE = "/account/data/"
HTMX = {"HX-Request": "true"}


@pytest.fixture
def known(alice, bob):
    """Alice, of whom there is a trace in every table."""
    now = timezone.now()
    absences.book(user=alice, starts_at=now, ends_at=now + timedelta(days=1))
    blocks.block(owner=alice, blocked=bob)
    SanctionFactory(user=alice, kind=sanctions.Kind.NO_CHAT, reason="Insults.")
    Preferences.objects.create(user=alice, theme="dark")
    EmailAddress.objects.create(user=alice, email=alice.email, verified=True, primary=True)
    Authenticator.objects.create(user=alice, type="totp", data={"secret": "deep-secret"})
    change_username(user=alice, name="alix")
    return alice


@pytest.fixture
def export(alice):
    """One that was asked for, and that nobody works on yet."""
    return data_exports.ask(user=alice)


@pytest.fixture
def finished(export):
    data_exports.gather(export.pk)
    export.refresh_from_db()
    return export


def files(export):
    with ZipFile(BytesIO(bytes(export.archive))) as box:
        return {name: box.read(name).decode() for name in box.namelist()}


class TestContents:
    def test_it_tells_what_is_known(self, known, finished):
        told = {name: json.loads(text) for name, text in files(finished).items()}

        assert told["account.json"][0]["username"] == "alix"
        assert told["addresses.json"][0]["email"] == "alice@botanik.example"
        assert told["former_names.json"][0]["name"] == "alice"
        assert told["preferences.json"][0]["theme"] == "dark"
        assert told["blocks.json"][0]["blocked__username"] == "bob"
        assert told["sanctions.json"][0]["reason"] == "Insults."
        assert len(told["absences.json"]) == 1
        assert told["second_factors.json"][0]["type"] == "totp"

    def test_it_tells_which_games_somebody_played_and_at_how_many_seats(
        self, nursery, alice, bob, charlie
    ):
        TableFactory(users=[alice, bob, charlie], ruleset="nursery", options={"rounds": 9})
        export = data_exports.ask(user=alice)

        data_exports.gather(export.pk)

        export.refresh_from_db()
        (game,) = json.loads(files(export)["games.json"])
        said = [game[f"game__{name}"] for name in ("ruleset", "seats", "options")]
        assert said == ["nursery", 3, {"rounds": 9}]
        assert game["left_how"] == ""

    def test_it_tells_how_games_went_and_where_somebody_stands(self, alice, bob):
        game = GameFactory(users=[alice, bob], turns=2)
        endings.resign(game_id=game.pk, user=bob)
        standings.refresh()
        export = data_exports.ask(user=alice)

        data_exports.gather(export.pk)

        export.refresh_from_db()
        told = {
            name: json.loads(files(export)[f"{name}.json"]) for name in ("tallies", "standings")
        }
        with_bob = [one for one in told["tallies"] if one["rival__username"] == "bob"]
        assert {(one["scope"], one["won"]) for one in with_bob} == {("all", 1), ("public", 1)}
        assert [(one["leaderboard__kind"], one["place"]) for one in told["standings"]] == [
            ("games", 1)
        ]

    def test_it_tells_no_secret(self, known, finished):
        everything = "".join(files(finished).values())

        assert known.password not in everything
        assert "deep-secret" not in everything

    def test_it_tells_nothing_of_others(self, known, bob, finished):
        blocks.block(owner=bob, blocked=known)
        finished.delete()
        again = data_exports.ask(user=known)

        data_exports.gather(again.pk)

        again.refresh_from_db()
        everything = "".join(files(again).values())
        assert bob.email not in everything
        assert everything.count("bob") == 1  # whom she blocked, and not by whom she is

    def test_it_has_decided_about_every_model_that_points_at_a_person(self):
        pointing = {
            field.model
            for model in apps.get_models()
            for field in model._meta.get_fields()
            if isinstance(field, models.ForeignKey | models.OneToOneField | models.ManyToManyField)
            and field.related_model is User
        }

        told = {rows.model for rows in FILES} - {User}
        assert pointing == {*told, *data_exports.MODELS_LEFT_OUT}

    def test_it_has_decided_about_every_column_of_a_person(self):
        columns = {field.name for field in User._meta.get_fields() if field.concrete}

        assert columns == {*data_exports.COLUMNS, *data_exports.COLUMNS_LEFT_OUT}


class TestAsking:
    def test_it_is_gathered_by_the_worker(self, worker, export):
        wait_until(
            lambda: DataExport.objects.get(pk=export.pk).finished_at is not None, what="the file"
        )

    def test_it_is_one_at_a_time(self, alice, export):
        assert data_exports.ask(user=alice) == export

    def test_it_is_one_at_a_time_for_the_database_too(self, alice, export):
        with pytest.raises(IntegrityError), transaction.atomic():
            DataExport.objects.create(user=alice)

    def test_it_is_refused_again_within_a_day(self, alice, finished):
        with pytest.raises(TooMany):
            data_exports.ask(user=alice)

    def test_it_is_possible_again_after_a_day(self, alice, finished, time_machine):
        time_machine.move_to(finished.asked_at + ASKED_EVERY)

        assert data_exports.ask(user=alice) != finished

    def test_it_is_possible_again_at_once_when_it_failed(self, alice, export):
        DataExport.objects.update(failed_at=timezone.now())

        assert data_exports.ask(user=alice) != export

    def test_it_does_not_keep_others_from_asking(self, finished, bob):
        assert data_exports.ask(user=bob).is_running


class TestGathering:
    def test_it_counts_its_parts(self, finished):
        assert finished.done == finished.total == len(FILES) + 1
        assert finished.size == len(finished.archive)

    def test_it_does_nothing_the_second_time(self, finished):
        data_exports.gather(finished.pk)

        again = DataExport.objects.get(pk=finished.pk)
        assert (again.tries, again.finished_at) == (1, finished.finished_at)

    def test_it_leaves_alone_what_somebody_else_works_on(self, export):
        DataExport.objects.update(tries=1)

        data_exports.gather(export.pk)

        assert DataExport.objects.get().is_running

    def test_it_does_nothing_when_the_person_is_gone(self, export):
        export.user.delete()

        assert data_exports.gather(export.pk) is None

    def test_it_fails_when_it_grows_too_large(self, export):
        data_exports.gather(export.pk, most_bytes=10)

        export.refresh_from_db()
        assert export.failed_at
        assert export.archive is None


class TestTending:
    @pytest.fixture
    def crashed(self, export):
        """Its worker died in the middle, a while ago."""
        silent_since = timezone.now() - GIVEN_UP_AFTER
        DataExport.objects.update(tries=1, done=3, noted_at=silent_since)
        return export

    def test_it_begins_again_what_stopped_in_the_middle(self, worker, crashed):
        data_exports.tend()

        wait_until(lambda: DataExport.objects.get().finished_at is not None, what="the file")

    def test_it_lets_what_is_at_work_go_on(self, export):
        DataExport.objects.update(tries=1)

        data_exports.tend()

        assert DataExport.objects.get().tries == 1

    def test_it_gives_up_after_a_few_tries(self, crashed):
        DataExport.objects.update(tries=MOST_TRIES)

        data_exports.tend()

        assert DataExport.objects.get().failed_at

    def test_it_removes_what_was_kept_for_a_week(self, finished, time_machine):
        time_machine.move_to(finished.finished_at + KEPT)

        data_exports.tend()

        assert not DataExport.objects.exists()

    def test_it_keeps_what_is_younger(self, finished, time_machine):
        time_machine.move_to(finished.finished_at + KEPT - timedelta(minutes=1))

        data_exports.tend()

        assert DataExport.objects.exists()

    def test_it_waits_longer_than_a_task_may_run(self):
        assert GIVEN_UP_AFTER.total_seconds() > settings.CELERY_TASK_TIME_LIMIT


class TestPage:
    def test_it_is_only_for_people_who_are_signed_in(self, client):
        assert client.get(PAGE)["Location"].startswith("/account/login/")

    def test_it_begins_to_gather(self, client, alice):
        client.force_login(alice)

        response = client.post(PAGE)

        assert (response.status_code, response["Location"]) == (302, PAGE)
        assert DataExport.objects.get().user == alice

    def test_it_shows_how_far_it_is_and_asks_again(self, client, export):
        DataExport.objects.update(done=3)
        client.force_login(export.user)

        content = client.get(PAGE, headers=HTMX).content.decode()

        assert f"3 of {export.total} parts" in content
        assert "every 1s" in content
        assert "<html" not in content

    def test_it_asks_no_more_once_it_is_there(self, client, finished):
        client.force_login(finished.user)

        content = client.get(PAGE, headers=HTMX).content.decode()

        assert "every 1s" not in content
        assert f"{PAGE}{finished.pk}/" in content

    def test_it_lets_one_try_again_when_it_failed(self, client, export):
        DataExport.objects.update(failed_at=timezone.now())
        client.force_login(export.user)

        assert b"Gather my data" in client.get(PAGE).content

    def test_it_answers_429_within_a_day(self, client, finished):
        client.force_login(finished.user)

        assert client.post(PAGE).status_code == 429

    def test_it_shows_nothing_of_others(self, client, finished, bob):
        client.force_login(bob)

        assert f"{PAGE}{finished.pk}/" not in client.get(PAGE).content.decode()


class TestDownload:
    def test_it_hands_the_file_to_its_owner(self, client, finished):
        client.force_login(finished.user)

        response = client.get(f"{PAGE}{finished.pk}/")

        assert response["Content-Type"] == "application/zip"
        assert "attachment" in response["Content-Disposition"]
        assert "no-store" in response["Cache-Control"]
        assert ZipFile(BytesIO(response.content)).testzip() is None

    def test_it_does_not_exist_for_others(self, client, finished, bob):
        client.force_login(bob)

        assert client.get(f"{PAGE}{finished.pk}/").status_code == 404

    def test_it_does_not_exist_for_staff(self, client, finished, bob):
        User.objects.filter(pk=bob.pk).update(is_staff=True, is_superuser=True)
        client.force_login(bob)

        assert client.get(f"{PAGE}{finished.pk}/").status_code == 404

    def test_it_is_not_for_visitors(self, client, finished):
        assert client.get(f"{PAGE}{finished.pk}/")["Location"].startswith("/account/login/")

    def test_it_does_not_exist_before_it_is_finished(self, client, export):
        client.force_login(export.user)

        assert client.get(f"{PAGE}{export.pk}/").status_code == 404

    def test_it_does_not_exist_after_a_week(self, client, finished):
        DataExport.objects.update(finished_at=timezone.now() - KEPT)
        client.force_login(finished.user)

        assert client.get(f"{PAGE}{finished.pk}/").status_code == 404


@pytest.mark.django_db(transaction=True)
class TestRace:
    def test_it_is_asked_for_once_by_tabs_at_the_same_instant(self, alice):
        barrier, asked = threading.Barrier(4), []

        def ask():
            barrier.wait()
            try:
                asked.append(data_exports.ask(user=alice).pk)
            finally:
                connection.close()

        tabs = [threading.Thread(target=ask) for _ in range(4)]
        for tab in tabs:
            tab.start()
        for tab in tabs:
            tab.join()

        assert len(asked) == 4
        assert DataExport.objects.count() == 1
