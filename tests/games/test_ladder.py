"""The rungs: who may stand on them, who may be challenged, and what every ending moves."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts import blocks
from accounts.models import User
from accounts.refusals import Conflict, Forbidden, NotFound, Unprocessable
from games.boards import games_for_two
from games.models import Challenge, Ladder, Notice, Offer, Rung, Step
from games.selectors import ladder as selectors
from games.services import (
    absences,
    challenges,
    clocks,
    endings,
    farewells,
    ladder,
    notices,
    offers,
)
from games.tasks import check_ladders, tend_ladders
from tests.factories import GameFactory, SanctionFactory, UserFactory, play_turns
from tests.games.ladders import (
    GAME,
    accept,
    all_is_well,
    beat,
    challenge,
    climb,
    confirm,
    crowd,
    order,
    stand,
)

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)  # a Monday


@pytest.fixture(autouse=True)
def at_noon(time_machine):
    time_machine.move_to(NOON, tick=False)


@pytest.fixture
def four(alice, bob, charlie):
    """Alice on top, then bob, charlie and dora."""
    dora = UserFactory(username="dora")
    stand(alice, bob, charlie, dora)
    return alice, bob, charlie, dora


def told(user):
    return list(Notice.objects.filter(user=user).order_by("pk").values_list("event", "detail"))


class TestJoining:
    def test_it_begins_at_the_foot(self, alice, bob):
        stand(alice, bob)

        assert order() == ["alice", "bob"]

    def test_it_is_done_once_when_it_is_done_twice(self, alice, bob):
        stand(alice, bob)
        ladder.join(user=alice, ruleset=GAME)

        assert order() == ["alice", "bob"]

    def test_it_is_for_a_confirmed_address(self, alice):
        with pytest.raises(Forbidden, match="confirmed"):
            ladder.join(user=alice, ruleset=GAME)

    def test_it_is_not_for_guests(self, alice):
        guest = User.objects.create(username="guest-1", is_guest=True)

        with pytest.raises(Forbidden, match="account"):
            ladder.join(user=guest, ruleset=GAME)

    @pytest.mark.parametrize("kind", ["no-rated-play", "no-play"])
    def test_it_is_for_who_may_play_rated(self, alice, kind):
        confirm(alice)
        SanctionFactory(user=alice, kind=kind)

        with pytest.raises(Forbidden, match="Insults"):
            ladder.join(user=alice, ruleset=GAME)

    def test_it_is_one_for_each_game_for_two(self, alice, nursery):
        confirm(alice)

        with pytest.raises(NotFound):
            ladder.join(user=alice, ruleset="nothing")
        assert all(2 in game.seats for game in games_for_two())
        assert not any(game.cooperative for game in games_for_two())


class TestLeaving:
    def test_it_moves_everybody_below_up(self, four):
        challenges.leave(user=four[1], ruleset=GAME)

        assert order() == ["alice", "charlie", "dora"]

    def test_it_is_done_once_when_it_is_done_twice(self, four):
        for _ in range(2):
            challenges.leave(user=four[1], ruleset=GAME)

        assert order() == ["alice", "charlie", "dora"]

    def test_it_withdraws_what_waits_both_ways(self, four):
        alice, bob, charlie, _dora = four
        made, received = challenge(bob, alice), challenge(charlie, bob)

        challenges.leave(user=bob, ruleset=GAME)

        for one in (made, received):
            one.refresh_from_db()
            assert one.status == "withdrawn"
            assert Offer.objects.get(pk=one.pk).status == "withdrawn"
        assert ("ladder", "left") in told(alice)
        assert ("ladder", "left") in told(charlie)
        assert ("ladder", "left") not in told(bob)
        all_is_well()

    def test_it_lets_games_go_on_that_move_no_rungs(self, four):
        alice, _bob, charlie, _dora = four
        one = challenge(charlie, alice)
        game = accept(one)
        play_turns(game, 2)
        challenges.leave(user=alice, ruleset=GAME)

        endings.resign(game_id=game.pk, user=alice)

        one.refresh_from_db()
        assert (one.status, one.after) == ("won", None)
        assert order() == ["bob", "charlie", "dora"]
        all_is_well()

    def test_it_lets_somebody_come_back_at_the_foot(self, four):
        challenges.leave(user=four[0], ruleset=GAME)
        ladder.join(user=four[0], ruleset=GAME)

        assert order() == ["bob", "charlie", "dora", "alice"]

    def test_it_is_part_of_a_farewell(self, four):
        alice, bob, charlie, _dora = four
        waiting, playing = challenge(charlie, bob), challenge(bob, alice)
        accept(playing)
        User.objects.filter(pk=bob.pk).update(leaving_at=NOON - timedelta(days=1))

        farewells.carry_out_farewells()

        assert order() == ["alice", "charlie", "dora"]
        waiting.refresh_from_db()
        assert waiting.status == "withdrawn"
        all_is_well()


class TestReach:
    @pytest.mark.parametrize(("length", "reach"), [(1, 3), (30, 3), (31, 4), (60, 6), (61, 7)])
    def test_it_is_a_tenth_and_three_at_least(self, length, reach):
        assert selectors.reach(length) == reach

    def test_it_ends_the_stated_number_of_rungs_above(self, four):
        alice, *_others, _dora = four
        (last,) = crowd(1)

        challenge(last, four[1])
        with pytest.raises(Unprocessable, match="up to rung 2"):
            challenge(last, alice)

    def test_it_does_not_go_below(self, four):
        with pytest.raises(Unprocessable, match="above"):
            challenge(four[0], four[1])

    def test_it_needs_both_on_the_ladder(self, four):
        eve = UserFactory(username="eve")
        confirm(eve)

        with pytest.raises(Unprocessable, match="Join"):
            challenge(eve, four[3])
        with pytest.raises(Conflict, match="eve does not stand"):
            challenge(four[3], eve)

    def test_it_is_not_for_oneself(self, four):
        with pytest.raises(Unprocessable, match="yourself"):
            challenge(four[3], four[3])


class TestChallenging:
    def test_it_is_an_offer_by_name_with_the_terms_of_the_ladder(self, four):
        alice, bob, *_others = four

        one = challenge(bob, alice)

        offer = Offer.objects.get(pk=one.pk)
        assert (offer.reach, offer.is_rated, offer.is_private) == ("personal", True, False)
        assert (offer.time, offer.absences_count) == (offers.DEFAULT_TIME, True)
        assert not offer.is_seated
        assert one.due_at == NOON + timedelta(days=3)

    def test_it_makes_three_at_a_time_and_no_more(self, four):
        stand(eve := UserFactory(username="eve"))
        for other in four[1:]:
            challenge(eve, other)
        stand(frank := UserFactory(username="frank"))
        climb(frank, four[3])
        assert order()[2:] == ["charlie", "frank", "dora", "eve"]

        with pytest.raises(Unprocessable, match="3 challenges of yours"):
            challenge(eve, frank)

    def test_it_receives_three_at_a_time_and_no_more(self, alice):
        stand(alice)
        others = crowd(4)
        for other in others[:3]:
            challenge(other, alice)
        climb(others[3], others[2])

        with pytest.raises(Unprocessable, match="alice has 3 challenges"):
            challenge(others[3], alice)

    def test_it_counts_what_is_being_played(self, alice):
        stand(alice)
        others = crowd(4)
        for other in others[:3]:
            accept(challenge(other, alice))
        climb(others[3], others[2])

        with pytest.raises(Unprocessable, match="alice has 3 challenges"):
            challenge(others[3], alice)

    def test_it_is_not_twice_in_a_row_by_the_same_person(self, four):
        alice, bob, *_others = four
        beat(alice, challenge(bob, alice))

        with pytest.raises(Unprocessable, match="You challenged them last"):
            challenge(bob, alice)

    def test_it_is_possible_again_once_somebody_else_did(self, four, time_machine):
        alice, bob, charlie, _dora = four
        beat(alice, challenge(bob, alice))
        time_machine.move_to(NOON + timedelta(hours=1), tick=False)
        beat(alice, challenge(charlie, alice))

        assert challenge(bob, alice).status == "waiting"

    def test_it_is_possible_again_after_two_weeks(self, four, time_machine):
        beat(four[0], challenge(four[1], four[0]))
        time_machine.move_to(NOON + timedelta(days=14), tick=False)

        assert challenge(four[1], four[0]).status == "waiting"

    def test_it_is_possible_again_after_it_was_withdrawn(self, four):
        one = challenge(four[1], four[0])
        offers.withdraw(offer_id=one.pk, user=four[1])

        assert challenge(four[1], four[0]).status == "waiting"

    def test_it_is_one_between_two_at_a_time(self, four, time_machine):
        challenge(four[1], four[0])

        with pytest.raises(Unprocessable, match="have a challenge that runs"):
            challenge(four[1], four[0])

    @pytest.mark.parametrize("blocker", [0, 1])
    def test_it_keeps_those_apart_who_block_and_tells_nobody_who_did(self, four, blocker):
        blocks.block(owner=four[blocker], blocked=four[1 - blocker])

        with pytest.raises(Unprocessable) as refusal:
            challenge(four[1], four[0])
        assert refusal.value.message == "You two do not play each other."

    def test_it_is_for_who_may_play_rated(self, four):
        SanctionFactory(user=four[1], kind="no-rated-play")

        with pytest.raises(Unprocessable, match="Insults"):
            challenge(four[1], four[0])

    def test_it_is_told_with_its_deadline_also_by_a_stranger(self, four):
        from games.selectors import notices as words

        challenge(four[1], four[0])

        (one,) = words.list_of(four[0], before=None)
        assert one.sentence.startswith("bob challenges you on the ladder. Answer by")
        assert "7 May 2026" in one.sentence or "May 7, 2026" in one.sentence

    def test_it_can_neither_be_renewed_nor_opened_to_all(self, four):
        one = challenge(four[1], four[0])

        for change in (offers.renew, offers.open_up):
            with pytest.raises(Unprocessable, match="withdrawn, and not changed"):
                change(offer_id=one.pk, user=four[1])


class TestResults:
    def test_it_gives_the_winner_the_rung_and_moves_those_between_down(self, four):
        one = climb(four[3], four[0])

        assert order() == ["dora", "alice", "bob", "charlie"]
        assert (one.status, one.before, one.after) == ("won", 4, 1)
        all_is_well()

    def test_it_changes_nothing_by_a_loss(self, four):
        one = beat(four[0], challenge(four[3], four[0]))

        assert order() == ["alice", "bob", "charlie", "dora"]
        assert (one.status, one.after) == ("lost", None)
        all_is_well()

    def test_it_changes_nothing_by_a_draw(self, four):
        one = challenge(four[3], four[0])
        game = accept(one)
        play_turns(game, 2)
        endings.ask_draw(game_id=game.pk, user=four[3])
        endings.answer_draw(game_id=game.pk, user=four[0], agrees=True)

        one.refresh_from_db()
        assert (one.status, order()[0]) == ("drawn", "alice")

    def test_it_changes_nothing_where_the_game_was_called_off(self, four):
        one = challenge(four[3], four[0])
        endings.abort(game_id=accept(one).pk, user=four[0])

        one.refresh_from_db()
        assert (one.status, order()[0]) == ("off", "alice")
        assert Rung.objects.get(user=four[0]).games == 0

    def test_it_counts_a_loss_on_time(self, four):
        one = challenge(four[3], four[0])
        game = accept(one)
        play_turns(game, 2)
        while not game.players.get(user=four[0]).has_word:
            play_turns(game, 1)
        game.players.filter(deadline_at__isnull=False).update(deadline_at=NOON)

        endings.end_on_time(game.pk)

        one.refresh_from_db()
        assert (one.status, order()[0]) == ("won", "dora")

    def test_it_moves_nothing_where_the_challenger_stands_above_by_then(self, four):
        alice, bob, charlie, _dora = four
        one = challenge(charlie, bob)
        game = accept(one)
        play_turns(game, 2)
        climb(charlie, alice)
        assert order() == ["charlie", "alice", "bob", "dora"]

        endings.resign(game_id=game.pk, user=bob)

        one.refresh_from_db()
        assert (one.status, one.after) == ("won", None)
        assert order() == ["charlie", "alice", "bob", "dora"]

    def test_it_is_not_moved_by_other_games(self, four):
        game = GameFactory(users=[four[3], four[0]], is_rated=True, turns=3)
        endings.resign(game_id=game.pk, user=four[0])

        assert order() == ["alice", "bob", "charlie", "dora"]

    def test_it_notes_who_moved_and_why(self, four):
        climb(four[3], four[0])

        steps = Step.objects.filter(reason="game").order_by("pk")
        assert [(one.user.username, one.before, one.after) for one in steps] == [
            ("dora", 4, 1),
            ("alice", 1, 2),
        ]

    def test_it_counts_the_rungs_won_this_week(self, four, time_machine):
        alice, _bob, charlie, dora = four
        climb(dora, charlie)
        climb(dora, alice)
        assert [(one.user, one.climbed) for one in selectors.climbers(Ladder.objects.get())] == [
            (dora, 3)
        ]

        time_machine.move_to(NOON + timedelta(days=7), tick=False)
        assert selectors.climbers(Ladder.objects.get()) == []


class TestAnswering:
    def test_it_takes_the_rung_where_nobody_answers(self, four, time_machine):
        one = challenge(four[1], four[0])
        time_machine.move_to(NOON + timedelta(days=3, minutes=1), tick=False)

        for _ in range(2):
            challenges.sweep()

        one.refresh_from_db()
        assert (one.status, one.before, one.after) == ("silence", 2, 1)
        assert order() == ["bob", "alice", "charlie", "dora"]
        assert Offer.objects.get(pk=one.pk).status == "expired"
        assert ("ladder", "walkover") in told(four[1])
        assert ("ladder", "forfeit") in told(four[0])
        all_is_well()

    def test_it_waits_until_then(self, four, time_machine):
        one = challenge(four[1], four[0])
        time_machine.move_to(NOON + timedelta(days=3, minutes=-1), tick=False)

        challenges.sweep()
        offers.expire()

        one.refresh_from_db()
        assert one.status == "waiting"

    def test_it_counts_an_answer_until_the_sweep_has_been(self, four, time_machine):
        one = challenge(four[1], four[0])
        time_machine.move_to(NOON + timedelta(days=4), tick=False)

        assert accept(one) is not None
        challenges.sweep()

        assert order()[0] == "alice"
        all_is_well()

    def test_it_stands_still_while_somebody_is_away(self, four, time_machine):
        one = challenge(four[1], four[0])
        absences.book(
            user=four[0], starts_at=NOON + timedelta(days=1), ends_at=NOON + timedelta(days=6)
        )
        one.refresh_from_db()
        assert one.due_at == NOON + timedelta(days=8)
        time_machine.move_to(NOON + timedelta(days=7), tick=False)

        challenges.sweep()
        offers.expire()

        one.refresh_from_db()
        assert one.status == "waiting"

    def test_it_runs_again_for_who_comes_back_early(self, four, time_machine):
        absence = absences.book(user=four[0], starts_at=NOON, ends_at=NOON + timedelta(days=6))
        one = challenge(four[1], four[0])
        assert one.due_at == NOON + timedelta(days=9)
        time_machine.move_to(NOON + timedelta(days=1), tick=False)

        absences.end_early(user=four[0], absence_id=absence.pk)

        one.refresh_from_db()
        assert one.due_at == NOON + timedelta(days=4)

    def test_it_gives_the_time_in_which_the_site_was_down(self, four, time_machine):
        clocks.beat()
        one = challenge(four[1], four[0])
        time_machine.move_to(NOON + timedelta(days=4), tick=False)

        clocks.beat()
        challenges.sweep()

        one.refresh_from_db()
        assert (one.status, one.due_at) == ("waiting", NOON + timedelta(days=7))

    def test_it_may_be_declined_for_free_once(self, four):
        one = challenge(four[1], four[0])

        offers.decline(offer_id=one.pk, user=four[0])

        one.refresh_from_db()
        assert (one.status, order()[0]) == ("declined", "alice")
        all_is_well()

    def test_it_counts_like_silence_to_decline_another(self, four):
        offers.decline(offer_id=challenge(four[1], four[0]).pk, user=four[0])
        one = challenge(four[2], four[0])

        offers.decline(offer_id=one.pk, user=four[0])

        one.refresh_from_db()
        assert (one.status, order()) == ("refused", ["charlie", "alice", "bob", "dora"])
        assert ("ladder", "forfeit") in told(four[0])

    def test_it_is_free_again_after_thirty_days(self, four, time_machine):
        offers.decline(offer_id=challenge(four[1], four[0]).pk, user=four[0])
        time_machine.move_to(NOON + timedelta(days=30), tick=False)
        one = challenge(four[2], four[0])

        offers.decline(offer_id=one.pk, user=four[0])

        one.refresh_from_db()
        assert one.status == "declined"

    def test_it_moves_nothing_where_it_is_withdrawn(self, four):
        one = challenge(four[1], four[0])

        offers.withdraw(offer_id=one.pk, user=four[1])

        one.refresh_from_db()
        assert (one.status, order()[0]) == ("withdrawn", "alice")
        all_is_well()

    def test_it_costs_nothing_where_a_block_came_between(self, four, time_machine):
        one = challenge(four[1], four[0])
        blocks.block(owner=four[1], blocked=four[0])
        time_machine.move_to(NOON + timedelta(days=4), tick=False)

        challenges.sweep()

        one.refresh_from_db()
        assert (one.status, order()[0]) == ("withdrawn", "alice")
        all_is_well()

    def test_it_costs_nothing_where_the_challenger_may_not_play(self, four, time_machine):
        one = challenge(four[1], four[0])
        SanctionFactory(user=four[1], kind="no-play")
        time_machine.move_to(NOON + timedelta(days=4), tick=False)

        challenges.sweep()

        one.refresh_from_db()
        assert (one.status, order()[0]) == ("withdrawn", "alice")


class TestIdleness:
    def see(self, time_machine, **later):
        time_machine.move_to(NOON + timedelta(**later), tick=False)
        ladder.sweep_idle()

    @pytest.fixture
    def idle(self, four):
        """Alice alone does nothing; the others stir each week."""
        return four

    def stir_others(self, four):
        ladder_ = Ladder.objects.get()
        ladder.stir(ladder_, [one.pk for one in four[1:]], timezone.now())

    def test_it_is_told_a_week_before(self, idle, time_machine):
        self.see(time_machine, days=20)
        assert told(idle[0]) == []

        for _ in range(2):
            self.see(time_machine, days=21)

        assert told(idle[0]) == [("ladder", "idle")]
        assert order()[0] == "alice"

    def test_it_sinks_by_one_a_week(self, idle, time_machine):
        self.see(time_machine, days=21)
        self.stir_others(idle)
        self.see(time_machine, days=27)
        assert order()[0] == "alice"

        for _ in range(2):
            self.see(time_machine, days=28)
        assert order() == ["bob", "alice", "charlie", "dora"]

        self.see(time_machine, days=35)
        assert order() == ["bob", "charlie", "alice", "dora"]
        assert Step.objects.filter(reason="idle").count() == 2

    def test_it_stays_at_the_foot(self, alice, bob, time_machine):
        stand(bob, alice)
        for days in (21, 28, 35):
            self.see(time_machine, days=days)
            ladder.stir(Ladder.objects.get(), [bob.pk], timezone.now())

        assert order() == ["bob", "alice"]

    def test_it_lets_neighbours_sink_alike(self, four, time_machine):
        self.see(time_machine, days=21)
        ladder.stir(Ladder.objects.get(), [four[2].pk, four[3].pk], timezone.now())

        self.see(time_machine, days=28)

        assert order() == ["charlie", "alice", "bob", "dora"]

    @pytest.mark.parametrize("deed", ["challenge", "answer", "finish"])
    def test_it_begins_anew_with_every_deed(self, four, time_machine, deed):
        alice, bob, *_others = four
        if deed == "finish":
            game = accept(challenge(bob, alice))
            play_turns(game, 2)
        time_machine.move_to(NOON + timedelta(days=20), tick=False)
        if deed == "challenge":
            alice = four[3]
            challenge(alice, bob)
        elif deed == "answer":
            accept(challenge(bob, alice))
        else:
            endings.resign(game_id=game.pk, user=bob)

        self.see(time_machine, days=40)

        assert ("ladder", "idle") not in told(alice)

    def test_it_does_not_count_time_away(self, idle, time_machine):
        absences.book(
            user=idle[0], starts_at=NOON + timedelta(days=2), ends_at=NOON + timedelta(days=12)
        )

        self.see(time_machine, days=30)
        assert told(idle[0]) == []
        self.see(time_machine, days=31)

        assert ("ladder", "idle") in told(idle[0])

    def test_it_warns_first_also_after_a_long_silence_of_the_site(self, idle, time_machine):
        self.see(time_machine, days=100)

        assert told(idle[0]) == [("ladder", "idle")]
        assert order()[0] == "alice"


class TestTruth:
    def test_it_cannot_hold_two_on_a_rung(self, four):
        rung = Rung.objects.get(user=four[0])
        rung.number = 2

        with pytest.raises(IntegrityError), transaction.atomic():
            rung.save()

    def test_it_cannot_count_from_less_than_one(self, four):
        with pytest.raises(IntegrityError), transaction.atomic():
            Rung.objects.filter(user=four[0]).update(number=0)

    def test_it_reports_a_gap(self, four, caplog):
        Rung.objects.filter(user=four[0]).update(number=7)

        with pytest.raises(CommandError, match="1 inconsistencies"):
            call_command("check_ladders")
        check_ladders()
        assert "4 rungs from 2 to 7" in caplog.text

    @pytest.mark.parametrize("status", ["waiting", "playing", "won"])
    def test_it_reports_a_challenge_that_hangs(self, four, status):
        one = challenge(four[1], four[0])
        if status == "waiting":
            Offer.objects.update(status="expired", closed_at=NOON)
        else:
            ended = NOON if status == "won" else None
            Challenge.objects.update(status=status, due_at=None, ended_at=ended)

        with pytest.raises(CommandError):
            call_command("check_ladders")
        assert any(str(one.pk) in line for line in selectors.inconsistencies())

    def test_it_finds_nothing_where_all_is_well(self, four, capsys):
        challenge(four[1], four[0])
        accept(challenge(four[2], four[1]))
        tend_ladders()

        call_command("check_ladders")

        assert "as they should be" in capsys.readouterr().out


class TestWords:
    def test_it_has_a_sentence_for_everything_that_is_told(self, four, time_machine):
        from games.selectors import notices as words

        alice, bob, charlie, dora = four
        challenge(bob, alice)
        time_machine.move_to(NOON + timedelta(days=4), tick=False)
        challenges.sweep()
        challenge(charlie, bob)
        challenges.leave(user=charlie, ruleset=GAME)
        time_machine.move_to(NOON + timedelta(days=40), tick=False)
        ladder.sweep_idle()

        sentences = [one.sentence for user in four for one in words.list_of(user, before=None)]
        assert any("counts as your win" in one for one in sentences)
        assert any("counts as their win" in one for one in sentences)
        assert any("charlie has left the ladder" in one for one in sentences)
        assert any("In a week you sink" in one for one in sentences)
        assert {one.address for one in words.list_of(dora, before=None)} == {"/ladder/botanik/"}
        notices.forget()
