"""What a review makes of a game: every turn next to the best that was found in its place."""

from dataclasses import replace
from functools import cache
from random import Random
from statistics import fmean

import pytest

from engine import CHANCE, Leave, Ply, Setup, get_bot, get_ruleset
from engine.arena import play
from engine.bots.search import Search
from engine.perft import seeded_decks
from engine.review import FIND, SLIP, Judgement, best_find, can_review, judge, turning_points, turns
from tests.engine.games import ALL_GAMES, steps
from tests.engine.nursery import NURSERY
from tests.engine.pictures import built, table

BOTANIK = get_ruleset("botanik")
NODES = 300


def plies(initial, moves):
    """A game as it is reviewed."""
    state, found = initial, []
    for number, move in enumerate(moves, start=1):
        actor = state.actor_of(move)
        found.append(Ply(number, state, actor, move, state.step(actor, move)))
        state = found[-1].after
    return found


def random_turns(rules):
    moves = [step.move for step in steps(rules, 1) if step.move is not None]
    return list(turns(plies(rules.initial(), moves)))


@cache
def reviewed(first, second, seed, nodes):
    """A whole game of two bots."""
    game = play(BOTANIK, [get_bot(first), get_bot(second)], Random(seed))
    found = turns(plies(BOTANIK.initial(), game.moves))
    return tuple(judge(turn, nodes=nodes, rng=Random(turn.first)) for turn in found)


def kept(judged, seat):
    return fmean(one.kept for one in judged if one.seat == seat)


class TestTurns:
    @pytest.mark.parametrize("rules", ALL_GAMES, ids=lambda rules: rules.slug)
    def test_it_has_every_move_of_a_seat_once_and_in_order(self, rules):
        played = [
            (number, step.actor, step.move)
            for number, step in enumerate(steps(rules, 1), start=1)
            if step.actor not in (None, CHANCE)
        ]

        found = [
            (turn.first + at, turn.seat, move)
            for turn in random_turns(rules)
            for at, move in enumerate(turn.path)
        ]

        assert found == played

    def test_it_ends_where_the_turn_does(self):
        for turn in random_turns(BOTANIK):
            number, state = turn.before.turn_for(turn.seat), turn.before
            for move in turn.path:
                assert state.goes_on(turn.seat, number)
                state = state.play(turn.seat, move)
            assert not state.goes_on(turn.seat, number)

    def test_it_leaves_out_who_left_and_what_was_played_for_them(self):
        rules = Setup(NURSERY, 3)
        state, moves, decks = rules.initial(), [], seeded_decks(rules, Random(1))
        while not state.is_over:
            actor = CHANCE if state.to_move is CHANCE else min(state.to_move)
            if len(moves) == 12:
                assert actor is not CHANCE
                actor, move = 2, Leave(2)
            elif actor is CHANCE:
                move = state.deal(decks)
            elif actor in state.gone:
                move = state.caretaker_move(actor)
            else:
                move = state.legal_moves(actor)[0]
            moves.append(move)
            state = state.step(actor, move)

        found = list(turns(plies(rules.initial(), moves)))

        assert found[-1].first > 13
        assert not [turn for turn in found if turn.seat == 2 and turn.last > 12]


class TestBeside:
    """A turn that is judged by the trials of the best."""

    @pytest.mark.parametrize("rules", ALL_GAMES, ids=lambda rules: rules.slug)
    def test_it_is_among_the_lines_and_the_best_is_first(self, rules):
        for turn in random_turns(rules)[::9]:
            search = Search(turn.before.view_for(turn.seat), Random(1), NODES)
            played, lines = search.beside(turn.path)

            assert played in lines
            assert max(line.promise for line in (played, lines[0])) == lines[0].promise
            assert search.nodes <= NODES

    def test_it_is_the_same_turn_whatever_the_order_of_its_moves(self):
        """Two tiles in hand, and a machine open to both sides: each can be laid first."""
        state = table(
            """
            :Arrival | KX
            :Seat 1  | .   .   .   .   .
            :Centre  | KL  GL  RL  GM  BT
            :Seat 0  | .   .   .   .   .
            :Held 0  | RX  GX
            """,
            word=0,
            machines=(built("YX@0,1^0"), built("YX@0,1^0")),
        )
        first, second = state.parse("RX@1,1^0"), state.parse("GX@-1,1^0")

        (played, lines), (other, _lines) = (
            Search(state.view_for(0), Random(1), 3_000).beside(path)
            for path in ((first, second), (second, first))
        )

        assert played.promise == other.promise
        assert lines.count(played) == 1

    @pytest.mark.parametrize("nodes", [1, 20])
    def test_it_is_judged_by_the_first_look_where_the_budget_is_tiny(self, nodes):
        turn = random_turns(BOTANIK)[9]

        played, lines = Search(turn.before.view_for(turn.seat), Random(1), nodes).beside(turn.path)

        assert played in lines


