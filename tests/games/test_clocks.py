"""Clocks of games: the word comes and goes, somebody is away, the site was down."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import absences as account_absences
from accounts.refusals import Conflict, Forbidden, Unprocessable
from games.clocks import TimeControl
from games.models import Game, Heartbeat
from games.services import absences, clocks, endings, turns
from tests.factories import GameFactory, play_turns
from tests.games.scripted import interlude_game

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
BANK = TimeControl("bank", 3, 1, 5)


@pytest.fixture
def clock(time_machine):
    """Time stands still until a test moves it: `clock(DAY)`."""
    time_machine.move_to(NOON, tick=False)
    clocks.beat()

    def move(by, *, beating=True):
        until = timezone.now() + by
        while beating and until - timezone.now() > 2 * MINUTE and by <= HOUR:
            time_machine.move_to(timezone.now() + 2 * MINUTE, tick=False)
            clocks.beat()
        time_machine.move_to(until, tick=False)
        if beating:
            Heartbeat.objects.update(beat_at=until)

    return move


def player(game, seat):
    return game.players.get(seat=seat)


def deadline(game, seat=0):
    return player(game, seat).deadline_at


def one_turn(game):
    play_turns(game, 1, seed=3)


class TestDaysATurn:
    @pytest.fixture
    def game(self, clock, alice, bob):
        return GameFactory(users=[alice, bob], time=TimeControl("turn", 2))

    def test_it_gives_the_days_to_who_begins(self, game):
        assert deadline(game, 0) == NOON + 2 * DAY
        assert deadline(game, 1) is None

    def test_it_gives_the_full_days_whenever_the_word_comes(self, game, clock):
        clock(DAY + 23 * HOUR)
        one_turn(game)

        assert deadline(game, 0) is None
        assert deadline(game, 1) == timezone.now() + 2 * DAY


class TestBank:
    @pytest.fixture
    def game(self, clock, alice, bob):
        return GameFactory(users=[alice, bob], time=BANK)

    def test_it_runs_while_the_word_is_yours_and_grows_after_the_turn(self, game, clock):
        clock(2 * DAY)
        one_turn(game)

        assert player(game, 0).allowance == 2 * DAY  # 3 - 2 + 1
        assert deadline(game, 1) == timezone.now() + 3 * DAY

    def test_it_stands_still_while_the_other_thinks(self, game, clock):
        clock(2 * DAY)
        one_turn(game)
        clock(DAY)
        one_turn(game)

        assert deadline(game, 0) == timezone.now() + 2 * DAY

    def test_it_never_holds_more_than_the_cap(self, game, clock):
        play_turns(game, 12)

        assert {p.allowance for p in game.players.all()} == {5 * DAY}

    def test_it_is_empty_after_a_late_move_that_came_before_the_sweep(self, game, clock):
        clock(4 * DAY)
        one_turn(game)

        assert player(game, 0).allowance == DAY


class TestWordThatGoesOverAndBack:
    """Within one turn of alice's, bob has to act, and then alice again."""

    def test_it_gives_the_increment_once_and_to_whose_turn_it_was(self, clock, alice, bob):
        game, script = interlude_game(alice, bob, BANK)
        before = {p.seat: p.allowance for p in game.players.all()}

        for seat, moves in script:
            clock(HOUR)
            turns.submit(game_id=game.pk, user=(alice, bob)[seat], moves=moves, ply=game.ply)
            game.refresh_from_db()

        after = {p.seat: p.allowance for p in game.players.all()}
        turn = script[0][0]
        assert [seat for seat, _moves in script] == [turn, 1 - turn, turn]
        assert after[turn] == min(before[turn] - 2 * HOUR + DAY, 5 * DAY)
        assert after[1 - turn] == before[1 - turn] - HOUR

    def test_it_gives_full_days_each_time_where_days_are_by_turn(self, clock, alice, bob):
        game, script = interlude_game(alice, bob, TimeControl("turn", 2))
        seen = []

        for seat, moves in script:
            clock(DAY)
            seen.append(deadline(game, seat) - timezone.now())
            turns.submit(game_id=game.pk, user=(alice, bob)[seat], moves=moves, ply=game.ply)
            game.refresh_from_db()

        assert seen == [DAY, DAY, DAY]


