"""Ratings: what changes them, once, and how they are computed anew."""

import random
from datetime import timedelta
from io import StringIO

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from accounts.refusals import Conflict, Forbidden
from games.models import Annulment, Game, Player, Rating, RatingChange
from games.selectors import ratings as selectors
from games.services import endings, ratings
from games.strengths import AT_FIRST, after, aged
from tests.at_once import at_once
from tests.factories import GameFactory, SuperuserFactory, TableFactory, UserFactory, confirm

pytestmark = pytest.mark.django_db


def rated(*users, turns=2, **terms):
    return GameFactory(users=list(users), turns=turns, is_rated=True, **terms)


def lose(game, user):
    endings.resign(game_id=game.pk, user=user)


def lose_on_time(game):
    """Let the time of whoever has the word run out; return who that is."""
    late = game.players.get(word_since__isnull=False)
    Player.objects.filter(pk=late.pk).update(deadline_at=timezone.now() - timedelta(minutes=1))
    endings.end_on_time(game.pk)
    return late.user


def points(user):
    return Rating.objects.get(user=user, ruleset="botanik").strength.points


class TestSettling:
    def test_it_changes_both_ratings_when_a_game_ends(self, alice, bob):
        lose(rated(alice, bob), bob)

        assert (points(alice), points(bob)) == (1579, 1421)

    def test_it_writes_what_happened(self, alice, bob):
        game = rated(alice, bob)

        lose(game, bob)

        change = RatingChange.objects.get(user=alice)
        assert (change.game, change.reason, change.share) == (game, "result", 1)
        assert (change.before, change.after.points, change.points) == (AT_FIRST, 1579, 79)
        assert change.rivals == [[bob.pk, AT_FIRST.mu, AT_FIRST.sigma]]

    def test_it_leaves_both_as_they_are_after_a_draw_of_equals_but_surer(self, alice, bob):
        game = rated(alice, bob)
        endings.ask_draw(game_id=game.pk, user=alice)

        endings.answer_draw(game_id=game.pk, user=bob, agrees=True)

        assert (points(alice), points(bob)) == (1500, 1500)
        assert Rating.objects.get(user=alice).sigma < AT_FIRST.sigma

    def test_it_counts_by_game(self, alice, bob):
        lose(rated(alice, bob), bob)

        assert [one.ruleset for one in alice.ratings.all()] == ["botanik"]

    @pytest.mark.usefixtures("nursery")
    def test_it_rates_a_table_of_three_by_its_placings(self, alice, bob, charlie):
        users = [alice, bob, charlie]
        game = TableFactory(users=users, ruleset="nursery", is_rated=True, turns=60)
        assert game.ending == "played"
        placings = [player.placing for player in game.players.order_by("seat")]

        stored = [Rating.objects.get(user=user, ruleset="nursery").strength for user in users]

        assert stored == after([AT_FIRST] * 3, placings)

    def test_it_has_become_less_sure_since_the_last_game(self, alice, bob):
        with time_machine.travel(timezone.now() - timedelta(weeks=30), tick=False):
            lose(rated(alice, bob), bob)
        old = Rating.objects.get(user=alice).strength

        lose(rated(alice, bob), bob)

        before = RatingChange.objects.filter(user=alice).latest("pk").before
        now = timezone.now()
        assert before == aged(old, since=now - timedelta(weeks=30), now=now)
        assert before.sigma > old.sigma

    @pytest.mark.parametrize("way", ["friendly", "aborted", "not started"])
    def test_it_counts_no_game_without_a_rated_result(self, alice, bob, way):
        if way == "friendly":
            lose(GameFactory(users=[alice, bob], turns=2), bob)
        elif way == "aborted":
            endings.abort(game_id=rated(alice, bob, turns=0).pk, user=bob)
        else:
            lose_on_time(rated(alice, bob, turns=0))

        assert not Rating.objects.exists()
        assert not RatingChange.objects.exists()

    def test_it_counts_a_game_that_a_leaver_gave_up(self, alice, bob):
        from games.services import farewells

        rated(alice, bob)
        farewells.leave_tables(bob)

        assert points(alice) == 1579

    def test_it_cannot_be_written_twice(self, alice, bob):
        lose(rated(alice, bob), bob)
        change = RatingChange.objects.get(user=alice)
        change.pk = None

        with pytest.raises(IntegrityError), transaction.atomic():
            change.save(force_insert=True)

    def test_it_asks_as_much_whatever_was_played_before(self, alice, bob):
        for _number in range(2):
            lose(rated(alice, bob), bob)
        few = queries_of_ending(rated(alice, bob), bob)
        for _number in range(5):
            lose(rated(alice, bob), bob)

        assert queries_of_ending(rated(alice, bob), bob) == few


