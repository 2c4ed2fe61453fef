"""The bots that look ahead."""

from dataclasses import replace
from random import Random

import pytest

from engine import CHANCE, Setup, get_bot, get_ruleset
from engine.arena import mirrored, tally
from engine.bots import search
from engine.bots.search import Search, choose, margin_of, promise_of
from engine.perft import seeded_decks
from tests.engine.games import ALL_GAMES, position_after, steps
from tests.engine.nursery import NURSERY
from tests.engine.pictures import table

BOTANIK = get_ruleset("botanik")


def choices(rules, seed, every):
    """Some positions of a random game in which a seat has a choice."""
    found = [s for s in steps(rules, seed) if s.actor not in (None, CHANCE)]
    return [(state, seat) for state, seat, _ in found if len(state.legal_moves(seat)) > 1][::every]


class TestBudget:
    @pytest.mark.parametrize("rules", ALL_GAMES, ids=lambda rules: rules.slug)
    @pytest.mark.parametrize("nodes", [1, 40, 400])
    def test_it_is_never_exceeded(self, rules, nodes):
        for state, seat in choices(rules, 1, every=9):
            thought = Search(state.view_for(seat), Random(1), nodes)
            thought.lines()

            assert thought.nodes <= nodes

    def test_it_is_used_up(self):
        state, seat = choices(BOTANIK, 2, every=9)[2]
        thought = Search(state.view_for(seat), Random(1), 700)

        thought.lines()

        assert thought.nodes == 700

    def test_it_is_bounded_by_the_engine_itself(self, monkeypatch):
        monkeypatch.setattr(search, "MOST_NODES", 300)
        state, seat = choices(BOTANIK, 2, every=9)[2]
        thought = Search(state.view_for(seat), Random(1), 10**9)

        thought.lines()

        assert thought.nodes == 300

    def test_it_may_be_too_small_for_anything_but_a_guess(self):
        state, seat = choices(BOTANIK, 2, every=9)[2]
        view = state.view_for(seat)

        assert choose(view, Random(1), 1) in view.legal_moves


class TestLines:
    @pytest.mark.parametrize("seed", range(3))
    def test_it_begins_each_with_another_legal_move(self, seed):
        for state, seat in choices(BOTANIK, seed, every=9):
            view = state.view_for(seat)
            moves = [line.move for line in Search(view, Random(seed), 300).lines()]

            assert set(moves) <= set(view.legal_moves)
            assert len(moves) == len(set(moves))

    @pytest.mark.parametrize("seed", range(3))
    def test_it_can_play_each_to_the_end_of_the_turn(self, seed):
        for state, seat in choices(BOTANIK, seed, every=9):
            for line in Search(state.view_for(seat), Random(seed), 300).lines():
                position = state
                for move in line.path:
                    position = position.play(seat, move)
                assert position.to_move is CHANCE or seat not in position.to_move

    def test_it_is_the_same_for_the_same_seed(self):
        state, seat = choices(BOTANIK, 4, every=9)[3]

        first, second = (Search(state.view_for(seat), Random(5), 500).lines() for _ in range(2))

        assert first == second

    def test_it_sees_that_a_move_wins(self):
        """The last tile of the game: only on the third pile does it release the plant."""
        state = table(
            """
            :Arrival | KX
            :Seat 1  | .   .   .   .   .
            :Centre  | KL  GL  RL  GM  BT
            :Seat 0  | .   .   RIf .   .
            """,
            turn=1,
        )._replace(played=59, to_move=frozenset({0}), unseen=(0,) * 50)
        view = state.view_for(0)

        best, *others = Search(view, Random(1), 500).lines()

        assert best.move.notation == "KX-3"
        assert best.promise == (1.0, 1.0)
        assert all(line.promise.chance < 1 for line in others)

    def test_it_has_none_for_a_spectator(self):
        with pytest.raises(TypeError):
            Search(BOTANIK.initial().view_for(None), Random(1), 100)