class TestSweep:
    @pytest.fixture
    def game(self, clock, alice, bob):
        return GameFactory(users=[alice, bob], time=TimeControl("turn", 1), is_rated=True)

    def test_it_leaves_a_game_alone_until_its_time_is_over(self, game, clock):
        clock(DAY - MINUTE)
        endings.sweep()

        game.refresh_from_db()
        assert game.is_running

    def test_it_ends_a_game_on_time(self, game, clock):
        one_turn(game)
        clock(DAY)
        endings.sweep()

        game.refresh_from_db()
        assert (game.status, game.ending) == ("over", "time")
        assert [p.placing for p in game.players.order_by("seat")] == [1, 2]

    def test_it_calls_a_game_not_started_whose_first_turn_never_came(self, game, clock):
        clock(DAY)
        endings.sweep()

        game.refresh_from_db()
        assert (game.ending, game.counts) == ("not-started", False)
        assert [p.placing for p in game.players.all()] == [None, None]

    def test_it_alone_ends_a_game_so_a_late_move_counts(self, game, clock, alice):
        clock(2 * DAY)
        one_turn(game)
        endings.sweep()

        game.refresh_from_db()
        assert game.is_running

    def test_it_is_harmless_to_run_twice(self, game, clock):
        clock(DAY)
        endings.sweep()
        ended = Game.objects.get(pk=game.pk).ended_at
        clock(MINUTE)
        endings.sweep()

        assert Game.objects.get(pk=game.pk).ended_at == ended


class TestOutage:
    @pytest.fixture
    def game(self, clock, alice, bob):
        return GameFactory(users=[alice, bob], time=BANK)

    def test_it_moves_every_running_deadline_by_the_gap(self, game, clock):
        clock(5 * HOUR, beating=False)
        clocks.beat()

        assert deadline(game) == NOON + 3 * DAY + 5 * HOUR

    def test_it_saves_a_game_whose_time_ran_out_meanwhile(self, game, clock):
        clock(4 * DAY, beating=False)
        endings.sweep()

        game.refresh_from_db()
        assert game.is_running
        assert deadline(game) == NOON + 7 * DAY

    def test_it_does_not_mind_a_short_silence(self, game, clock):
        clock(3 * MINUTE, beating=False)
        clocks.beat()

        assert deadline(game) == NOON + 3 * DAY

    def test_it_costs_the_bank_nothing(self, game, clock):
        clock(DAY)
        clock(6 * HOUR, beating=False)
        clocks.beat()
        clock(HOUR)
        one_turn(game)

        assert player(game, 0).allowance == 3 * DAY - DAY - HOUR + DAY

    def test_it_moves_a_deadline_into_an_absence_and_over_it(self, game, clock, alice):
        away = NOON + 3 * DAY + HOUR
        absences.book(user=alice, starts_at=away, ends_at=away + 4 * DAY)
        clock(5 * HOUR, beating=False)
        clocks.beat()

        assert deadline(game) == NOON + 3 * DAY + 5 * HOUR + 4 * DAY

    def test_it_begins_with_no_gap_on_a_new_site(self, db, time_machine):
        time_machine.move_to(NOON, tick=False)
        clocks.beat()

        assert Heartbeat.objects.get().beat_at == NOON