class TestJudgement:
    @pytest.mark.parametrize("rules", ALL_GAMES, ids=lambda rules: rules.slug)
    def test_it_keeps_between_nothing_and_all(self, rules):
        for turn in random_turns(rules)[::7]:
            found = judge(turn, nodes=NODES, rng=Random(1))

            assert 0 <= found.next_best <= found.chance <= found.best <= 1
            assert 0 <= found.kept <= 1

    def test_it_is_the_same_for_the_same_game_ply_and_nodes(self):
        turn = random_turns(BOTANIK)[20]

        first, second = (judge(turn, nodes=NODES, rng=Random(turn.first)) for _ in range(2))

        assert first == second

    @pytest.mark.parametrize("at", [5, 21, 40])
    def test_it_keeps_everything_where_the_turn_is_the_best_one(self, at):
        turn = random_turns(BOTANIK)[at]
        search = Search(turn.before.view_for(turn.seat), Random(7), 600)
        best = search.lines()[0].path

        found = judge(replace(turn, path=best), nodes=600, rng=Random(7))

        assert found.lost < 0.02

    def test_it_finds_that_a_turn_threw_the_game_away(self):
        """The last tile of the game: only on the third pile does it win."""
        state = table(
            """
            :Arrival | KX
            :Seat 1  | .   .   .   .   .
            :Centre  | KL  GL  RL  GM  BT
            :Seat 0  | .   .   RIf .   .
            """,
            turn=1,
        )._replace(played=59, to_move=frozenset({0}), unseen=(0,) * 50)
        turn = replace(random_turns(BOTANIK)[0], before=state, seat=0, path=(state.parse("KX-1"),))

        found = judge(turn, nodes=NODES, rng=Random(1))

        assert found.best == 1
        assert found.line[0] == "KX-3"
        assert found.kept < 0.9

    def test_it_depends_on_nothing_that_is_hidden(self):
        """The same turn on every position that looks alike to its seat is judged alike."""
        rules = Setup(NURSERY, 3)
        for turn in random_turns(rules)[3::6]:
            other = turn.before.view_for(turn.seat).sample(Random(99))

            first, second = (
                judge(replace(turn, before=state), nodes=NODES, rng=Random(1))
                for state in (turn.before, other)
            )

            assert first == second


class TestWholeGames:
    """What makes a review worth believing, on games with fixed seeds."""

    def test_it_lets_strong_play_keep_nearly_everything(self):
        judged = reviewed("yew:600", "random", 1, 600)

        assert kept(judged, 0) > 0.97

    def test_it_lets_random_play_keep_far_less(self):
        judged = reviewed("yew:600", "random", 1, 600)
        lost = [fmean(one.lost for one in judged if one.seat == seat) for seat in (0, 1)]

        assert kept(judged, 1) < 0.9
        assert lost[1] > 4 * lost[0]

    def test_it_ends_certain_of_who_won(self):
        judged = reviewed("yew:600", "random", 1, 600)
        last = judged[-1]

        assert (last.chance if last.seat == 0 else 1 - last.chance) == 1

    def test_it_names_three_turns_that_lost_most(self):
        judged = reviewed("yew:600", "random", 1, 600)

        found = turning_points(judged, 2)

        assert found == sorted(found)
        assert len(found) == 3
        assert min(judged[at].lost for at in found) >= SLIP
        rest = [one.lost for at, one in enumerate(judged) if at not in found]
        assert min(judged[at].lost for at in found) >= max(rest)

    def test_it_finds_where_nothing_else_was_as_good(self):
        judged = reviewed("yew:600", "random", 1, 600)

        at = best_find(judged, 0)

        assert judged[at].seat == 0
        assert judged[at].is_best
        assert judged[at].chance - judged[at].next_best >= FIND


def judgement(seat, best, chance, next_best=None, line=("x",)):
    return Judgement(seat, 1, 1, best, chance, chance if next_best is None else next_best, line)


class TestTurningPoints:
    def test_it_has_none_where_nothing_happened(self):
        assert turning_points([judgement(0, 0.6, 0.6), judgement(1, 0.41, 0.4)], 2) == []

    def test_it_takes_a_change_of_who_is_ahead_where_nobody_slipped(self):
        judged = [judgement(0, 0.6, 0.6), judgement(1, 0.7, 0.7), judgement(0, 0.31, 0.3)]

        assert turning_points(judged, 2) == [1]

    def test_it_knows_who_is_ahead_among_two_alone(self):
        judged = [judgement(0, 0.6, 0.6), judgement(1, 0.7, 0.7), judgement(2, 0.31, 0.3)]

        assert turning_points(judged, 3) == []

    def test_it_counts_a_turn_once(self):
        judged = [judgement(0, 0.6, 0.6), judgement(1, 0.9, 0.7), judgement(0, 0.31, 0.3)]

        assert turning_points(judged, 2) == [1]


class TestBestFind:
    def test_it_is_none_where_another_turn_was_as_good(self):
        assert best_find([judgement(0, 0.6, 0.6, 0.59, line=())], 0) is None

    def test_it_is_no_turn_that_was_not_the_best(self):
        assert best_find([judgement(0, 0.6, 0.5, 0.2)], 0) is None

    def test_it_is_the_one_with_the_greatest_lead_over_all_others(self):
        judged = [
            judgement(0, 0.6, 0.6, 0.5, line=()),
            judgement(1, 0.6, 0.6, 0.1, line=()),
            judgement(0, 0.6, 0.6, 0.4, line=()),
        ]

        assert best_find(judged, 0) == 2


@pytest.mark.parametrize("rules", ALL_GAMES, ids=lambda rules: rules.slug)
def test_it_is_for_games_that_somebody_can_win(rules):
    state = rules.initial()

    assert can_review(state) == (state.seats > 1 and not state.cooperative)