def queries_of_ending(game, user):
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as asked:
        lose(game, user)
    return len(asked)


class TestTime:
    def test_it_counts_the_first_loss_on_time_in_full(self, alice, bob):
        lose_on_time(rated(alice, bob))

        assert {one.share for one in RatingChange.objects.all()} == {1}
        assert {points(alice), points(bob)} == {1421, 1579}

    def test_it_counts_further_ones_less_for_both(self, alice, bob):
        shares = []
        for _number in range(3):
            late = lose_on_time(rated(alice, bob))
            assert late == alice
            shares.append(RatingChange.objects.latest("pk").share)

        assert shares == [1, 0.5, 0.25]
        third = RatingChange.objects.filter(user=bob).latest("pk")
        (full, _) = after([third.before, *(rivals_of(third))], (1, 2))
        assert third.after.mu - third.before.mu == pytest.approx(0.25 * (full.mu - third.before.mu))
        assert third.is_reduced

    def test_it_forgets_them_after_two_weeks(self, alice, bob):
        with time_machine.travel(timezone.now() - timedelta(days=15), tick=False):
            lose_on_time(rated(alice, bob))

        lose_on_time(rated(alice, bob))

        assert RatingChange.objects.latest("pk").share == 1

    def test_it_counts_a_game_that_is_given_up_in_full_between_them(self, alice, bob):
        lose_on_time(rated(alice, bob))

        lose(rated(alice, bob), alice)

        assert RatingChange.objects.latest("pk").share == 1


def rivals_of(change):
    from games.strengths import Strength

    return [Strength(mu, sigma) for _person, mu, sigma in change.rivals]


class TestWaiving:
    def test_it_gives_everybody_back_what_they_had(self, alice, bob):
        game = rated(alice, bob)
        lose_on_time(game)

        ratings.waive(game_id=game.pk, user=bob)

        assert (points(alice), points(bob)) == (1500, 1500)
        reasons = RatingChange.objects.filter(user=alice).order_by("pk")
        assert [one.reason for one in reasons] == ["result", "waived"]

    def test_it_is_the_same_twice(self, alice, bob):
        game = rated(alice, bob)
        lose_on_time(game)

        moved = [ratings.waive(game_id=game.pk, user=bob) for _time in range(2)]

        assert [len(one) for one in moved] == [2, 0]
        assert RatingChange.objects.count() == 4

    def test_it_is_the_winners_alone(self, alice, bob, charlie):
        game = rated(alice, bob)
        lose_on_time(game)

        for person in (alice, charlie):
            with pytest.raises(Forbidden):
                ratings.waive(game_id=game.pk, user=person)

    def test_it_is_for_games_that_ended_on_time(self, alice, bob):
        game = rated(alice, bob)
        lose(game, alice)

        with pytest.raises(Conflict):
            ratings.waive(game_id=game.pk, user=bob)

    def test_it_is_too_late_after_a_week(self, alice, bob):
        game = rated(alice, bob)
        lose_on_time(game)

        with time_machine.travel(timezone.now() + timedelta(days=8)), pytest.raises(Conflict):
            ratings.waive(game_id=game.pk, user=bob)


class TestVoiding:
    def test_it_computes_what_followed_and_says_whom_it_moved(self, alice, bob, charlie):
        first = rated(alice, bob)
        lose(first, bob)
        lose(rated(bob, charlie), charlie)

        moved = ratings.void(game_id=first.pk, by=SuperuserFactory())

        # Charlie lost against a beginner now, not against somebody who had lost.
        assert {one.user_id for one in moved} == {alice.pk, bob.pk, charlie.pk}
        assert (points(alice), points(bob), points(charlie)) == (1500, 1579, 1421)

    def test_it_leaves_the_rows_of_before_as_they_were(self, alice, bob):
        game = rated(alice, bob)
        lose(game, bob)
        before = list(RatingChange.objects.order_by("pk").values())

        ratings.void(game_id=game.pk, by=SuperuserFactory())

        assert list(RatingChange.objects.order_by("pk").values())[:2] == before

    def test_it_is_refused_for_a_game_that_counts_for_nobody(self, alice, bob):
        game = GameFactory(users=[alice, bob], turns=2)
        lose(game, bob)

        with pytest.raises(Conflict):
            ratings.void(game_id=game.pk, by=SuperuserFactory())


