"""Warn, mute, no rated play, no play, close: what each forbids, for how long, and its undoing."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import sanctions
from accounts.models import Preferences
from accounts.refusals import Forbidden
from games.models import Notice
from games.services import rulings
from tests.games.rulings.conftest import judge_of

pytestmark = pytest.mark.django_db

ACTS = {
    "warn": (rulings.warn, set()),
    "mute": (rulings.mute, {"chat"}),
    "no-rated": (rulings.bar_from_rated_play, {"rated play"}),
    "no-play": (rulings.bar_from_play, {"play", "rated play"}),
    "close": (rulings.close, {"enter", "play", "rated play", "chat"}),
}
WEEK = timedelta(days=7)


def forbidden(person):
    actions = ("enter", "play", "rated play", "chat")
    return {one for one in actions if sanctions.forbidding(person, one)}


def impose(name, **said):
    act, _forbids = ACTS[name]
    if name != "warn":
        said.setdefault("lasts", WEEK)
    return act(reason="Insults.", **said)


@pytest.mark.parametrize("name", ACTS)
class TestForbidding:
    def test_it_forbids_what_it_says_and_concerns_nobody_else(self, alice, bob, senior, name):
        impose(name, judge=senior, person=alice)

        assert forbidden(alice) == ACTS[name][1]
        assert forbidden(bob) == set()

    def test_it_can_be_undone_and_stays_on_record(self, alice, senior, log, name):
        ruling = impose(name, judge=senior, person=alice)
        entries = log()

        rulings.undo(judge=senior, ruling=ruling)

        assert forbidden(alice) == set()
        assert ruling.undone_by == senior
        assert entries.actions() == [f"lift:{ruling.sanction.kind}"]
        assert Notice.objects.filter(user=alice, ruling=ruling, detail="undone").count() == 1

    def test_it_is_undone_once(self, alice, senior, log, name):
        ruling = impose(name, judge=senior, person=alice)
        entries = log()

        rulings.undo(judge=senior, ruling=ruling)
        first = ruling.undone_at
        rulings.undo(judge=judge_of("administrator"), ruling=ruling)

        assert ruling.undone_at == first
        assert len(entries.actions()) == 1
        assert Notice.objects.filter(user=alice, detail="undone").count() == 1


class TestLength:
    @pytest.mark.parametrize("name", ["mute", "no-rated", "no-play", "close"])
    def test_it_ends_by_itself(self, alice, senior, name, time_machine):
        impose(name, judge=senior, person=alice)
        time_machine.move_to(timezone.now() + WEEK)

        assert forbidden(alice) == set()

    @pytest.mark.parametrize("name", ["mute", "no-rated", "no-play", "close"])
    def test_it_holds_until_it_is_lifted(self, alice, senior, name, time_machine):
        impose(name, judge=senior, person=alice, lasts=None)
        time_machine.move_to(timezone.now() + timedelta(days=3000))

        assert forbidden(alice) == ACTS[name][1]

    def test_it_can_be_undone_when_it_is_over(self, alice, senior, log, time_machine):
        ruling = impose("mute", judge=senior, person=alice)
        time_machine.move_to(timezone.now() + 2 * WEEK)
        entries = log()

        rulings.undo(judge=senior, ruling=ruling)

        assert ruling.undone_at is not None
        assert entries.actions() == ["undo:mute"]


class TestUndoing:
    def test_it_is_not_for_who_ranks_below_who_did_it(self, alice, senior, moderator):
        ruling = impose("mute", judge=senior, person=alice)

        with pytest.raises(Forbidden, match="higher rank"):
            rulings.undo(judge=moderator, ruling=ruling)

        assert forbidden(alice) == {"chat"}

    def test_it_is_for_another_of_the_same_rank(self, alice, moderator):
        ruling = impose("mute", judge=moderator, person=alice)

        rulings.undo(judge=judge_of("moderator", "colleague"), ruling=ruling)

        assert forbidden(alice) == set()

    @pytest.mark.parametrize("who", ["alice", "bob"])
    def test_it_is_not_for_players(self, alice, bob, senior, who):
        ruling = impose("mute", judge=senior, person=alice)

        with pytest.raises(Forbidden):
            rulings.undo(judge={"alice": alice, "bob": bob}[who], ruling=ruling)

    def test_it_asks_for_the_role_that_the_act_needs(self, alice, senior, moderator):
        ruling = impose("close", judge=senior, person=alice)

        with pytest.raises(Forbidden, match="role does not allow"):
            rulings.undo(judge=moderator, ruling=ruling)


class TestClosing:
    def test_it_signs_them_out_everywhere(self, client, alice, senior):
        client.force_login(alice)

        impose("close", judge=senior, person=alice)

        assert client.get("/account/profile/").status_code == 302

    def test_it_cannot_be_kept_from_the_page_nor_from_the_mail(self, alice, senior, confirmed):
        wishes = {"moderation": {"page": False, "mail": "never"}}
        Preferences.objects.create(user=alice, notices=wishes)

        impose("close", judge=senior, person=alice)

        told = Notice.objects.get(user=alice)
        assert set(told.deliveries.values_list("channel", "status")) == {
            ("page", "sent"),
            ("mail", "waiting"),
        }


class TestWish:
    def test_it_is_told_on_the_page_whatever_somebody_wishes(self, alice, moderator, confirmed):
        wishes = {"moderation": {"page": False, "mail": "never"}}
        Preferences.objects.create(user=alice, notices=wishes)

        impose("mute", judge=moderator, person=alice)

        told = Notice.objects.get(user=alice)
        assert set(told.deliveries.values_list("channel", "status")) == {
            ("page", "sent"),
            ("mail", "dropped"),
        }
