"""Several have the word at once: what one of them chooses outlives what the others do."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from celery.signals import before_task_publish

from accounts.refusals import Conflict, Unprocessable
from games.clocks import TimeControl
from games.models import Delivery, Notice
from games.selectors import drafts, notices, tables
from games.services import bots, reminders, turns
from tests.factories import GameFactory, TableFactory
from tests.games.scripted import lay_deck

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def game(seedlings, clock, alice, bob, charlie):
    """Alice holds 1 and 2, bob 3 and 4, charlie 1 and 2."""
    users = [alice, bob, charlie]
    game = TableFactory(users=users, ruleset="seedlings", time=TimeControl("turn", 1))
    lay_deck(game, list("123412341231"))
    return game


def submit(game, user, text, ply=None):
    if ply is None:
        game.refresh_from_db()
        ply = game.ply
    turns.submit(game_id=game.pk, user=user, moves=[text], ply=ply)


def draft(game, user, text, ply):
    return drafts.read(tables.access(game.pk, user), text, str(ply))


def player(game, user):
    return game.players.get(user=user)


def standing(user):
    return [one.event for one in user.notices.filter(notices.standing())]


class TestSubmitting:
    def test_it_counts_on_the_position_at_which_the_word_came(self, game, alice, bob, charlie):
        began = game.ply
        submit(game, alice, "0:1a", ply=began)
        submit(game, bob, "1:3b", ply=began)
        submit(game, charlie, "2:1c", ply=began)

        assert [player(game, user).turns for user in (alice, bob, charlie)] == [1, 1, 1]

    def test_it_is_refused_where_another_was_faster(self, game, alice, bob):
        began = game.ply
        submit(game, alice, "0:1a", ply=began)

        with pytest.raises(Unprocessable):
            submit(game, bob, "1:3a", ply=began)

    def test_it_is_refused_on_a_position_before_the_word_came(self, game, alice, bob, charlie):
        began = game.ply
        for user, text in ((alice, "0:1a"), (bob, "1:3b"), (charlie, "2:1c")):
            submit(game, user, text)

        with pytest.raises(Conflict, match="moved on"):
            submit(game, alice, "0:2a", ply=began)

    def test_it_is_refused_on_a_position_that_is_not_there_yet(self, game, alice):
        with pytest.raises(Conflict, match="moved on"):
            submit(game, alice, "0:1a", ply=game.ply + 1)

    def test_it_answers_the_same_once_more_as_the_first_time(self, game, alice, bob):
        began = game.ply
        submit(game, bob, "1:3b", ply=began)
        submit(game, alice, "0:1a", ply=began)
        submit(game, alice, "0:1a", ply=began)

        assert player(game, alice).turns == 1

    def test_it_does_not_take_what_another_did_for_ones_own(self, game, alice, bob):
        submit(game, bob, "1:3b", ply=game.ply)

        with pytest.raises(Unprocessable):
            submit(game, alice, "1:3b", ply=game.ply)

    def test_it_does_not_count_twice_within_a_turn(self, nursery, alice, bob):
        """Who waters draws another card within the turn, and keeps the word."""
        other = TableFactory(users=[alice, bob], ruleset="nursery")
        lay_deck(other, list("113412341231"))
        began = other.ply
        submit(other, alice, "1~", ply=began)
        submit(other, alice, "1~", ply=began)

        assert player(other, alice).turns == 1
        assert player(other, alice).word_ply == began + 2

    def test_it_is_the_newest_position_where_one_has_the_word(self, alice, bob):
        other = GameFactory(users=[alice, bob], turns=4)

        assert {one.word_ply for one in other.players.all()} == {None, other.ply}


class TestDrafts:
    def test_it_outlives_what_others_do(self, game, alice, bob):
        began = game.ply
        submit(game, bob, "1:3b", ply=began)

        drafted = draft(game, alice, "0:1a", began)

        assert (drafted.text, drafted.is_complete, drafted.problem) == ("0:1a", True, "")

    def test_it_says_why_something_of_it_is_gone(self, game, alice, bob):
        began = game.ply
        submit(game, bob, "1:3a", ply=began)

        drafted = draft(game, alice, "0:1a", began)

        assert not drafted.moves
        assert drafted.problem
        assert not drafted.is_stale

    def test_it_is_put_aside_when_the_word_is_gone(self, game, alice):
        began = game.ply
        submit(game, alice, "0:1a", ply=began)

        assert draft(game, alice, "0:2b", began).is_stale

    @pytest.mark.parametrize("ply", ["", "x", "-1", "²", "99999999"])
    def test_it_is_put_aside_on_what_is_no_position(self, game, alice, ply):
        assert draft(game, alice, "0:1a", ply).is_stale

    def test_it_is_followed_by_the_page_at_the_address_that_holds_it(
        self, client, game, alice, bob
    ):
        client.force_login(alice)
        page = client.get(f"/games/{game.pk}/?ply={game.ply}&draft=0:1a").content.decode()
        followed = re.search(r'id="table".*?hx-get="([^"]*)"', page, re.S)[1].replace("&amp;", "&")
        submit(game, bob, "1:3b")

        fetched = client.get(followed, headers={"HX-Request": "true"}).content.decode()

        assert 'name="moves" value="0:1a"' in fetched


class TestClocks:
    def test_it_runs_on_while_others_act(self, game, alice, bob, clock):
        before = player(game, alice).deadline_at
        clock.move_to(NOON + HOUR)
        submit(game, bob, "1:3b")

        assert player(game, alice).deadline_at == before

    def test_it_stands_for_who_has_acted(self, game, alice, bob):
        submit(game, bob, "1:3b")

        assert player(game, bob).deadline_at is None
        assert player(game, bob).word_ply is None


class TestNotices:
    def test_it_tells_everybody_once_a_round(self, game, alice, bob, charlie):
        submit(game, alice, "0:1a")
        submit(game, bob, "1:3b")

        assert Notice.objects.filter(event="your-turn").count() == 3

    def test_it_tells_those_to_whom_the_word_came_anew(self, game, alice, bob, charlie):
        for user, text in ((alice, "0:1a"), (bob, "1:3b"), (charlie, "2:1c")):
            submit(game, user, text)

        told = Notice.objects.filter(event="your-turn").order_by("pk")[3:]
        assert {one.user for one in told} == {alice, bob}  # charlie acted, and can see it

    def test_it_stands_while_others_act(self, game, alice, bob):
        submit(game, bob, "1:3b")

        assert "your-turn" in standing(alice)
        assert "your-turn" not in standing(bob)

    def test_it_is_still_to_be_mailed(self, game, alice, bob):
        submit(game, bob, "1:3b")

        mails = Delivery.objects.filter(
            channel="mail", notice__user=alice, notice__event="your-turn"
        )
        assert [(one.status, one.notice.read_at) for one in mails] == [("waiting", None)]


class TestReminders:
    def test_it_reminds_once_whatever_others_do(self, game, alice, bob, clock):
        clock.move_to(NOON + 13 * HOUR)
        reminders.remind()
        submit(game, bob, "1:3b")
        reminders.remind()

        told = alice.notices.filter(event="reminder")
        assert [(one.detail, one.ply) for one in told] == [("50", player(game, alice).word_ply)]
        assert "reminder" in standing(alice)

    def test_it_does_not_remind_who_has_acted(self, game, alice, bob, clock):
        submit(game, bob, "1:3b")
        clock.move_to(NOON + 13 * HOUR)
        reminders.remind()

        assert not bob.notices.filter(event="reminder").exists()


class TestBots:
    @pytest.fixture
    def pip(self):
        return bots.bot_user("pip")

    @pytest.fixture
    def table(self, seedlings, alice, pip):
        game = TableFactory(users=[alice, pip, bots.bot_user("bramble")], ruleset="seedlings")
        lay_deck(game, list("123412341231"))
        return game

    def think(self, game, seat):
        ply = game.players.get(seat=seat).word_ply
        bots.play_turn(game_id=game.pk, ply=ply, seat=seat)

    def test_it_thinks_for_its_own_seat(self, table):
        self.think(table, 2)

        assert [one.turns for one in table.players.order_by("seat")] == [0, 0, 1]

    def test_it_thinks_for_each_seat(self, table):
        self.think(table, 2)
        self.think(table, 1)

        assert [one.turns for one in table.players.order_by("seat")] == [0, 1, 1]

    def test_it_thinks_again_where_another_takes_what_it_chose(self, table, alice, monkeypatch):
        choose, chosen = bots.thinking.choose_turn, []

        def choose_slowly(**given):
            turn = choose(**given)
            if not chosen:
                submit(table, alice, f"0:1{turn[0][-1]}")
            chosen.append(turn)
            return turn

        monkeypatch.setattr(bots.thinking, "choose_turn", choose_slowly)
        self.think(table, 1)

        assert len(chosen) == 2
        assert [one.turns for one in table.players.order_by("seat")] == [1, 1, 0]

    def test_it_is_woken_when_the_word_comes_and_not_whenever_others_act(
        self, table, alice, woken, django_capture_on_commit_callbacks
    ):
        with django_capture_on_commit_callbacks(execute=True):
            submit(table, alice, "0:1a")
            self.think(table, 1)
        assert woken == []

        with django_capture_on_commit_callbacks(execute=True):
            self.think(table, 2)
        assert sorted(woken) == [1, 2]

    @pytest.fixture
    def woken(self):
        """The seats for which a thought was queued."""
        seats = []

        def note(body, **_):
            seats.append(body[0][2])

        before_task_publish.connect(note, sender="games.tasks.play_bot_turn")
        yield seats
        before_task_publish.disconnect(note, sender="games.tasks.play_bot_turn")