class TestUndrawnTiles:
    @pytest.mark.parametrize("seed", range(6))
    def test_it_never_depends_on_them(self, seed):
        """The deck is permuted behind the prefix: all that looks ahead must see the same."""
        rng = Random(seed)
        (deck,) = seeded_decks(BOTANIK, rng)
        whole = list(steps(BOTANIK, seed, decks=[deck]))
        at = rng.choice([n for n, s in enumerate(whole) if s.actor not in (None, CHANCE)])
        used = whole[at].state.drawn
        rest = deck[used:]
        rng.shuffle(rest)
        other = list(steps(BOTANIK, seed, decks=[deck[:used] + rest]))

        first, second = (
            Search(steps[at].state.view_for(whole[at].actor), Random(seed), 800).lines()
            for steps in (whole, other)
        )

        assert first == second


class TestPromise:
    @pytest.mark.parametrize("rules", ALL_GAMES, ids=lambda rules: rules.slug)
    def test_it_is_certain_when_the_game_is_over(self, rules):
        state = position_after(rules, 3, 10_000)
        placings = state.outcome().placings

        chances = [promise_of(state, seat).chance for seat in range(state.seats)]

        shared = 0.5 if placings.count(1) > 1 or state.seats == 1 else 1.0  # alone nobody wins
        assert chances == [shared if place == 1 else 0.0 for place in placings]

    def test_it_is_even_at_the_start(self):
        state = position_after(BOTANIK, 3, 1)

        assert promise_of(state, 0).chance + promise_of(state, 1).chance == pytest.approx(1)

    def test_it_counts_points_alone_in_the_end(self):
        state = position_after(BOTANIK, 3, 10_000)
        first, second = (score.total for score in state.scores())

        assert promise_of(state, 0).margin == pytest.approx(first - second)


class TestOpponents:
    def test_it_beats_greedy_play_even_with_a_small_budget(self):
        games = mirrored(BOTANIK, (get_bot("yew:300"), get_bot("greedy")), Random(1))

        assert tally([games]).wins == (2, 0)


class TestLeft:
    """Seats that have left a game which goes on."""

    @pytest.fixture
    def state(self):
        """Three in the nursery, one of whom left with the most points."""
        state = position_after(Setup(NURSERY, 3), 1, 12)
        assert state.to_move is not CHANCE
        return replace(state, points=(3, 1, 40)).leave(2)

    def test_it_plays_against_who_is_left(self, state):
        assert margin_of(state, 0) == state.estimate(0) - state.estimate(1)

    def test_it_has_a_margin_where_nobody_else_is_left(self, state):
        over = state.leave(1)

        assert over.is_over
        assert margin_of(over, 0) == over.estimate(0) - over.estimate(2)

    @pytest.mark.parametrize("slug", ["pip", "bramble", "hazel", "yew"])
    def test_it_chooses_what_is_legal(self, state, slug):
        (seat,) = state.to_move
        view = state.view_for(seat)

        assert get_bot(slug).within(300).choose(view, Random(1)) in view.legal_moves

    def test_it_expects_the_caretaker_to_play_for_them(self, state, monkeypatch):
        asked = []
        caretaker = type(state).caretaker_move
        monkeypatch.setattr(
            type(state),
            "caretaker_move",
            lambda position, seat: asked.append(seat) or caretaker(position, seat),
        )
        (seat,) = state.to_move

        Search(state.view_for(seat), Random(1), 2_000).lines()

        assert set(asked) == {2}


@pytest.mark.parametrize("rules", ALL_GAMES, ids=lambda rules: rules.slug)
class TestStanding:
    def test_it_compares_with_the_best_other_unless_nobody_plays_against_it(self, rules):
        state = position_after(rules, 1, 12)
        has_others = state.seats > 1 and not state.cooperative

        for seat in range(state.seats):
            others = [state.estimate(s) for s in range(state.seats) if s != seat and has_others]
            assert margin_of(state, seat) == state.estimate(seat) - max(others, default=0)
