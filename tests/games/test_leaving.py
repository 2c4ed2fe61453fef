"""Somebody leaves a table of several: the others play on, and the site plays the seat."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.refusals import Conflict, Unprocessable
from engine import check_tags, last_position, read_record
from games import positions
from games.clocks import TimeControl
from games.models import Game, Notice
from games.selectors import moves, queues, records, tables
from games.services import bots, clocks, decks, endings, turns
from tests.factories import GameFactory, TableFactory, UserFactory, play_turns
from tests.games.scripted import lay_deck

pytestmark = pytest.mark.django_db

DAY = TimeControl("turn", 1)


@pytest.fixture
def people(alice, bob, charlie):
    return [alice, bob, charlie]


@pytest.fixture
def game(nursery, people):
    """Three by turns, after a round: alice holds 2, bob 4, charlie 2; charlie goes on."""
    game = TableFactory(users=people, ruleset="nursery", time=DAY)
    lay_deck(game, list("123412341231"))
    for user, card in zip(people, "131", strict=True):
        submit(game, user, card)
    return game


@pytest.fixture
def garden(seedlings, people):
    """Three at once: alice holds 1 and 2, bob 3 and 4, charlie 1 and 2."""
    game = TableFactory(users=people, ruleset="seedlings", time=DAY)
    lay_deck(game, list("123412341231"))
    return game


def submit(game, user, *texts):
    game.refresh_from_db()
    turns.submit(game_id=game.pk, user=user, moves=texts, ply=game.ply)


def resign(game, *users):
    for user in users:
        endings.resign(game_id=game.pk, user=user)
    game.refresh_from_db()


def player(game, user):
    return game.players.get(user=user)


def rows(game):
    return list(game.moves.values_list("seat", "notation"))


def let_time_run_out(game, *users):
    past = timezone.now() - timedelta(minutes=1)
    game.players.filter(user__in=users, deadline_at__isnull=False).update(deadline_at=past)
    clocks.beat()
    endings.sweep()
    game.refresh_from_db()


class TestGoingOn:
    def test_it_is_recorded_as_a_move(self, game, alice):
        resign(game, alice)

        assert rows(game)[-1] == (0, "#0")
        assert (player(game, alice).left_how, player(game, alice).left_ply) == (
            "resigned",
            game.ply,
        )

    def test_it_leaves_the_word_where_it_is(self, game, alice, charlie):
        before = player(game, charlie)

        resign(game, alice)

        after = player(game, charlie)
        assert after.has_word
        assert (after.deadline_at, after.word_ply) == (before.deadline_at, before.word_ply)

    def test_it_plays_the_seat_that_had_the_word(self, game, bob, charlie):
        resign(game, charlie)

        assert rows(game)[-4:] == [(2, "#2"), (2, "2"), (None, ">3"), (None, ">4")]
        assert player(game, bob).has_word
        assert not player(game, charlie).has_word

    def test_it_plays_the_seat_in_later_turns(self, game, alice, bob, charlie):
        resign(game, bob)
        submit(game, charlie, "2")

        assert (1, "4") in rows(game)
        assert player(game, alice).has_word

    def test_it_plays_the_seat_where_all_act_at_once(self, garden, alice, bob, charlie):
        resign(garden, bob)

        assert rows(garden)[-2:] == [(1, "#1"), (1, "1:3a")]
        assert [player(garden, user).has_word for user in (alice, bob, charlie)] == [1, 0, 1]

    def test_it_lets_a_round_end_that_waited_for_them_alone(self, garden, alice, bob, charlie):
        submit(garden, alice, "0:1a")
        submit(garden, bob, "1:3b")
        resign(garden, charlie)

        assert (2, "2:1c") in rows(garden)
        assert player(garden, alice).has_word

    def test_it_is_no_game_of_theirs_any_more(self, game, alice):
        resign(game, alice)

        assert not player(game, alice).is_playing
        assert queues.queue_of(alice).theirs == []
        assert queues.finished_games(alice) == []

    def test_it_tells_whom_the_word_reaches_and_nobody_else(self, game, bob, charlie):
        Notice.objects.all().delete()

        resign(game, charlie)

        told = [(one.user, one.event, one.ply) for one in Notice.objects.all()]
        assert told == [(bob, "your-turn", game.ply)]

    def test_it_plays_to_the_end(self, game, alice, people):
        resign(game, alice)
        play_turns(game, 9)

        assert game.ending == "played"
        assert player(game, alice).placing == 3

    def test_it_is_played_to_the_end_by_the_caretaker_where_that_was_the_last_move(
        self, game, alice, bob, charlie
    ):
        submit(game, charlie, "2")
        submit(game, bob, "4")
        resign(game, alice)

        assert game.ending == "played"
        assert player(game, alice).left_how == "resigned"
        assert player(game, alice).placing == 3


class TestEnding:
    def test_it_ends_where_one_is_left(self, game, alice, bob, charlie):
        resign(game, alice, charlie)

        assert game.ending == "resigned"
        assert rows(game)[-1] == (2, "#2")
        assert [player(game, user).placing for user in (alice, bob, charlie)] == [3, 1, 2]

    def test_it_is_as_ever_with_two(self, alice, bob):
        game = GameFactory(users=[alice, bob], turns=3)
        before = rows(game)

        resign(game, alice)

        assert (game.ending, rows(game)) == ("resigned", before)
        assert player(game, alice).left_ply is None
        assert [player(game, user).placing for user in (alice, bob)] == [2, 1]

    def test_it_ends_a_team_of_two_with_the_score_as_it_stands(self, shared_nursery, alice, bob):
        game = TableFactory(users=[alice, bob], ruleset="shared-nursery", turns=2)
        score = player(game, bob).score

        resign(game, alice)

        grade = positions.load(game).outcome().grade
        assert (game.ending, game.grade) == ("resigned", grade)
        assert grade in ("bare", "green")  # the deck decides
        assert [(one.score, one.placing) for one in game.players.all()] == [(score, None)] * 2

    def test_it_ends_a_game_alone(self, shared_nursery, alice):
        game = TableFactory(users=[alice], ruleset="shared-nursery", turns=1)

        resign(game, alice)

        assert game.ending == "resigned"
        assert player(game, alice).placing is None

    def test_it_ends_where_bots_alone_are_left(self, nursery, alice):
        pip, yew = bots.bot_user("pip"), bots.bot_user("yew")
        game = TableFactory(users=[alice, pip, yew], ruleset="nursery")

        resign(game, alice)

        assert game.ending == "resigned"
        assert [one.placing for one in game.players.order_by("seat")] == [3, 1, 1]


class TestTime:
    def test_it_leaves_who_is_late(self, game, charlie):
        let_time_run_out(game, charlie)

        assert game.is_running
        assert player(game, charlie).left_how == "time"

    def test_it_lets_each_leave_who_is_late(self, garden, alice, bob, charlie, people):
        for user, move in zip(people, ("0:1a", "1:3b", "2:1c"), strict=True):
            submit(garden, user, move)

        let_time_run_out(garden, alice, charlie)

        assert garden.ending == "time"
        assert [player(garden, user).placing for user in (alice, bob, charlie)] == [3, 1, 2]

    def test_it_was_not_started_before_everybody_has_moved(self, garden, alice, charlie):
        submit(garden, alice, "0:1a")

        let_time_run_out(garden, charlie)

        assert garden.ending == "not-started"

    def test_it_waits_for_a_bot_among_several(self, nursery, alice, bob):
        pip = bots.bot_user("pip")
        game = TableFactory(users=[alice, bob, pip], ruleset="nursery", time=DAY, turns=3)

        let_time_run_out(game, pip)

        assert game.is_running
        assert player(game, pip).has_word


class TestCallingOff:
    def test_it_is_possible_until_everybody_has_moved(self, garden, alice, bob):
        submit(garden, alice, "0:1a")
        submit(garden, bob, "1:3b")

        endings.abort(game_id=garden.pk, user=alice)

        assert Game.objects.get(pk=garden.pk).ending == "aborted"

    def test_it_is_too_late_when_all_have(self, game, alice):
        with pytest.raises(Conflict, match="All of you have moved"):
            endings.abort(game_id=game.pk, user=alice)

    def test_it_does_not_wait_for_who_has_left(self, garden, alice, bob, charlie):
        resign(garden, charlie)
        submit(garden, alice, "0:1b")
        submit(garden, bob, "1:3c")

        with pytest.raises(Conflict):
            endings.abort(game_id=garden.pk, user=alice)


class TestAfterwards:
    """What somebody who has left may do, and see."""

    @pytest.fixture(autouse=True)
    def left(self, game, alice):
        resign(game, alice)

    @pytest.mark.parametrize("act", [endings.resign, endings.abort, clocks.give_day])
    def test_it_is_no_business_of_theirs(self, game, alice, act):
        with pytest.raises(Conflict, match="You have left"):
            act(game_id=game.pk, user=alice)

    def test_it_plays_no_move_of_theirs(self, game, alice):
        with pytest.raises(Conflict, match="You have left"):
            submit(game, alice, "2")

    def test_it_shows_them_what_their_seat_sees(self, client, game, alice):
        client.force_login(alice)

        page = client.get(f"/games/{game.pk}/").content.decode()

        assert "Your hand: 2" in page
        assert "data-choice" not in page

    def test_it_says_so_in_the_list_of_moves(self, game, alice, bob, charlie):
        submit(game, charlie, "2")
        submit(game, bob, "4")

        def told(user):
            return [turn.words for turn in moves.all_turns(tables.access(game.pk, user))]

        assert "alice has given up. The site plays this seat from now on." in told(bob)
        assert "You have given up. The site plays this seat from now on." in told(alice)
        assert "plant: 2. The site played this." in told(bob)

    def test_it_says_that_time_was_over(self, game, bob, charlie):
        let_time_run_out(game, charlie)

        told = [turn.words for turn in moves.all_turns(tables.access(game.pk, bob))]
        assert "The time of charlie is over." in told


class TestRecords:
    def written(self, game, user):
        table = tables.access(game.pk, user)
        return read_record(records.write(table, decks.show_proof(table.game)))

    def test_it_says_who_left_and_how(self, game, alice, bob):
        resign(game, alice)
        play_turns(game, 9)

        record = self.written(game, bob)

        assert record.tags["Left"] == "0 resigned"
        check_tags(record, last_position(record))

    def test_it_replays_where_leaving_ends_the_game(self, game, alice, bob, charlie):
        resign(game, alice)
        let_time_run_out(game, charlie)

        record = self.written(game, bob)

        assert record.tags["Left"] == "0 resigned, 2 time"
        assert (record.tags["Termination"], record.tags["Winner"]) == ("played", "1")
        check_tags(record, last_position(record))

    def test_it_replays_where_bots_alone_are_left(self, nursery, alice):
        pip, yew = bots.bot_user("pip"), bots.bot_user("yew")
        game = TableFactory(users=[alice, pip, yew], ruleset="nursery")
        resign(game, alice)

        record = self.written(game, alice)

        assert (record.tags["Termination"], record.tags["Winner"]) == ("resigned", "-")
        check_tags(record, last_position(record))

    def test_it_replays_for_a_team(self, shared_nursery, alice, bob, charlie):
        game = TableFactory(users=[alice, bob, charlie], ruleset="shared-nursery", turns=2)
        resign(game, alice, bob)

        record = self.written(game, charlie)

        assert "Winner" not in record.tags
        check_tags(record, last_position(record))

    def test_it_is_the_same_position_from_the_moves(self, game, bob, charlie, capsys):
        resign(game, charlie)
        submit(game, bob, "4")
        game.refresh_from_db()

        assert positions.rebuilt(game) == positions.load(game)
        call_command("rebuild_positions", check=True)
        assert "0 positions differed" in capsys.readouterr().out


class TestDraws:
    def test_it_is_no_way_to_end_other_games(self, nursery, alice, bob):
        game = TableFactory(users=[alice, bob], ruleset="nursery", turns=2)

        with pytest.raises(Unprocessable, match="cannot end in a draw"):
            endings.ask_draw(game_id=game.pk, user=alice)

    def test_it_is_offered_where_there_are_draws_alone(self, client, nursery, alice, bob):
        client.force_login(alice)
        games = [
            TableFactory(users=[alice, bob], ruleset="nursery", turns=2),
            GameFactory(users=[alice, UserFactory()], turns=2),
        ]

        pages = [client.get(f"/games/{game.pk}/").content.decode() for game in games]

        assert ["Ask for a draw" in page for page in pages] == [False, True]
