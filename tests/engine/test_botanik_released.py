"""Rules 4: released tiles, the word, and meca-botanists."""

import pytest

from engine import CHANCE, IllegalMoveError
from engine.registry import get_ruleset
from tests.engine.games import steps
from tests.engine.pictures import machine, play, table, texts

BOTANIK = get_ruleset("botanik")


def kinds(state):
    (seat,) = state.to_move
    return {move.kind for move in state.legal_moves(seat)}


class TestTheWord:
    @pytest.fixture
    def both_hold(self):
        """Seat 0 covers column 1, and both lose their link."""
        state = table("""
            :Arrival | KX GL
            :Seat 1  | RT  .   .   .   .
            :Centre  | RL  GT  GT  GM  GX
            :Seat 0  | RP  .   .   .   .
        """)
        return play(state, "KX-1")

    def test_it_is_first_with_the_player_whose_turn_it_is(self, both_hold):  # 4.1
        assert both_hold.to_move == {0}
        assert both_hold.turn_of == 0

    def test_it_passes_to_the_other_within_the_turn(self, both_hold):  # 4.1
        state = play(both_hold, "RP@1,0^1")

        assert state.to_move == {1}
        assert state.turn_of == 0
        assert kinds(state) == {"build"}

    def test_it_ends_the_turn_when_nobody_holds_a_tile(self, both_hold):  # 4.1
        state = play(both_hold, "RP@1,0^1 RT@0,1^1")

        assert state.to_move == {1}
        assert state.turn_of == 1
        assert kinds(state) == {"side", "centre"}

    def test_it_goes_to_the_other_at_once_if_only_they_hold_a_tile(self):  # 4.1
        state = table("""
            :Arrival | KX GL
            :Seat 1  | RT  .   .   .   .
            :Centre  | RL  GT  GT  GM  GX
            :Seat 0  | .   .   .   .   .
        """)

        assert play(state, "KX-1").to_move == {1}

    def test_it_comes_back_to_the_first_player(self):  # 4.1
        state = table("""
            :Arrival | KX GL
            :Seat 1  | RM  .   .   .   .
            :Centre  | RL  GT  GT  GL  GX
            :Seat 0  | .   GI  .   .   .
        """)

        state = play(state, "KX-1")
        assert state.to_move == {1}
        state = play(state, "M=2")  # RM on column 2 releases GI of seat 0
        assert (state.to_move, state.turn_of) == ({1}, 0)  # uninterrupted
        state = play(state, "GT@0,1^1")
        assert (state.to_move, state.turn_of) == ({0}, 0)
        assert texts(state) == {"GI@-1,0^0", "GI@0,-1^1", "GI@0,1^0", "GI@1,0^0"}

    def test_it_lets_nobody_play_while_a_tile_is_held(self, both_hold):  # 4.1
        with pytest.raises(IllegalMoveError) as refused:
            play(both_hold, "GL-1")

        assert refused.value.code == "build-first"


class TestSwapping:
    @pytest.fixture
    def holding(self):
        """Seat 0 holds a meca-botanist and another tile."""
        return table("""
            :Arrival | GL
            :Seat 1  | .   RT  GX  .   .
            :Centre  | KX  RL  GT  KM  BX
            :Seat 0  | .   YL  .   .   .
            :Held 0  | RI  GM
        """)

    def test_it_comes_before_building(self, holding):  # 4.2
        assert kinds(holding) == {"swap"}

    def test_it_takes_any_top_but_a_meca_botanist(self, holding):  # 4.2
        assert texts(holding) == {"M=1", "M=2", "M=3", "M=5"}

    def test_it_joins_the_taken_tile_to_the_held_ones(self, holding):  # 4.2
        state = play(holding, "M=1")

        assert [tile.code for tile in state.held[0]] == ["RI", "KX"]
        assert state.registry.centre[0].code == "GM"
        assert kinds(state) == {"build"}

    def test_it_releases_what_is_not_linked_to_the_meca_botanist(self, holding):  # 4.2
        state = play(holding, "M=2")

        assert [tile.code for tile in state.held[0]] == ["RI", "RL", "YL"]
        assert [tile.code for tile in state.held[1]] == ["RT"]

    def test_it_keeps_what_is_linked_to_the_meca_botanist(self, holding):  # 4.2
        assert play(holding, "M=3").registry.sides[1][2].code == "GX"

    def test_it_may_take_the_tile_that_has_just_released_it(self):  # 4.2
        state = table("""
            :Arrival | KX GL
            :Seat 1  | .   .   .   .   .
            :Centre  | RL  GT  GT  GL  GX
            :Seat 0  | RM  .   .   .   .
        """)

        state = play(state, "KX-1 M=1")

        assert [tile.code for tile in state.held[0]] == ["KX"]
        assert state.registry.centre[0].code == "RM"

    def test_it_refuses_the_top_that_is_a_meca_botanist(self, holding):  # 4.2
        with pytest.raises(IllegalMoveError) as refused:
            play(holding, "M=4")

        assert refused.value.code == "meca-on-top"


