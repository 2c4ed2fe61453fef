"""Leaving for good."""

from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.sessions.models import Session
from django.db import models
from django.test import Client
from django.utils import timezone

from accounts import absences, blocks, sanctions
from accounts.farewell import DELETED, KEPT, TIME_TO_THINK, ask_to_leave, due, shut_out, stay
from accounts.models import Block, DataExport, Preferences, User
from accounts.refusals import Conflict, Forbidden
from accounts.services import change_username
from games.models import Game, Line, Offer, Report
from games.services import farewells, notes, offers
from games.services.farewells import carry_out_farewells
from tests.accounts.conftest import PASSWORD
from tests.factories import GameFactory, OfferFactory, SanctionFactory, UserFactory
from tests.games.moderating import report_line, say

pytestmark = pytest.mark.django_db


@pytest.fixture
def known(verified_alice, bob, client, log_in, worker):
    """Alice, of whom there is a trace in every table."""
    alice = verified_alice
    log_in()
    now = timezone.now()
    _play(alice, bob)
    alice.about, alice.languages = "alice writes about ferns", "alicean"
    alice.save()
    absences.book(user=alice, starts_at=now, ends_at=now + timedelta(days=1))
    blocks.block(owner=alice, blocked=bob)
    blocks.block(owner=bob, blocked=alice)
    SanctionFactory(user=alice, kind=sanctions.Kind.NO_CHAT, reason="alice insulted bob")
    Preferences.objects.create(user=alice)
    Authenticator.objects.create(user=alice, type="totp", data={"secret": "alice"})
    change_username(user=alice, name="alice2")
    LogEntry.objects.log_actions(bob.pk, [alice], CHANGE, "Changed.", single_object=True)
    DataExport.objects.create(user=alice, archive=b"alice")
    return alice


def _play(alice, bob):
    game = GameFactory(users=[alice, bob], turns=2, note="alice would like to play")
    watcher = UserFactory()
    for user in (alice, bob, watcher):
        say(game, user, f"{user.username} talks", room="spectators")
    report_line(watcher, Line.objects.get(user=bob))
    notes.write(game_id=game.pk, user=alice, text="alice thinks of column 3")
    OfferFactory(owner=alice, note="alice again")
    received = OfferFactory(owner=bob, reach=Offer.Reach.PERSONAL, recipient=alice)
    offers.decline(offer_id=received.pk, user=alice, answer="alice has no time")


@pytest.fixture
def gone(known, time_machine):
    ask_to_leave(known)
    time_machine.move_to(timezone.now() + TIME_TO_THINK)
    carry_out_farewells()
    return known


