"""What pages show of a position, as values."""

import pytest

from engine import CHANCE, get_ruleset
from engine.games.botanik.tiles import tile_of
from engine.games.botanik.view import MachineTile
from tests.engine.games import positions
from tests.engine.pictures import built, machine, table

BOTANIK = get_ruleset("botanik")


@pytest.fixture
def state():
    return table("""
        :Arrival | KX GL RT
        :Seat 1  | RT  .   .   .   .
        :Centre  | RL  GT  GT  GL  GX
        :Seat 0  | RP  GV  .   .   .
    """)


class TestPreviews:
    def test_it_shows_what_is_released_on_each_side(self, state):
        preview = state.view_for(0).preview(state.parse("KX-1"))

        assert preview.released == ((tile_of("RP"),), (tile_of("RT"),))

    def test_it_shows_the_score_that_follows(self):
        state = table("""
            :Arrival | GL
            :Seat 1  | .   .   .   .   .
            :Centre  | RL  GT  GT  GL  GX
            :Seat 0  | .   .   .   .   .
            :Held 0  | RIf
        """)

        preview = state.view_for(0).preview(state.parse("RIf@0,1^0"))

        assert [score.total for score in preview.scores] == [1, 0]

    def test_it_has_nothing_to_preview_for_a_spectator(self, state):
        with pytest.raises(TypeError):
            state.view_for(None).preview(state.parse("KX-1"))


class TestFits:
    def test_it_lists_cells_and_turns(self, state):
        assert state.view_for(0).fits(0, tile_of("RT")) == {
            (-1, 0): (3,),
            (0, -1): (2,),
            (0, 1): (1, 2, 3),
            (1, 0): (1,),
        }

    @pytest.mark.parametrize("seed", range(10))
    def test_it_says_the_same_as_the_legal_moves(self, seed):
        for state in positions(BOTANIK, seed):
            for seat in (0, 1):
                builds = [m for m in state.legal_moves(seat) if m.kind == "build"]
                for tile in {build.tile for build in builds}:
                    fits = state.view_for(seat).fits(seat, tile)
                    shown = {(place, turn) for place in fits for turn in fits[place]}
                    assert shown == {(b.place, b.turn) for b in builds if b.tile is tile}


class TestMachines:
    def test_it_lists_tiles_as_they_were_built(self, state):
        grown = built("RIf@0,1^0 KL@-1,0^2")
        view = state._replace(machines=(grown, state.machines[1])).view_for(None)

        assert view.machine(0) == (
            MachineTile(tile_of("RIf"), (0, 1), 0, is_joined=True),
            MachineTile(tile_of("KL"), (-1, 0), 2, is_joined=False),
        )
        assert view.machine(1) == ()


class TestBreakdowns:
    def test_it_is_that_of_the_seats_machine(self, state):
        drawn = machine("""
            :      |
            :  1  RIf
            :      |
            :      |
            :  0   *
            :
            :      0
        """)
        view = state._replace(machines=(drawn, state.machines[1])).view_for(1)

        assert view.breakdown(0).score.total == 1
        assert view.breakdown(1).score.total == 0


class TestUnseen:
    def test_it_counts_all_tiles_before_the_game(self):
        unseen = BOTANIK.initial().view_for(None).unseen()

        assert unseen.total == 65
        assert unseen.table["R"] == {"I": 3, "L": 3, "T": 3, "X": 1, "P": 1, "V": 1, "M": 1}

    def test_it_counts_down_with_every_reveal(self):
        state = BOTANIK.initial().play_text(CHANCE, ">KP.BL.YV.GM.BLf")
        unseen = state.view_for(None).unseen()

        assert unseen.total == 60
        assert "KP" not in unseen.tiles
        assert unseen.table["B"]["L"] == 1
        assert unseen.tiles["BL"] == 1

    @pytest.mark.parametrize("seed", range(5))
    def test_it_adds_up(self, seed):
        for state in positions(BOTANIK, seed):
            unseen = state.view_for(None).unseen()
            assert unseen.total == 65 - state.drawn
            assert unseen.total == sum(sum(row.values()) for row in unseen.table.values())


class TestWhoseTurn:
    @pytest.mark.parametrize("seed", range(5))
    def test_it_counts_rounds_from_one_to_twenty(self, seed):
        rounds = [state.round for state in positions(BOTANIK, seed)]

        assert rounds == sorted(rounds)
        assert set(rounds) == set(range(21))
