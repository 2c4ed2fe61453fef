"""Two things in the same instant. They mean most on PostgreSQL: SQLite lets nobody race."""

import random
from datetime import timedelta
from functools import partial

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import Absence
from accounts.refusals import Conflict, Refusal
from games import positions
from games.clocks import TimeControl
from games.models import Game, Move, Offer, Player
from games.services import absences, clocks, endings, offers, turns
from tests.at_once import at_once
from tests.factories import GameFactory, OfferFactory, some_turn

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = range(5)


@pytest.fixture
def game(alice, bob):
    # One turn in, nobody can hold a tile yet: the word goes from one to the other.
    return GameFactory(users=[alice, bob], turns=1, time=TimeControl("turn", 1))


@pytest.fixture
def submission(game, alice, bob):
    """The next turn, to be submitted by whoever has the word."""
    seat, moves = some_turn(positions.load(game), random.Random(5))
    user = (alice, bob)[seat]
    return partial(turns.submit, game_id=game.pk, user=user, moves=moves, ply=game.ply)


def refused(answers):
    return [answer for answer in answers if isinstance(answer, Refusal)]


class TestSubmissions:
    def test_it_makes_one_turn_of_fifty_submissions(self, game, submission):
        before = game.moves.filter(seat__isnull=False).count()

        answers = at_once(*[submission] * 50)

        made = game.moves.filter(seat__isnull=False).count() - before
        assert made == len(submission.keywords["moves"])
        assert refused(answers) == []  # the same once more is answered as the first time
        assert positions.rebuilt(game) == positions.load(Game.objects.get(pk=game.pk))

    def test_it_plays_one_of_several_different_turns(self, game, alice, bob):
        state = positions.load(game)
        different = {tuple(some_turn(state, random.Random(seed))[1]) for seed in range(6)}
        (seat,) = state.to_move
        user = (alice, bob)[seat]

        answers = at_once(
            *[
                partial(turns.submit, game_id=game.pk, user=user, moves=moves, ply=game.ply)
                for moves in different
            ]
        )

        assert len(refused(answers)) == len(different) - 1
        assert all(isinstance(answer, Conflict) for answer in refused(answers))
        assert Move.objects.filter(game=game, ply=game.ply + 1).count() == 1


class TestSubmissionAgainstSweep:
    @pytest.mark.parametrize("_round", ROUNDS)
    def test_it_has_one_outcome_and_says_which(self, game, submission, _round):
        Player.objects.filter(game=game, deadline_at__isnull=False).update(
            deadline_at=timezone.now()
        )
        clocks.beat()

        submitted, _swept = at_once(submission, clocks.sweep)

        game.refresh_from_db()
        if isinstance(submitted, Refusal):
            assert (game.ending, submitted.status) == ("time", 409)
            assert "out of time" in submitted.message
            assert game.moves.count() == game.ply
        else:
            assert game.is_running
            assert game.ply > submission.keywords["ply"]


class TestResigningAgainstMoving:
    @pytest.mark.parametrize("_round", ROUNDS)
    def test_it_ends_the_game_and_the_move_is_played_or_refused(
        self, game, submission, alice, bob, _round
    ):
        other = bob if submission.keywords["user"] == alice else alice

        submitted, resigned = at_once(
            submission, partial(endings.resign, game_id=game.pk, user=other)
        )

        game.refresh_from_db()
        assert resigned is None
        assert game.ending == "resigned"
        assert game.ply == game.moves.count()
        assert isinstance(submitted, Conflict) == (game.ply == submission.keywords["ply"])


class TestOffers:
    @pytest.fixture
    def offer(self, alice):
        return OfferFactory(owner=alice)

    @pytest.mark.parametrize("_round", ROUNDS)
    def test_it_gives_one_game_to_the_first_of_two(self, offer, bob, charlie, _round):
        answers = at_once(
            *[partial(offers.accept, offer_id=offer.pk, user=user) for user in (bob, charlie)]
        )

        (loser,) = refused(answers)
        assert "faster" in loser.message
        assert Game.objects.count() == 1
        assert Player.objects.count() == 2

    def test_it_gives_one_game_for_a_double_click(self, offer, bob):
        answers = at_once(*[partial(offers.accept, offer_id=offer.pk, user=bob)] * 6)

        assert {answer.pk for answer in answers} == {offer.pk}
        assert Game.objects.count() == 1

    @pytest.mark.parametrize("_round", ROUNDS)
    def test_it_is_accepted_or_withdrawn_and_never_both(self, offer, alice, bob, _round):
        accepted, withdrawn = at_once(
            partial(offers.accept, offer_id=offer.pk, user=bob),
            partial(offers.withdraw, offer_id=offer.pk, user=alice),
        )

        offer.refresh_from_db()
        assert isinstance(accepted, Game) != isinstance(withdrawn, Offer)
        assert (offer.status == "accepted") == isinstance(accepted, Game)
        assert Game.objects.count() == (1 if isinstance(accepted, Game) else 0)

    def test_it_gives_nobody_one_game_too_many(self, alice, bob, monkeypatch):
        monkeypatch.setattr("games.selectors.offers.MOST_RUNNING_GAMES", 1)
        several = [OfferFactory(owner=alice) for _ in range(3)]

        answers = at_once(
            *[partial(offers.accept, offer_id=offer.pk, user=bob) for offer in several]
        )

        assert len(refused(answers)) == 2
        assert Game.objects.count() == 1

    def test_it_makes_one_rematch_when_both_ask(self, game, alice, bob):
        endings.resign(game_id=game.pk, user=alice)

        at_once(*[partial(offers.rematch, game_id=game.pk, user=user) for user in (alice, bob)])

        assert Game.objects.count() == 2
        assert Offer.objects.filter(rematch_of=game).count() == 1


class TestAbsence:
    @pytest.mark.parametrize("_round", ROUNDS)
    def test_it_moves_the_deadline_of_a_word_that_comes_in_the_same_instant(
        self, game, submission, alice, bob, _round
    ):
        other = bob if submission.keywords["user"] == alice else alice
        now = timezone.now()
        away = {"starts_at": now + timedelta(hours=2), "ends_at": now + timedelta(days=3)}

        at_once(submission, partial(absences.book, user=other, **away))

        waiting = Player.objects.get(game=game, deadline_at__isnull=False)
        pause = Absence.objects.get()
        assert waiting.user == other
        assert waiting.deadline_at == waiting.word_since + timedelta(days=1) + (
            pause.ends_at - pause.starts_at
        )


class TestConstraint:
    def test_it_keeps_two_moves_from_one_ply_even_without_the_lock(self, game):
        with pytest.raises(IntegrityError), transaction.atomic():
            Move.objects.create(game=game, ply=1, seat=0, notation="RI-1", made_at=timezone.now())