class TestAbsence:
    @pytest.fixture
    def game(self, clock, alice, bob):
        return GameFactory(users=[alice, bob], time=BANK)

    def test_it_stops_the_clock_when_it_begins_in_the_middle_of_a_turn(self, game, alice):
        absences.book(user=alice, starts_at=NOON + DAY, ends_at=NOON + 6 * DAY)

        assert deadline(game) == NOON + 8 * DAY

    def test_it_lets_the_clock_run_again_when_it_ends_in_the_middle_of_a_turn(
        self, game, alice, clock
    ):
        absence = absences.book(user=alice, starts_at=NOON, ends_at=NOON + 6 * DAY)
        assert deadline(game) == NOON + 9 * DAY
        clock(2 * DAY)

        absences.end_early(user=alice, absence_id=absence.pk)

        assert deadline(game) == NOON + 5 * DAY

    def test_it_costs_the_bank_nothing(self, game, alice, clock):
        absences.book(user=alice, starts_at=NOON + HOUR, ends_at=NOON + DAY)
        clock(DAY + HOUR)
        one_turn(game)

        assert player(game, 0).allowance == 3 * DAY - 2 * HOUR + DAY

    def test_it_counts_for_a_word_that_comes_later(self, game, alice, bob, clock):
        absences.book(user=bob, starts_at=NOON + HOUR, ends_at=NOON + 2 * DAY)
        clock(DAY)
        one_turn(game)

        assert deadline(game, 1) == NOON + 2 * DAY + 3 * DAY

    def test_it_counts_for_a_game_that_begins_later(self, clock, alice, bob):
        absences.book(user=alice, starts_at=NOON + HOUR, ends_at=NOON + 2 * DAY)
        clock(DAY)

        game = GameFactory(users=[alice, bob], time=BANK)

        assert deadline(game) == NOON + 2 * DAY + 3 * DAY

    def test_it_does_not_stop_the_clock_of_the_other(self, game, bob):
        absences.book(user=bob, starts_at=NOON + HOUR, ends_at=NOON + 2 * DAY)

        assert deadline(game, 0) == NOON + 3 * DAY

    def test_it_does_nothing_where_the_offer_said_no_absence(self, clock, alice, bob):
        game = GameFactory(users=[alice, bob], time=BANK, absences_count=False)

        absences.book(user=alice, starts_at=NOON + DAY, ends_at=NOON + 6 * DAY)

        assert deadline(game) == NOON + 3 * DAY

    def test_it_keeps_to_the_wall_clock_when_the_clocks_go_forward(self, time_machine, alice, bob):
        """A week away over the change of the clocks is an hour shorter, and so is the pause."""
        paris = ZoneInfo("Europe/Paris")
        time_machine.move_to(datetime(2026, 3, 27, 12, tzinfo=paris), tick=False)
        clocks.beat()
        alice.time_zone = "Europe/Paris"
        alice.save()
        game = GameFactory(users=[alice, bob], time=TimeControl("turn", 1))
        leaves = account_absences.start_of_day(date(2026, 3, 28), alice)
        returns = account_absences.start_of_day(date(2026, 3, 30), alice)

        absences.book(user=alice, starts_at=leaves, ends_at=returns)

        ends = deadline(game).astimezone(paris)
        assert (ends.day, ends.hour, ends.minute) == (30, 12, 0)

    def test_it_recomputes_all_games_with_a_constant_number_of_queries(self, clock, alice, bob):

        def count(starts):
            with CaptureQueriesContext(connection) as queries:
                absences.book(user=alice, starts_at=starts, ends_at=starts + HOUR)
            return len(queries)

        GameFactory(users=[alice, bob])
        few = count(NOON + DAY)
        for _ in range(5):
            GameFactory(users=[alice, bob])

        assert count(NOON + 2 * DAY) == few


class TestGivingADay:
    @pytest.fixture
    def game(self, clock, alice, bob):
        return GameFactory(users=[alice, bob], time=BANK)

    def test_it_moves_the_opponents_deadline(self, game, bob):
        clocks.give_day(game_id=game.pk, user=bob)

        assert deadline(game) == NOON + 4 * DAY

    def test_it_stays_in_the_bank(self, game, bob, clock):
        clocks.give_day(game_id=game.pk, user=bob)
        clock(2 * DAY)
        one_turn(game)

        assert player(game, 0).allowance == 3 * DAY  # 3 + 1 - 2 + 1

    def test_it_cannot_be_given_to_oneself(self, game, alice):
        with pytest.raises(Conflict, match="clock is not running"):
            clocks.give_day(game_id=game.pk, user=alice)

    def test_it_cannot_be_given_by_a_stranger(self, game, charlie):
        with pytest.raises(Forbidden):
            clocks.give_day(game_id=game.pk, user=charlie)

    def test_it_ends_with_seven(self, game, bob):
        for _ in range(7):
            clocks.give_day(game_id=game.pk, user=bob)

        with pytest.raises(Unprocessable, match="Seven days"):
            clocks.give_day(game_id=game.pk, user=bob)

    def test_it_is_too_late_when_the_game_is_over(self, game, bob):
        endings.resign(game_id=game.pk, user=bob)

        with pytest.raises(Conflict, match="over"):
            clocks.give_day(game_id=game.pk, user=bob)