class TestFarewell:
    def test_it_waits_for_a_week(self, known, time_machine):
        ask_to_leave(known)
        time_machine.move_to(timezone.now() + TIME_TO_THINK - timedelta(minutes=1))

        carry_out_farewells()

        assert User.objects.get(pk=known.pk).username == "alice2"

    def test_it_can_be_taken_back(self, known, time_machine):
        ask_to_leave(known)
        stay(known)
        time_machine.move_to(timezone.now() + TIME_TO_THINK)

        carry_out_farewells()

        assert User.objects.get(pk=known.pk).is_active

    def test_it_is_not_put_off_by_asking_twice(self, known, time_machine):
        ask_to_leave(known)
        first = known.leaving_at
        time_machine.move_to(timezone.now() + timedelta(days=3))

        assert not ask_to_leave(known)
        assert known.leaving_at == first

    def test_it_leaves_nothing_personal_in_any_table(self, gone):
        tables = apps.get_models(include_auto_created=True)
        rows = [f"{table.__name__}: {row}" for table in tables for row in table.objects.values()]
        rows += [str(session.get_decoded()) for session in Session.objects.all()]

        assert [row for row in rows if "alice" in row] == []

    def test_it_keeps_the_row_for_the_sake_of_others(self, gone, bob):
        person = User.objects.get(pk=gone.pk)

        assert person.username.startswith("deleted-")
        assert not person.is_active
        assert User.objects.get(pk=bob.pk).username == "bob"

    def test_it_leaves_no_powers_behind(self, known, time_machine):
        User.objects.filter(pk=known.pk).update(is_staff=True, is_superuser=True)
        ask_to_leave(known)
        time_machine.move_to(timezone.now() + TIME_TO_THINK)

        carry_out_farewells()

        person = User.objects.get(pk=known.pk)
        assert (person.is_staff, person.is_superuser) == (False, False)

    def test_it_takes_nothing_from_an_opponent(self, gone, bob):
        game = Game.objects.get()

        assert (game.ending, game.players.get(user=bob).placing) == ("resigned", 1)
        assert game.players.get(user=gone).user.shown_name == "deleted player"
        assert game.moves.count() == game.ply

    def test_it_leaves_no_offer_open(self, gone):
        assert not Offer.objects.filter(status="open").exists()

    def test_it_lets_nobody_in(self, gone, log_in):
        client = Client()
        log_in(client=client, login="alice2")

        assert "_auth_user_id" not in client.session

    def test_it_is_harmless_to_run_twice(self, gone):
        name = User.objects.get(pk=gone.pk).username

        carry_out_farewells()

        assert User.objects.get(pk=gone.pk).username == name

    def test_it_takes_away_once_more_what_was_still_on_its_way(self, gone, time_machine):
        person = User.objects.get(pk=gone.pk)
        User.objects.filter(pk=gone.pk).update(about="alice writes about ferns")
        Preferences.objects.create(user=person)
        time_machine.move_to(timezone.now() + timedelta(hours=1))

        carry_out_farewells()

        person.refresh_from_db()
        assert (person.about, person.leaving_at) == ("", None)
        assert not Preferences.objects.exists()

    def test_it_forgets_again_whom_a_late_writer_brought_back(self, gone, time_machine):
        gone.save()  # all of alice as she was known before
        time_machine.move_to(timezone.now() + timedelta(hours=1))

        carry_out_farewells()

        person = User.objects.get(pk=gone.pk)
        assert (person.is_active, person.email) == (False, "")
        assert person.username.startswith("deleted-")

    def test_it_is_finished_after_a_crash_halfway(self, known, time_machine):
        ask_to_leave(known)
        time_machine.move_to(timezone.now() + TIME_TO_THINK)
        shut_out(known, still=due)

        carry_out_farewells()

        assert User.objects.get(pk=known.pk).username.startswith("deleted-")
        assert not Offer.objects.filter(status="open").exists()

    def test_it_is_over_at_last(self, gone, time_machine):
        time_machine.move_to(timezone.now() + timedelta(hours=1))

        carry_out_farewells()

        assert not due().exists()

    def test_it_cannot_be_taken_back_once_it_has_begun(self, known, time_machine):
        ask_to_leave(known)
        time_machine.move_to(timezone.now() + TIME_TO_THINK)
        shut_out(known, still=due)

        with pytest.raises(Forbidden, match="left for good"):
            stay(known)

        assert due().exists()

    def test_it_lets_nobody_offer_or_accept_a_game_any_more(self, known, bob, time_machine):
        offer = Offer.objects.get(owner=known, status="open")
        Block.objects.all().delete()
        ask_to_leave(known)
        time_machine.move_to(timezone.now() + TIME_TO_THINK)
        User.objects.update(last_seen_at=timezone.now())
        Offer.objects.update(expires_at=timezone.now() + timedelta(days=1))
        shut_out(known, still=due)

        with pytest.raises(Conflict, match="has left the site"):
            offers.accept(offer_id=offer.pk, user=bob)
        with pytest.raises(Conflict, match="has left the site"):
            OfferFactory(owner=bob, reach=Offer.Reach.PERSONAL, recipient=known)
        with pytest.raises(Forbidden, match="left for good"):
            OfferFactory(owner=known)

    def test_it_has_decided_about_every_model_that_points_at_a_person(self):
        pointing = {
            field.model
            for model in apps.get_models()
            for field in model._meta.get_fields()
            if isinstance(field, models.ForeignKey | models.OneToOneField | models.ManyToManyField)
            and field.related_model is User
        }

        # A block points at two people; both ends are removed by name.
        assert pointing == {
            *DELETED,
            *KEPT,
            Block,
            *farewells.DELETED,
            *farewells.KEPT,
            *farewells.FORGOTTEN,
            *farewells.STEPPED_DOWN,
        }

    def test_it_knows_every_column_of_a_person(self):
        """A new column makes this fail, until farewell.erase says what becomes of it."""
        assert {field.name for field in User._meta.get_fields() if field.concrete} == {
            "id", "password", "last_login", "is_superuser", "username", "skeleton", "email",
            "is_staff", "is_active", "date_joined", "is_guest", "called", "last_seen_at",
            "renamed_at", "time_zone", "session_generation", "bot", "about", "country", "pronouns",
            "languages", "leaving_at", "groups", "user_permissions",
        }  # fmt: skip

    def test_it_forgets_what_was_copied_into_reports_about_others(self, gone, bob, charlie):
        """A report has the lines around what it is about."""
        assert "alice" not in str(list(Report.objects.values_list("context", flat=True)))
        assert Report.objects.get().context["lines"]


class TestPage:
    PAGE = "/account/leave/"

    def test_it_asks_for_the_password_again(self, client, verified_alice, log_in, worker):
        log_in()

        assert "/account/reauthenticate/" in client.get(self.PAGE)["Location"]

    @pytest.fixture
    def client(self, client, verified_alice, log_in, worker):
        log_in()
        return client

    def test_it_notes_the_wish_and_takes_it_back(self, client, verified_alice):
        client.post("/account/reauthenticate/", {"password": PASSWORD})

        client.post(self.PAGE, {"wish": "leave"})
        assert b"Until then you can change your mind" in client.get(self.PAGE).content

        client.post(self.PAGE, {"wish": "stay"})
        verified_alice.refresh_from_db()
        assert verified_alice.leaving_at is None

    def test_it_mails_the_date_and_the_way_back_once(self, client, verified_alice, mails):
        client.post("/account/reauthenticate/", {"password": PASSWORD})

        client.post(self.PAGE, {"wish": "leave"})
        client.post(self.PAGE, {"wish": "leave"})
        client.post(self.PAGE, {"wish": "stay"})
        client.post(self.PAGE, {"wish": "leave"})

        verified_alice.refresh_from_db()
        letters = [mail for mail in mails(3) if mail.subject == "You have asked to leave"]
        assert [mail.to for mail in letters] == [[verified_alice.email]] * 2
        assert f"{verified_alice.leaving_at:%-d %B %Y}" in letters[0].body
        assert f"{self.PAGE}\n" in letters[0].body

    def test_it_does_nothing_without_the_password(self, client, verified_alice):
        client.post(self.PAGE, {"wish": "leave"})

        verified_alice.refresh_from_db()
        assert verified_alice.leaving_at is None
