"""What is told of a move."""

from collections import Counter

import pytest

from engine import CHANCE, get_ruleset
from engine.games.botanik.facts import (
    Built,
    Ended,
    Played,
    Released,
    Removed,
    Revealed,
    Swapped,
    WordPassed,
)
from engine.games.botanik.tiles import tile_of
from tests.engine.games import steps
from tests.engine.pictures import machine, table

BOTANIK = get_ruleset("botanik")


def facts(state, text):
    move = state.parse(text)
    return state.facts(state.mover(move), move, None)


@pytest.fixture
def state():
    return table("""
        :Arrival | KX GL RT
        :Seat 1  | RT  .   .   .   .
        :Centre  | RL  GT  GT  GL  GX
        :Seat 0  | RP  GV  .   .   .
    """)


class TestFacts:
    def test_it_tells_a_tile_played_on_a_side(self, state):
        assert facts(state, "GL/4") == (Played(0, tile_of("GL"), 3, None),)

    def test_it_tells_what_a_tile_on_the_centre_covers(self, state):
        assert facts(state, "GL-3") == (Played(0, tile_of("GL"), 2, tile_of("GT")),)

    def test_it_tells_what_is_released_on_both_sides(self, state):
        assert facts(state, "KX-1") == (
            Played(0, tile_of("KX"), 0, tile_of("RL")),
            Released(0, tile_of("RP"), 0),
            Released(1, tile_of("RT"), 0),
        )

    def test_it_tells_that_the_opponent_must_act(self, state):
        assert facts(state, "GL-1")[-1] != WordPassed(1)
        assert facts(state.play_text(0, "KX-1"), "RP@1,0^1") == (
            Built(0, tile_of("RP"), (1, 0), 1),
            WordPassed(1),
        )

    def test_it_tells_a_swap(self):
        state = table("""
            :Arrival | GL
            :Seat 1  | .   RT  .   .   .
            :Centre  | KX  RL  GT  KM  BX
            :Seat 0  | .   .   .   .   .
            :Held 0  | GM
        """)

        assert facts(state, "M=2") == (
            Swapped(0, tile_of("GM"), 1, tile_of("RL")),
            Released(1, tile_of("RT"), 1),
        )

    @pytest.mark.parametrize("turn", [0, 1])
    def test_it_tells_tiles_that_leave_the_game(self, turn):
        no_cross_fits = machine("""
            :
            :  1  rv    .
            :      |
            :      |    |
            :  0  rp    *
            :
            :     -1    0
        """)
        state = table(
            """
            :Arrival | KL GL
            :Seat 1  | RX  .   .   .   .
            :Centre  | RL  RL  GT  KM  BL
            :Seat 0  | RX  .   .   .   .
            """,
            turn=turn,
            machines=(no_cross_fits, no_cross_fits),
        )

        assert facts(state, "KL-1") == (
            Played(turn, tile_of("KL"), 0, tile_of("RL")),
            Released(0, tile_of("RX"), 0),
            Released(1, tile_of("RX"), 0),
            Removed(turn, (tile_of("RX"),)),
            Removed(1 - turn, (tile_of("RX"),)),
        )

    def test_it_tells_what_is_revealed(self):
        state = BOTANIK.initial()

        assert facts(state, ">KP.BL.YV.GM.BL")[0].round == 0
        state = state.play_text(CHANCE, ">KP.BL.YV.GM.BL")
        assert facts(state, ">BIf.BV.KI") == (
            Revealed((tile_of("BIf"), tile_of("BV"), tile_of("KI")), 1),
        )

    def test_it_tells_the_end(self):
        state = table(
            """
            :Arrival | GL
            :Seat 1  | .   .   .   .   .
            :Centre  | KX  RL  GT  KM  BX
            :Seat 0  | .   .   .   .   .
            """,
            turn=1,
        )

        assert facts(state, "GL-1")[-1] == Ended()


@pytest.mark.parametrize("seed", range(40))
class TestFactsOfWholeGames:
    def test_it_accounts_for_every_tile(self, seed):
        """What is released or taken is built, removed, swapped or still held: nothing is lost."""
        gained, spent = Counter(), Counter()
        for state, actor, move in steps(BOTANIK, seed):
            if move is None:
                assert gained == spent
                break
            for fact in state.facts(actor, move, None):
                if fact.kind == "released":
                    gained[fact.seat, fact.tile] += 1
                elif fact.kind == "built":
                    spent[fact.seat, fact.tile] += 1
                elif fact.kind == "swapped":
                    spent[fact.seat, fact.tile] += 1
                    gained[fact.seat, fact.taken] += 1
                elif fact.kind == "removed":
                    spent.update((fact.seat, tile) for tile in fact.tiles)

    def test_it_tells_the_end_once(self, seed):
        kinds = [
            fact.kind
            for state, actor, move in steps(BOTANIK, seed)
            if move is not None
            for fact in state.facts(actor, move, None)
        ]

        assert kinds.count("ended") == 1
        assert kinds[-1] == "ended"

    def test_it_tells_the_same_to_everybody(self, seed):
        for state, actor, move in steps(BOTANIK, seed):
            if move is not None:
                assert len({state.facts(actor, move, viewer) for viewer in (None, 0, 1)}) == 1
