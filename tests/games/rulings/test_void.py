"""A game that is taken out of ratings and ladder, and counts again."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.refusals import Conflict
from engine import get_ruleset
from games.models import Annulment, Challenge, Game, Notice, Rating, Ruling, Step, Tally
from games.selectors.bests import own_bests
from games.services import challenges, endings, ladder, ratings, rulings, seasons
from games.services import ladder as ladder_services
from tests.factories import GameFactory, UserFactory
from tests.games.dailies import solo
from tests.games.ladders import GAME, all_is_well, beat, challenge, climb, crowd, order, stand
from tests.games.rulings.conftest import judge_of

pytestmark = pytest.mark.django_db


def won(winner, loser):
    game = GameFactory(users=[winner, loser], turns=2, is_rated=True)
    endings.resign(game_id=game.pk, user=loser)
    game.refresh_from_db()
    return game


def void(judge, game):
    return rulings.void(judge=judge, game=game, reason="It was arranged.")


def stored():
    return {one.user_id: one.mu for one in Rating.objects.all()}


class TestRatings:
    def test_it_leaves_them_as_if_it_had_not_been(self, alice, bob, charlie, senior):
        won(alice, charlie)
        before = stored()
        void(senior, won(alice, bob))

        after = stored()
        assert {pk: after[pk] for pk in before} == pytest.approx(before)
        assert not Rating.objects.get(user=bob).games
        assert ratings.recompute(GAME, write=False) == []

    def test_it_stays_a_game_that_was_played(self, alice, bob, senior):
        game = won(alice, bob)

        void(senior, game)

        game.refresh_from_db()
        assert game.winner == 0
        assert Tally.objects.get(user=alice, rival=alice, scope="all").won == 1

    def test_it_is_taken_out_once(self, alice, bob, senior, log):
        game = won(alice, bob)
        first = void(senior, game)
        entries = log()

        second = void(judge_of("administrator"), game)

        assert second == first
        assert entries.actions() == []

    def test_it_counts_again_when_undone(self, alice, bob, senior, log):
        game = won(alice, bob)
        before = stored()
        ruling, other = void(senior, game)
        entries = log()

        rulings.undo(judge=senior, ruling=ruling)

        other.refresh_from_db()
        assert stored() == pytest.approx(before)
        assert not Annulment.objects.exists()
        assert ratings.recompute(GAME, write=False) == []
        assert other.undone_at == ruling.undone_at
        assert entries.actions() == ["undo:void"]
        told = Notice.objects.filter(detail="undone").values_list("user", flat=True)
        assert set(told) == {alice.pk, bob.pk}

    def test_it_can_be_taken_out_anew_after_that(self, alice, bob, senior):
        game = won(alice, bob)
        rulings.undo(judge=senior, ruling=void(senior, game)[0])

        void(senior, game)

        assert Annulment.objects.count() == 1
        assert Ruling.objects.filter(undone_at=None).count() == 2

    def test_it_is_nothing_for_a_friendly_game(self, alice, bob, senior):
        game = GameFactory(users=[alice, bob], turns=2)
        endings.resign(game_id=game.pk, user=bob)

        with pytest.raises(Conflict, match="counts for no rating"):
            void(senior, game)

        assert not Ruling.objects.exists()

    def test_it_takes_the_game_out_of_the_lists_of_the_best(self, alice, senior):
        game = solo(alice)
        ruling = void(senior, game)[0]
        gone = own_bests(get_ruleset("gardeners"), alice)
        rulings.undo(judge=senior, ruling=ruling)

        assert gone == []
        assert len(own_bests(get_ruleset("gardeners"), alice)) == 1

    def test_it_is_nothing_for_one_that_was_waived(self, alice, bob, senior):
        game = GameFactory(users=[alice, bob], turns=2, is_rated=True)
        late = game.players.get(word_since__isnull=False)
        late.deadline_at = timezone.now() - timedelta(days=1)
        late.save()
        endings.end_on_time(game.pk)
        winner = bob if late.user == alice else alice
        ratings.waive(game_id=game.pk, user=winner)

        with pytest.raises(Conflict, match="already"):
            void(senior, game)


def game_of(one):
    return Game.objects.get(pk=one.pk)


class TestLadder:
    @pytest.fixture
    def people(self):
        people = UserFactory.create_batch(5)
        stand(*people)
        return people

    def names(self, *people):
        return [one.username for one in people]

    def test_it_takes_the_challenger_back_down(self, people, senior):
        a, b, c, d, e = people
        one = climb(d, b)

        void(senior, game_of(one))

        assert order() == self.names(a, b, c, d, e)
        all_is_well()

    def test_it_writes_down_why(self, people, senior):
        one = climb(people[3], people[1])

        void(senior, game_of(one))

        steps = Step.objects.filter(reason="ruled").order_by("pk")
        assert [(s.user, s.before, s.after) for s in steps] == [
            (people[3], 2, 4),
            (people[1], 3, 2),
        ]
        one.refresh_from_db()
        assert (one.status, one.before, one.after) == (Challenge.Status.WON, None, None)
        assert people[3].rungs.get().climbed == 0

    def test_it_leaves_a_ladder_alone_that_the_game_did_not_move(self, people, senior):
        one = beat(people[1], challenge(people[3], people[1]))

        made = void(senior, game_of(one))

        assert order() == self.names(*people)
        assert "climb" not in made[0].before

    @pytest.mark.parametrize("what", ["pushed", "left", "sunk", "season"])
    def test_it_leaves_it_as_it_is_where_others_have_moved(self, people, senior, what):
        a, b, _c, d, e = people
        one = climb(d, b)  # a d b c e
        if what == "pushed":
            climb(e, b)
        elif what == "left":
            challenges.leave(user=a, ruleset=GAME)
        elif what == "sunk":
            then = timezone.now() - timedelta(days=30)
            b.rungs.update(quiet_since=then, look_at=then, is_warned=True)
            ladder_services.sweep_idle()
        else:
            ladder = ladder_services.lock_again(a.rungs.get().ladder_id)
            type(ladder).objects.update(season_began="2020-01-01")
            seasons.turn_over()
        before = order()

        made = void(senior, game_of(one))

        assert order() == before
        assert made[0].before["climb"]["is_undone"] is False
        all_is_well()

    def test_it_does_not_mind_what_happens_below(self, people, senior):
        a, b, c, d, e = people
        one = climb(c, b)  # a c b d e
        climb(e, d)
        crowd(1)

        void(senior, game_of(one))

        assert order()[:5] == self.names(a, b, c, e, d)

    def test_it_climbs_again_when_undone(self, people, senior):
        a, b, c, d, e = people
        one = climb(d, b)
        ruling = void(senior, game_of(one))[0]

        rulings.undo(judge=senior, ruling=ruling)

        assert order() == self.names(a, d, b, c, e)
        one.refresh_from_db()
        assert (one.before, one.after) == (4, 2)
        assert d.rungs.get().climbed == 2
        all_is_well()

    def test_it_goes_to_and_fro(self, people, senior):
        a, b, c, d, e = people
        one = climb(d, b)
        for _again in range(2):
            ruling = void(senior, game_of(one))[0]
            assert order() == self.names(a, b, c, d, e)
            rulings.undo(judge=senior, ruling=ruling)
            assert order() == self.names(a, d, b, c, e)

    def test_it_does_not_climb_again_where_others_have_moved(self, people, senior):
        _a, b, c, d, _e = people
        one = climb(d, b)
        ruling = void(senior, game_of(one))[0]
        climb(c, b)
        before = order()

        rulings.undo(judge=senior, ruling=ruling)

        assert order() == before
        assert ruling.before["is_back"] is False
        assert ladder.inspect() == []
