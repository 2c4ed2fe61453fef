"""What a companion does in Gardeners: by what it may know, and so that the team gets on."""

import json
from random import Random

import pytest

from engine import CHANCE
from engine.bots import companion_bot
from engine.games.gardeners import GardenersState
from engine.games.gardeners.beliefs import chances_of, mender_of
from engine.games.gardeners.components import MODES
from engine.games.gardeners.moves import Give
from engine.perft import seeded_decks
from engine.replay import Leave
from tests.engine.gardeners_table import CALLED, laid, play, setup, table

TEAMS = [(mode, seats) for mode, rules in MODES.items() for seats in rules.seats if seats > 1]
NODES = 60
COMPLETE = laid(CALLED)
TURNED = tuple(one._replace(turn=3) if one.tile == "B1" else one for one in COMPLETE)
HOLDING = [(0, "X57"), (1, "X33")]


def companions(mode, seats, seed, nodes=NODES, plies=150):
    """Positions of a game of companions, each with the choice that was made there."""
    rng, start = Random(seed), setup(mode, seats)
    decks, state = seeded_decks(start, rng), start.initial()
    for _ in range(plies):
        if state.is_over:
            return
        if state.to_move is CHANCE:
            state = state.play(CHANCE, state.deal(decks))
            continue
        seat = min(state.to_move)
        move = companion_bot.choose(state.view_for(seat), rng, nodes)
        yield state, seat, move
        state = state.play(seat, move)


def ended(mode, seats, seed, nodes):
    state, seat, move = list(companions(mode, seats, seed, nodes, plies=4_000))[-1]
    state = state.play(seat, move)
    while state.to_move is CHANCE:
        state = state.play(CHANCE, state.imagine(Random(0)))
    return state


def choice(state, nodes=NODES, seed=1):
    (seat,) = state.to_move
    return companion_bot.choose(state.view_for(seat), Random(seed), nodes).notation


def possible(state, viewer, number):
    """The fronts that a card may have, as a seat believes."""
    position = state.view_for(viewer).position
    wish = next(wish for wish in position.in_play if wish.number == number)
    return {card for card, _ in chances_of(position, wish)}


class TestWholeGames:
    @pytest.mark.parametrize("seed", range(2))
    @pytest.mark.parametrize(("mode", "seats"), TEAMS)
    def test_it_plays_what_is_allowed(self, mode, seats, seed):
        for state, seat, move in companions(mode, seats, seed):
            assert move in state.legal_moves(seat)

    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_it_passes_a_training(self, seats):
        state = ended("training-a", seats, seed=1, nodes=400)

        assert state.outcome().grade == "passed"

    def test_it_gets_a_team_to_coming_along(self):
        state = ended("full", 2, seed=12, nodes=500)

        assert state.score(0).total >= 2

    def test_it_goes_on_when_somebody_has_left(self):
        state = next(s for s, _, _ in companions("full", 3, 1) if s.missing < 20 and s.turn > 3)
        state = state.replay(1, Leave(1))
        rng, moves = Random(1), 0
        while moves < 40:
            if state.to_move is CHANCE:
                state = state.play(CHANCE, state.imagine(rng))
                continue
            seat, moves = min(state.to_move), moves + 1
            move = companion_bot.choose(state.view_for(seat), rng, NODES)
            assert move in state.legal_moves(seat)
            state = state.play(seat, move)

        assert 1 not in state.to_move


class TestWhatItKnows:
    @pytest.mark.parametrize("seed", range(3))
    @pytest.mark.parametrize(("mode", "seats"), [("full", 2), ("expert", 3), ("initiation", 4)])
    def test_it_depends_on_the_view_alone(self, mode, seats, seed):  # rule 10.3
        rng = Random(seed)
        for state, seat, move in companions(mode, seats, seed):
            other = state.view_for(seat).sample(rng)
            assert companion_bot.choose(other.view_for(seat), Random(1), NODES) == move

    def test_it_chooses_the_same_again_also_elsewhere(self):
        for state, seat, move in companions("full", 2, 3, plies=80):
            stored = GardenersState.decode(json.loads(json.dumps(state.encode())))
            assert companion_bot.choose(stored.view_for(seat), Random(9), NODES) == move