class TestRecomputing:
    def recompute(self, **options):
        out = StringIO()
        call_command("recompute_ratings", stdout=out, **options)
        return out.getvalue()

    def test_it_finds_nothing_where_all_is_well(self, alice, bob):
        lose(rated(alice, bob), bob)

        assert self.recompute() == "0 ratings differ.\n"

    def test_it_reports_and_mends_what_differs(self, alice, bob):
        lose(rated(alice, bob), bob)
        Rating.objects.filter(user=alice).update(mu=40)

        with pytest.raises(CommandError, match="--write"):
            self.recompute()
        assert "alice has 1950" in self.recompute(write=True)

        assert points(alice) == 1579
        assert RatingChange.objects.latest("pk").reason == "mended"
        assert self.recompute() == "0 ratings differ.\n"

    def test_it_finds_a_game_that_was_not_counted(self, alice, bob):
        lose(rated(alice, bob), bob)
        RatingChange.objects.all().delete()
        Rating.objects.all().delete()

        assert {one.user_id for one in ratings.recompute("botanik", write=True)} == {
            alice.pk,
            bob.pk,
        }
        assert points(alice) == 1579

    def test_it_comes_to_what_is_stored_after_thousands_of_games(self):
        """Games are laid as rows here: what is tried is the arithmetic and its order."""
        rng = random.Random(3)
        people = UserFactory.create_batch(12, password=None)
        judge = SuperuserFactory()
        began = timezone.now() - timedelta(days=300)
        for number in range(2000):
            game = a_finished_game(rng, people, when=began + timedelta(hours=3 * number))
            if rng.random() < 0.002:
                ratings.void(game_id=game.pk, by=judge)
            elif game.ending == "time" and rng.random() < 0.02:
                waive_then(game)

        assert Annulment.objects.count() > 3
        assert RatingChange.objects.filter(share__lt=1).exists()
        assert ratings.recompute("botanik", write=False) == []


def a_finished_game(rng, people, *, when):
    """A rated game of two that ended just then, as `endings.finish` leaves it, and its ratings."""
    from uuid import UUID

    from games.selectors import tables

    pair = rng.sample(people, 2)
    ending = rng.choice(["played", "resigned", "time"])
    game = Game.objects.create(
        id=UUID(int=rng.getrandbits(128)), ruleset="botanik", rules_version=1, is_rated=True,
        time_kind="turn", time_days=1, status="over", ending=ending, started_at=when,
        moved_at=when, ended_at=when,
    )  # fmt: skip
    first = rng.choice([(1, 2), (2, 1), (1, 1)] if ending == "played" else [(1, 2), (2, 1)])
    Player.objects.bulk_create(
        Player(game=game, user=user, seat=seat, place=seat, is_playing=False,
               allowance=timedelta(), placing=first[seat])
        for seat, user in enumerate(pair)
    )  # fmt: skip
    with transaction.atomic():
        ratings.settle(tables.find(game.pk, for_update=True))
    return game


def waive_then(game):
    winner = game.players.get(placing=1).user
    with time_machine.travel(game.ended_at + timedelta(hours=1)):
        ratings.waive(game_id=game.pk, user=winner)


class TestNow:
    def test_it_says_how_strong_people_are_by_now(self, alice, bob, charlie):
        with time_machine.travel(timezone.now() - timedelta(weeks=5), tick=False):
            lose(rated(alice, bob), bob)

        found = selectors.strengths([alice.pk, bob.pk, charlie.pk], "botanik")

        assert found.keys() == {alice.pk, bob.pk}
        assert found[alice.pk].points == 1579
        assert found[alice.pk].sigma > Rating.objects.get(user=alice).sigma


@pytest.mark.django_db(transaction=True)
class TestRaces:
    def test_it_changes_ratings_once_however_often_a_game_ends_at_once(self, alice, bob):
        game = rated(alice, bob)

        at_once(*[lambda user=user: lose(game, user) for user in (alice, bob, alice, bob)])

        assert RatingChange.objects.count() == 2
        assert ratings.recompute("botanik", write=False) == []

    def test_it_counts_every_game_of_those_that_end_at_once(self, alice, bob, charlie):
        confirm(alice, bob, charlie)
        pairs = [(alice, bob), (bob, charlie), (charlie, alice), (bob, alice)] * 2
        games = [(rated(*pair), pair[1]) for pair in pairs]

        at_once(*[lambda game=game, user=user: lose(game, user) for game, user in games])

        assert sum(Rating.objects.values_list("games", flat=True)) == 16
        assert ratings.recompute("botanik", write=False) == []