class TestBuildingWhatIsHeld:
    def test_it_goes_in_the_order_that_the_player_chooses(self):  # 4.3
        state = table("""
            :Arrival | GL
            :Seat 1  | .   .   .   .   .
            :Centre  | KX  RL  GT  KM  BX
            :Seat 0  | .   .   .   .   .
            :Held 0  | RI  KP
        """)

        assert {text[:2] for text in texts(state)} == {"RI", "KP"}
        assert texts(play(state, "KP@1,0^1")) > {"RI@0,1^0"}
        assert texts(play(state, "RI@0,1^0")) > {"KP@1,0^1"}

    def test_it_removes_all_tiles_if_none_can_be_built(self):  # 5.4
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
            :Seat 1  | .   .   .   .   .
            :Centre  | RL  RL  GT  KM  BL
            :Seat 0  | RX  .   .   .   .
            """,
            machines=(no_cross_fits, no_cross_fits),
        )

        state = play(state, "KL-1")

        assert state.held == ((), ())
        assert state.to_move == {1}
        assert state.turn_of == 1

    def test_it_looks_again_after_each_build(self):  # 5.4
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
            :Arrival | GL
            :Seat 1  | .   .   .   .   .
            :Centre  | KX  RL  GT  KM  BX
            :Seat 0  | .   .   .   .   .
            :Held 0  | KX  RI
            """,
            machines=(no_cross_fits, no_cross_fits),
        )

        assert {text[:2] for text in texts(state)} == {"RI"}
        assert texts(play(state, "RI@0,1^0")) == {"KX@0,2^0"}

    def test_it_does_not_remove_before_the_swap(self):  # 5.4
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
            :Arrival | GL
            :Seat 1  | .   .   .   .   .
            :Centre  | KX  RI  GT  KM  BX
            :Seat 0  | .   .   .   .   .
            :Held 0  | YX  GM
            """,
            machines=(no_cross_fits, no_cross_fits),
        )

        assert [tile.code for tile in play(state, "M=2").held[0]] == ["YX", "RI"]
        assert play(state, "M=1").held == ((), ())

    def test_it_does_not_look_at_the_release(self):  # 5.4
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
            :Seat 0  | RP  .   .   .   .
            """,
            machines=(no_cross_fits, no_cross_fits),
        )

        state = play(state, "KL-1")

        assert [tile.code for tile in state.held[1]] == ["RX"]  # until seat 1 has the word
        assert play(state, "RP@1,0^1").held == ((), ())


@pytest.fixture(scope="module")
def dealing():
    """All steps of 300 random games in which somebody holds a tile: thousands."""
    return [step for seed in range(300) for step in steps(BOTANIK, seed) if any(step.state.held)]


class TestFactsThatFollow:
    """Rule 4.4, over the positions of many random games."""

    def test_it_is_looked_at_in_thousands_of_positions(self, dealing):
        assert len(dealing) > 2_000

    def test_it_always_has_a_legal_swap(self, dealing):
        for state, seat, _ in dealing:
            if any(tile.is_meca for tile in state.held[seat]):
                assert kinds(state) == {"swap"}

    def test_it_never_releases_another_meca_botanist_by_a_swap(self, dealing):
        for state, seat, move in dealing:
            if move.kind == "swap":
                held = state.after(seat, move).held
                assert not any(tile.is_meca for tile in held[seat])
                assert _mecas(held[1 - seat]) == _mecas(state.held[1 - seat])

    def test_it_never_lets_anybody_hold_two_meca_botanists(self, dealing):
        for state, _, _ in dealing:
            assert all(sum(tile.is_meca for tile in hand) <= 1 for hand in state.held)

    def test_it_gives_three_tiles_at_most_to_the_player_whose_turn_it_is_not(self, dealing):
        for state, _, _ in dealing:
            assert len(state.held[state.turn_of]) <= 2
            assert len(state.held[1 - state.turn_of]) <= 3

    def test_it_lets_chance_wait_until_nobody_holds_a_tile(self, dealing):
        assert all(state.to_move is not CHANCE for state, _, _ in dealing)


def _mecas(hand):
    return [tile for tile in hand if tile.is_meca]