class TestInference:
    def test_it_believes_that_what_was_conform_holds(self):
        state = play(table(garden=COMPLETE, cards=HOLDING), "done >=0+1+")

        assert "X57" in possible(state, 1, 1)
        assert "X33" in possible(state, 0, 2)
        assert "X30" not in possible(state, 0, 2)

    def test_it_knows_that_a_card_that_failed_alone_is_none_that_holds(self):
        state = play(table(garden=COMPLETE, cards=[(0, "X57"), (1, "X30")]), "done >=0+1-")

        assert "X30" in possible(state, 0, 2)
        assert "X33" not in possible(state, 0, 2)

    def test_it_learns_nothing_of_one_of_two_that_failed(self):
        cards = [(0, "X57"), (1, "X30"), (1, "X33")]
        state = play(table(garden=COMPLETE, cards=cards), "done >=0+1-")

        assert {"X30", "X31"} < possible(state, 0, 2)

    def test_it_excludes_what_it_sees_elsewhere(self):
        state = table(garden=COMPLETE, cards=[(0, "X30"), (1, "X33")])

        assert "X30" not in possible(state, 0, 2)

    def test_it_is_certain_of_its_own_card(self):
        state = table(garden=COMPLETE, cards=HOLDING)

        assert possible(state, 0, 1) == {"X57"}


class TestWhoMends:
    def test_it_is_the_holder_of_the_newest_card(self):
        assert mender_of(table(garden=COMPLETE, cards=HOLDING)) == 1

    def test_it_is_who_was_not_conform(self):
        state = play(table(garden=COMPLETE, cards=[(0, "X30"), (1, "X33")]), "done >=0-1+")

        assert mender_of(state) == 0

    def test_it_is_nobody_who_holds_no_card_any_more(self):
        verdict = ((0, False), (1, True))
        state = table(garden=COMPLETE, cards=[(1, "X33")], seats=3, verdict=verdict)

        assert mender_of(state) == 1

    def test_it_is_somebody_else_for_one_who_left(self):
        state = play(table(garden=COMPLETE, cards=HOLDING, seats=3), "#1")

        assert mender_of(state) == 0


class TestDeeds:
    def test_it_calls_for_the_check_where_all_may_hold(self):
        assert choice(table(garden=COMPLETE, cards=HOLDING, acting=1)) == "done"

    def test_it_leaves_a_garden_alone_that_it_need_not_mend(self):
        state = table(
            garden=COMPLETE, cards=HOLDING, unchanged=True, verdict=((0, True), (1, False))
        )

        assert choice(state) == "end"

    def test_it_lifts_a_tile_where_its_own_card_fails(self):
        state = table(garden=TURNED, cards=HOLDING, acting=1, whole=TURNED)

        assert choice(state, nodes=1_500).endswith(">0")

    def test_it_discards_once_what_it_cannot_fulfil(self):
        state = table(garden=COMPLETE, cards=[(0, "X10"), (0, "X04")], whole=COMPLETE)

        assert choice(state, nodes=500) == "drop2"

    def test_it_keeps_its_card_where_those_of_others_exclude_each_other(self):
        cards = [(0, "X10"), (1, "X18"), (2, "X02")]
        verdict = ((0, False), (1, False), (2, True))
        last = {"whole": COMPLETE, "checks": 1, "unchanged": True, "verdict": verdict}
        state = table("initiation", seats=3, garden=COMPLETE, cards=cards, **last)
        opened = tuple(wish._replace(is_open=True) for wish in state.in_play)

        assert not choice(state._replace(in_play=opened), nodes=500).startswith("drop")

    def test_it_lays_the_first_garden_though_somebody_has_lifted_tiles(self):
        state = table(garden=COMPLETE[:8], cards=HOLDING)

        assert choice(state).startswith(f"{state.reserve(0)[0]}@")

    def test_it_discards_nothing_in_a_training(self):
        for state, _, move in companions("training-c", 2, 0, nodes=300):
            assert move.kind != "drop"
            assert not state.discarded

    def test_it_passes_back_what_the_mender_lifted(self):
        state = table(garden=COMPLETE, whole=COMPLETE, cards=HOLDING, acting=1)
        state = play(state, "C7>0 A8>0 end")
        first = choice(state)
        state = play(state, first)

        assert "@" in first
        assert choice(state) == Give(state.latest, 1).notation

    def test_it_mends_what_a_turned_bench_breaks(self):
        state = table(garden=TURNED, cards=HOLDING, acting=1, whole=TURNED)
        for _ in range(100):
            if state.to_move is CHANCE:
                state = state.play(CHANCE, state.imagine(Random(1)))
            elif not state.gardens:
                state = play(state, choice(state, nodes=1_500))

        assert state.gardens == 1
