"""Signals: computed by night, kept, dismissed, and back only when they have grown."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from accounts.audit import problems
from accounts.models import AuditEntry, Trace, User
from accounts.refusals import Forbidden, NotFound
from accounts.roles import Role
from engine.review import Judgement
from games import suspicions, tasks
from games.models import Case, Game, Line, Move, Player, Review, Signal
from games.selectors import reviews as review_selectors
from games.selectors import signals as selectors
from games.services import farewells, ratings, signals
from tests.at_once import at_once
from tests.factories import GameFactory, ModeratorFactory, SuperuserFactory, UserFactory
from tests.games.archived import finished_game

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
A_DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def at_noon(time_machine):
    time_machine.move_to(NOON, tick=False)
    return time_machine


@pytest.fixture
def moderator(db):
    return ModeratorFactory(username="mona")


def beat(winner, loser, *, days_ago=0, **wish):
    """A rated game that the loser gave up after a turn, some days ago."""
    game = finished_game(winner, loser, turns=2, **{"is_rated": True, **wish})
    moved_back(game, days_ago)
    return game


def moved_back(game, days):
    when = timezone.now() - days * A_DAY
    Game.objects.filter(pk=game.pk).update(ended_at=when)
    Player.objects.filter(game=game).update(ended_at=when)


def give(loser, winner, games, *, first_day=0, **wish):
    """So many games on as many days: one that was really played, and others like it."""
    game = beat(winner, loser, days_ago=first_day, **wish)
    players = list(game.players.all())
    for day in range(1, games):
        game.pk = uuid4()
        game.save(force_insert=True)
        for player in players:
            player.pk, player.game = None, game
            player.save(force_insert=True)
        moved_back(game, first_day + day)


def review(game, rows):
    """A review that says of each turn: seat, plies, chances, and whether it was the best."""
    result = {}
    for seat, first, last, best, chance, next_best, line in rows:
        one = Judgement(seat, first, last, best, chance, next_best, line)
        result = review_selectors.with_judgement(result, one)
    return Review.objects.create(
        game=game, status=Review.Status.DONE, finished_at=timezone.now(), result=result,
        bot="yew", nodes=1, method=1, done=len(rows), total=len(rows),
    )  # fmt: skip


def trace(user, *, kind="device", digest="abc", joined=NOON):
    User.objects.filter(pk=user.pk).update(date_joined=joined)
    return Trace.objects.create(
        user=user, kind=kind, digest=digest, first_seen_at=joined, last_seen_at=joined
    )


def say(user, game, *, lines, held):
    return Line.objects.bulk_create(
        Line(game=game, user=user, room=Line.Room.PLAYERS, ply=1, text="What?", said_at=NOON,
             was_held=number < held)
        for number in range(lines)
    )  # fmt: skip


def only():
    return Signal.objects.get()


@pytest.fixture
def gift(alice, bob):
    """Alice gives bob her games."""
    give(alice, bob, 8)
    signals.refresh()
    return only()


class TestGifts:
    def test_it_notes_who_gives_games_away(self, gift, alice, bob):
        assert (gift.kind, gift.person, gift.key) == ("gifts", alice, str(bob.pk))
        assert gift.numbers["count"] == 8
        assert gift.made_at == gift.noted_at == NOON

    def test_it_looks_at_rated_games_alone(self, alice, bob):
        give(alice, bob, 8, is_rated=False)

        signals.refresh()

        assert not Signal.objects.exists()

    def test_it_leaves_out_games_that_were_taken_out(self, alice, bob):
        voided = beat(bob, alice, days_ago=30)
        give(alice, bob, 8)
        ratings.void(game_id=voided.pk, by=SuperuserFactory())

        signals.refresh()

        assert only().numbers["count"] == 8

    def test_it_forgets_what_is_long_ago(self, gift, at_noon):
        at_noon.move_to(NOON + selectors.PLAYED_LATELY + A_DAY, tick=False)

        signals.refresh()

        assert not Signal.objects.exists()


class TestRings:
    def test_it_notes_a_ring_once(self, alice, bob, charlie):
        for winner, loser in [(alice, bob), (bob, charlie), (charlie, alice)]:
            give(loser, winner, 6)

        signals.refresh()

        ring = Signal.objects.get(kind="ring")
        keys = sorted(person.pk for person in (alice, bob, charlie))
        assert ring.key == "-{}-{}-{}-".format(*keys)
        assert ring.person_id == keys[0]


class TestReviewedGames:
    def slow_game(self, first, second):
        """Alice is lost in the last turns, and takes two days for each of them."""
        game = finished_game(second, first, turns=16)
        plies = list(Move.objects.filter(game=game, seat=1).order_by("ply"))
        rows = []
        for at, move in enumerate(plies):
            is_lost = at >= len(plies) - 4
            chance = 0.01 if is_lost else 0.5
            before = game.moves.get(ply=move.ply - 1)
            taken = timedelta(hours=48 if is_lost else 1)
            Move.objects.filter(pk=move.pk).update(made_at=before.made_at + taken)
            rows.append((1, move.ply, move.ply, chance, chance, chance, ()))
        review(game, rows)

    def test_it_notes_who_stalls_where_they_are_lost(self, alice, bob):
        for _ in range(5):
            self.slow_game(alice, bob)

        signals.refresh()

        signal = only()
        assert (signal.kind, signal.person) == ("stalling", alice)
        assert signal.numbers["hours_lost"] == 48

    def agreeing_games(self, alice, bob, *, games=4, **wish):
        """All that mattered alice chose as the bot would; bob nothing."""
        for _ in range(games):
            game = finished_game(alice, bob, turns=2, **{"is_rated": True, **wish})
            mine = [(0, ply, ply, 0.6, 0.6, 0.5, ()) for ply in range(1, 11)]
            others = [(1, ply, ply, 0.6, 0.4, 0.4, ("x",)) for ply in range(11, 21)]
            review(game, [*mine, *others])

    def test_it_notes_who_plays_like_the_bot(self, alice, bob):
        self.agreeing_games(alice, bob)

        signals.refresh()

        signal = only()
        assert (signal.kind, signal.person) == ("agreement", alice)
        assert (signal.numbers["count"], signal.numbers["share"]) == (40, 100)

    def test_it_minds_no_help_in_friendly_games(self, alice, bob):
        self.agreeing_games(alice, bob, is_rated=False)

        signals.refresh()

        assert not Signal.objects.exists()


class TestBursts:
    def test_it_notes_accounts_that_were_made_at_once(self):
        people = UserFactory.create_batch(suspicions.AT_ONCE["device"])
        for person in people:
            trace(person)

        signals.refresh()

        signal = only()
        assert (signal.kind, signal.key) == ("burst", "device:abc")
        assert sorted(signal.numbers["people"]) == [person.pk for person in people]

    def test_it_does_not_count_old_accounts(self):
        for person in UserFactory.create_batch(9):
            trace(person, joined=NOON - timedelta(days=60))

        signals.refresh()

        assert not Signal.objects.exists()


class TestHeldLines:
    def test_it_notes_who_sent_many(self, alice, bob):
        for game in (GameFactory(users=[alice, bob]), GameFactory(users=[alice, bob])):
            say(alice, game, lines=10, held=3)
            say(bob, game, lines=10, held=1)

        signals.refresh()

        signal = only()
        assert (signal.kind, signal.person) == ("held", alice)
        assert signal.numbers == {"count": 6, "lines": 20, "tables": 2}


class TestRefreshing:
    def test_it_does_twice_what_it_does_once(self, gift, at_noon):
        at_noon.move_to(NOON + timedelta(hours=1), tick=False)

        tasks.find_signals()

        assert only().noted_at == NOON

    def test_it_notes_new_numbers(self, gift, alice, bob, at_noon):
        at_noon.move_to(NOON + A_DAY, tick=False)
        beat(bob, alice)

        signals.refresh()

        assert only().numbers["count"] == 9
        assert (only().made_at, only().noted_at) == (NOON, NOON + A_DAY)

    def test_it_says_nothing_about_who_has_left(self, alice, bob):
        give(alice, bob, 8)
        User.objects.filter(pk=alice.pk).update(is_active=False)

        signals.refresh()

        assert not Signal.objects.exists()

    def test_it_is_forgotten_with_who_leaves(self, gift, alice, at_noon):
        User.objects.filter(pk=alice.pk).update(leaving_at=NOON)

        farewells.carry_out_farewells()
        signals.refresh()

        assert not Signal.objects.exists()

    def test_it_asks_as_many_queries_however_many_games_there_are(
        self, gift, alice, bob, django_assert_num_queries
    ):
        with django_assert_num_queries(23) as few:
            signals.refresh()
        give(bob, alice, 3)
        with django_assert_num_queries(len(few)):
            signals.refresh()

    @pytest.mark.django_db(transaction=True)
    def test_it_does_at_once_what_it_does_once(self, alice, bob):
        give(alice, bob, 8)

        assert at_once(signals.refresh, signals.refresh) == [None, None]

        assert only().numbers["count"] == 8


class TestDismissing:
    def test_it_is_noted_with_its_number(self, gift, moderator, alice):
        signals.dismiss(signal_id=gift.pk, by=moderator)

        assert (only().dismissed_by, only().dismissed_at) == (moderator, NOON)
        entry = AuditEntry.objects.latest("number")
        assert (entry.action, entry.actor, entry.person) == (
            "signal:dismiss", moderator.pk, alice.pk,
        )  # fmt: skip
        assert entry.facts == {"kind": "gifts", "count": 8}
        assert list(problems()) == []

    def test_it_is_done_once(self, gift, moderator):
        signals.dismiss(signal_id=gift.pk, by=moderator)
        entries = AuditEntry.objects.count()

        signals.dismiss(signal_id=gift.pk, by=moderator)

        assert AuditEntry.objects.count() == entries

    def test_it_stays_dismissed_for_as_much(self, gift, moderator):
        signals.dismiss(signal_id=gift.pk, by=moderator)

        signals.refresh()

        assert only().dismissed_at == NOON

    def test_it_stays_dismissed_for_a_little_more(self, gift, moderator, alice, bob):
        signals.dismiss(signal_id=gift.pk, by=moderator)
        give(alice, bob, 2, first_day=20)

        signals.refresh()

        assert only().dismissed_at == NOON
        assert only().numbers["count"] == 8

    def test_it_returns_when_there_is_clearly_more(self, gift, moderator, alice, bob):
        signals.dismiss(signal_id=gift.pk, by=moderator)
        give(alice, bob, 4, first_day=20)

        signals.refresh()

        assert (only().dismissed_at, only().dismissed_by) == (None, None)
        assert only().numbers["count"] == 12

    def test_it_is_remembered_for_a_year(self, gift, moderator, at_noon):
        signals.dismiss(signal_id=gift.pk, by=moderator)

        at_noon.move_to(NOON + timedelta(days=364), tick=False)
        signals.refresh()
        assert Signal.objects.exists()

        at_noon.move_to(NOON + timedelta(days=365), tick=False)
        signals.refresh()
        assert not Signal.objects.exists()

    @pytest.mark.parametrize("who", ["alice", "bob", "charlie"])
    def test_it_is_for_moderators_alone(self, gift, request, who):
        with pytest.raises(Forbidden):
            signals.dismiss(signal_id=gift.pk, by=request.getfixturevalue(who))

        assert only().dismissed_at is None

    def test_it_is_not_for_who_is_in_it(self, alice):
        taker = ModeratorFactory(username="mona")
        give(alice, taker, 8)
        signals.refresh()

        with pytest.raises(Forbidden):
            signals.dismiss(signal_id=only().pk, by=taker)

    def test_it_is_not_for_their_equals(self, bob, moderator):
        other = ModeratorFactory(username="nils")
        give(other, bob, 8)
        signals.refresh()

        with pytest.raises(Forbidden):
            signals.dismiss(signal_id=only().pk, by=moderator)

        signals.dismiss(signal_id=only().pk, by=ModeratorFactory(role=Role.SENIOR))
        assert only().dismissed_at is not None

    def test_it_says_that_one_is_gone(self, moderator):
        with pytest.raises(NotFound):
            signals.dismiss(signal_id=404, by=moderator)

    @pytest.mark.django_db(transaction=True)
    def test_it_is_written_down_once_for_two_at_once(self, gift, moderator):
        def dismiss():
            return signals.dismiss(signal_id=gift.pk, by=moderator).pk

        assert at_once(dismiss, dismiss) == [gift.pk, gift.pk]

        assert AuditEntry.objects.filter(action="signal:dismiss").count() == 1


class TestReviewsForTheSite:
    def played(self, first, second, **wish):
        game = finished_game(first, second, turns=20, **{"is_rated": True, **wish})
        Game.objects.filter(pk=game.pk).update(ended_at=NOON - timedelta(hours=2))
        return game

    def test_it_has_a_rated_game_reviewed(self, alice, bob):
        game = self.played(alice, bob)

        tasks.review_for_signals()

        asked = Review.objects.get()
        assert (asked.game, asked.asked_by) == (game, None)

    def test_it_comes_last(self, alice, bob):
        self.played(alice, bob)
        waiting = self.played(bob, alice)
        Review.objects.create(game=waiting, asked_by=alice, bot="yew", nodes=1, method=1, total=9)

        signals.have_one_reviewed()

        assert Review.objects.count() == 1

    def test_it_asks_for_each_game_once(self, alice, bob):
        game = self.played(alice, bob)
        review(game, [])

        signals.have_one_reviewed()

        assert Review.objects.count() == 1

    def test_it_begins_with_whom_somebody_reported(self, alice, bob, charlie):
        theirs = self.played(alice, bob)
        other = self.played(bob, charlie)
        Game.objects.filter(pk=theirs.pk).update(mean_rating=1000)
        Game.objects.filter(pk=other.pk).update(mean_rating=2000)
        assert selectors.game_to_review(NOON) == other

        Case.objects.create(
            kind=Case.Kind.ENGINE, person=alice, matter="engine", weight=1, opened_at=NOON
        )

        assert selectors.game_to_review(NOON) == theirs

    @pytest.mark.parametrize("wish", [{"is_rated": False}, {"is_rated": False, "is_private": True}])
    def test_it_leaves_friendly_games_alone(self, alice, bob, wish):
        self.played(alice, bob, **wish)

        assert selectors.game_to_review(NOON) is None

    def test_it_leaves_running_games_alone(self, alice, bob):
        GameFactory(users=[alice, bob], turns=20, is_rated=True)

        assert selectors.game_to_review(NOON + A_DAY) is None

    def test_it_leaves_games_alone_that_just_ended(self, alice, bob):
        game = self.played(alice, bob)
        Game.objects.filter(pk=game.pk).update(ended_at=NOON)

        assert selectors.game_to_review(NOON) is None
