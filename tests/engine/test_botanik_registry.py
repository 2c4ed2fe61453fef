"""Rules 2 and 3: the Registry, the rounds, and a turn."""

import pytest

from engine import CHANCE, NOBODY, IllegalMoveError
from engine.games.botanik import BotanikState
from engine.registry import get_ruleset
from tests.engine.games import positions, steps
from tests.engine.pictures import play, table, texts

BOTANIK = get_ruleset("botanik")


def codes(tiles):
    return " ".join("." if tile is None else tile.code for tile in tiles)


class TestTheSetUp:
    def test_it_lays_five_tiles_on_the_centre_in_the_order_drawn(self):  # 2.2
        state = play(BotanikState.initial(), ">KP.BL.YV.GM.BL")

        assert codes(state.registry.centre) == "KP BL YV GM BL"

    def test_it_is_followed_by_the_first_round(self):  # 2.3
        state = play(BotanikState.initial(), ">KP.BL.YV.GM.BL")

        assert state.to_move is CHANCE
        assert state.draw_size == 3

    @pytest.mark.parametrize("reveal", [">KP.BL.YV", ">KP.BL.YV.GM.BL.RI", ">KP.KP.BL.YV.GM"])
    def test_it_refuses_what_cannot_be_drawn(self, reveal):  # 2.2
        with pytest.raises(IllegalMoveError):
            play(BotanikState.initial(), reveal)


class TestRounds:
    @pytest.mark.parametrize("seed", range(10))
    def test_it_alternates_turns_strictly(self, seed):  # 2.3
        players = [
            actor
            for _, actor, move in steps(BOTANIK, seed)
            if move and move.kind in ("side", "centre")
        ]

        assert players == [0, 1] * 30

    @pytest.mark.parametrize("seed", range(10))
    def test_it_has_20_rounds_of_three_tiles(self, seed):  # 2.3
        reveals = [len(move.tiles) for _, actor, move in steps(BOTANIK, seed) if actor is CHANCE]

        assert reveals == [5] + [3] * 20

    @pytest.mark.parametrize("seed", range(10))
    def test_it_draws_all_tiles(self, seed):  # 2.3
        *_, last = positions(BOTANIK, seed)

        assert sum(last.unseen) == 0

    @pytest.mark.parametrize("seed", range(10))
    def test_it_knows_the_last_three_by_elimination(self, seed):  # 2.3
        state, reveal = [(s, m) for s, actor, m in steps(BOTANIK, seed) if actor is CHANCE][-1]
        left = [code for code, n in state.view_for(None).unseen().tiles.items() for _ in range(n)]

        assert sorted(left) == sorted(tile.code for tile in reveal.tiles)


class TestPlaying:
    def test_it_puts_a_tile_on_an_empty_own_space_with_a_link(self):  # 3.1
        state = table("""
            :Arrival | RI
            :Seat 1  | .   .   .   .   .
            :Centre  | RL  KIf GT  GM  RX
            :Seat 0  | .   .   .   .   RP
        """)

        assert texts(state) == {"RI/1", "RI/2", "RI-1", "RI-2", "RI-3", "RI-4", "RI-5"}

    def test_it_does_not_mind_the_space_of_the_opponent(self):  # 3.1
        state = table("""
            :Arrival | RI
            :Seat 1  | RT  .   .   .   .
            :Centre  | RL  GT  GT  GM  GX
            :Seat 0  | .   .   .   .   .
        """)

        assert "RI/1" in texts(state)

    def test_it_lists_two_equal_tiles_once(self):  # 1.2
        state = table("""
            :Arrival | RI RI
            :Seat 1  | .   .   .   .   .
            :Centre  | GL  GT  GT  GM  GX
            :Seat 0  | .   .   .   .   .
        """)

        assert [m.notation for m in state.legal_moves(0)] == [f"RI-{c}" for c in range(1, 6)]

    def test_it_releases_side_tiles_that_a_new_centre_tile_does_not_hold(self):  # 3.1
        state = table("""
            :Arrival | KX GL
            :Seat 1  | RT  .   .   .   .
            :Centre  | RL  GT  GT  GM  GX
            :Seat 0  | RP  .   .   .   .
        """)

        after = play(state, "KX-1")

        assert (codes(after.held[0]), codes(after.held[1])) == ("RP", "RT")
        assert codes(after.registry.sides[0]) == codes(after.registry.sides[1]) == ". . . . ."

    def test_it_keeps_side_tiles_that_are_still_linked(self):  # 3.1
        state = table("""
            :Arrival | KT GL
            :Seat 1  | RT  .   .   .   .
            :Centre  | RL  GT  GT  GM  GX
            :Seat 0  | RP  .   .   .   .
        """)

        after = play(state, "KT-1")

        assert (codes(after.held[0]), codes(after.held[1])) == ("RP", "")
        assert codes(after.registry.sides[1]) == "RT . . . ."

    def test_it_touches_no_other_column(self):  # 3.1
        state = table("""
            :Arrival | KX GL
            :Seat 1  | .   GT  .   .   .
            :Centre  | RL  GT  GT  GM  GX
            :Seat 0  | .   GV  .   .   .
        """)

        after = play(state, "KX-1")

        assert after.registry.sides == state.registry.sides

    def test_it_releases_nothing_by_a_tile_on_a_side(self):  # 3.2
        state = table("""
            :Arrival | RI GL
            :Seat 1  | KL  .   .   .   .
            :Centre  | RL  GT  GT  GM  GX
            :Seat 0  | .   .   .   .   .
        """)

        after = play(state, "RI/1")

        assert after.held == ((), ())
        assert after.to_move == {1}

    def test_it_holds_an_identical_tile(self):  # 3.2
        state = table("""
            :Arrival | RI GL
            :Seat 1  | .   .   .   .   .
            :Centre  | RL  GT  GT  GM  GX
            :Seat 0  | RI  .   .   .   .
        """)

        assert play(state, "RI-1").held == ((), ())

    def test_it_covers_for_good(self):  # 2.1
        state = table("""
            :Arrival | RI GL
            :Seat 1  | .   .   .   .   .
            :Centre  | RL  GT  GT  GM  GX
            :Seat 0  | .   .   .   .   .
        """)

        assert codes(play(state, "RI-1").registry.centre) == "RI GT GT GM GX"


class TestTheEnd:
    def test_it_is_over_after_the_last_tile(self):  # 6.1
        state = table(
            """
            :Arrival | RI
            :Seat 1  | .   .   .   .   .
            :Centre  | RL  GT  GT  GM  GX
            :Seat 0  | .   .   .   .   .
            """,
            turn=1,
        )

        assert state.played == 59
        assert play(state, "RI/1").to_move == NOBODY

    def test_it_is_not_over_before_everything_released_is_dealt_with(self):  # 6.1
        state = table(
            """
            :Arrival | KX
            :Seat 1  | .   .   .   .   .
            :Centre  | RL  GT  GT  GM  GX
            :Seat 0  | RP  .   .   .   .
            """,
            turn=1,
        )

        state = play(state, "KX-1")
        assert state.to_move == {0}
        assert play(state, "RP@1,0^1").to_move == NOBODY
