"""A turn of a team in the same instant as somebody leaves, the clock runs out, or a second tab."""

import random
from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from accounts.refusals import Conflict, Refusal
from games import positions
from games.clocks import TimeControl
from games.models import Game
from games.services import endings, turns
from tests.at_once import at_once
from tests.factories import TableFactory, some_turn

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = range(4)
SEATS = (0, 1, 2)


@pytest.fixture
def people(alice, bob, charlie):
    return [alice, bob, charlie]


@pytest.fixture
def game(people):
    """Everybody has had two turns, so whoever is late has left, and tiles lie to be lifted."""
    game = TableFactory(
        users=people, ruleset="gardeners", options={"mode": "full"}, time=TimeControl("turn", 1)
    )
    rng = random.Random(8)
    while positions.load(game).turn < 6:
        submit(game, people, *some_turn(positions.load(game), rng))()
        game.refresh_from_db()
    return game


def submit(game, people, seat, moves):
    """A submission at the ply at which the table stands now."""
    return partial(turns.submit, game_id=game.pk, user=people[seat], moves=moves, ply=game.ply)


def next_turn(game, people, seed):
    return submit(game, people, *some_turn(positions.load(game), random.Random(seed)))


def leave(game, user):
    return partial(endings.resign, game_id=game.pk, user=user)


def check(game):
    """What holds however it went: one writer, and nothing lost of what was dealt."""
    game.refresh_from_db()
    state = positions.load(game)
    assert game.moves.count() == game.ply
    assert positions.rebuilt(game) == state
    lying = [laid.tile for laid in state.garden]
    held = [tile for seat in SEATS for tile in state.reserve(seat)]
    assert len({*lying, *held, *state.unseen_tiles}) == 36
    assert len(lying) + len(held) + len(state.unseen_tiles) == 36
    return state


class TestTurnAgainstLeaving:
    @pytest.mark.parametrize("seed", ROUNDS)
    def test_it_goes_on_when_the_one_in_turn_sends_and_leaves(self, game, people, seed):
        acting = positions.load(game).acting
        submission = next_turn(game, people, seed)

        submitted, left = at_once(submission, leave(game, people[acting]))

        state = check(game)
        assert left is None
        assert state.gone == (acting,)
        assert game.is_running
        assert isinstance(submitted, Conflict) == (
            not game.moves.filter(ply=submission.keywords["ply"] + 1, seat=acting)
            .exclude(notation=f"#{acting}")
            .exists()
        )

    @pytest.mark.parametrize("seed", ROUNDS)
    def test_it_hands_nothing_to_who_left_before(self, game, people, seed):
        acting = positions.load(game).acting
        leaver = (acting + 1) % 3

        at_once(next_turn(game, people, seed), leave(game, people[leaver]))

        state = check(game)
        assert state.gone == (leaver,)
        assert state.loose[leaver] == ()
        assert all(wish.is_open for wish in state.in_play if wish.holder == leaver)

    @pytest.mark.parametrize("seed", ROUNDS)
    def test_it_ends_once_when_two_leave_during_a_turn(self, game, people, seed):
        acting = positions.load(game).acting
        others = [seat for seat in SEATS if seat != acting]

        at_once(next_turn(game, people, seed), *[leave(game, people[seat]) for seat in others])

        check(game)
        assert not game.is_running
        assert game.notices.filter(event="game-over").count() == 3
        assert len({player.placing for player in game.players.all()}) == 1


class TestTurnAgainstTheClock:
    @pytest.mark.parametrize("_round", ROUNDS)
    def test_its_end_counts_or_the_seat_has_left(self, game, people, _round):
        acting = positions.load(game).acting
        past = timezone.now() - timedelta(minutes=1)
        game.players.filter(seat=acting).update(deadline_at=past)

        submitted, _swept = at_once(
            submit(game, people, acting, ["end"]), partial(endings.end_on_time, game.pk)
        )

        state = check(game)
        player = game.players.get(seat=acting)
        assert game.is_running
        if isinstance(submitted, Refusal):
            assert (player.left_how, state.gone) == ("time", (acting,))
        else:
            assert (player.left_how, state.gone) == ("", ())


class TestTwoTabs:
    @pytest.mark.parametrize("seed", ROUNDS)
    def test_it_takes_one_of_two_turns(self, game, people, seed):
        first, second = (next_turn(game, people, number) for number in (seed, seed + 50))
        assert first.keywords["moves"] != second.keywords["moves"]

        answers = at_once(first, second)

        check(game)
        assert [type(answer) for answer in answers].count(Conflict) == 1

    def test_it_takes_a_turn_once_however_often_it_is_pressed(self, game, people):
        submission = next_turn(game, people, 3)

        answers = at_once(*[submission] * 6)

        check(game)
        assert not any(isinstance(answer, Refusal) for answer in answers)
        made = Game.objects.get(pk=game.pk).moves.filter(ply__gt=submission.keywords["ply"])
        assert made.filter(seat__isnull=False).count() == len(submission.keywords["moves"])
