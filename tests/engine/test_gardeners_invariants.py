"""What holds in every position of random games of Gardeners (rules 15.2 and 15.4)."""

import json
from collections import Counter
from random import Random

import pytest

from engine import CHANCE, NOBODY
from engine.arena import play as play_out
from engine.bots import get_bot
from engine.games.gardeners import GardenersState
from engine.games.gardeners.components import ACTIONS_A_TURN, CARDS_IN_PLAY, cards_of, tiles_of
from engine.games.gardeners.laying import landings
from engine.perft import seeded_decks
from tests.engine.gardeners_table import setup
from tests.engine.test_gardeners_laying import has_a_hole, in_one_piece

TABLES = [
    ("training-a", 2), ("training-a", 3), ("training-a", 4), ("training-b", 2), ("training-b", 4),
    ("training-c", 3), ("initiation", 2), ("initiation", 3), ("full", 2), ("full", 4),
    ("expert", 3), ("expert", 4), ("solo", 1), ("solo-expert", 1),
]  # fmt: skip
SEEDS = range(5)
LONGEST = 260
"""Trainings have no limit: they are stopped here."""


def walk(mode, seats, seed, *, leaving=False):
    """The positions of a random game in which checks come about: mostly sensible moves."""
    chosen, rng = setup(mode, seats), Random(f"{mode}/{seats}/{seed}")
    decks, state = seeded_decks(chosen, rng), chosen.initial()
    for _ in range(LONGEST):
        yield state
        if state.is_over:
            return
        if state.to_move is CHANCE:
            state = state.play(CHANCE, state.deal(decks))
        elif leaving and rng.random() < 0.02:
            state = state.leave(rng.choice([s for s in range(seats) if s not in state.gone]))
        else:
            (seat,) = state.to_move
            wise = rng.random() < 0.7
            moves = state.sensible_moves(seat) if wise else state.legal_moves(seat)
            state = state.after(seat, rng.choice(moves))


def assert_tiles(state):
    tops = [pile.top for pile in state.piles if pile.top]
    lying = [one.tile for one in state.garden]
    loose = [tile for own in state.loose for tile in own]
    everything = [*tops, *lying, *loose, *state.unseen_tiles]
    assert sorted(everything) == sorted(tiles_of(state.mode))
    if not state.how and not (state.due and state.due.kind in ("tops", "top", "rest")):
        gone = [pile.under for pile in state.piles if pile.seat not in state.gone]
        assert sum(gone) == len(state.unseen_tiles)


def assert_garden(state):
    cells, box, size = state.plot.cells, state.plot.box, state.rules.size
    assert len(cells) == len(state.garden)
    if cells:
        assert max(box.width, box.height) <= size
        assert in_one_piece(cells)
        assert not has_a_hole(cells)


def assert_cards(state):
    wishes = [*state.in_play, *state.validated, *state.discarded]
    cards = [wish.card for wish in wishes]
    assert sorted([*cards, *state.undrawn]) == sorted(cards_of(state.mode))
    assert sorted(wish.number for wish in wishes) == list(range(1, len(wishes) + 1))
    numbers = [wish.number for wish in state.in_play]
    assert numbers == sorted(numbers)
    assert len(numbers) <= CARDS_IN_PLAY or state.is_solo
    newest = max((wish.number for wish in wishes), default=0)
    if state.rules.hidden == "newest":
        assert all(wish.is_open for wish in state.in_play if wish.number != newest)
    if not state.how:
        assert all(wish.is_open for wish in state.in_play if wish.holder in state.gone)


def assert_word(state):
    assert state.acted < ACTIONS_A_TURN or state.to_move is CHANCE or state.how or state.is_solo
    assert state.turn <= state.limit or state.rules.limit != "turns"
    assert state.actions <= state.limit or state.rules.limit != "actions"
    in_turn = NOBODY if state.to_move is CHANCE else state.to_move
    for seat in range(state.seats):
        texts = [move.notation for move in state.legal_moves(seat)]
        assert bool(texts) == (seat in in_turn)
        assert texts == sorted(set(texts))
    assert not in_turn & set(state.gone)
    if not state.how:
        assert not any(state.reserve(seat) for seat in state.gone)


def assert_somewhere(state):
    if state.to_move is not CHANCE and not state.how and state.reserve(state.acting):
        assert landings(state.plot.cells, state.rules.size)


@pytest.mark.parametrize("leaving", [False, True], ids=["", "leaving"])
@pytest.mark.parametrize(("mode", "seats"), TABLES)
class TestInvariants:
    def test_it_keeps_all_of_them(self, mode, seats, leaving):  # 15.2, 5.5
        for seed in SEEDS:
            for state in walk(mode, seats, seed, leaving=leaving):
                assert_tiles(state)
                assert_garden(state)
                assert_cards(state)
                assert_word(state)
                assert_somewhere(state)

    def test_it_comes_back_from_json(self, mode, seats, leaving):
        for state in walk(mode, seats, 9, leaving=leaving):
            assert GardenersState.decode(json.loads(json.dumps(state.encode()))) == state

    def test_it_can_draw_what_is_imagined(self, mode, seats, leaving):  # 15.2
        for n, state in enumerate(walk(mode, seats, 8, leaving=leaving)):
            if state.to_move is CHANCE:
                assert state.can_draw(state.imagine(Random(n)))

    def test_it_plays_what_it_lists(self, mode, seats, leaving):  # 15.2
        rng = Random(3)
        for state in walk(mode, seats, 7, leaving=leaving):
            for seat in NOBODY if state.to_move is CHANCE else state.to_move:
                for move in rng.sample(state.legal_moves(seat), k=1):
                    assert state.parse(move.notation.upper()) == move
                    assert state.play(seat, move) == state.after(seat, move)


class TestWholeGames:
    @pytest.mark.parametrize(
        ("mode", "seats", "how"),
        [("full", 2, "turns"), ("initiation", 3, "turns"), ("expert", 4, "turns"),
         ("solo", 1, "actions")],
    )  # fmt: skip
    @pytest.mark.parametrize("bot", ["random", "greedy"])
    def test_it_is_finished_by_bots(self, mode, seats, how, bot):
        limit = {"actions": 200} if seats == 1 else {"turns": 24}
        chosen = setup(mode, seats, **limit)
        game = play_out(chosen, (get_bot(bot),) * seats, Random(1))
        state = chosen.initial()
        for move in game.moves:
            state = state.play(state.mover(move), move)

        assert state.how == how
        assert game.outcome.placings == (1,) * seats

    def test_it_comes_to_checks_that_hold_and_fail(self):
        counts = Counter()
        for mode, seats in TABLES:
            *_, last = walk(mode, seats, 1)
            counts.update(checks=last.checks, gardens=last.gardens)

        assert counts["checks"] > counts["gardens"]
