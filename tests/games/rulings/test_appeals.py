"""Somebody objects, and another moderator answers with reasons."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import sanctions
from accounts.refusals import Conflict, Forbidden, NotFound, Unprocessable
from games.models import Appeal, Notice
from games.services import appeals, endings, rulings
from games.services.appeals import answer, appeal
from tests.factories import GameFactory
from tests.games.rulings.conftest import judge_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def muted(alice, moderator):
    return rulings.mute(judge=moderator, person=alice, reason="Insults.")


@pytest.fixture
def colleague(db):
    return judge_of("moderator", "colleague")


@pytest.fixture
def objection(alice, muted):
    return appeal(person=alice, ruling=muted, text="It was a joke.")


class TestAppeal:
    def test_it_waits_for_an_answer_and_is_logged(self, alice, muted, log):
        entries = log()

        made = appeal(person=alice, ruling=muted, text="  It was a joke.  ")

        assert (made.text, made.granted, made.answered_at) == ("It was a joke.", None, None)
        (entry,) = entries.rows()
        assert (entry.action, entry.actor, entry.person) == ("appeal", alice.pk, alice.pk)
        assert "joke" not in str(entry.facts)

    def test_it_is_made_once_while_it_waits(self, alice, muted, objection, log):
        entries = log()

        assert appeal(person=alice, ruling=muted, text="Again.") == objection

        assert Appeal.objects.get().text == "It was a joke."
        assert entries.actions() == []

    @pytest.mark.parametrize("who", ["bob", "moderator"])
    def test_it_is_for_whom_it_concerns_alone(self, bob, moderator, muted, who):
        with pytest.raises(NotFound):
            appeal(person={"bob": bob, "moderator": moderator}[who], ruling=muted, text="Unfair.")

    @pytest.mark.parametrize("text", ["", "  ", "x" * 1001])
    def test_it_says_something_and_not_too_much(self, alice, muted, text):
        with pytest.raises(Unprocessable):
            appeal(person=alice, ruling=muted, text=text)

    def test_it_is_in_vain_against_what_is_undone(self, alice, muted, moderator):
        rulings.undo(judge=moderator, ruling=muted)

        with pytest.raises(Conflict, match="undone already"):
            appeal(person=alice, ruling=muted, text="Unfair.")

    def test_it_can_be_made_once_more_after_a_month(
        self, alice, muted, objection, colleague, time_machine
    ):
        answer(judge=colleague, appeal=objection, is_granted=False, text="No joke.")

        with pytest.raises(Conflict, match="once more from"):
            appeal(person=alice, ruling=muted, text="But.")

        time_machine.move_to(timezone.now() + timedelta(days=31))
        assert appeal(person=alice, ruling=muted, text="But.") != objection

    def test_it_is_open_to_who_is_shut_out(self, alice, senior):
        closed = rulings.close(judge=senior, person=alice, reason="Spam.")

        assert appeal(person=alice, ruling=closed, text="Not me.")


class TestAnswer:
    def test_it_undoes_what_is_granted(self, alice, muted, objection, colleague, log):
        entries = log()

        answer(judge=colleague, appeal=objection, is_granted=True, text="You are right.")

        muted.refresh_from_db()
        objection.refresh_from_db()
        assert sanctions.forbidding(alice, "chat") is None
        assert (muted.undone_by, objection.answered_by) == (colleague, colleague)
        assert (objection.granted, objection.answer) == (True, "You are right.")
        assert entries.actions() == ["lift:no-chat", "appeal:granted"]

    def test_it_leaves_what_is_refused(self, alice, muted, objection, colleague, log):
        entries = log()

        answer(judge=colleague, appeal=objection, is_granted=False, text="No joke.")

        muted.refresh_from_db()
        assert sanctions.forbidding(alice, "chat")
        assert muted.undone_at is None
        assert entries.actions() == ["appeal:refused"]

    @pytest.mark.parametrize(("is_granted", "detail"), [(True, "granted"), (False, "refused")])
    def test_it_is_told_once(self, alice, objection, colleague, is_granted, detail):
        Notice.objects.all().delete()

        answer(judge=colleague, appeal=objection, is_granted=is_granted, text="Because.")

        assert [one.detail for one in Notice.objects.filter(user=alice)] == [detail]

    def test_it_is_not_for_who_decided_it(self, objection, moderator):
        with pytest.raises(Forbidden, match="somebody else"):
            answer(judge=moderator, appeal=objection, is_granted=False, text="I was right.")

    def test_it_is_not_for_who_ranks_below(self, alice, senior, moderator):
        muted = rulings.mute(judge=senior, person=alice, reason="Insults.")
        objection = appeal(person=alice, ruling=muted, text="Unfair.")

        with pytest.raises(Forbidden, match="higher rank"):
            answer(judge=moderator, appeal=objection, is_granted=True, text="Yes.")

    def test_it_is_for_who_ranks_above(self, objection):
        answer(judge=judge_of("senior"), appeal=objection, is_granted=True, text="Yes.")

        objection.refresh_from_db()
        assert objection.granted

    @pytest.mark.parametrize("who", ["alice", "bob"])
    def test_it_is_not_for_players(self, alice, bob, objection, who):
        judge = {"alice": alice, "bob": bob}[who]
        with pytest.raises(Forbidden):
            answer(judge=judge, appeal=objection, is_granted=True, text="Yes.")

    def test_it_needs_the_role_that_the_act_needs(self, alice, moderator):
        closed = rulings.close(judge=judge_of("senior"), person=alice, reason="Spam.")
        objection = appeal(person=alice, ruling=closed, text="Not me.")

        with pytest.raises(Forbidden, match="role"):
            answer(judge=moderator, appeal=objection, is_granted=True, text="Yes.")

    def test_it_is_given_once(self, objection, colleague):
        answer(judge=colleague, appeal=objection, is_granted=False, text="No joke.")

        with pytest.raises(Conflict, match="answered already"):
            answer(judge=judge_of("senior"), appeal=objection, is_granted=True, text="Yes.")

    @pytest.mark.parametrize("text", ["", "x" * 1001])
    def test_it_has_reasons(self, objection, colleague, text):
        with pytest.raises(Unprocessable):
            answer(judge=colleague, appeal=objection, is_granted=True, text=text)

    def test_it_grants_what_cannot_be_undone(self, alice, bob, senior):
        game = GameFactory(users=[alice, bob], turns=2)
        first = rulings.adjudicate(judge=senior, game=game, verdict=1, reason="It hangs.")[0]
        objection = appeal(person=alice, ruling=first, text="It did not.")

        answer(
            judge=judge_of("senior", "peer"),
            appeal=objection,
            is_granted=True,
            text="You are right.",
        )

        first.refresh_from_db()
        objection.refresh_from_db()
        assert (objection.granted, first.undone_at) == (True, None)


class TestOfGame:
    def test_it_undoes_it_for_all_and_tells_the_others(self, alice, bob, senior):
        game = GameFactory(users=[alice, bob], turns=2, is_rated=True)
        endings.resign(game_id=game.pk, user=bob)
        made = rulings.void(judge=senior, game=game, reason="It was arranged.")
        hers = next(one for one in made if one.person == alice)
        objection = appeal(person=alice, ruling=hers, text="It was not.")
        Notice.objects.all().delete()

        answer(judge=judge_of("administrator"), appeal=objection, is_granted=True, text="Right.")

        assert {one.undone_at for one in game.rulings.all()} != {None}
        told = set(Notice.objects.values_list("user", "detail"))
        assert told == {(alice.pk, "granted"), (bob.pk, "undone")}

    def test_it_is_granted_by_undoing(self, alice, objection, muted, moderator):
        rulings.undo(judge=moderator, ruling=muted)

        objection.refresh_from_db()
        assert (objection.granted, objection.answered_by) == (True, moderator)
        assert appeals.Appeal.objects.filter(answered_at=None).count() == 0
